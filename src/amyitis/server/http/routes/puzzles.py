"""Puzzles: one by one, of a theme, of the day; and whether a move is the solution."""

import datetime
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query
from starlette.responses import Response

from amyitis.analysis import puzzles
from amyitis.analysis.puzzles import NoPuzzles, Puzzle
from amyitis.game import Game
from amyitis.server.http.dependencies import json_response
from amyitis.server.http.models.problems import refuses
from amyitis.server.http.models.requests import PuzzleAnswerRequest
from amyitis.server.http.models.reviews import PuzzleModel, PuzzleSolution, PuzzleThemes
from amyitis.server.http.refusals import NotFound

router = APIRouter(tags=["puzzles"])

Key = Annotated[str, Path(pattern="^[0-9a-f]{1,32}$")]
AfterKey = Annotated[str | None, Query(max_length=32)]
Theme = Annotated[str | None, Query(max_length=40)]
HIDDEN = ("box", "best", "second", "points", "low", "high", "best_line", "second_line")
SHOWN = ("best", "second", "points", "low", "high", "best_line", "second_line")


def asked(puzzle: Puzzle) -> Response:
    """A puzzle without its solution."""
    game = Game.from_position(puzzle.position)
    plain = {name: value for name, value in puzzle.as_dict().items() if name not in HIDDEN}
    return json_response({**plain, "moves": list(game.legal_moves), "view": game.view()})


@router.get("/puzzles", response_model=PuzzleThemes, responses=refuses())
async def list_themes() -> Response:
    """How many puzzles there are, and of which themes."""
    return json_response({"count": len(puzzles.all_puzzles()), "themes": puzzles.themes()})


@router.get("/puzzles/next", response_model=PuzzleModel, responses=refuses(_404="there is none"))
async def next_puzzle(after: AfterKey = None, theme: Theme = None) -> Response:
    """The puzzle behind another, or the first; of a theme if asked."""
    return asked(_found(puzzles.next_puzzle, after, theme))


@router.get("/puzzles/daily", response_model=PuzzleModel, responses=refuses(_404="there is none"))
async def daily_puzzle() -> Response:
    """The puzzle of today (UTC), the same for everybody."""
    return asked(_found(puzzles.daily_puzzle, datetime.datetime.now(datetime.UTC).date()))


@router.get("/puzzles/{key}", response_model=PuzzleModel, responses=refuses(_404="not found"))
async def read_puzzle(key: Key) -> Response:
    """A puzzle without its solution."""
    return asked(_found(puzzles.puzzle, key))


@router.post(
    "/puzzles/{key}/answer",
    response_model=PuzzleSolution,
    responses=refuses(_404="not found", _422="the move is illegal"),
)
async def answer_puzzle(key: Key, given: PuzzleAnswerRequest) -> Response:
    """Say a move, and learn whether it is the solution, and why."""
    puzzle = _found(puzzles.puzzle, key)
    Game.from_position(puzzle.position).check(given.token)
    plain = puzzle.as_dict()
    reasons = [vars(one) | {"evidence": [vars(event) for event in one.evidence]} for one in puzzle.reasons()]
    solution = {name: plain[name] for name in SHOWN}
    return json_response({"right": given.token == puzzle.best, **solution, "reasons": reasons})


def _found(find: Any, *given: Any) -> Puzzle:
    """What is looked for; raises NotFound."""
    try:
        puzzle: Puzzle = find(*given)
    except NoPuzzles as problem:
        raise NotFound(str(problem)) from None
    return puzzle
