"""The coach of a table: whether there is one, hints, words about moves, win shares."""

from fastapi import APIRouter
from starlette.responses import Response

from amyitis.server.http.addresses import API
from amyitis.server.http.dependencies import Use, Who, game_response, json_response
from amyitis.server.http.models.coach import HintAnswer, SharesAnswer, WordAnswer
from amyitis.server.http.models.games import GameModel
from amyitis.server.http.models.problems import refuses
from amyitis.server.http.models.requests import CoachedRequest, CoachRequest, HintRequest, WordRequest
from amyitis.server.refusals import Conflict, Forbidden
from amyitis.table import Table
from amyitis.table.coaching import people
from amyitis.table.facts import Coach

from .games import GameId

router = APIRouter(prefix=API, tags=["coach"])

REFUSALS = refuses(
    _403="you do not play here, it is not your decision, or not everybody has agreed",
    _404="not found",
    _409="the game has gone on, is not played, or there is nobody here who thinks",
    _422="a move is illegal",
)


@router.post("/games/{game_id}/coach", response_model=GameModel, responses=REFUSALS)
async def switch_coach(game_id: GameId, asked: CoachRequest, use: Use, who: Who) -> Response:
    """Turn the coach off, as everybody here may; or on, as one may who is alone among bots."""

    def change(table: Table) -> Coach:
        mine = any(who.may_claim(seat) for seat in table.seats)
        if not mine:
            raise Forbidden("only those who play here may do this")
        if not asked.on:
            return "off" if table.facts.coach == "off" else "was_on"
        if table.over:
            raise Conflict("the game is over", key="game_over")
        if table.facts.challenge is not None:
            raise Conflict("a challenge compares people: it is played without a coach", key="coach_challenge")
        if table.facts.coach != "on" and people(table.seats) > 1:
            raise Conflict(
                "others play here: a coach is agreed to when a table is made and joined", key="coach_with_others"
            )
        return "on"

    return game_response(await use.games.seating.change_coach(game_id, change), who)


@router.post("/games/{game_id}/coach/hint", response_model=HintAnswer, responses=REFUSALS)
async def hint(game_id: GameId, asked: HintRequest, use: Use, who: Who) -> Response:
    """A hint for my decision: where to look (step 1), what kind of move (2), the move (3). Ask until it is done."""
    return json_response(await use.coaching.hint(game_id, who, asked.ply, asked.tokens, asked.step))


@router.post("/games/{game_id}/coach/word", response_model=WordAnswer, responses=REFUSALS)
async def word(game_id: GameId, asked: WordRequest, use: Use, who: Who) -> Response:
    """What the last of the moves costs, and why: mine that is tried, or anybody's that was made. Ask until done."""
    return json_response(await use.coaching.word(game_id, who, asked.ply, asked.tokens))


@router.post("/games/{game_id}/coach/shares", response_model=SharesAnswer, responses=REFUSALS)
async def shares(game_id: GameId, asked: CoachedRequest, use: Use, who: Who) -> Response:
    """The win shares of the moment. Ask until it is done."""
    return json_response(await use.coaching.shares(game_id, who, asked.ply, asked.tokens))
