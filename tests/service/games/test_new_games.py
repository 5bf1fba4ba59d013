"""New games as they are asked for."""

from dataclasses import replace
from typing import Any

import pytest

from amyitis.game import Game, Switches
from amyitis.rules import SEED_LIMIT
from amyitis.service.accounts.keys import key_hash
from amyitis.service.games.new_games import MadeGame, Maker, check_bots, make_fork, make_game
from amyitis.service.problems import BadRequest
from amyitis.service.shapes.requests import Fork, NewGameRequest, NewSeat
from tests.table.sitting import AT, kept, play_on, table_of

ME, OPEN, BOT = NewSeat(kind="me"), NewSeat(kind="open"), NewSeat(kind="bot", bot="random")
TWO = NewGameRequest(seats=[ME, BOT], seed=7)
ANN = Maker("ann", "Ann", AT, 10)


def any_bot(name: str, _field: str) -> str:
    return name


def made(request: NewGameRequest) -> MadeGame:
    check_bots(request, any_bot)
    return make_game(request, ANN)


def test_seats_are_mine_open_or_a_bots() -> None:
    found = made(NewGameRequest(seats=[ME, OPEN, BOT], seed="7", name="  Our  game ", colours="KWB", first=1)).new
    assert [(one.seat, one.name, one.person, one.bot) for one in found.seats] == [
        ("K", "Ann", "ann", None),
        ("W", "", None, None),
        ("B", "random", None, "random"),
    ]
    assert (found.metadata.title, found.metadata.owner, found.metadata.players) == ("Our game", "ann", 3)


def test_the_maker_gets_keys_and_one_share_for_all_seats() -> None:
    found = made(NewGameRequest(seats=[ME, ME, BOT], keys=True, seal="ab" * 32))
    seats = found.new.seats
    assert set(found.keys) == {"W", "K"}
    assert [seat.key_hash for seat in seats[:2]] == [key_hash(found.keys[seat.seat]) for seat in seats[:2]]
    assert [seat.seal for seat in seats] == ["ab" * 32, None, None]
    assert made(TWO).keys == {}
    with pytest.raises(BadRequest, match="keys are for your own seats"):
        made(NewGameRequest(seats=[OPEN, BOT], keys=True))


def test_an_equal_seed_makes_an_equal_game() -> None:
    first, second = made(TWO).new, made(TWO).new
    assert first.metadata.id != second.metadata.id
    assert first.metadata.start == second.metadata.start
    assert table_of(first).game.position == Game.new(2, 7).position


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"seed": SEED_LIMIT}, "seed"),
        ({"colours": "WKB"}, "colours"),
        ({"first": 2}, "first"),
        ({"ply": 3}, "ply"),
        ({"position": "p", "origin": Fork(game="g", ply=1)}, "origin"),
        ({"position": "p", "switches": Switches(palace=True)}, "position"),
        ({"position": Game.new(3, 7).position}, "seats"),
        ({"seats": [ME, NewSeat(kind="bot")]}, "seats.1.bot"),
        ({"seats": [NewSeat(kind="me", bot="random"), BOT]}, "seats.0.bot"),
        ({"seats": [ME, NewSeat(kind="bot", name=" ", bot="random")]}, "seats.1.name"),
    ],
)
def test_what_does_not_fit_is_refused_and_named(changes: dict[str, Any], field: str) -> None:
    with pytest.raises(BadRequest) as problem:
        made(replace(TWO, **changes))
    assert problem.value.facts["field"] == field


def test_a_game_goes_on_from_a_moment_of_another() -> None:
    new = kept()
    table = table_of(new)
    log = [*new.log, *(entry for change in play_on(table, 5) for entry in change.step.entries)]
    request = NewGameRequest(seats=[ME, BOT], origin=Fork(game=new.metadata.id, ply=table.ply))
    fork = make_fork(new.metadata, log, request, ANN).new
    assert fork.metadata.id != new.metadata.id
    assert table_of(fork).game.position == table.game.position
