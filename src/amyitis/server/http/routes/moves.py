"""Moves: playing, taking back, trying, and why not."""

import asyncio
from typing import Annotated, Any

from fastapi import APIRouter, Query
from starlette.responses import Response

from amyitis.errors import AmyitisError
from amyitis.game import Game
from amyitis.server.games.service import refusal_of, stale
from amyitis.server.games.table import Table, to_json
from amyitis.server.http.dependencies import Client, Services, Use, Who, game_response, json_response
from amyitis.server.http.models import GameModel, Reasons, Tried, refuses
from amyitis.server.http.request_models import MoveRequest, TryRequest, UndoRequest
from amyitis.server.people.identity import Asker

from .games import GameId

router = APIRouter(tags=["moves"])

MOST_REASONS = 60
STEPS_PER_REQUEST = 8
OPTIONS_COST = 1.0  # requests
REFUSALS = refuses(
    _403="not your seat, or not your decision", _404="not found", _409="stale, with the game as it is now; or conflict"
)
ILLEGAL = refuses(
    _403="not your seat, or not your decision",
    _404="not found",
    _409="stale, with the game as it is now; or conflict",
    _422="illegal, with the clause and what is missing",
)


@router.post("/games/{game_id}/moves", response_model=GameModel, responses=ILLEGAL)
async def move(game_id: GameId, asked: MoveRequest, use: Use, who: Who) -> Response:
    """Play a move, or all moves of a turn, for a seat of mine. The answer comes when they are safe on disk."""
    table, entries = await use.games.move(game_id, asked.ply, asked.tokens, who)
    use.metrics.moves.labels("program" if who.key_hash else "person").inc(len(asked.tokens))
    return game_response(table, who, entries)


@router.post("/games/{game_id}/undo", response_model=GameModel, responses=REFUSALS)
async def undo(game_id: GameId, asked: UndoRequest, use: Use, who: Who) -> Response:
    """Take back my last decision (bots' answers to it too), until another player has acted or a deal was made."""
    table, entries = await use.games.undo(game_id, asked.ply, who)
    return game_response(table, who, entries)


@router.post("/games/{game_id}/try", response_model=Tried, responses=ILLEGAL)
async def try_line(game_id: GameId, asked: TryRequest, use: Use, who: Who, client: Client) -> Response:
    """Try a line of moves on a copy: the view and the legal moves after each. Nothing is saved, no deal foreseen.

    `options` adds what each legal move at the end of the line would do and what would be asked after it, `why_not` why
    other moves are not allowed there.
    """
    use.limiter.request(client, len(asked.tokens) / STEPS_PER_REQUEST + OPTIONS_COST * asked.options)
    table = await _at(use, game_id, asked.ply, who)
    return json_response(await asyncio.to_thread(try_on, Game(table.game.state), asked))


async def _at(use: Services, game_id: str, ply: int, who: Asker) -> Table:
    table = await use.games.table(game_id)
    if ply != table.ply:
        raise stale(table, who)
    return table


def try_on(game: Game, asked: TryRequest) -> str:
    """Play a line on a game that cannot deal: what chance will do is not known here."""
    steps, ply = [], asked.ply
    for place, token in enumerate(asked.tokens):
        seat = game.seat
        try:
            events = game.push(token)
        except AmyitisError as problem:
            raise refusal_of(problem, ply, place) from None
        steps.append(
            {
                "token": token,
                "seat": seat,
                "events": [event.as_dict() for event in events],
                "decider": None if game.is_over else game.seat,
                "question": game.question,
                "legal": list(game.legal_moves),
                "view": game.view(),
            }
        )
        if game.question == "deal":
            break
    end = "over" if game.is_over else "deal" if game.question == "deal" else "decision"
    options = [prospect.as_dict() for prospect in game.prospects()] if asked.options else []
    reasons = [_reason(game, token) for token in asked.why_not]
    return to_json({"ply": ply, "steps": steps, "ends_with": end, "options": options, "reasons": reasons})


def _reason(game: Game, token: str) -> dict[str, Any]:
    refusal = game.why_not(token)
    if refusal is None:
        return {"token": token, "legal": True, "clause": None, "missing": None, "key": None, "facts": None}
    said = {"clause": refusal.clause, "missing": refusal.missing, "key": refusal.key, "facts": refusal.facts}
    return {"token": token, "legal": False, **said}


@router.get("/games/{game_id}/why-not", response_model=Reasons, responses=refuses(_404="not found"))
async def why_not(
    game_id: GameId,
    use: Use,
    token: Annotated[list[Annotated[str, Query(max_length=40)]], Query(min_length=1, max_length=MOST_REASONS)],
) -> Response:
    """For each move, whether it is legal now; if not, the clause and what is missing."""
    table = await use.games.table(game_id)
    return json_response(to_json({"ply": table.ply, "reasons": [_reason(table.game, one) for one in token]}))
