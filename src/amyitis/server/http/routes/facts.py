"""What does not change: the bots, the box, the rules; and any position."""

import asyncio
from functools import cache
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Path, Query
from starlette.responses import Response

from amyitis.api.facts import bots_told, box_told, clause_told, position_told, rules_told
from amyitis.api.refusing import explored
from amyitis.box import Box
from amyitis.box.tables import MAX_SEATS
from amyitis.game import Game
from amyitis.server.bots.allowed import allowed_bots
from amyitis.server.encoding import ready
from amyitis.server.http.addresses import API
from amyitis.server.http.dependencies import Client, Use, json_response
from amyitis.server.http.models.box import BoxModel
from amyitis.server.http.models.facts import Bots, ClauseModel, PositionModel, Rules
from amyitis.server.http.models.problems import refuses
from amyitis.server.http.models.requests import ExploreRequest, PositionRequest
from amyitis.server.http.models.tries import Explored

from .moves import STEPS_PER_REQUEST

router = APIRouter(prefix=API, tags=["facts"])

NOT_HERE = "the file of that box is not here"
BoxDigest = Annotated[
    str | None,
    Query(pattern="^[0-9a-f]{12}$", description="Another box than the server's, by the digest that its games name."),
]
Language = Annotated[Literal["en", "de", "cs", "fr"], Query(description="The language of the text.")]


@router.get("/bots", responses=refuses())
async def bots() -> Bots:
    """The bots that can take a seat."""
    return Bots.model_validate(bots_told(allowed_bots()))


@router.get("/box", response_model=BoxModel, responses=refuses(_409=NOT_HERE))
async def box(use: Use, digest: BoxDigest = None) -> dict[str, Any]:
    """What is in the server's box, or in that of a game, with how sure each fact is."""
    return box_told(await use.boxes.facts(digest or use.boxes.own))


@router.get("/rules", response_model=Rules, responses=refuses(_409=NOT_HERE))
async def rules(use: Use, lang: Language = "en", box: BoxDigest = None) -> Response:
    """All rules in our words, section by section, with the numbers of the server's box or of a game's."""
    return json_response(_rules(lang, await use.boxes.facts(box or use.boxes.own)))


@router.get(
    "/rules/{number}", response_model=ClauseModel, responses=refuses(_404="there is no such clause", _409=NOT_HERE)
)
async def rule(
    number: Annotated[str, Path(pattern=r"^[0-9]{1,4}\.[0-9]{1,4}$")],
    use: Use,
    lang: Language = "en",
    box: BoxDigest = None,
) -> Response:
    """A clause of the rules, in our words."""
    return json_response(clause_told(number, lang, await use.boxes.facts(box or use.boxes.own)))


@cache
def _rules(lang: str, box: Box) -> Any:
    return ready(rules_told(lang, box))


@router.get("/positions/new", response_model=PositionModel, responses=refuses())
async def new_position(
    players: Annotated[int, Query(ge=2, le=MAX_SEATS)] = 2,
    palace: Annotated[bool, Query(description="With the Palace expansion.")] = False,
) -> Response:
    """A position to begin with: a set-up as it may fall, for so many players."""
    return json_response(position_told(Game.new(players, palace=palace)))


@router.post("/positions", response_model=PositionModel, responses=refuses())
async def position(asked: PositionRequest) -> Response:
    """A position in words: the table, and what may be done there."""
    return json_response(position_told(Game.from_position(asked.position)))


@router.post("/positions/explore", response_model=Explored, responses=refuses(_422="a move is illegal"))
async def explore_position(asked: ExploreRequest, use: Use, client: Client) -> Response:
    """Play a line from a position on, for all seats; cards are dealt as named, or drawn. Nothing is kept."""
    use.limiter.request(client, len(asked.tokens) / STEPS_PER_REQUEST)
    game = Game.from_position(asked.position)
    return json_response(await asyncio.to_thread(explored, game, asked.tokens))
