"""Puzzles as people solve them, kept in memory."""

import asyncio
import datetime
from types import SimpleNamespace
from typing import Any

import pytest

from amyitis.analysis.puzzles import Puzzle, all_puzzles
from amyitis.errors import Malformed
from amyitis.game import Game
from amyitis.service.handlers import puzzles
from amyitis.service.handlers.puzzles import HINTS, TRIES, streak
from amyitis.service.routing import Call
from amyitis.service.service import Service
from amyitis.service.shapes.puzzles import PuzzleAttempt
from amyitis.service.shapes.requests import PuzzleAnswerRequest
from amyitis.table import Identity
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


ME = Call(Identity("me"), "")


@pytest.fixture
def service() -> Any:
    """A service in which nobody has solved anything yet."""
    return SimpleNamespace(store=SimpleNamespace(puzzles=MemoryPuzzles()), clock=Clock())


def answer(service: Service, puzzle: Puzzle, token: str) -> PuzzleAttempt:
    reply = asyncio.run(puzzles.answer_puzzle(service, ME, puzzle.id, PuzzleAnswerRequest(token=token)))
    assert not isinstance(reply.content, bytes)
    return reply.content


def test_what_is_right_at_once_is_solved_and_nothing_changes_afterwards(service: Service) -> None:
    said = answer(service, FIRST, FIRST.best)
    assert (said["right"], said["result"]) == (True, "first")
    assert said["solution"] is not None
    assert said["solution"]["best"] == FIRST.best
    assert said["change"] > 0
    again = answer(service, FIRST, FIRST.second)
    assert (again["right"], again["result"], again["change"]) == (False, "first", said["change"])


def test_the_same_wrong_move_counts_once_and_the_last_try_fails(service: Service) -> None:
    wrong = [move for move in Game.from_position(FIRST.position).legal_moves if move != FIRST.best][:TRIES]
    for move in (wrong[0], wrong[0]):
        said = answer(service, FIRST, move)
    assert (said["tries_left"], said["result"], said["solution"]) == (TRIES - 1, None, None)
    for move in wrong[1:]:
        said = answer(service, FIRST, move)
    assert (said["tries_left"], said["result"]) == (0, "failed")
    with pytest.raises(Malformed):
        answer(service, SECOND, "no such move")


def test_with_a_hint_it_is_solved_later_and_there_are_only_so_many(service: Service) -> None:
    for count in range(1, len(HINTS) + 2):
        said = asyncio.run(puzzles.hint(service, ME, FIRST.id))
        assert [one["name"] for one in said["hints"]] == list(HINTS[:count])
    assert answer(service, FIRST, FIRST.best)["result"] == "later"


def test_whoever_gives_up_sees_the_solution_and_gets_another_puzzle(service: Service) -> None:
    said = asyncio.run(puzzles.give_up(service, ME, FIRST.id))
    assert said["result"] == "failed"
    assert said["solution"] is not None
    assert said["solution"]["best"] == FIRST.best
    assert asyncio.run(puzzles.next_puzzle(service, ME))["id"] != FIRST.id
    assert asyncio.run(puzzles.puzzle(service, Call(Identity(), ""), FIRST.id))["attempt"] is None


def test_days_in_a_row() -> None:
    today = datetime.date(2026, 3, 10)
    days = [today - datetime.timedelta(one) for one in range(5)]
    assert streak(set(), today) == 0
    assert streak({today}, today) == 1
    assert streak({*days[1:4]}, today) == 3
    assert streak({days[0], days[2]}, today) == 1
    assert streak({days[2]}, today) == 0
