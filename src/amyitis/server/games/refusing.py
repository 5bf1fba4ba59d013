"""What a table refuses, in the words of the API."""

from collections.abc import Iterator
from contextlib import contextmanager

from amyitis.errors import AmyitisError, Illegal
from amyitis.server.encoding import TELLER
from amyitis.server.http.refusals import BadRequest, Conflict, Forbidden, IllegalMove, Stale, illegal_facts
from amyitis.table import Asker, Table
from amyitis.table.refusals import DealBetween, Misplaced, NothingToTakeBack, NotYours


def stale(table: Table, asker: Asker, ahead: bool = False) -> Stale:
    """The refusal for one who has not seen the latest ply: with the game as it is now, and its outlook if asked for."""
    return Stale(f"the game is at ply {table.ply} now", ply=table.ply, game=TELLER.game(table, asker, ahead=ahead))


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
