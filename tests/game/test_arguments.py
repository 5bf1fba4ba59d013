"""What a game is told: what cannot be is refused in words, and what can is kept as Python's own."""

import json
from typing import Any

import numpy as np
import pytest

from amyitis.errors import Malformed
from amyitis.game import Game, SetupFacts
from tests.layout import table

SWITCHES = ("limited_supply", "palace", "full_lap", "unlimited_noble", "open_duel")


@pytest.mark.parametrize("switch", SWITCHES)
@pytest.mark.parametrize("value", ["no", "", None, 2, -1, 1.0, [], [True], {}, np.float64(1), np.array([1, 0])])
def test_a_switch_is_on_or_off(switch: str, value: Any) -> None:
    with pytest.raises(Malformed, match=rf"{switch}=.*: True or False"):
        Game.new(3, 7, **{switch: value})


@pytest.mark.parametrize("on", [1, np.True_, np.int64(1), np.uint8(1), np.array(True)])
def test_switches_of_other_kinds_are_kept_as_one_of_ours(on: Any) -> None:
    twin = Game.new(2, 7, limited_supply=True, palace=True, full_lap=True, unlimited_noble=True, open_duel=True)
    game = Game.new(2, 7, limited_supply=on, palace=on, full_lap=on, unlimited_noble=on, open_duel=on)
    assert game == twin
    assert game.position == twin.position
    assert json.dumps(game.view()) == json.dumps(twin.view())


@pytest.mark.parametrize("off", [0, np.False_, np.int64(0), np.array(False)])
def test_a_switch_of_another_kind_that_is_off_is_off(off: Any) -> None:
    assert Game.new(2, 1, palace=off, full_lap=off) == Game.new(2, 1)


def test_numbers_of_numpy_are_kept_as_pythons() -> None:
    twin = Game.new(3, 7)
    game = Game.new(np.int64(3), np.uint64(7), rules_version=np.int8(1))  # type: ignore[arg-type]
    assert game == twin
    assert json.dumps(game.view()) == json.dumps(twin.view())
    assert Game.from_position(game.position) == game


@pytest.mark.parametrize("version", [0, 2, True, 1.0, "1", None, [1]])
def test_a_version_of_the_rules_is_one_of_them(version: Any) -> None:
    with pytest.raises(Malformed, match=r"rules_version=.*the versions of the rules that can be played are 1$"):
        Game.new(2, 1, rules_version=version)


@pytest.mark.parametrize("players", [True, np.float64(2), np.array([2, 3]), b"2", [2]])
def test_a_number_of_players_is_a_whole_number(players: Any) -> None:
    with pytest.raises(Malformed, match="2 to 4 players"):
        Game.new(players, 1)


@pytest.mark.parametrize("colours", [None, 5, "", "W", "WW", "WX", "wk", ["W"], ["WK"], [1, 2], {"W", "K"}, b"WK"])
def test_colours_are_letters_of_the_table(colours: Any) -> None:
    with pytest.raises(Malformed, match=r"colours=.*2 players need 2 different letters of"):
        Game.new(2, 1, colours=colours)


def test_colours_may_be_the_seats_of_another_game() -> None:
    seats: Any = Game.new(3, 7, colours="RKB").seats
    assert Game.new(3, 7, colours=seats).seats == ["R", "K", "B"]


@pytest.mark.parametrize("first", [1, ["K"], "", "WK", "R", b"K", True])
def test_who_begins_is_one_of_the_seats(first: Any) -> None:
    with pytest.raises(Malformed, match=r"first=.*: one of W, K begins"):
        Game.new(2, 1, first=first)


@pytest.mark.parametrize("setup", [{}, {"first_player": "W"}, "setup.json", 0, False])
def test_a_set_up_is_given_as_its_facts(setup: Any) -> None:
    with pytest.raises(Malformed, match=r"setup=.*: a SetupFacts; SetupFacts\.from_json makes one"):
        Game.new(2, setup=setup)


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"first_player": ""}, "first_player: '' is none of W, K"),
        ({"first_player": "WK"}, "first_player: 'WK' is none of W, K"),
        ({"first_player": 0}, "first_player: 0 is none of W, K"),
        ({"tiles": None}, "tiles: it names what lies there"),
        ({"plants": ["1"]}, "plants: it names what lies there"),
        ({"plants": {1: "1", "Ur": "2"}}, "plants: it must name a card for each"),
        ({"caravaneer_goods": None}, "caravaneer_goods: goods, and not None"),
        ({"caravaneer_goods": ("gold",)}, "caravaneer_goods: 'gold' is not a good"),
        ({"caravaneer_goods": ([],)}, r"caravaneer_goods: \[\] is not a good"),
    ],
)
def test_facts_made_by_hand_are_checked_too(changes: dict[str, Any], reason: str) -> None:
    facts = vars(SetupFacts.of(Game.new(2, 5).plies[0].before))
    with pytest.raises(Malformed, match=f"set-up: {reason}"):
        Game.new(2, setup=SetupFacts(**{**facts, **changes}))


def test_a_plant_card_that_is_none_is_named() -> None:
    facts = SetupFacts.of(Game.new(2, 5).plies[0].before)
    (city, *_) = facts.plants
    with pytest.raises(Malformed, match=f"set-up: plants: {city}: 'Z' is not a plant card"):
        Game.new(2, setup=SetupFacts(facts.tiles, {**facts.plants, city: ("Z", "1")}, ("palm",), "W"))


@pytest.mark.parametrize("text", [None, 5, b"amy1_players=WK", ["amy1"]])
def test_a_position_is_a_text(text: Any) -> None:
    with pytest.raises(Malformed, match="a position is a text, not"):
        Game.from_position(text)


@pytest.mark.parametrize("to", ["3", 1.5, True, -1, [1]])
def test_a_ply_is_a_whole_number(to: Any) -> None:
    record = Game.new(2, 1).record()
    with pytest.raises(Malformed, match="a ply is counted from 0, not"):
        Game.from_record(record, to=to)
    ply: Any = np.int64(1)
    assert len(Game.from_record(record, to=ply).plies) == 1


def test_the_same_moves_are_equal() -> None:
    game, other = table(2), Game.new(3, 7)
    moves = game.legal_moves
    assert moves == game.legal_moves
    assert hash(moves) == hash(game.legal_moves)
    assert moves != other.legal_moves
    assert moves != list(moves)
    assert len({moves, game.legal_moves, other.legal_moves}) == 2
    assert table(2, todo="deal").legal_moves == table(2, todo="over").legal_moves
