"""Why a request is refused: each kind with its status, its title, and what a program needs to know (RFC 9457)."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, ClassVar

from amyitis.errors import AmyitisError, Drift, Illegal, Malformed
from amyitis.rules import RULES_VERSIONS
from amyitis.table import GameMetadata, Table
from amyitis.table.errors import BadMove, DealBetween, NothingToTakeBack, NoTurnAhead, NotYours

from .validation import InvalidRequest

TYPE = "urn:amyitis:problem:"
DETAIL_LENGTH = 500
_LINE = re.compile(r"line (\d+): ")  # messages about records begin with it


class Refused(AmyitisError):
    """A refused request; `facts` go into the problem body."""

    status: ClassVar[int] = 400
    kind: ClassVar[str] = "malformed"
    title: ClassVar[str] = "The request makes no sense"

    def __init__(self, detail: str, **facts: Any) -> None:
        self.detail, self.facts = detail, facts
        self.headers: dict[str, str] = {}
        super().__init__(detail)

    @property
    def body(self) -> dict[str, Any]:
        """The problem body."""
        return problem_body(self.status, self.kind, self.title, self.detail) | self.facts

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle a refusal with everything it says."""
        return _refused, (type(self), self.detail, self.facts, self.headers)


def problem_body(status: int, kind: str, title: str, detail: str) -> dict[str, Any]:
    """Return a problem body (RFC 9457)."""
    return {"type": TYPE + kind, "title": title, "status": status, "detail": detail}


def _refused(kind: type[Refused], detail: str, facts: dict[str, Any], headers: dict[str, str]) -> Refused:
    refusal = kind(detail, **facts)
    refusal.headers = headers
    return refusal


class BadRequest(Refused):
    """Something in the request cannot be understood."""


class Forbidden(Refused):
    """This identity may not do this."""

    status, kind, title = 403, "forbidden", "You may not do this"


class NotFound(Refused):
    """There is no such thing, or not for this identity."""

    status, kind, title = 404, "not-found", "There is no such thing"


class Stale(Refused):
    """The game has moved on; `game` shows where it is now."""

    status, kind, title = 409, "stale", "The game has moved on"


class Conflict(Refused):
    """The request does not fit the present state (a seat that is taken)."""

    status, kind, title = 409, "conflict", "That is no longer possible"


class IllegalMove(Refused):
    """The rules do not allow the move; with the clause and what is missing, in words and as key and facts."""

    status, kind, title = 422, "illegal-move", "The rules do not allow this move"


class TooMuch(Refused):
    """A limit was reached."""

    status, kind, title = 429, "limit", "Too much at once"

    def __init__(self, detail: str, retry_after: float = 1.0, **facts: Any) -> None:
        super().__init__(detail, **facts)
        self.headers = {"Retry-After": str(max(1, round(retry_after)))}


class StorageFull(Refused):
    """The store has no more room; nothing was changed."""

    status, kind, title = 507, "storage-full", "There is no more room"


def _illegal_facts(problem: Illegal) -> dict[str, Any]:
    return {name: getattr(problem, name) for name in ("token", "clause", "missing", "key", "facts")}


def _record_facts(problem: Exception) -> dict[str, Any]:
    """The line of a record that is at fault, if that is the problem, and the key `drift` for a drift."""
    line = _LINE.match(str(problem))
    drift = {"key": "drift"} if isinstance(problem, Drift) else {}
    return drift | ({"line": int(line[1])} if line else {})


def refusal_of(problem: AmyitisError) -> Refused:
    """Return an error of the rules, of a record or of validation as a refusal."""
    if isinstance(problem, Refused):
        return problem
    if isinstance(problem, InvalidRequest):
        detail = "; ".join(f"{error['where']}: {error['what']}" for error in problem.errors)
        return BadRequest(detail[:DETAIL_LENGTH], errors=problem.errors)
    if isinstance(problem, Illegal):
        return IllegalMove(str(problem), **_illegal_facts(problem), **_record_facts(problem))
    faults = problem.faults if isinstance(problem, Malformed) else []
    impossible = {"key": "impossible", "faults": faults} if faults else {}
    return BadRequest(str(problem), **_record_facts(problem), **impossible)


def bad_move(problem: BadMove, ply: int) -> BadRequest | IllegalMove:
    """Return the refusal of a malformed or illegal move in a line of moves."""
    if isinstance(problem.problem, Illegal):
        return IllegalMove(str(problem), ply=ply, place=problem.place, **_illegal_facts(problem.problem))
    return BadRequest(str(problem), ply=ply, place=problem.place)


@contextmanager
def table_refusals(table: Table) -> Iterator[None]:
    """Turn whatever a table refuses within into a Refused."""
    try:
        yield
    except BadMove as problem:
        raise bad_move(problem, table.ply) from None
    except NotYours as problem:
        raise Forbidden(str(problem), ply=table.ply, place=problem.place, decider=problem.seat) from None
    except DealBetween as problem:
        raise Conflict(str(problem), ply=table.ply, place=problem.place) from None
    except NoTurnAhead as problem:
        raise Conflict(str(problem), key="no_turn_ahead", ply=table.ply) from None
    except NothingToTakeBack as problem:
        raise Conflict(f"nothing can be taken back: {problem}", ply=table.ply) from None


def check_rules_version(metadata: GameMetadata) -> None:
    """Raise Conflict for a game that is played by rules which this program does not know."""
    if metadata.rules_version not in RULES_VERSIONS:
        raise Conflict(
            f"this game is played by rules version {metadata.rules_version}, which came with a newer program: "
            "this one plays versions " + " and ".join(map(str, RULES_VERSIONS))
        )
