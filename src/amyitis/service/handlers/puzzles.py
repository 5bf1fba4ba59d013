"""Puzzles: one by one, by theme, of the day; three tries, two hints, a rating, and days in a row."""

import datetime
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from amyitis.analysis.puzzles import puzzles
from amyitis.analysis.puzzles.puzzles import NoPuzzles, Progress, Puzzle, all_puzzles, part_of
from amyitis.analysis.puzzles.ratings import Result, puzzle_start, rated
from amyitis.errors import Malformed
from amyitis.game import Game
from amyitis.service.accounts.keys import new_person
from amyitis.service.problems import Forbidden, NotFound
from amyitis.service.routing import Call, Reply
from amyitis.service.service import Service
from amyitis.service.shapes.analysis import RefutationAnswer
from amyitis.service.shapes.parameters import AfterPuzzle, PuzzleKey, Theme
from amyitis.service.shapes.puzzles import (
    PuzzleAttempt,
    PuzzleHint,
    PuzzleModel,
    PuzzleSolution,
    PuzzleStanding,
    PuzzleThemes,
)
from amyitis.service.shapes.requests import PuzzleAnswerRequest, PuzzleHintRequest
from amyitis.table.messages.outlook import outlook
from amyitis.table.people.puzzle_tries import PuzzleRating, PuzzleTry, Ratings, TryChange

TRIES = 3
HINTS = ("where", "why")
DAYS_SHOWN = 7
BESIDE = ";"  # stands between the moves of a wrong turn in the store


async def list_themes(service: Service, call: Call) -> PuzzleThemes:
    """Return how many puzzles there are, and their themes."""
    return {"count": len(all_puzzles()), "themes": puzzles.themes()}


async def standing(service: Service, call: Call) -> PuzzleStanding:
    """Return my puzzle rating and results; without a session, the initial rating."""
    person, store = call.identity.person, service.store.puzzles
    mine = (None if person is None else await store.person(person)) or PuzzleRating()
    tries = [] if person is None else await store.tries(person)
    today = _day(service.clock.now())
    solved_on = {_day(attempt.ended) for attempt in tries if attempt.ended is not None and attempt.result != "failed"}
    week = [today - datetime.timedelta(days) for days in reversed(range(DAYS_SHOWN))]
    return {
        "rating": mine.shown,
        "sure": mine.sure,
        "played": mine.played,
        "solved": mine.solved,
        "streak": streak(solved_on, today),
        "days": [{"day": day.isoformat(), "solved": day in solved_on} for day in week],
    }


async def next_puzzle(
    service: Service, call: Call, after: AfterPuzzle | None = None, theme: Theme | None = None
) -> PuzzleModel:
    """Return an unfinished puzzle near my rating, optionally of a theme, and never the one `after`.

    Without a session it is the puzzle following `after`, or the first.
    """
    person, store = call.identity.person, service.store.puzzles
    puzzle = _find(puzzles.next_puzzle, after, theme)
    if person is not None:
        ended = {after, *(attempt.puzzle for attempt in await store.tries(person) if attempt.result is not None)}
        fresh = [
            candidate
            for candidate in all_puzzles()
            if candidate.id not in ended and (theme is None or theme in candidate.themes)
        ]
        mine, ratings = await store.person(person) or PuzzleRating(), await _ratings(service)
        puzzle = min(fresh, key=lambda candidate: abs(ratings[candidate.id].mu - mine.mu), default=puzzle)
    return await _describe(service, call, puzzle)


async def daily_puzzle(service: Service, call: Call) -> PuzzleModel:
    """Return the puzzle of today (UTC), the same for everybody."""
    return await _describe(service, call, _find(puzzles.daily_puzzle, _day(service.clock.now())))


async def puzzle(service: Service, call: Call, key: PuzzleKey) -> PuzzleModel:
    """Return a puzzle without its solution, and my results on it."""
    return await _describe(service, call, _find(puzzles.puzzle, key))


async def answer_puzzle(
    service: Service, call: Call, key: PuzzleKey, body: PuzzleAnswerRequest
) -> Reply[PuzzleAttempt]:
    """Try moves, from the position of the puzzle on, with the replies of the others between my turns.

    If they are right, the response has the `reply`: what follows by itself until I have a choice. The puzzle is solved
    when all its turns are found. After three wrong moves the response has the solution with its reasons, and both
    ratings change. A client without a session gets one, so everybody who learns about a solution has a rating at stake.
    """
    if call.identity.key_hash is not None:
        raise Forbidden("a seat's key is for its game alone")
    puzzle = _find(puzzles.puzzle, key)
    progress = puzzle.progress(body.tokens)

    def change(attempt: PuzzleTry, ratings: Ratings) -> tuple[PuzzleTry, Ratings | None]:
        wrong = attempt.wrong.split()
        if attempt.result is not None or (progress.right and not progress.solved):
            return attempt, None
        if progress.solved:
            at_once = not wrong and not attempt.hints
            return _end(service, attempt, ratings, "first" if at_once else "later")
        line = BESIDE.join(progress.moves)
        if line not in wrong:
            wrong.append(line)
        after = replace(attempt, wrong=" ".join(wrong))
        return _end(service, after, ratings, "failed") if len(wrong) >= TRIES else (after, None)

    person = call.identity.person
    if person is None:
        service.quotas.charge("people", call.client)
        person = new_person()
    here = progress if progress.right else puzzle.progress(progress.moves[:-1])
    attempt = await _change(service, person, puzzle, change, here)
    return Reply({**attempt, "right": progress.right, "reply": progress.reply}, person=person)


async def refute(service: Service, call: Call, key: PuzzleKey, body: PuzzleAnswerRequest) -> RefutationAnswer:
    """Show what answers a wrong move that I have tried, and what it costs. Poll until it is done."""
    puzzle = _find(puzzles.puzzle, key)
    tries = await service.store.puzzles.tries(call.identity.person or "")
    wrong = next((attempt.wrong.split() for attempt in tries if attempt.puzzle == puzzle.id), [])
    if BESIDE.join(body.tokens) not in wrong:
        raise Forbidden("only a wrong turn that you have tried is answered")
    beside = next(iter(puzzle.progress(body.tokens[:-1]).left or {}))
    return await service.refutations.refute(Game.from_position(puzzle.position), body.tokens, beside, call)


async def hint(service: Service, call: Call, key: PuzzleKey, body: PuzzleHintRequest) -> PuzzleAttempt:
    """Give one more hint to what follows the right moves so far.

    First where to look, then, in the first turn, why the solution is good. With a hint, a solution counts as a draw.
    """
    puzzle = _find(puzzles.puzzle, key)
    progress = puzzle.progress(body.tokens)
    if not progress.left or progress.reply:
        raise Malformed("a hint needs the right moves so far, up to a choice of yours")

    def change(attempt: PuzzleTry, _ratings: Ratings) -> tuple[PuzzleTry, Ratings | None]:
        more = attempt.result is None and attempt.hints < len(_hints(progress))
        return (replace(attempt, hints=attempt.hints + 1) if more else attempt), None

    return await _change(service, call.identity.person or "", puzzle, change, progress)


async def give_up(service: Service, call: Call, key: PuzzleKey) -> PuzzleAttempt:
    """Show the solution. The puzzle counts as failed."""

    def change(attempt: PuzzleTry, ratings: Ratings) -> tuple[PuzzleTry, Ratings | None]:
        return (attempt, None) if attempt.result is not None else _end(service, attempt, ratings, "failed")

    puzzle = _find(puzzles.puzzle, key)
    return await _change(service, call.identity.person or "", puzzle, change, puzzle.progress(()))


async def _change(
    service: Service, person: str, puzzle: Puzzle, change: TryChange, progress: Progress
) -> PuzzleAttempt:
    starts = (PuzzleRating(), puzzle_start(puzzle.difficulty))
    return _attempt_message(puzzle, await service.store.puzzles.change(person, puzzle.id, starts, change), progress)


def _end(service: Service, attempt: PuzzleTry, ratings: Ratings, result: Result) -> tuple[PuzzleTry, Ratings]:
    after = rated(*ratings, result)
    change = after[0].shown - ratings[0].shown
    return replace(attempt, result=result, change=change, ended=service.clock.now()), after


async def _describe(service: Service, call: Call, puzzle: Puzzle) -> PuzzleModel:
    """Return a puzzle without its solution, its rating, and what a person has made of it."""
    game, person = Game.from_position(puzzle.position), call.identity.person
    rating = (await _ratings(service))[puzzle.id]
    tries = [] if person is None else await service.store.puzzles.tries(person)
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
        "turns": puzzle.turns,
        "attempt": None if mine is None else _attempt_message(puzzle, mine, puzzle.progress(())),
    }


async def _ratings(service: Service) -> dict[str, PuzzleRating]:
    kept = await service.store.puzzles.puzzles()
    return {puzzle.id: kept.get(puzzle.id) or puzzle_start(puzzle.difficulty) for puzzle in all_puzzles()}


def _attempt_message(puzzle: Puzzle, attempt: PuzzleTry, progress: Progress) -> PuzzleAttempt:
    """Return what somebody has made of a puzzle, hints to what follows some moves, and in the end the solution."""
    wrong = [line.split(BESIDE) for line in attempt.wrong.split()]
    over, names = attempt.result is not None, _hints(progress)
    return {
        "right": None,
        "reply": [],
        "turn": progress.turn,
        "wrong": wrong,
        "tries_left": 0 if over else TRIES - len(wrong),
        "hints": [] if over else [_hint_message(puzzle, name, progress) for name in names[: attempt.hints]],
        "hints_left": 0 if over else max(0, len(names) - attempt.hints),
        "result": attempt.result,  # type: ignore[typeddict-item] # the store keeps plain text
        "change": attempt.change,
        "solution": _solution_message(puzzle) if over else None,
    }


def _hints(progress: Progress) -> tuple[str, ...]:
    """Return the hints that there are to what follows some moves."""
    return HINTS if progress.turn == 1 else HINTS[:1]


def _solution_message(puzzle: Puzzle) -> PuzzleSolution:
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
        "proven": puzzle.proven,
        "best_line": puzzle.best_line,
        "second_line": puzzle.second_line,
        "reasons": reasons,
    }


def _hint_message(puzzle: Puzzle, name: str, progress: Progress) -> PuzzleHint:
    """Return a hint: the part of the table where the next right move lies, or the first reason for the solution."""
    if name == "where":
        game = Game.from_position(puzzle.position)
        for token in (*progress.moves, *progress.reply):
            game.push(token)
        return {"name": "where", "part": part_of(game.question, next(iter(progress.left or {}))), "reason": None}
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


def _find(find: Callable[..., Puzzle], *arguments: Any) -> Puzzle:
    """Return the puzzle that a function of `amyitis.analysis.puzzles.puzzles` finds; raises NotFound."""
    try:
        return find(*arguments)
    except NoPuzzles as problem:
        raise NotFound(str(problem)) from None


def _day(at: int) -> datetime.date:
    """Return the day in UTC, the same for everybody."""
    return datetime.datetime.fromtimestamp(at / 1000, datetime.UTC).date()
