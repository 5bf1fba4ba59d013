"""Puzzles as people solve them, kept in memory."""

import asyncio
import datetime

import pytest

from amyitis.analysis.puzzles import all_puzzles
from amyitis.errors import Malformed
from amyitis.game import Game
from amyitis.service.puzzles import HINTS, TRIES, Puzzles, streak
from amyitis.table.puzzle_tries import PuzzleRating, PuzzleTry, Ratings, TryChange
from tests.server.clocks import Clock

FIRST, SECOND = all_puzzles()[:2]


class MemoryPuzzles:
    """Attempts and ratings, as a store keeps them."""

    def __init__(self) -> None:
        self._tries: dict[tuple[str, str], PuzzleTry] = {}
        self._people: dict[str, PuzzleRating] = {}
        self._puzzles: dict[str, PuzzleRating] = {}

    async def change(self, person: str, puzzle: str, starts: Ratings, change: TryChange) -> PuzzleTry:
        before = self._tries.get((person, puzzle), PuzzleTry(person, puzzle, "", 0, None, 0, 0, None))
        ratings = self._people.get(person, starts[0]), self._puzzles.get(puzzle, starts[1])
        after, rated = change(before, ratings)
        self._tries[person, puzzle] = after
        if rated is not None:
            self._people[person], self._puzzles[puzzle] = rated
        return after

    async def tries(self, person: str) -> list[PuzzleTry]:
        return [attempt for (whose, _), attempt in self._tries.items() if whose == person]

    async def person(self, person: str) -> PuzzleRating | None:
        return self._people.get(person)

    async def puzzles(self) -> dict[str, PuzzleRating]:
        return self._puzzles


@pytest.fixture
def puzzles() -> Puzzles:
    """Nobody has solved anything yet."""
    return Puzzles(MemoryPuzzles(), Clock())


def test_what_is_right_at_once_is_solved_and_nothing_changes_afterwards(puzzles: Puzzles) -> None:
    said = asyncio.run(puzzles.answer("me", FIRST, FIRST.best))
    assert (said["right"], said["result"]) == (True, "first")
    assert said["solution"] is not None
    assert said["solution"]["best"] == FIRST.best
    assert said["change"] > 0
    again = asyncio.run(puzzles.answer("me", FIRST, FIRST.second))
    assert (again["right"], again["result"], again["change"]) == (False, "first", said["change"])


def test_the_same_wrong_move_counts_once_and_the_last_try_fails(puzzles: Puzzles) -> None:
    wrong = [move for move in Game.from_position(FIRST.position).legal_moves if move != FIRST.best][:TRIES]
    for move in (wrong[0], wrong[0]):
        said = asyncio.run(puzzles.answer("me", FIRST, move))
    assert (said["tries_left"], said["result"], said["solution"]) == (TRIES - 1, None, None)
    for move in wrong[1:]:
        said = asyncio.run(puzzles.answer("me", FIRST, move))
    assert (said["tries_left"], said["result"]) == (0, "failed")
    with pytest.raises(Malformed):
        asyncio.run(puzzles.answer("me", SECOND, "no such move"))


def test_with_a_hint_it_is_solved_later_and_there_are_only_so_many(puzzles: Puzzles) -> None:
    for count in range(1, len(HINTS) + 2):
        said = asyncio.run(puzzles.hint("me", FIRST))
        assert [one["name"] for one in said["hints"]] == list(HINTS[:count])
    assert asyncio.run(puzzles.answer("me", FIRST, FIRST.best))["result"] == "later"


def test_whoever_gives_up_sees_the_solution_and_gets_another_puzzle(puzzles: Puzzles) -> None:
    said = asyncio.run(puzzles.give_up("me", FIRST))
    assert said["result"] == "failed"
    assert said["solution"] is not None
    assert said["solution"]["best"] == FIRST.best
    assert asyncio.run(puzzles.next("me", None, None)) != FIRST
    assert asyncio.run(puzzles.describe(FIRST, None))["attempt"] is None


def test_days_in_a_row() -> None:
    today = datetime.date(2026, 3, 10)
    days = [today - datetime.timedelta(one) for one in range(5)]
    assert streak(set(), today) == 0
    assert streak({today}, today) == 1
    assert streak({*days[1:4]}, today) == 3
    assert streak({days[0], days[2]}, today) == 1
    assert streak({days[2]}, today) == 0
