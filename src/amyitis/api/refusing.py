"""What a table refuses, in the words of the API."""

import secrets
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from amyitis.errors import AmyitisError, Illegal
from amyitis.game import Game
from amyitis.table import Asker, Change, Table
from amyitis.table.facts import BOT
from amyitis.table.refusals import DealBetween, Misplaced, NothingToTakeBack, NotYours
from amyitis.table.telling import Teller
from amyitis.table.tries import explore, try_line

from .refusals import BadRequest, Conflict, Forbidden, IllegalMove, Stale, illegal_facts

DEAL_SEED_BITS = 48  # fewer than a seed may have: the deals of a line count up from there


def stale(teller: Teller, table: Table, asker: Asker, ahead: bool = False) -> Stale:
    """The refusal for one who has not seen the latest ply: with the game as it is now, and its outlook if asked for."""
    return Stale(f"the game is at ply {table.ply} now", ply=table.ply, game=teller.game(table, asker, ahead=ahead))


def deciding(teller: Teller, table: Table, ply: int, asker: Asker, ahead: bool = False) -> frozenset[str]:
    """The seats that the asker may decide for; raises Forbidden if there is none, Stale if the game has gone on."""
    mine = asker.seats(table.seats)
    if not mine:
        raise Forbidden("you hold no seat in this game")
    if table.gathering:
        raise Conflict("the game has not begun: it waits until everybody sits at the table", ply=table.ply)
    if ply != table.ply:
        raise stale(teller, table, asker, ahead)
    return mine


def moved_by_bot(table: Table, ply: int, token: str, bot: str) -> Change:
    """The change that a bot's move makes; raises Stale if the game has gone on, or the seat is no longer a bot's."""
    seat = table.seat(table.decider)
    if table.ply != ply or seat is None or seat.bot is None:
        raise Stale("the bot's turn is over")
    return table.moved([token], BOT + bot, frozenset(table.decider))


def refusal_of(problem: AmyitisError, ply: int, place: int) -> BadRequest | IllegalMove:
    """The refusal of a move that is malformed or illegal."""
    if isinstance(problem, Illegal):
        return IllegalMove(str(problem), ply=ply, place=place, **illegal_facts(problem))
    return BadRequest(str(problem), ply=ply, place=place)


@contextmanager
def refusals_of(table: Table) -> Iterator[None]:
    """Raise a Refused for whatever the table refuses within."""
    try:
        yield
    except Misplaced as found:
        raise refusal_of(found.problem, table.ply, found.place) from None
    except NotYours as found:
        raise Forbidden(str(found), ply=table.ply, place=found.place, decider=found.seat) from None
    except DealBetween as found:
        raise Conflict(str(found), ply=table.ply, place=found.place) from None
    except NothingToTakeBack as found:
        raise Conflict(f"nothing can be taken back: {found}", ply=table.ply) from None


def tried(game: Game, ply: int, tokens: Sequence[str]) -> dict[str, Any]:
    """What comes of a line, tried on this game; raises BadRequest or IllegalMove."""
    try:
        return try_line(game, ply, tokens)
    except Misplaced as found:
        raise refusal_of(found.problem, ply, found.place) from None


def explored(game: Game, tokens: Sequence[str]) -> dict[str, Any]:
    """What comes of a line for all seats, deals included, which chance may draw; raises BadRequest or IllegalMove."""
    try:
        return explore(game, tokens, secrets.randbits(DEAL_SEED_BITS))
    except Misplaced as found:
        raise refusal_of(found.problem, 0, found.place) from None
