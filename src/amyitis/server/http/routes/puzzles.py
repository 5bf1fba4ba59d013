"""Puzzles: one by one, of a theme, of the day; tries, hints, and how well somebody solves them."""

from typing import Annotated, Any

from fastapi import APIRouter, Path, Query
from starlette.responses import Response

from amyitis.analysis import puzzles
from amyitis.analysis.puzzles import Puzzle
from amyitis.api.puzzles import KEY, next_puzzle_found, puzzle_found, puzzle_told, themes_told
from amyitis.api.solving import solution_of, today
from amyitis.game import Game
from amyitis.server.http.addresses import API
from amyitis.server.http.dependencies import Services, Use, Who, json_response
from amyitis.server.http.models.problems import refuses
from amyitis.server.http.models.puzzles import PuzzleAttempt, PuzzleModel, PuzzleStanding, PuzzleThemes
from amyitis.server.http.models.requests import PuzzleAnswerRequest
from amyitis.server.refusals import Forbidden
from amyitis.table import Asker

router = APIRouter(prefix=API, tags=["puzzles"])

Key = Annotated[str, Path(pattern=f"^{KEY}$")]
AfterKey = Annotated[str | None, Query(max_length=32)]
Theme = Annotated[str | None, Query(max_length=40)]
NOBODY = "hints are counted, so you need a cookie first: POST /api/v1/me gives you one"
COUNTED = refuses(_403="nobody knows you", _404="not found")


async def asked(puzzle: Puzzle, use: Services, who: Asker) -> Response:
    """A puzzle without its solution."""
    return json_response(await puzzle_told(puzzle, use.solving, who.person))


@router.get("/puzzles", response_model=PuzzleThemes, responses=refuses())
async def list_themes() -> Response:
    """How many puzzles there are, and of which themes."""
    return json_response(themes_told())


@router.get("/puzzles/me", response_model=PuzzleStanding, responses=refuses())
async def standing(use: Use, who: Who) -> Response:
    """How well you solve puzzles; whom nobody knows yet begins with 1500."""
    return json_response(await use.solving.standing(who.person))


@router.get("/puzzles/next", response_model=PuzzleModel, responses=refuses(_404="there is none"))
async def next_puzzle(use: Use, who: Who, after: AfterKey = None, theme: Theme = None) -> Response:
    """A puzzle that you have not ended yet, as hard as fits you; of a theme if asked, and not the one `after`.

    Whom nobody knows gets the one behind `after`, or the first.
    """
    return await asked(await next_puzzle_found(use.solving, who.person, after, theme), use, who)


@router.get("/puzzles/daily", response_model=PuzzleModel, responses=refuses(_404="there is none"))
async def daily_puzzle(use: Use, who: Who) -> Response:
    """The puzzle of today (UTC), the same for everybody."""
    return await asked(puzzle_found(puzzles.daily_puzzle, today()), use, who)


@router.get("/puzzles/{key}", response_model=PuzzleModel, responses=refuses(_404="not found"))
async def read_puzzle(key: Key, use: Use, who: Who) -> Response:
    """A puzzle without its solution, and what you have made of it."""
    return await asked(puzzle_found(puzzles.puzzle, key), use, who)


@router.post(
    "/puzzles/{key}/answer",
    response_model=PuzzleAttempt,
    responses=refuses(_404="not found", _422="the move is illegal"),
)
async def answer_puzzle(key: Key, given: PuzzleAnswerRequest, use: Use, who: Who) -> Response:
    """Say a move. You have three tries, then you learn the solution, and why; and both ratings change.

    Whom nobody knows has one try, which does not count.
    """
    puzzle = puzzle_found(puzzles.puzzle, key)
    if who.person is not None:
        return json_response(await use.solving.answer(who.person, puzzle, given.token))
    Game.from_position(puzzle.position).check(given.token)
    right = given.token == puzzle.best
    told: dict[str, Any] = {"wrong": [] if right else [given.token], "tries_left": 0, "hints": [], "hints_left": 0}
    result = "first" if right else "failed"
    return json_response({"right": right, **told, "result": result, "change": 0, "solution": solution_of(puzzle)})


@router.post("/puzzles/{key}/hint", response_model=PuzzleAttempt, responses=COUNTED)
async def hint(key: Key, use: Use, who: Who) -> Response:
    """One hint more: where to look, then what speaks for the solution. With a hint it is not solved at once."""
    return json_response(await use.solving.hint(_person(who), puzzle_found(puzzles.puzzle, key)))


@router.post("/puzzles/{key}/give-up", response_model=PuzzleAttempt, responses=COUNTED)
async def give_up(key: Key, use: Use, who: Who) -> Response:
    """See the solution; the puzzle counts as failed."""
    return json_response(await use.solving.give_up(_person(who), puzzle_found(puzzles.puzzle, key)))


def _person(who: Asker) -> str:
    if who.person is None:
        raise Forbidden(NOBODY)
    return who.person
