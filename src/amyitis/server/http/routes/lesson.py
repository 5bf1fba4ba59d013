"""The two parts of the lesson: all of a part at once, and the learner's moves tried by the engine."""

import asyncio
from functools import cache
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query
from starlette.responses import Response

from amyitis.errors import Illegal, Malformed
from amyitis.game import Game, Ply
from amyitis.game.view.shape import Seat, View
from amyitis.learn import PARTS, Lesson, lesson
from amyitis.server.encoding import ready
from amyitis.server.http.dependencies import Client, Use, json_response
from amyitis.server.http.models.base import EntryModel, Model
from amyitis.server.http.models.problems import refuses
from amyitis.server.http.models.requests import TryRequest
from amyitis.server.http.models.tries import Tried
from amyitis.server.http.refusals import NotFound
from amyitis.table.entries import ply_facts

from .moves import STEPS_PER_REQUEST, tried

router = APIRouter(tags=["lesson"])


class LessonStep(Model):
    """A step: something to read, a move to make or to confirm, or moves to watch, from a ply on.

    The moves of a leap are passed over at once.
    """

    key: str
    kind: Literal["read", "do", "confirm", "watch"]
    ply: int
    tokens: list[str]
    marks: list[str]
    clause: str
    leap: bool


class LessonMoment(Model):
    """The table after so many moves, and what may be answered there."""

    ply: int
    decider: Seat | None
    over: bool
    legal: list[str]
    view: View


class LessonModel(Model):
    """A guided game of `learner`: its steps, its moves, and the table before and after each of them.

    Within a leap there is no table. `numbers` are the facts of the box that the words of the lesson repeat, by name.
    """

    learner: Seat
    position: str
    numbers: dict[str, int]
    steps: list[LessonStep]
    entries: list[EntryModel]
    moments: list[LessonMoment | None]


Part = Annotated[int, Query(ge=1, le=len(PARTS), description="1 is the guided first game, 2 what comes after it.")]


@router.get("/lesson", response_model=LessonModel, responses=refuses(_404="there is no lesson for this box"))
async def whole_lesson(part: Part = 1) -> Response:
    """A part of the lesson."""
    _taught(part)
    return json_response(await asyncio.to_thread(_lesson, part))


@router.post(
    "/lesson/try",
    response_model=Tried,
    responses=refuses(_404="there is no lesson for this box", _422="illegal, with the clause and what is missing"),
)
async def try_in_lesson(asked: TryRequest, use: Use, client: Client, part: Part = 1) -> Response:
    """Try a line of moves from a ply of a guided game on a copy, as in a game of one's own."""
    use.limiter.request(client, len(asked.tokens) / STEPS_PER_REQUEST)
    game = _taught(part).game(asked.ply)
    return json_response(await tried(game, asked))


def _taught(part: int) -> Lesson:
    try:
        return lesson(part)
    except (Malformed, Illegal):
        raise NotFound("there is no guided game for the rules and the box of this server") from None


@cache
def _lesson(part: int) -> Any:
    taught = lesson(part)
    game, moments = taught.game(), list[dict[str, Any] | None]()
    leapt = {ply for step in taught.steps if step.leap for ply in range(step.ply + 1, step.ply + len(step.tokens))}
    for ply in range(len(taught.plies) + 1):
        moments.append(None if ply in leapt else _moment(ply, game))
        if ply < len(taught.plies):
            game.push_id(taught.plies[ply].action)
    steps = [
        {
            "key": step.key,
            "kind": step.kind,
            "ply": step.ply,
            "tokens": step.tokens,
            "marks": step.marks,
            "clause": step.clause,
            "leap": step.leap,
        }
        for step in taught.steps
    ]
    entries = [_entry(number, ply, taught.learner) for number, ply in enumerate(taught.plies, 1)]
    return ready(
        {
            "learner": taught.learner,
            "position": taught.start,
            "numbers": taught.numbers,
            "steps": steps,
            "entries": entries,
            "moments": moments,
        }
    )


def _moment(ply: int, game: Game) -> dict[str, Any]:
    return {
        "ply": ply,
        "decider": game.seat if game.seat in game.seats else None,
        "over": game.is_over,
        "legal": list(game.legal_moves),
        "view": game.view(),
    }


def _entry(number: int, ply: Ply, learner: str) -> dict[str, Any]:
    return {**ply_facts(number, ply), "by_bot": not ply.is_deal and ply.seat != learner}
