"""Court cards (9)."""

from collections.abc import Mapping
from typing import Any

import pytest

from amyitis.game import Game
from tests.layout import events, full_garden, moves, pass_round, play, random_moves, seat, section, squares, table


def court_left(game: Game, card: str) -> dict[str, int]:
    """How many cards of each level are left in the supply."""
    court: Mapping[str, Any] = game.view()["court"]
    return dict(court[card])


@pytest.mark.clause("9.1")
@pytest.mark.parametrize(
    ("city", "start", "good", "card", "levels"),
    [
        ("Uruk", "Ur", "d", "banker", 3),
        ("Uruk", "Ur", "d", "caravaneer", 2),
        ("Palmyra", "Mari", "s", "palace", 6),
    ],
)
def test_one_level_at_a_time_and_covered_cards_stay(city: str, start: str, good: str, card: str, levels: int) -> None:
    letter = card[0].upper()
    for level in range(levels):
        game = table(caravan=start, W=f"{good} {letter}{level}", lying="bp")
        before = court_left(game, card)
        happened = play(game, f"go:{city} {card}")
        assert events(happened, "court card") == [("7.5", "W", level + 1, card)]
        me = seat(game, "W")
        assert {"banker": me.banker, "caravaneer": me.caravaneer, "palace": me.palace}[card] == level + 1
        left = court_left(game, card)
        assert {key: before[key] - left[key] for key in before} == {
            key: int(key == str(level + 1)) for key in before
        }, "one card is taken, and the one it covers does not go back"


@pytest.mark.clause("9.1")
@pytest.mark.parametrize(
    ("start", "city", "white", "card"),
    [
        ("Mari", "Palmyra", "s B3", "banker"),
        ("Mari", "Palmyra", "s P6", "palace"),
        ("Ur", "Uruk", "d C2", "caravaneer"),
    ],
)
def test_above_the_highest_level_there_is_nothing(start: str, city: str, white: str, card: str) -> None:
    game = table(caravan=start, W=white)
    level = white[-2:]
    play(game, f"go:{city}")
    assert game.seat == "K", "the other card came without a question"
    me = seat(game, "W")
    assert (
        f"{card[0].upper()}{ {'banker': me.banker, 'caravaneer': me.caravaneer, 'palace': me.palace}[card] }" == level
    )


@pytest.mark.clause("9.1")
def test_a_player_may_hold_several_gardeners() -> None:
    game = table(W="G2", top="WWKK")
    play(game, "peasant/1 top")
    assert seat(game, "W").gardeners == 3


@pytest.mark.clause("9.2", "12.2")
def test_a_type_is_closed_when_the_next_card_is_gone_though_higher_ones_lie_there() -> None:
    """With three players there are two Bankers of level 1, one of level 2, one of level 3."""
    game = table(3, caravan="Ur", W="d", K="B1", B="B1")
    assert game.view()["court"]["banker"] == {"1": 0, "2": 1, "3": 1}
    play(game, "go:Uruk")
    assert (seat(game, "W").banker, seat(game, "W").caravaneer) == (0, 1)
    refusal_game = table(3, canals=full_garden(), tiles={"a1": "1:1+court"}, W="s", K="B1", B="B1")
    play(refusal_game, "go:Eshnunna plant:a1")
    refusal = refusal_game.why_not("banker")
    assert refusal is not None
    assert str(refusal) == "rules 9.2: Banker 1 is not left in the supply"


@pytest.mark.clause("9.2")
def test_the_level_counts_that_the_player_needs() -> None:
    """Banker 2 is gone: closed to who has level 1, not to who already has level 2."""
    assert "go:Uruk" not in table(3, caravan="Ur", W="d B1 C1", K="B2", B="C2").legal_moves
    assert "go:Uruk" in table(3, caravan="Ur", W="d B2 C1", K="B0", B="C2").legal_moves


@pytest.mark.clause("9.2")
def test_for_the_rest_of_the_game() -> None:
    """Court cards never come back to the supply, so what is closed stays closed."""
    for seed in range(3):
        game = Game.new(players=4, seed=seed)
        before = game.view()["court"]
        for _ in random_moves(game, seed=seed):
            now = game.view()["court"]
            for kind in ("banker", "caravaneer", "palace"):
                assert all(now[kind][level] <= before[kind][level] for level in before[kind])
            before = now


@pytest.mark.clause("9.3")
@pytest.mark.parametrize("players", [2, 3])
def test_a_level_2_caravaneer_brings_the_good_that_lies_on_it(players: int) -> None:
    game = table(players, caravan="Ur", W="d C1", lying="s")
    happened = play(game, "go:Uruk caravaneer")
    assert seat(game, "W").goods == "s"
    assert events(happened, "good")[-1] == ("9.3", "W", 1, "salt")
    assert section(game, "lying") == "-"
    assert game.seat == "K", "a single card leaves no choice"


@pytest.mark.clause("9.3")
def test_of_two_level_2_caravaneers_the_player_chooses_and_the_other_good_stays() -> None:
    for taken, left in (("b", "s"), ("s", "b")):
        game = table(caravan="Ur", W="d C1", K="d C1", lying="bs")
        play(game, "go:Uruk caravaneer")
        assert (game.seat, moves(game)) == ("W", {"take:b", "take:s"})
        play(game, f"take:{taken}")
        assert (seat(game, "W").goods, section(game, "lying")) == (taken, left)
        later = table(caravan="Ur", turn="K", W="C2", K="d C1", lying=left)
        play(later, "go:Uruk caravaneer")
        assert (seat(later, "K").goods, section(later, "lying")) == (left, "-")


@pytest.mark.clause("9.3")
def test_a_level_1_caravaneer_brings_nothing() -> None:
    game = table(caravan="Ur", W="d")
    play(game, "go:Uruk caravaneer")
    assert seat(game, "W").goods == ""
    assert section(game, "lying") == "bp"


@pytest.mark.clause("9.4")
@pytest.mark.parametrize(("level", "prestige"), [(1, 2), (2, 3), (3, 4), (4, 5), (5, 7), (6, 10)])
def test_a_palace_card_scores_at_once(level: int, prestige: int) -> None:
    game = table(caravan="Mari", W=f"20 s P{level - 1}")
    happened = play(game, "go:Palmyra palace")
    assert seat(game, "W").prestige == 20 + prestige
    assert events(happened, "prestige") == [("9.4", "W", prestige, None)]


@pytest.mark.clause("9.4")
def test_a_palace_card_scores_no_more_later() -> None:
    game = table(2, W="20 P3", K="20")
    pass_round(game)
    assert events(game.events, "prestige") == []


@pytest.mark.clause("9.5")
def test_a_gardener_cannot_be_used_for_the_planting_that_brings_it() -> None:
    """b2 needs quality 2; its tile has a Gardener, but white has none yet."""
    game = table(canals=full_garden(double="BR"), tiles={"b2": "2:4+gardener"}, W="s")
    play(game, "go:Eshnunna")
    assert "b2" not in squares(game)
    with_one = table(canals=full_garden(double="BR"), tiles={"b2": "2:4+gardener"}, W="s G1")
    happened = play(with_one, "go:Eshnunna plant:b2")
    assert events(happened, "court card") == [("8.5", "W", -1, "gardener"), ("8.6", "W", 1, "gardener")]
    assert seat(with_one, "W").gardeners == 1


@pytest.mark.clause("9.5", "8.9", "8.6")
def test_a_gardener_just_returned_can_be_the_one_the_tile_brings() -> None:
    """Gardeners go back before the tile is taken, so the supply is not empty then."""
    game = table(canals=full_garden(double="BR"), tiles={"b2": "2:4+gardener"}, W="s G1", K="G3")
    play(game, "go:Eshnunna plant:b2")
    assert seat(game, "W").gardeners == 1
