"""The two parts of the lesson: all of a part at once, and the learner's moves tried by the engine."""

import asyncio
from functools import cache
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query
from starlette.responses import Response

from amyitis.api.lessons import lesson_told, taught
from amyitis.game.view.shape import Seat, View
from amyitis.learn import PARTS
from amyitis.server.encoding import ready
from amyitis.server.http.addresses import API
from amyitis.server.http.dependencies import Client, Use, json_response
from amyitis.server.http.models.base import EntryModel, Model
from amyitis.server.http.models.problems import refuses
from amyitis.server.http.models.requests import TryRequest
from amyitis.server.http.models.tries import Outlook, Tried

from .moves import STEPS_PER_REQUEST, tried_soon

router = APIRouter(prefix=API, tags=["lesson"])


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
    """The table after so many moves, and what may be answered there; with the outlook where the learner is to move."""

    ply: int
    decider: Seat | None
    over: bool
    legal: list[str]
    view: View
    outlook: Outlook | None


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
    return json_response(await asyncio.to_thread(_encoded, part))


@router.post(
    "/lesson/try",
    response_model=Tried,
    responses=refuses(_404="there is no lesson for this box", _422="illegal, with the clause and what is missing"),
)
async def try_in_lesson(asked: TryRequest, use: Use, client: Client, part: Part = 1) -> Response:
    """Try a line of moves from a ply of a guided game on a copy, as in a game of one's own."""
    use.limiter.request(client, len(asked.tokens) / STEPS_PER_REQUEST)
    return json_response(await tried_soon(taught(part).game(asked.ply), asked))


@cache
def _encoded(part: int) -> Any:
    return ready(lesson_told(part))
