"""Puzzles as people solve them: three tries, two hints, a rating, and days in a row."""

import datetime
from collections.abc import Callable
from dataclasses import asdict, replace
from typing import Any

from amyitis.analysis import puzzles
from amyitis.analysis.puzzle_ratings import Rating, Result, puzzle_start, rated
from amyitis.analysis.puzzles import NoPuzzles, Puzzle, all_puzzles, next_puzzle, part_of
from amyitis.game import Game
from amyitis.table.outlook import outlook
from amyitis.table.puzzle_tries import PuzzleRating, PuzzleTry, Ratings, TryChange

from .ports import Clock, PuzzleStore
from .problems import NotFound
from .shapes.puzzles import PuzzleAttempt, PuzzleHint, PuzzleModel, PuzzleSolution, PuzzleStanding

TRIES = 3
HINTS = ("where", "why")
DAYS_SHOWN = 7


class Puzzles:
    """Keeps what people make of puzzles, and finds the next one for them."""

    def __init__(self, store: PuzzleStore, clock: Clock) -> None:
        self._store, self._clock = store, clock

    async def answer(self, person: str, puzzle: Puzzle, token: str) -> PuzzleAttempt:
        """Try a move; raises Malformed or Illegal. Once the puzzle is over nothing changes any more."""
        Game.from_position(puzzle.position).check(token)

        def change(attempt: PuzzleTry, ratings: Ratings) -> tuple[PuzzleTry, Ratings | None]:
            if attempt.result is not None:
                return attempt, None
            wrong = attempt.wrong.split()
            if token == puzzle.best:
                at_once = not wrong and not attempt.hints
                return self._end(attempt, ratings, "first" if at_once else "later")
            if token not in wrong:
                wrong.append(token)
            after = replace(attempt, wrong=" ".join(wrong))
            return self._end(after, ratings, "failed") if len(wrong) >= TRIES else (after, None)

        return {**await self._change(person, puzzle, change), "right": token == puzzle.best}

    async def hint(self, person: str, puzzle: Puzzle) -> PuzzleAttempt:
        """Give one more hint, if there is one."""

        def change(attempt: PuzzleTry, _ratings: Ratings) -> tuple[PuzzleTry, Ratings | None]:
            more = attempt.result is None and attempt.hints < len(HINTS)
            return (replace(attempt, hints=attempt.hints + 1) if more else attempt), None

        return await self._change(person, puzzle, change)

    async def give_up(self, person: str, puzzle: Puzzle) -> PuzzleAttempt:
        """Show the solution: the puzzle is failed."""

        def change(attempt: PuzzleTry, ratings: Ratings) -> tuple[PuzzleTry, Ratings | None]:
            return (attempt, None) if attempt.result is not None else self._end(attempt, ratings, "failed")

        return await self._change(person, puzzle, change)

    async def _change(self, person: str, puzzle: Puzzle, change: TryChange) -> PuzzleAttempt:
        starts = (_kept(Rating()), _kept(puzzle_start(puzzle.difficulty)))
        return attempt_message(puzzle, await self._store.change(person, puzzle.id, starts, change))

    def _end(self, attempt: PuzzleTry, ratings: Ratings, result: Result) -> tuple[PuzzleTry, Ratings]:
        mine, its = (Rating(**asdict(rating)) for rating in ratings)
        mine_after, its_after = rated(mine, its, result)
        change = mine_after.shown - mine.shown
        ended = replace(attempt, result=result, change=change, ended=self._clock.now())
        return ended, (_kept(mine_after), _kept(its_after))

    async def describe(self, puzzle: Puzzle, person: str | None) -> PuzzleModel:
        """Return a puzzle without its solution, its rating, and what a person has made of it."""
        game = Game.from_position(puzzle.position)
        rating = (await self._ratings())[puzzle.id]
        tries = [] if person is None else await self._store.tries(person)
        mine = next((attempt for attempt in tries if attempt.puzzle == puzzle.id), None)
        return {
            "id": puzzle.id,
            "number": 1 + all_puzzles().index(puzzle),
            "players": puzzle.players,
            "seat": puzzle.seat,
            "round": puzzle.round,
            "question": puzzle.question,
            "position": puzzle.position,
            "themes": puzzle.themes,
            "difficulty": puzzle.difficulty,
            "moves": list(game.legal_moves),
            "view": game.view(),
            "outlook": outlook(game),
            "rating": rating.shown,
            "played": rating.played,
            "solved": rating.solved,
            "attempt": None if mine is None else attempt_message(puzzle, mine),
        }

    async def standing(self, person: str | None) -> PuzzleStanding:
        """Return a person's rating, how many puzzles they solved, and on which days."""
        kept = None if person is None else await self._store.person(person)
        mine = Rating() if kept is None else Rating(**asdict(kept))
        tries = [] if person is None else await self._store.tries(person)
        today = self.today()
        solved_on = {
            _day(attempt.ended) for attempt in tries if attempt.ended is not None and attempt.result != "failed"
        }
        week = [today - datetime.timedelta(days) for days in reversed(range(DAYS_SHOWN))]
        return {
            "rating": mine.shown,
            "sure": mine.sure,
            "played": mine.played,
            "solved": mine.solved,
            "streak": streak(solved_on, today),
            "days": [{"day": day.isoformat(), "solved": day in solved_on} for day in week],
        }

    def find(self, key: str) -> Puzzle:
        """Return a puzzle; raises NotFound."""
        return _found(puzzles.puzzle, key)

    def daily(self) -> Puzzle:
        """Return the puzzle of today (UTC); raises NotFound."""
        return _found(puzzles.daily_puzzle, self.today())

    async def next(self, person: str | None, after: str | None, theme: str | None) -> Puzzle:
        """Return the unfinished puzzle of a theme that fits a person best; raises NotFound.

        A client without a session gets the one behind `after`, and so does a person who has ended them all.
        """
        first = _found(next_puzzle, after, theme)
        if person is None:
            return first
        ended = {attempt.puzzle for attempt in await self._store.tries(person) if attempt.result is not None}
        fresh = [
            puzzle
            for puzzle in all_puzzles()
            if puzzle.id not in ended and puzzle.id != after and (theme is None or theme in puzzle.themes)
        ]
        if not fresh:
            return first
        kept, ratings = await self._store.person(person), await self._ratings()
        mine = Rating() if kept is None else Rating(**asdict(kept))
        return min(fresh, key=lambda puzzle: abs(ratings[puzzle.id].mu - mine.mu))

    async def _ratings(self) -> dict[str, Rating]:
        kept = await self._store.puzzles()
        return {
            puzzle.id: Rating(**asdict(kept[puzzle.id])) if puzzle.id in kept else puzzle_start(puzzle.difficulty)
            for puzzle in all_puzzles()
        }

    def today(self) -> datetime.date:
        """Return the day in UTC, the same for everybody."""
        return _day(self._clock.now())


def attempt_message(puzzle: Puzzle, attempt: PuzzleTry) -> PuzzleAttempt:
    """Return what somebody has made of a puzzle; the solution only when it is over."""
    wrong = attempt.wrong.split()
    over = attempt.result is not None
    return {
        "right": None,
        "wrong": wrong,
        "tries_left": 0 if over else TRIES - len(wrong),
        "hints": [_hint_message(puzzle, name) for name in HINTS[: attempt.hints]],
        "hints_left": 0 if over else len(HINTS) - attempt.hints,
        "result": attempt.result,  # type: ignore[typeddict-item] # the store keeps plain text
        "change": attempt.change,
        "solution": solution_message(puzzle) if over else None,
    }


def unrated_attempt(puzzle: Puzzle, token: str) -> PuzzleAttempt:
    """Return the only attempt of a client without a session, which is not rated; raises Malformed or Illegal."""
    Game.from_position(puzzle.position).check(token)
    right = token == puzzle.best
    return {
        "right": right,
        "wrong": [] if right else [token],
        "tries_left": 0,
        "hints": [],
        "hints_left": 0,
        "result": "first" if right else "failed",
        "change": 0,
        "solution": solution_message(puzzle),
    }


def solution_message(puzzle: Puzzle) -> PuzzleSolution:
    """Return the solution of a puzzle with its reasons."""
    reasons: Any = [
        vars(reason) | {"evidence": [vars(event) for event in reason.evidence]} for reason in puzzle.reasons()
    ]
    return {
        "best": puzzle.best,
        "second": puzzle.second,
        "points": puzzle.points,
        "low": puzzle.low,
        "high": puzzle.high,
        "best_line": puzzle.best_line,
        "second_line": puzzle.second_line,
        "reasons": reasons,
    }


def _hint_message(puzzle: Puzzle, name: str) -> PuzzleHint:
    """Return a hint: the part of the table where the solution lies, or the first reason for it."""
    if name == "where":
        return {"name": "where", "part": part_of(puzzle.question, puzzle.best), "reason": None}
    reason: Any = next((reason for reason in puzzle.reasons() if reason.favours == "best"), puzzle.reasons()[0])
    return {"name": "why", "part": None, "reason": vars(reason) | {"evidence": []}}


def streak(solved_on: set[datetime.date], today: datetime.date) -> int:
    """Count the days in a row on which something was solved, up to today; or yesterday, if today is still to come."""
    day = today if today in solved_on else today - datetime.timedelta(1)
    count = 0
    while day in solved_on:
        count += 1
        day -= datetime.timedelta(1)
    return count


def _found(find: Callable[..., Puzzle], *arguments: Any) -> Puzzle:
    try:
        return find(*arguments)
    except NoPuzzles as problem:
        raise NotFound(str(problem)) from None


def _kept(rating: Rating) -> PuzzleRating:
    return PuzzleRating(**asdict(rating))


def _day(at: int) -> datetime.date:
    return datetime.datetime.fromtimestamp(at / 1000, datetime.UTC).date()
