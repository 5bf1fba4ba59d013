"""Explicit set-up facts: read from JSON, laid out, and refused with the entry at fault."""

import json
from typing import Any

import pytest

from amyitis.errors import Malformed
from amyitis.game import Game, SetupFacts
from amyitis.notation.position_parser import parse_position
from tests.layout import TILES


def facts(players: int = 4, /, **changes: Any) -> dict[str, Any]:
    """Sound facts, and what is changed in them."""
    starred = ("c1", "d1", "d2") if players == 2 else ()
    sound = {
        "tiles": {square: tile for square, tile in TILES.items() if square not in starred},
        "plants": {
            city: {"card": card, "face": face}
            for city, card, face in (
                ("Eshnunna", "2", "1"),
                ("Ur", "3", "1"),
                ("Mari", "1", "1"),
                ("Khorsabad", "K", "2s"),
            )
        },
        "caravaneer_goods": ["salt", "barley"] if players == 4 else ["salt"],
        "first_player": "K",
    }
    return {**sound, **changes}


def lay(players: int = 4, /, **changes: Any) -> Game:
    return Game.new(players=players, setup=SetupFacts.from_json(facts(players, **changes)))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_facts_are_laid_out(players: int) -> None:
    game = lay(players)
    view = game.view()
    assert {square: one["tile"] for square, one in view["garden"]["squares"].items() if one["tile"]} == facts(players)[
        "tiles"
    ]
    assert view["first_player"] == "K"
    plants = {one["city"]: f"{one['plant']['card']}:{one['plant']['face']}" for one in view["cities"] if "plant" in one}
    assert plants == {"Eshnunna": "2:1", "Ur": "3:1", "Mari": "1:1", "Khorsabad": "K:2s"}
    assert view["court"]["caravaneer_goods"] == (["barley", "salt"] if players == 4 else ["salt"])
    assert (game.question, game.round, game.status()) == ("deal", 0, [])


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_facts_of_a_game_lay_it_out_again(players: int) -> None:
    for seed in range(20):
        start = parse_position(Game.new(players=players, seed=seed).start)
        found = SetupFacts.of(start)
        again = Game.new(players=players, setup=SetupFacts.from_json(json.loads(json.dumps(found.as_dict()))))
        assert again.state == start


def test_the_first_player_is_named_by_the_colour_that_is_played() -> None:
    chosen = SetupFacts.from_json(facts(2, first_player="B"))
    game = Game.new(players=2, setup=chosen, colours="RB")
    assert game.view()["first_player"] == "B"
    assert SetupFacts.of(game.state) == chosen
    with pytest.raises(Malformed, match="first_player: 'W' is none of R, B"):
        Game.new(players=2, setup=SetupFacts.from_json(facts(2, first_player="W")), colours="RB")
    swapped = Game.new(players=2, setup=SetupFacts.from_json(facts(2, first_player="W")), colours="KW")
    assert swapped.view()["first_player"] == "W"


PLANTS = facts()["plants"]

REFUSED = [
    ({"first_player": "X"}, "set-up: first_player: 'X' is none of W, K, B, R"),
    ({"first_player": "N"}, "set-up: first_player: 'N' is none of W, K, B, R"),
    ({"tiles": []}, "set-up: tiles must be a JSON object"),
    ({"tiles": {**TILES, "e5": "1:4"}}, "set-up: tiles: 'e5' is not a square that gets a tile with 4 players (2.6)"),
    ({"tiles": {**TILES, "a1": "1:99"}}, "set-up: tiles: a1: there is no tile '1:99' in the box"),
    ({"tiles": {**TILES, "a1": 4}}, "set-up: tiles: a1: there is no tile 4 in the box"),
    ({"tiles": {s: t for s, t in TILES.items() if s != "b2"}}, "set-up: tiles: b2 has no tile"),
    ({"tiles": {**TILES, "a1": "2:6", "b2": "1:4"}}, "set-up: tiles: a tile lies on a wrong floor or more often than"),
    ({"tiles": {**TILES, "a1": "1:3+camel"}}, "set-up: tiles: a tile lies on a wrong floor or more often than"),
    ({"tiles": {**TILES, "d4": "3:8", "c3": "3:10"}}, "set-up: tiles: a tile lies on a wrong floor or more often than"),
    ({"plants": "1 2 3 K"}, "set-up: plants must be a JSON object"),
    (
        {"plants": {"Ur": {"card": "1", "face": "1"}}},
        "set-up: plants: it must name a card for each of Eshnunna, Ur, Mari, Khorsabad",
    ),
    ({"plants": {**PLANTS, "Susa": PLANTS["Ur"]}}, "set-up: plants: it must name a card for each of"),
    ({"plants": {**PLANTS, "Ur": {"card": "4", "face": "1"}}}, "set-up: plants: Ur: '4' is not a plant card"),
    ({"plants": {**PLANTS, "Ur": {}}}, "set-up: plants: Ur: {} is not an object"),
    (
        {"plants": {**PLANTS, "Ur": {"card": "3", "face": "2p"}}},
        "set-up: plants: Ur: card 3 has no side '2p', but 1 and 2d",
    ),
    (
        {"plants": {**PLANTS, "Ur": {"card": "3", "face": "2d"}}},
        "set-up: plants: card 3 with side 2d up does not begin in Ur (2.3)",
    ),
    (
        {"plants": {**PLANTS, "Ur": {"card": "K", "face": "2b"}, "Khorsabad": {"card": "3", "face": "1"}}},
        "set-up: plants: card K with side 2b up does not begin in Ur",
    ),
    ({"plants": {**PLANTS, "Ur": {"card": "1", "face": "1"}}}, "set-up: plants: a card is there twice"),
    ({"caravaneer_goods": ["salt"]}, "set-up: caravaneer_goods: 2 different goods lie there, none of them wine (2.4)"),
    (
        {"caravaneer_goods": ["salt", "salt"]},
        "set-up: caravaneer_goods: 2 different goods lie there, none of them wine (2.4)",
    ),
    (
        {"caravaneer_goods": ["salt", "wine"]},
        "set-up: caravaneer_goods: 2 different goods lie there, none of them wine (2.4)",
    ),
    ({"caravaneer_goods": ["salt", "x"]}, "set-up: caravaneer_goods: 'x' is not a good"),
    ({"caravaneer_goods": [1, 2]}, "set-up: caravaneer_goods: 1 is not a good"),
    ({"caravaneer_goods": "salt"}, "set-up: caravaneer_goods must be a JSON list"),
    ({"colour": "red"}, "set-up: 'colour' is not an entry; the entries are tiles, plants, "),
]


@pytest.mark.parametrize(("changes", "reason"), REFUSED, ids=range(len(REFUSED)))
def test_facts_that_cannot_be_are_refused_with_the_entry(changes: dict[str, object], reason: str) -> None:
    with pytest.raises(Malformed) as refused:
        lay(**changes)
    assert str(refused.value).startswith(reason)


def test_tiles_on_starred_squares_are_refused_with_two_players() -> None:
    with pytest.raises(Malformed, match=r"'c1' is not a square that gets a tile with 2 players \(2\.6\)"):
        lay(2, tiles=TILES)


@pytest.mark.parametrize("entry", ["tiles", "plants", "caravaneer_goods", "first_player"])
def test_a_missing_entry_is_named(entry: str) -> None:
    short = {key: value for key, value in facts().items() if key != entry}
    with pytest.raises(Malformed, match=f"set-up: '{entry}' is missing; the entries are"):
        SetupFacts.from_json(short)


@pytest.mark.parametrize("value", [None, [], "x", 3])
def test_a_set_up_is_an_object(value: object) -> None:
    with pytest.raises(Malformed, match="a set-up must be a JSON object"):
        SetupFacts.from_json(value)
