"""Rows of the route table, and what passes between an adapter and the handlers.

A handler is `async def move(service: Service, call: Call, game_id: GameId, body: MoveRequest) -> AfterMove`. Parameters
that the path names are read from it, `body` is the JSON body, and all others are read from the query. A parameter with
a default may be left out. The docstring describes the route.
"""

import inspect
import re
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from types import UnionType
from typing import Any, Generic, Literal, NamedTuple, TypeVar, Union, get_args, get_origin, get_type_hints
from urllib.parse import unquote

from amyitis.table import Identity

from .validation import (
    MOST_ERRORS,
    FieldError,
    InvalidRequest,
    Validator,
    is_list,
    json_validator,
    shortened,
    text_validator,
    wrong,
)
from .waiting_room import quota_owner

BODY_BYTES = 8 * 1024
NO_DEFAULT = inspect.Parameter.empty

Method = Literal["GET", "POST", "DELETE"]
Edition = Literal["server", "browser"]
Handler = Callable[..., Awaitable[Any]]
Content = TypeVar("Content")

ONLY_IN: dict[Edition, str] = {
    "server": "this needs a server: there is none here",
    "browser": "this works only without a server, in the browser edition",
}


class Access(Enum):
    """Who may call a route; the value is the sentence for everybody else."""

    ANYONE = "anyone may do this"
    PERSON = "this needs a session: POST /api/v1/me gives you one"
    PLAYER = "only those who play at this table may do this"
    MAKER = "only the player who made the game may do this"


@dataclass(frozen=True)
class Call:
    """Who makes a request: their identity, the network address that quotas are counted for, and their program.

    `origin` is the origin of the page that asks, if a browser names one, `known` the devices that this browser was.
    """

    identity: Identity
    client: str
    agent: str = ""
    origin: str = ""
    known: tuple[str, ...] = ()

    @property
    def owner(self) -> str:
        """Whom computing time is charged to: this person at this address."""
        return quota_owner(self.client, self.identity.actor)


@dataclass(frozen=True)
class Reply(Generic[Content]):
    """An answer; `status` is the row's unless it is given.

    Content of type bytes or str is sent as it is, everything else as JSON. `person`: the adapter issues or renews the
    session of this person, on this `device` if it is a new one; an empty text ends the session.
    """

    content: Content | bytes
    status: int | None = None
    person: str | None = None
    device: str | None = None
    headers: Mapping[str, str] = field(default_factory=dict)
    media_type: str = "application/json"


class Parameter(NamedTuple):
    """A parameter of a handler, as it is annotated; `default` is NO_DEFAULT if a request must have it."""

    annotation: Any
    default: Any

    @property
    def required(self) -> bool:
        """Whether a request must have it."""
        return self.default is NO_DEFAULT


class Route:
    """A row of the route table; raises TypeError for a handler that cannot be called through it.

    `refuses` names the refusals by status, `also` the statuses of good answers beside `status`. With an `edition` other
    than `both` the route is there in that edition alone; the other one answers with `absence`. `banned_too`: people who
    are banned may call it, too.
    """

    def __init__(
        self,
        method: Method,
        path: str,
        handler: Handler,
        *,
        tag: str,
        who: Access = Access.ANYONE,
        refuses: Mapping[int, str] | None = None,
        also: Mapping[int, str] | None = None,
        status: int = 200,
        body_bytes: int = BODY_BYTES,
        edition: Literal["both"] | Edition = "both",
        banned_too: bool = False,
    ) -> None:
        self.method, self.path, self.handler, self.tag, self.who = method, path, handler, tag, who
        self.refuses, self.also, self.status = dict(refuses or {}), dict(also or {}), status
        self.body_bytes, self.edition, self.banned_too = body_bytes, edition, banned_too
        self.name: str = handler.__name__
        self.description = inspect.getdoc(handler) or ""
        self.summary = self.description.partition("\n")[0].removesuffix(".")
        parameters, self.result_type = self._signature()
        self.body: Parameter | None = parameters.pop("body", None)
        self.request_type: Any = None if self.body is None else self.body.annotation
        names = re.findall(r"\{(\w+)\}", path)
        self.path_parameters = {name: parameters.pop(name) for name in names if name in parameters}
        self.query_parameters = parameters
        self._check(names)
        try:
            self._read_body = None if self.body is None else json_validator(self.request_type)
            self._path = {
                name: text_validator(parameter.annotation) for name, parameter in self.path_parameters.items()
            }
            self._query = {
                name: text_validator(parameter.annotation) for name, parameter in self.query_parameters.items()
            }
        except TypeError as problem:
            raise TypeError(f"{self.name}: {problem}") from None
        self._lists = {name for name, parameter in self.query_parameters.items() if is_list(parameter.annotation)}
        self._needed = [name for name, parameter in self.query_parameters.items() if parameter.required]

    def __repr__(self) -> str:
        return f"Route({self.method} {self.path})"

    def _signature(self) -> tuple[dict[str, Parameter], Any]:
        """The parameters after `service` and `call`, and the type of the result."""
        signature = inspect.signature(self.handler)
        if list(signature.parameters)[:2] != ["service", "call"]:
            raise TypeError(f"{self.name} must begin with the parameters service and call")
        written = inspect.get_annotations(self.handler)
        own = {name: hint for name, hint in written.items() if name not in ("service", "call")}
        holder = type("Annotations", (), {"__annotations__": own})
        hints = get_type_hints(holder, self.handler.__globals__, include_extras=True)
        result = _content_type(hints.pop("return", NO_DEFAULT))
        parameters = list(signature.parameters.values())[2:]
        if result is NO_DEFAULT or any(parameter.name not in hints for parameter in parameters):
            raise TypeError(f"{self.name} must annotate all parameters and its result")
        return {parameter.name: Parameter(hints[parameter.name], parameter.default) for parameter in parameters}, result

    def _check(self, names: list[str]) -> None:
        if not inspect.iscoroutinefunction(self.handler):
            raise TypeError(f"{self.name} must be a coroutine function")
        if not self.description:
            raise TypeError(f"{self.name} needs a docstring: it is the description of the route")
        if set(names) != set(self.path_parameters):
            raise TypeError(f"{self.name} must have the parameters of its path {self.path}")
        if self.body is not None and self.method == "GET":
            raise TypeError(f"{self.name} answers GET requests: they have no body")

    def absence(self, edition: Edition) -> str | None:
        """Returns why the route is not there in an edition; None if it is."""
        return None if self.edition in ("both", edition) else ONLY_IN["server" if edition == "browser" else "browser"]

    def bind(self, path: Mapping[str, str], query: Mapping[str, list[str]], body: object) -> dict[str, Any]:
        """Returns the handler's arguments after `service` and `call`; raises InvalidRequest.

        A `body` of None means that the request has none.
        """
        arguments: dict[str, Any] = {}
        errors: list[FieldError] = []
        for name, read in self._path.items():
            try:
                arguments[name] = read(path[name])
            except InvalidRequest as problem:
                errors += problem.under(f"path.{name}")
        if query or self._needed:
            errors += self._bind_query(query, arguments)
        if self._read_body is not None:
            errors += self._bind_body(self._read_body, body, arguments)
        if errors:
            raise InvalidRequest(errors)
        return arguments

    def _bind_query(self, query: Mapping[str, list[str]], arguments: dict[str, Any]) -> list[FieldError]:
        errors: list[FieldError] = [
            {"where": f"query.{name}", "what": "this is missing"} for name in self._needed if name not in query
        ]
        for name, values in query.items():
            read = self._query.get(name)
            try:
                if read is None:
                    raise wrong("there is no such parameter")
                if name not in self._lists and len(values) != 1:
                    raise wrong("this must be given once")
                arguments[name] = read(values if name in self._lists else values[0])
            except InvalidRequest as problem:
                errors += problem.under(f"query.{shortened(name)}")
                if len(errors) >= MOST_ERRORS:
                    break
        return errors

    def _bind_body(self, read: Validator, body: object, arguments: dict[str, Any]) -> list[FieldError]:
        if body is None and self.body is not None:
            return [{"where": "body", "what": "this is missing"}] if self.body.required else []
        try:
            arguments["body"] = read(body)
        except InvalidRequest as problem:
            return problem.under("body")
        return []

    def reply(self, result: Any) -> Reply[Any]:
        """The result of the handler as a reply with its status."""
        if not isinstance(result, Reply):
            return Reply(result, self.status)
        return result if result.status is not None else replace(result, status=self.status)


def _content_type(annotation: Any) -> Any:
    """The type of an answer's content, of which a handler may make a Reply: `X`, `Reply[X]` or `X | Reply[X]`."""
    if get_origin(annotation) is Reply:
        return get_args(annotation)[0]
    if get_origin(annotation) in (Union, UnionType):
        members = {_content_type(member): None for member in get_args(annotation)}
        return next(iter(members)) if len(members) == 1 else annotation
    return annotation


class Router:
    """Finds routes by method and path, segment by segment; a literal segment wins over a parameter."""

    def __init__(self, routes: Iterable[Route]) -> None:
        rows: dict[tuple[str, ...], Route] = {}  # by method and segments; "" stands for a parameter
        for route in routes:
            key = (route.method, *(re.sub(r"\{.*\}", "", part) for part in _segments(route.path)))
            if key in rows:
                raise ValueError(f"{rows[key]} and {route} have the same path")
            rows[key] = route
        self._rows = sorted(rows.items(), key=lambda row: [part == "" for part in row[0]])  # literals first

    def match(self, method: str, path: str) -> tuple[Route, dict[str, str]] | None:
        """Returns the route of a path as it stands in an address, and its parameters, decoded."""
        wanted = (method, *(unquote(segment) for segment in _segments(path)))
        for key, route in self._rows:
            if len(key) == len(wanted) and all(wanted) and all(map(_fits, key, wanted)):
                values = [segment for part, segment in zip(key, wanted, strict=True) if part == ""]
                return route, dict(zip(route.path_parameters, values, strict=True))
        return None


def _segments(path: str) -> list[str]:
    return path.removeprefix("/").split("/")


def _fits(part: str, segment: str) -> bool:
    return part in ("", segment)
