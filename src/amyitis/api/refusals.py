"""Why a request is refused: each kind with its status, its title, and what a program needs to know."""

import re
from typing import Any, ClassVar

from amyitis.errors import AmyitisError, Drift, Illegal, Malformed

TYPE = "urn:amyitis:problem:"
_LINE = re.compile(r"line (\d+): ")  # the messages of everything that reads records begin so


class Refused(AmyitisError):
    """A request that is refused; `facts` go into the problem's body (RFC 9457)."""

    status: ClassVar[int] = 400
    kind: ClassVar[str] = "malformed"
    title: ClassVar[str] = "The request makes no sense"

    def __init__(self, detail: str, **facts: Any) -> None:
        self.detail, self.facts = detail, facts
        self.headers: dict[str, str] = {}
        super().__init__(detail)

    @property
    def body(self) -> dict[str, Any]:
        """The problem's body, as plain data."""
        return problem_body(self.status, self.kind, self.title, self.detail) | self.facts

    def __reduce__(self) -> tuple[Any, ...]:
        """A refusal travels between processes with all that it says."""
        return _refused, (type(self), self.detail, self.facts, self.headers)


def problem_body(status: int, kind: str, title: str, detail: str) -> dict[str, Any]:
    """The body of a problem (RFC 9457), as plain data."""
    return {"type": TYPE + kind, "title": title, "status": status, "detail": detail}


def _refused(kind: type[Refused], detail: str, facts: dict[str, Any], headers: dict[str, str]) -> Refused:
    refusal = kind(detail, **facts)
    refusal.headers = headers
    return refusal


class BadRequest(Refused):
    """Something in the request cannot be understood."""


class Forbidden(Refused):
    """The one who asks may not do this."""

    status, kind, title = 403, "forbidden", "You may not do this"


class NotFound(Refused):
    """There is no such thing, or not for the one who asks."""

    status, kind, title = 404, "not-found", "There is no such thing"


class Stale(Refused):
    """The game has gone on since; `view` shows where it is now."""

    status, kind, title = 409, "stale", "The game has moved on"


class Conflict(Refused):
    """What is asked for does not fit what is (a seat that is taken)."""

    status, kind, title = 409, "conflict", "That is no longer possible"


class IllegalMove(Refused):
    """The rules do not allow the move; with clause and what is missing, in words and as key and facts."""

    status, kind, title = 422, "illegal-move", "The rules do not allow this move"


def illegal_facts(problem: Illegal) -> dict[str, Any]:
    """What an illegal move's problem body says about it."""
    return {
        "token": problem.token,
        "clause": problem.clause,
        "missing": problem.missing,
        "key": problem.key,
        "facts": problem.facts,
    }


def record_facts(problem: Exception) -> dict[str, Any]:
    """Where in a record something is wrong, if that is what is wrong: its line, and the key `drift` for a drift."""
    line = _LINE.match(str(problem))
    drift = {"key": "drift"} if isinstance(problem, Drift) else {}
    return drift | ({"line": int(line[1])} if line else {})


def refused(problem: AmyitisError) -> Refused:
    """What is wrong, as the refusal of a request: of a move that is illegal, or of something that makes no sense."""
    if isinstance(problem, Refused):
        return problem
    if isinstance(problem, Illegal):
        return IllegalMove(str(problem), **illegal_facts(problem), **record_facts(problem))
    faults = problem.faults if isinstance(problem, Malformed) else []
    impossible = {"key": "impossible", "faults": faults} if faults else {}
    return BadRequest(str(problem), **record_facts(problem), **impossible)
