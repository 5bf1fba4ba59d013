"""Moves: playing, taking back, trying, and why not."""

import secrets
from collections.abc import Sequence

from amyitis.game import Game
from amyitis.service.lessons import find_lesson
from amyitis.service.ports import STEPS_PER_REQUEST
from amyitis.service.problems import bad_move
from amyitis.service.routing import Call
from amyitis.service.service import Service
from amyitis.service.shapes.games import AfterMove, Refusals
from amyitis.service.shapes.parameters import AskedTokens, GameId, LessonPart
from amyitis.service.shapes.requests import (
    ExploreRequest,
    MoveRequest,
    Moving,
    PositionTryRequest,
    TryRequest,
    UndoRequest,
)
from amyitis.table import Identity, Table
from amyitis.table.errors import BadMove
from amyitis.table.messages.shapes import Explored, Tried
from amyitis.table.tries import explore, try_line

SHORT_LINE = 6  # moves that are tried at once; longer lines are tried outside of the event loop
DEAL_SEED_BITS = 48  # fewer than a seed may have: the deals of a line count up from there


async def move(service: Service, call: Call, game_id: GameId, body: MoveRequest) -> AfterMove:
    """Play a move, or all moves of a turn, for a seat of mine.

    The response comes when the moves are durable. It has everything new since `ply`: the entries with their changes of
    the view, or the `whole` game.
    """
    await service.fair_play.check_table(await service.tables.table(game_id), call.owner)
    table = await service.moves.move(game_id, body.ply, body.tokens, call.identity, body, body.thought)
    service.bots.owners[game_id] = call.owner
    return _after(service, table, call.identity, body.ply, body)


async def undo(service: Service, call: Call, game_id: GameId, body: UndoRequest) -> AfterMove:
    """Take back my last decision (with bots' answers to it), until another player has acted or a deal was made."""
    table = await service.moves.undo(game_id, body.ply, call.identity, body)
    return _after(service, table, call.identity, body.ply, body)


def _after(service: Service, table: Table, identity: Identity, since: int, body: Moving) -> AfterMove:
    """Return what is new. If the game has moved on since the move, that is included, and not sent again."""
    service.watchers.mark_seen(table.metadata.id, body.watcher, identity, table.ply)
    entries = table.entries_after(since)
    if entries is None or body.whole:
        messages = [service.serializer.entry(table, entry) for entry in entries or ()]
        return service.serializer.game(table, identity, messages, outlook=body.outlook)
    return service.serializer.update(table, identity, entries, outlook=body.outlook)


async def try_moves(service: Service, call: Call, game_id: GameId, body: TryRequest) -> Tried:
    """Try a line of moves on a copy: what each changes, and the outlook at its end. Nothing is saved or dealt."""
    service.quotas.charge("requests", call.client, len(body.tokens) / STEPS_PER_REQUEST)
    table = await service.tables.table(game_id)
    if body.ply != table.ply:
        raise service.moves.stale(table, call.identity, outlook=True)
    if table.remote:
        return await service.tables.ask(game_id, lambda known: known.try_line(body.tokens))
    return await _try(service, call, Game(table.game.state), body.ply, body.tokens)


async def try_in_position(service: Service, call: Call, body: PositionTryRequest) -> Tried:
    """Try a line of moves from a position, as in a game. Plies count from the position."""
    service.quotas.charge("requests", call.client, len(body.tokens) / STEPS_PER_REQUEST)
    return await _try(service, call, Game.from_position(body.position), 0, body.tokens)


async def try_in_lesson(service: Service, call: Call, body: TryRequest, part: LessonPart = 1) -> Tried:
    """Try a line of moves in a guided game, from one of its plies, on a copy."""
    service.quotas.charge("requests", call.client, len(body.tokens) / STEPS_PER_REQUEST)
    return await _try(service, call, find_lesson(part).game(body.ply), body.ply, body.tokens)


async def _try(service: Service, call: Call, game: Game, ply: int, tokens: Sequence[str]) -> Tried:
    try:
        if len(tokens) <= SHORT_LINE:
            return try_line(game, ply, tokens)
        return await service.boxes.call(service.boxes.own, try_line, game, ply, tokens, owner=call.owner)
    except BadMove as problem:
        raise bad_move(problem, ply) from None


async def explore_position(service: Service, call: Call, body: ExploreRequest) -> Explored:
    """Play a line from a position, for all seats. Deals are named or drawn. Nothing is saved."""
    service.quotas.charge("requests", call.client, len(body.tokens) / STEPS_PER_REQUEST)
    game, seed = Game.from_position(body.position), secrets.randbits(DEAL_SEED_BITS)
    try:
        return await service.boxes.call(service.boxes.own, explore, game, body.tokens, seed, owner=call.owner)
    except BadMove as problem:
        raise bad_move(problem, 0) from None


async def why_not(service: Service, call: Call, game_id: GameId, token: AskedTokens) -> Refusals:
    """For each move, say whether it is legal now; if not, the clause and what is missing."""
    return await service.tables.ask(game_id, lambda table: {"ply": table.ply, "reasons": table.refusals(token)})
