"""Puzzles as people solve them: three tries, two hints, a rating, and days in a row."""

import datetime
from collections.abc import Awaitable
from dataclasses import asdict, replace
from typing import Any, Protocol

from amyitis.analysis.puzzle_ratings import Rating, Result, puzzle_start, rated
from amyitis.analysis.puzzles import Puzzle, all_puzzles, next_puzzle, part_of
from amyitis.game import Game
from amyitis.table import now
from amyitis.table.puzzle_facts import PuzzleRating, PuzzleTry, Ratings, TryChange

TRIES = 3
HINTS = ("where", "why")
DAYS_SHOWN = 7
SOLUTION = ("best", "second", "points", "low", "high", "best_line", "second_line")

Plain = dict[str, Any]


def today() -> datetime.date:
    """The day, the same for everybody."""
    return datetime.datetime.now(datetime.UTC).date()


def solution_of(puzzle: Puzzle) -> Plain:
    """What is told once a puzzle is over."""
    plain = puzzle.as_dict()
    reasons = [vars(one) | {"evidence": [vars(event) for event in one.evidence]} for one in puzzle.reasons()]
    return {**{name: plain[name] for name in SOLUTION}, "reasons": reasons}


class TryStore(Protocol):
    """Who keeps tries and ratings."""

    def change(self, person: str, puzzle: str, starts: Ratings, change: TryChange) -> Awaitable[PuzzleTry]:
        """Change a try, and with its result both ratings, all at once; `starts` are those of whom nothing is known."""

    def tries(self, person: str) -> Awaitable[list[PuzzleTry]]:
        """What a person has made of puzzles, the latest first."""

    def person(self, person: str) -> Awaitable[PuzzleRating | None]:
        """The rating of a person; None if they have tried none."""

    def puzzles(self) -> Awaitable[dict[str, PuzzleRating]]:
        """The ratings of all puzzles that somebody has tried."""


class Solving:
    """Keeps what people make of puzzles, and finds the next one for them."""

    def __init__(self, store: TryStore) -> None:
        self._store = store

    async def answer(self, person: str, puzzle: Puzzle, token: str) -> Plain:
        """A move is said; raises Malformed or Illegal. Once the puzzle is over nothing changes any more."""
        Game.from_position(puzzle.position).check(token)

        def change(so_far: PuzzleTry, ratings: Ratings) -> tuple[PuzzleTry, Ratings | None]:
            if so_far.result is not None:
                return so_far, None
            wrong = so_far.wrong.split()
            if token == puzzle.best:
                at_once = not wrong and not so_far.hints
                return _ended(so_far, ratings, "first" if at_once else "later")
            if token not in wrong:
                wrong.append(token)
            after = replace(so_far, wrong=" ".join(wrong))
            return _ended(after, ratings, "failed") if len(wrong) >= TRIES else (after, None)

        return await self._changed(person, puzzle, change) | {"right": token == puzzle.best}

    async def hint(self, person: str, puzzle: Puzzle) -> Plain:
        """One hint more, if there is one."""

        def change(so_far: PuzzleTry, _ratings: Ratings) -> tuple[PuzzleTry, Ratings | None]:
            more = so_far.result is None and so_far.hints < len(HINTS)
            return (replace(so_far, hints=so_far.hints + 1) if more else so_far), None

        return await self._changed(person, puzzle, change)

    async def give_up(self, person: str, puzzle: Puzzle) -> Plain:
        """Show the solution: the puzzle is failed."""

        def change(so_far: PuzzleTry, ratings: Ratings) -> tuple[PuzzleTry, Ratings | None]:
            return (so_far, None) if so_far.result is not None else _ended(so_far, ratings, "failed")

        return await self._changed(person, puzzle, change)

    async def _changed(self, person: str, puzzle: Puzzle, change: TryChange) -> Plain:
        starts = (_kept(Rating()), _kept(puzzle_start(puzzle.difficulty)))
        return attempt(puzzle, await self._store.change(person, puzzle.id, starts, change))

    async def about(self, puzzle: Puzzle, person: str | None) -> Plain:
        """What is known of a puzzle beside its position: its rating, and what the person has made of it."""
        rating = (await self._ratings())[puzzle.id]
        tries = [] if person is None else await self._store.tries(person)
        mine = next((one for one in tries if one.puzzle == puzzle.id), None)
        return {
            "rating": rating.shown,
            "played": rating.played,
            "solved": rating.solved,
            "attempt": None if mine is None else attempt(puzzle, mine),
        }

    async def standing(self, person: str | None) -> Plain:
        """The rating of a person, how many puzzles they solved, and on which days."""
        kept = None if person is None else await self._store.person(person)
        mine = Rating() if kept is None else Rating(**asdict(kept))
        tries = [] if person is None else await self._store.tries(person)
        last = today()
        solved_on = {_day(one.ended) for one in tries if one.ended is not None and one.result != "failed"}
        week = [last - datetime.timedelta(days) for days in reversed(range(DAYS_SHOWN))]
        return {
            "rating": mine.shown,
            "sure": mine.sure,
            "played": mine.played,
            "solved": mine.solved,
            "streak": streak(solved_on, last),
            "days": [{"day": day.isoformat(), "solved": day in solved_on} for day in week],
        }

    async def next(self, person: str, after: str | None, theme: str | None) -> Puzzle:
        """The puzzle of a theme that fits a person best, of those they have not ended; raises NoPuzzles.

        Who has ended them all gets them again in their order.
        """
        first = next_puzzle(after, theme)
        ended = {one.puzzle for one in await self._store.tries(person) if one.result is not None}
        fresh = [
            one
            for one in all_puzzles()
            if one.id not in ended and one.id != after and (theme is None or theme in one.themes)
        ]
        if not fresh:
            return first
        kept, ratings = await self._store.person(person), await self._ratings()
        mine = Rating() if kept is None else Rating(**asdict(kept))
        return min(fresh, key=lambda one: abs(ratings[one.id].mu - mine.mu))

    async def _ratings(self) -> dict[str, Rating]:
        kept = await self._store.puzzles()
        return {
            one.id: Rating(**asdict(kept[one.id])) if one.id in kept else puzzle_start(one.difficulty)
            for one in all_puzzles()
        }


def attempt(puzzle: Puzzle, made: PuzzleTry) -> Plain:
    """What somebody has made of a puzzle, in plain data; the solution only when it is over."""
    wrong = made.wrong.split()
    over = made.result is not None
    return {
        "right": None,
        "wrong": wrong,
        "tries_left": 0 if over else TRIES - len(wrong),
        "hints": [hint_of(puzzle, name) for name in HINTS[: made.hints]],
        "hints_left": 0 if over else len(HINTS) - made.hints,
        "result": made.result,
        "change": made.change,
        "solution": solution_of(puzzle) if over else None,
    }


def hint_of(puzzle: Puzzle, name: str) -> Plain:
    """A hint: the part of the table where the solution lies, or the first reason for it."""
    if name == "where":
        return {"name": name, "part": part_of(puzzle.question, puzzle.best), "reason": None}
    reason = next((one for one in puzzle.reasons() if one.favours == "best"), puzzle.reasons()[0])
    return {"name": name, "part": None, "reason": vars(reason) | {"evidence": []}}


def streak(solved_on: set[datetime.date], last: datetime.date) -> int:
    """How many days in a row something was solved, up to today; or up to yesterday, if today is still to come."""
    day = last if last in solved_on else last - datetime.timedelta(1)
    count = 0
    while day in solved_on:
        count += 1
        day -= datetime.timedelta(1)
    return count


def _ended(so_far: PuzzleTry, ratings: Ratings, result: Result) -> tuple[PuzzleTry, Ratings]:
    mine, its = (Rating(**asdict(one)) for one in ratings)
    me, it = rated(mine, its, result)
    return replace(so_far, result=result, change=me.shown - mine.shown, ended=now()), (_kept(me), _kept(it))


def _kept(rating: Rating) -> PuzzleRating:
    return PuzzleRating(**asdict(rating))


def _day(at: int) -> datetime.date:
    return datetime.datetime.fromtimestamp(at / 1000, datetime.UTC).date()
