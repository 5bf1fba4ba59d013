"""The garden: squares, water and where one may plant (8.1 to 8.5, 8.10, 8.11)."""

from collections import Counter

import pytest

from amyitis.game import Game
from amyitis.rules.board.garden_map import SIDE_AREAS, SIDE_NAMES, SIDE_NEIGHBOURS, SQUARE_FLOOR, SQUARE_SIDES
from amyitis.rules.state import State
from tests.layout import (
    TILES,
    all_planted,
    canals,
    events,
    full_garden,
    play,
    random_moves,
    seat,
    sides,
    squares,
    table,
)

SQUARES = list(TILES)
RIVER = {"a1-a2", "a2-a3", "a3-a4", "a1-b1", "b1-c1", "c1-d1"}
DOUBLE = {"b3-c3", "b4-c4", "c2-c3", "d2-d3", "c3-c4", "c3-d3", "c4-d4", "d3-d4"}

Corner = tuple[int, int]


def corners(side: str) -> set[Corner]:
    """The two ends of a side, counted in squares from the river's corner: worked out here anew from its name."""
    low, high = ((ord(name[0]) - ord("a"), int(name[1]) - 1) for name in side.split("-"))
    if low[0] == high[0]:  # the squares lie one above the other: the side runs along the files
        return {(low[0], high[1]), (low[0] + 1, high[1])}
    return {(high[0], low[1]), (high[0], low[1] + 1)}


def wet_sides(lie: dict[str, str]) -> set[str]:
    """Where water reaches, by rules 8.3 and 8.4: from the river and from grey cubes along sides that are full."""
    full = {side for side in SIDE_NAMES if len(lie.get(side, "")) == (2 if side in DOUBLE else 1)}
    ends = {end for side in SIDE_NAMES for end in corners(side) if 0 in end}
    ends |= {end for side, cubes in lie.items() if "N" in cubes for end in corners(side)}
    while more := {end for side in full if corners(side) & ends for end in corners(side)} - ends:
        ends |= more
    return {side for side in SIDE_NAMES if corners(side) & ends}


@pytest.mark.clause("8.1")
def test_sixteen_squares_on_four_floors() -> None:
    garden = Game.new(players=4, seed=1).view()["garden"]["squares"]
    assert len(garden) == 16
    floors = {square: one["floor"] for square, one in garden.items()}
    assert Counter(floors.values()) == {1: 7, 2: 5, 3: 3, 4: 1}
    assert floors == {
        "a1": 1, "b1": 1, "c1": 1, "d1": 1, "a2": 1, "b2": 2, "c2": 2, "d2": 2,
        "a3": 1, "b3": 2, "c3": 3, "d3": 3, "a4": 1, "b4": 2, "c4": 3, "d4": 4,
    }  # fmt: skip
    assert [SQUARE_FLOOR[place] for place, _ in enumerate(floors)] == list(floors.values())


@pytest.mark.clause("8.2")
def test_32_areas_on_24_sides_none_of_them_on_the_border() -> None:
    sides_now = Game.new(players=4, seed=1).view()["garden"]["sides"]
    neighbours = {
        f"{a}-{b}"
        for a in SQUARES
        for b in SQUARES
        if (ord(b[0]) - ord(a[0]), int(b[1]) - int(a[1])) in ((0, 1), (1, 0))
    }
    assert set(sides_now) == neighbours
    assert len(neighbours) == 24
    assert {side for side, one in sides_now.items() if one["areas"] == 2} == DOUBLE
    assert sum(one["areas"] for one in sides_now.values()) == sum(SIDE_AREAS) == 32
    assert {floor for side in DOUBLE for floor in [max(SQUARE_FLOOR[SQUARES.index(s)] for s in side.split("-"))]} == {
        3,
        4,
    }


@pytest.mark.clause("8.2")
def test_sides_meet_at_the_corners_of_the_squares() -> None:
    for i, side in enumerate(SIDE_NAMES):
        meets = {SIDE_NAMES[j] for j in range(24) if SIDE_NEIGHBOURS[i] >> j & 1}
        assert meets == {other for other in SIDE_NAMES if other != side and corners(other) & corners(side)}
    for i, square in enumerate(SQUARES):
        around = {SIDE_NAMES[j] for j in range(24) if SQUARE_SIDES[i] >> j & 1}
        assert around == {side for side in SIDE_NAMES if square in side.split("-")}


@pytest.mark.clause("8.2")
def test_an_area_holds_one_cube_for_the_rest_of_the_game() -> None:
    game = table(canals="a1-b1:K")
    play(game, "engineer/1")
    assert "a1-b1" not in sides(game)
    refusal = game.why_not("dig:a1-b1")
    assert refusal is not None
    assert refusal.clause == "8.2"


@pytest.mark.clause("8.2")
def test_a_double_side_has_room_for_two_and_no_more() -> None:
    dug = "a3-a4:K a3-b3:K b3-b4:K"
    for cubes, room in (("", True), ("K", True), ("W", True), ("KB", False), ("WW", False)):
        game = table(canals=f"{dug} b3-c3:{cubes}" if cubes else dug)
        play(game, "engineer/1")
        assert ("b3-c3" in sides(game)) is room
        if room:
            play(game, "dig:b3-c3")
            assert sorted(canals(game)["b3-c3"]) == sorted(cubes + "W")


@pytest.mark.clause("8.2", "8.3")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_cubes_stay_where_they_are_and_water_reaches_as_far_as_the_rules_say(players: int) -> None:
    """In random games the canals only ever grow, and the open sides are those of a count of our own."""
    for seed in range(4):
        game = Game.new(players=players, seed=seed)
        before: dict[str, str] = {}
        for _ in random_moves(game, seed=seed):
            now = canals(game)
            assert all(not Counter(before[side]) - Counter(now[side]) for side in before)
            full = {side for side in SIDE_NAMES if len(now.get(side, "")) == (2 if side in DOUBLE else 1)}
            if now != before:
                view = game.view()["garden"]["sides"]
                assert {side for side in SIDE_NAMES if view[side]["open"]} == wet_sides(now) - full
            before = now


@pytest.mark.clause("8.3")
def test_the_river_reaches_six_sides() -> None:
    game = table()
    play(game, "engineer/1")
    assert sides(game) == RIVER


@pytest.mark.clause("8.3")
@pytest.mark.parametrize(
    ("dug", "opened"),
    [
        ("a1-b1:K", {"b1-b2", "a2-b2"}),
        ("a1-b1:K b1-b2:W", {"a2-b2", "b2-c2", "c1-c2"}),
        ("a3-a4:B", {"a3-b3", "b3-b4", "a4-b4"}),
        ("c1-d1:R d1-d2:R", {"c1-c2", "c2-d2"}),  # the far end of d1-d2 is the border: nothing meets it there
        ("c1-d1:R c2-d2:R", {"c1-c2", "d1-d2", "c2-c3", "d2-d3", "c3-d3"}),
    ],
)
def test_a_full_side_carries_water_on_whoever_dug_it(dug: str, opened: set[str]) -> None:
    game = table(canals=dug)
    play(game, "engineer/1")
    taken = {word.split(":")[0] for word in dug.split()}
    assert sides(game) == (RIVER | opened) - taken


@pytest.mark.clause("8.3")
def test_a_double_side_that_is_half_filled_carries_nothing() -> None:
    dug = "c1-d1:R c2-d2:R c3-d3:"
    half = table(canals=f"{dug}K")
    play(half, "engineer/1")
    assert "c3-d3" in sides(half)
    assert not {"c3-c4", "c4-d4", "d3-d4"} & sides(half)
    play(half, "dig:c3-d3 engineer/3")
    assert {"c3-c4", "c4-d4", "d3-d4"} <= sides(half)
    assert "c3-d3" not in sides(half)


@pytest.mark.clause("8.3")
def test_no_line_is_unbroken_across_an_empty_side() -> None:
    game = table(canals="a1-b1:W b1-b2:W b2-c2:W")
    play(game, "engineer/1")
    assert {"b2-b3", "c2-c3", "b3-c3"} <= sides(game)
    game = table(canals="a1-b1:W b1-b2:W")
    play(game, "engineer/1")
    assert not {"b2-b3", "c2-c3", "b3-c3"} & sides(game)


# b2 has its water from the left and c2 from the right; the side between them meets neither canal.
APART = "a1-b1:K a2-b2:K c1-d1:R c2-d2:R"


@pytest.mark.clause("8.4")
def test_a_grey_cube_is_a_source_even_if_it_is_not_linked_to_the_river() -> None:
    without = table(canals=APART, planted="b2:K c2:R")
    play(without, "engineer/1")
    assert not {"b2-c2", "b3-c3"} & sides(without)
    game = table(canals=f"{APART} b2-c2:N", planted="b2:K c2:R")
    play(game, "engineer/1")
    assert sides(game) - sides(without) == {"b3-c3"}
    play(game, "dig:b3-c3")
    assert game.status() == []


@pytest.mark.clause("8.4", "8.8")
def test_a_side_filled_by_planting_becomes_a_source_at_once() -> None:
    game = table(caravan="Palmyra", canals=APART, planted="b2:K", W="bd")
    play(game, "go:Khorsabad plant:c2")
    assert canals(game)["b2-c2"] == "N"
    play(game, "engineer/1")
    assert "b3-c3" in sides(game)


@pytest.mark.clause("8.4")
def test_a_side_filled_by_a_player_and_a_grey_cube_is_a_source_too() -> None:
    """c3 and d3 are planted; the side between them has one cube and gets a grey one."""
    dug = "c1-d1:R c2-d2:R c2-c3:RR d2-d3:KK c3-d3:B"
    game = table(caravan="Palmyra", canals=dug, planted="c3:R", W="bd G1")
    play(game, "go:Khorsabad plant:d3")
    assert canals(game)["c3-d3"] == "BN"
    play(game, "engineer/1")
    assert {"c3-c4", "c4-d4", "d3-d4"} <= sides(game)


@pytest.mark.clause("8.5")
def test_the_river_irrigates_nothing() -> None:
    game = table(W="s", canals="a1-b1:K")
    play(game, "go:Eshnunna")
    assert squares(game) == {"a1", "b1"}, "a2 lies on the river, but no side of it is filled"


@pytest.mark.clause("8.5")
def test_both_areas_of_a_double_side_must_be_filled() -> None:
    dug = "c1-d1:R c2-d2:R "
    for cubes, irrigated in (("c3-d3:K", set()), ("c3-d3:K d2-d3:R", set()), ("c3-d3:KB", {"c3", "d3"})):
        game = table(caravan="Palmyra", W="bd G1", canals=dug + cubes)
        play(game, "go:Khorsabad")
        assert squares(game) == {"c1", "d1", "c2", "d2"} | irrigated


EVERYWHERE = full_garden(double="BR")


@pytest.mark.clause("8.5")
@pytest.mark.parametrize(
    ("quality", "gardeners", "floors"),
    [(1, 0, {1}), (1, 1, {1, 2}), (1, 2, {1, 2, 3, 4}), (2, 0, {1, 2}), (2, 1, {1, 2, 3, 4}), (2, 3, {1, 2, 3, 4})],
)
def test_quality_and_gardeners_must_reach_the_floor_and_floor_4_counts_as_3(
    quality: int, gardeners: int, floors: set[int]
) -> None:
    plants = "1:1,2:1,3:1,K:2b" if quality == 1 else "1:2p,2:1,3:1,K:2b"
    game = table(canals=EVERYWHERE, plants=plants, W=f"sp G{gardeners}")
    play(game, "go:Eshnunna")
    assert squares(game) == {square for square in SQUARES if SQUARE_FLOOR[SQUARES.index(square)] in floors}


@pytest.mark.clause("8.5")
@pytest.mark.parametrize(
    ("quality", "square", "used"),
    [(1, "a1", 0), (1, "b2", 1), (1, "c3", 2), (1, "d4", 2), (2, "a1", 0), (2, "b2", 0), (2, "c3", 1), (2, "d4", 1)],
)
def test_exactly_the_gardeners_needed_go_back(quality: int, square: str, used: int) -> None:
    plants = "1:1,2:1,3:1,K:2b" if quality == 1 else "1:2p,2:1,3:1,K:2b"
    game = table(canals=EVERYWHERE, plants=plants, W="sp G3")
    happened = play(game, f"go:Eshnunna plant:{square}")
    assert seat(game, "W").gardeners == 3 - used
    assert events(happened, "court card") == ([("8.5", "W", -used, "gardener")] if used else [])
    assert game.view()["court"]["gardener"] == 1 + used


@pytest.mark.clause("8.5")
def test_only_squares_with_a_tile() -> None:
    game = table(canals=EVERYWHERE, W="s G2", planted=all_planted("K", but="a1 b2 d4"))
    play(game, "go:Eshnunna")
    assert squares(game) == {"a1", "b2", "d4"}


@pytest.mark.clause("8.10")
def test_a_starred_square_holds_no_plant_with_two_players() -> None:
    game = table(2, canals=full_garden(), W="s G2")
    play(game, "go:Eshnunna")
    assert squares(game) == set(SQUARES) - {"c1", "d1", "d2"}
    for square in ("c1", "d1", "d2"):
        refusal = game.why_not(f"plant:{square}")
        assert refusal is not None
        assert refusal.clause == "8.10"
    three = table(3, canals=full_garden(), W="s G2")
    play(three, "go:Eshnunna")
    assert squares(three) == set(SQUARES)


@pytest.mark.clause("8.10")
def test_the_areas_around_starred_squares_are_used_as_usual() -> None:
    game = table(2, canals="c1-d1:K d1-d2:K")
    play(game, "engineer/1")
    assert {"b1-c1", "c1-c2", "c2-d2"} <= sides(game)
    play(game, "dig:c2-d2")
    assert seat(game, "W").prestige == 2
    assert canals(game)["c2-d2"] == "W"


@pytest.mark.clause("8.10", "8.8")
def test_no_grey_cube_lies_beside_a_starred_square_of_two_players() -> None:
    """c2 has planted neighbours in b2 and c3 alone: c1 and d2 hold no plant."""
    game = table(2, caravan="Palmyra", canals="a1-b1:K b1-b2:K b2-c2:K b2-b3:K b3-c3:KK", planted="b2:K c3:K", W="bd")
    before = canals(game)
    play(game, "go:Khorsabad plant:c2")
    assert {side for side in canals(game) if side not in before} == {"c2-c3"}


@pytest.mark.clause("8.11")
@pytest.mark.parametrize("rules", ["-", "limited"])
def test_grey_cubes_never_run_out(rules: str) -> None:
    """Forty grey cubes lie on the board, more than a player has of a colour, and more follow."""
    dug = full_garden(but="c4-d4 d3-d4", single="N", double="NN") + " c4-d4:WW"
    game = table(rules=rules, caravan="Palmyra", ishtar="NNNN", marduk="NNNN", tammouz="NNNN", canals=dug,
                 planted=all_planted("K", but="d4"), W="bd G1")  # fmt: skip
    assert sum(cubes.count("N") for cubes in canals(game).values()) + 12 == 40
    play(game, "go:Khorsabad")
    assert canals(game)["d3-d4"] == "NN"
    play(game, "pass pass pass pass")
    assert game.question == "temple"
    play(game, "marduk")
    assert game.view()["temples"]["ishtar"] == ["N"] * 4


@pytest.mark.clause("8.3", "8.4")
def test_the_water_of_a_position_is_worked_out_from_its_canals() -> None:
    game = table(canals=f"{APART} b2-c2:N b3-c3:WK c3-c4:B", planted="b2:K c2:R")
    lie = canals(game)
    s: State = game.state
    assert {SIDE_NAMES[side] for side in range(24) if s.wet >> side & 1} == wet_sides(lie)
