"""The header `Ending` of records: who resigned or ran out of time, and whether the game was ended early."""

import pytest

from amyitis.errors import Drift, Malformed
from amyitis.game import Game
from amyitis.notation.endings import Ending


@pytest.mark.parametrize("text", ["", "ended", "K resigned", "K resigned, R time, ended", "W time, ended"])
def test_an_ending_reads_back(text: str) -> None:
    assert str(Ending.parse(text)) == text


@pytest.mark.parametrize("text", ["K", "K left", "ended, K time", "K time, K resigned", "X time", "K resigned,ended"])
def test_what_is_no_ending_is_refused(text: str) -> None:
    with pytest.raises(Malformed, match="Ending"):
        Ending.parse(text)


def begun() -> Game:
    """A game of three after some moves."""
    game = Game.new(3, 7)
    for _ in range(12):
        game.push(next(iter(game.legal_moves)))
    return game


def test_who_stays_shares_a_game_that_ended_early() -> None:
    game = begun()
    out, stay = game.seats[0], game.seats[1:]
    record = game.record({"Ending": f"{out} resigned, ended"})
    read = Game.from_record(record)
    assert read.winners == stay
    assert read.result.endswith(": " + " ".join(stay))
    assert f'[Result "{read.result}"]' in record
    assert read.record() == record
    assert Game.from_record(record, to=5).result == "*"


def test_who_is_out_has_not_won_a_game_that_was_played_to_its_end() -> None:
    game = Game.new(2, 3)
    while not game.is_over:
        game.push(next(iter(game.legal_moves)))
    winner = game.winners[0]
    other = next(seat for seat in game.seats if seat != winner)
    read = Game.from_record(game.record({"Ending": f"{winner} time"}))
    assert read.winners == [other]
    assert read.scores[winner] >= read.scores[other]


def test_a_wrong_ending_is_found_with_its_line() -> None:
    game = begun()
    record = game.record({"Ending": f"{game.seats[0]} resigned, ended"})
    with pytest.raises(Drift):
        Game.from_record(record.replace("resigned, ended", "resigned"))
    with pytest.raises(Malformed, match=r"line 7: .*Ending"):
        Game.from_record(record.replace("resigned, ended", "went home"))
    nobody = ", ".join(f"{seat} resigned" for seat in game.seats)
    with pytest.raises(Malformed, match="nobody"):
        Game.from_record(record.replace(f"{game.seats[0]} resigned, ended", nobody))
