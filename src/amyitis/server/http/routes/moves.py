"""Moves: playing, taking back, trying, and why not."""

import asyncio
from typing import Annotated, Any

from fastapi import APIRouter, Query
from starlette.responses import Response

from amyitis.api.refusing import tried
from amyitis.game import Game
from amyitis.server.encoding import TELLER
from amyitis.server.games.refusing import stale
from amyitis.server.games.service import Telling
from amyitis.server.http.addresses import API
from amyitis.server.http.dependencies import Client, Services, Use, Who, game_response, json_response
from amyitis.server.http.lean_route import LeanRoute
from amyitis.server.http.models.games import AfterMove
from amyitis.server.http.models.problems import refuses
from amyitis.server.http.models.requests import MoveRequest, Moving, PositionTryRequest, TryRequest, UndoRequest
from amyitis.server.http.models.tries import Refusals, Tried
from amyitis.table import Asker, Table

from .games import GameId

router = APIRouter(prefix=API, tags=["moves"], route_class=LeanRoute)
questions = APIRouter(prefix=API, tags=["moves"])

MOST_REASONS = 60
STEPS_PER_REQUEST = 8
SHORT_LINE = 6  # moves that are tried at once; longer lines are tried beside the event loop
REFUSALS = refuses(
    _403="not your seat, or not your decision", _404="not found", _409="stale, with the game as it is now; or conflict"
)
ILLEGAL = refuses(
    _403="not your seat, or not your decision",
    _404="not found",
    _409="stale, with the game as it is now; or conflict",
    _422="illegal, with the clause and what is missing",
)


@router.post("/games/{game_id}/moves", response_model=AfterMove, responses=ILLEGAL)
async def move(game_id: GameId, asked: MoveRequest, use: Use, who: Who, client: Client) -> Response:
    """Play a move, or all moves of a turn, for a seat of mine. The answer comes when they are safe on disk.

    It is what is new since `ply`: the entries, each with what it has changed in the view; or the `whole` game.
    """
    table = await use.games.move(game_id, asked.ply, asked.tokens, who, _telling(asked))
    use.bots.payers.acted(game_id, client)
    use.metrics.moves.labels("program" if who.key_hash else "person").inc(len(asked.tokens))
    return _after(use, table, who, asked.ply, asked)


@router.post("/games/{game_id}/undo", response_model=AfterMove, responses=REFUSALS)
async def undo(game_id: GameId, asked: UndoRequest, use: Use, who: Who) -> Response:
    """Take back my last decision (bots' answers to it too), until another player has acted or a deal was made."""
    table = await use.games.undo(game_id, asked.ply, who, _telling(asked))
    return _after(use, table, who, asked.ply, asked)


def _telling(asked: Moving) -> Telling:
    return Telling(asked.watcher, asked.outlook)


def _after(use: Services, table: Table, who: Asker, since: int, asked: Moving) -> Response:
    """What is new in the game. It may have gone on since the move: then that is told too, and not told again."""
    use.games.watchers.saw(table.facts.id, asked.watcher, who, table.ply)
    entries = table.entries_after(since)
    if entries is None or asked.whole:
        told = [TELLER.entry(table, entry) for entry in entries or ()]
        return game_response(table, who, told, asked.outlook)
    return json_response(TELLER.update(table, who, entries, ahead=asked.outlook))


@router.post("/games/{game_id}/try", response_model=Tried, responses=ILLEGAL)
async def try_moves(game_id: GameId, asked: TryRequest, use: Use, who: Who, client: Client) -> Response:
    """Try a line of moves on a copy: what each changes, and the outlook of its end. Nothing is saved, or dealt."""
    use.limiter.request(client, len(asked.tokens) / STEPS_PER_REQUEST)
    table = await use.games.table(game_id)
    if asked.ply != table.ply:
        raise stale(table, who, ahead=True)
    if table.apart:
        return json_response(await use.games.ask(game_id, lambda known: known.tried(asked.tokens)))
    return json_response(await tried_soon(Game(table.game.state), asked))


async def tried_soon(game: Game, asked: TryRequest) -> dict[str, Any]:
    """What comes of a line, tried on this game; raises BadRequest or IllegalMove."""
    if len(asked.tokens) <= SHORT_LINE:
        return tried(game, asked.ply, asked.tokens)
    return await asyncio.to_thread(tried, game, asked.ply, asked.tokens)


@questions.post(
    "/positions/try",
    response_model=Tried,
    responses=refuses(_422="illegal, with the clause and what is missing"),
)
async def try_in_position(asked: PositionTryRequest, use: Use, client: Client) -> Response:
    """Try a line of moves from a position, as in a game; its plies are counted from there."""
    use.limiter.request(client, len(asked.tokens) / STEPS_PER_REQUEST)
    game = Game.from_position(asked.position)
    return json_response(await tried_soon(game, TryRequest(ply=0, tokens=asked.tokens)))


@questions.get("/games/{game_id}/why-not", response_model=Refusals, responses=refuses(_404="not found"))
async def why_not(
    game_id: GameId,
    use: Use,
    token: Annotated[list[Annotated[str, Query(max_length=40)]], Query(min_length=1, max_length=MOST_REASONS)],
) -> Response:
    """For each move, whether it is legal now; if not, the clause and what is missing."""
    return json_response(
        await use.games.ask(game_id, lambda table: {"ply": table.ply, "reasons": table.reasons(token)})
    )
