"""From a method and a path to the function that answers, and from what it returns or raises to an answer."""

import json
import logging
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, NamedTuple
from urllib.parse import unquote

from amyitis.api.refusals import NotFound, problem_body, refused
from amyitis.errors import AmyitisError

from .requests import Fields

PREFIX = "/api/v1"
JSON, PROBLEM, TEXT = "application/json", "application/problem+json", "text/plain; charset=utf-8"

logger = logging.getLogger(__name__)


class Answer(NamedTuple):
    """The answer to a request: its status, the type of its body, and the body."""

    status: int
    media_type: str
    body: str


@dataclass(frozen=True)
class Asked:
    """A request: the parts of its path that have names, the fields of its query, and those of its body."""

    path: dict[str, str]
    query: Fields
    body: Fields


Function = Callable[[Asked], Awaitable[Any]]


class Router:
    """The routes, and the functions that answer them: each takes what is asked and returns plain data or an Answer."""

    def __init__(self) -> None:
        self._routes: list[tuple[str, re.Pattern[str], Function, int]] = []

    def add(self, method: str, path: str, function: Function, status: int = 200) -> None:
        """Add a route, as in `/games/{game_id}`."""
        pattern = re.compile(re.sub(r"\{(\w+)\}", r"(?P<\1>[^/]+)", path))
        self._routes.append((method, pattern, function, status))

    async def answer(self, method: str, target: str, body: str | None) -> Answer:
        """Answer a request for a path with its query; whatever is raised becomes a problem (RFC 9457)."""
        try:
            function, asked, status = self._found(method, target, body)
            said = await function(asked)
            return said if isinstance(said, Answer) else Answer(status, JSON, encoded(said))
        except AmyitisError as problem:
            refusal = refused(problem)
            return Answer(refusal.status, PROBLEM, encoded(refusal.body))
        except Exception as problem:
            logger.exception("a request failed")
            return Answer(500, PROBLEM, encoded(problem_body(500, "internal", "Something went wrong", str(problem))))

    def _found(self, method: str, target: str, body: str | None) -> tuple[Function, Asked, int]:
        path, _, query = target.partition("?")
        for wanted, pattern, function, status in self._routes:
            found = pattern.fullmatch(path.removeprefix(PREFIX)) if method == wanted else None
            if found is not None:
                named = {name: unquote(part) for name, part in found.groupdict().items()}
                return function, Asked(named, Fields.of_query(query), Fields.of_body(body)), status
        raise NotFound("this needs a server: there is none here", key="needs_server")


def encoded(value: object) -> str:
    """Plain data as JSON."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
