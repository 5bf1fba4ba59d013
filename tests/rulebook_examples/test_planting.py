"""The rulebook's worked example of a planting: where a plant of quality 2 may go, tile, bonus and grey cube."""

import pytest

from amyitis.game import Game
from tests.layout import canals, events, play, seat, section, squares, table

# White is in Mari with a plant of quality 2. The squares are marked as in the example: A is allowed, B wants a
# Gardener, C is not fully irrigated, D is planted.
A = {"b1", "c1", "d1", "b2", "c2"}
B = "c3"
C = "d3"
D = "d2"
DUG = "b1-c1:K b1-b2:W b2-c2:K c1-c2:K c1-d1:R d1-d2:R c2-c3:WB d2-d3:R"


def garden(gardeners: int) -> Game:
    return table(
        caravan="Uruk",
        plants="2:1,3:1,1:2p,K:2b",
        canals=DUG,
        planted="d2:B",
        W=f"10 t0 c1 bp G{gardeners}",
        K="20",
    )


@pytest.mark.clause("8.5")
def test_case_a_irrigated_squares_up_to_the_plants_quality() -> None:
    game = garden(gardeners=0)
    play(game, "go:Mari")
    assert squares(game) == A


@pytest.mark.clause("8.5")
def test_case_b_a_third_floor_square_takes_a_gardener() -> None:
    game = garden(gardeners=0)
    play(game, "go:Mari")
    refusal = game.why_not(f"plant:{B}")
    assert refusal is not None
    assert str(refusal) == "rules 8.5: c3 needs quality 3; the plant has 2 and White no Gardeners"
    game = garden(gardeners=1)
    play(game, "go:Mari")
    assert squares(game) == A | {B}
    play(game, f"plant:{B}")
    assert seat(game, "W").gardeners == 0
    assert game.view()["court"]["gardener"] == 4


@pytest.mark.clause("8.5")
def test_case_c_one_cube_on_a_double_side_is_not_enough() -> None:
    game = garden(gardeners=1)
    play(game, "go:Mari")
    refusal = game.why_not(f"plant:{C}")
    assert refusal is not None
    assert str(refusal) == "rules 8.5: no side of d3 is fully irrigated"


@pytest.mark.clause("8.5")
def test_case_d_a_planted_square_is_taken() -> None:
    game = garden(gardeners=1)
    play(game, "go:Mari")
    refusal = game.why_not(f"plant:{D}")
    assert refusal is not None
    assert str(refusal) == "rules 8.5: d2 is planted already"


@pytest.mark.clause("8.6", "8.7")
def test_the_tile_of_4_and_2_talents_and_blacks_irrigation_bonus_of_2() -> None:
    """White takes the tile, 4 prestige and 2 talents; black has most cubes around the square and scores 2."""
    game = garden(gardeners=0)
    happened = play(game, "go:Mari plant:c2")
    assert section(game, "tiles").split(",")[6] == "W@2:4+2talents"
    assert (seat(game, "W").prestige, seat(game, "W").talents) == (14, 2)
    assert seat(game, "K").prestige == 22
    assert events(happened, "prestige") == [("8.6", "W", 4, None), ("8.7", "K", 2, None)]


@pytest.mark.clause("8.8")
def test_the_grey_cube_between_two_plants() -> None:
    """The new plant has a planted neighbour: a grey cube goes on the empty area between them."""
    game = garden(gardeners=0)
    assert "c2-d2" not in canals(game)
    happened = play(game, "go:Mari plant:c2")
    assert canals(game)["c2-d2"] == "N"
    assert events(happened, "canal") == [("8.8", "N", 1, "c2-d2")]
