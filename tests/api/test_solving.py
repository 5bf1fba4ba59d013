"""Puzzles as people solve them, kept in memory."""

import asyncio
import datetime

import pytest

from amyitis.analysis.puzzles import all_puzzles
from amyitis.api.solving import HINTS, TRIES, Solving, streak
from amyitis.errors import Malformed
from amyitis.game import Game
from amyitis.local.memory_store import MemoryStore
from amyitis.local.puzzle_tries import LocalTries
from amyitis.local.store import GameLog

FIRST, SECOND = all_puzzles()[:2]


@pytest.fixture
def solving() -> Solving:
    """Nobody has solved anything yet."""
    return Solving(LocalTries(GameLog(MemoryStore())))


def test_what_is_right_at_once_is_solved_and_nothing_changes_afterwards(solving: Solving) -> None:
    said = asyncio.run(solving.answer("me", FIRST, FIRST.best))
    assert (said["right"], said["result"], said["solution"]["best"]) == (True, "first", FIRST.best)
    assert said["change"] > 0
    again = asyncio.run(solving.answer("me", FIRST, FIRST.second))
    assert (again["right"], again["result"], again["change"]) == (False, "first", said["change"])


def test_the_same_wrong_move_counts_once_and_the_last_try_fails(solving: Solving) -> None:
    wrong = [move for move in Game.from_position(FIRST.position).legal_moves if move != FIRST.best][:TRIES]
    for move in (wrong[0], wrong[0]):
        said = asyncio.run(solving.answer("me", FIRST, move))
    assert (said["tries_left"], said["result"], said["solution"]) == (TRIES - 1, None, None)
    for move in wrong[1:]:
        said = asyncio.run(solving.answer("me", FIRST, move))
    assert (said["tries_left"], said["result"]) == (0, "failed")
    with pytest.raises(Malformed):
        asyncio.run(solving.answer("me", SECOND, "no such move"))


def test_with_a_hint_it_is_solved_later_and_there_are_only_so_many(solving: Solving) -> None:
    for count in range(1, len(HINTS) + 2):
        said = asyncio.run(solving.hint("me", FIRST))
        assert [one["name"] for one in said["hints"]] == list(HINTS[:count])
    assert asyncio.run(solving.answer("me", FIRST, FIRST.best))["result"] == "later"


def test_whoever_gives_up_sees_the_solution_and_gets_another_puzzle(solving: Solving) -> None:
    said = asyncio.run(solving.give_up("me", FIRST))
    assert (said["result"], said["solution"]["best"]) == ("failed", FIRST.best)
    assert asyncio.run(solving.next("me", None, None)) != FIRST
    assert asyncio.run(solving.about(FIRST, None))["attempt"] is None


def test_days_in_a_row() -> None:
    today = datetime.date(2026, 3, 10)
    days = [today - datetime.timedelta(one) for one in range(5)]
    assert streak(set(), today) == 0
    assert streak({today}, today) == 1
    assert streak({*days[1:4]}, today) == 3
    assert streak({days[0], days[2]}, today) == 1
    assert streak({days[2]}, today) == 0
