"""The rows of the route table as routes of the server: one handler for all of them.

It reads the body within the row's limit, finds out who calls, lets the service answer, and sends the reply.
"""

from collections.abc import Awaitable, Callable, Iterable
from typing import Any
from urllib.parse import parse_qs

import orjson
from fastapi import FastAPI
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Match
from starlette.routing import Route as StarletteRoute
from starlette.types import Receive, Scope, Send

from amyitis.service.routing import Call, Reply, Route
from amyitis.service.service import Service
from amyitis.service.validation import wrong

API = "/api/v1"
MOST_QUERY_FIELDS = 100

Identify = Callable[[Request], Call]
IssueSession = Callable[[Request, Response, Call, Reply[Any]], Awaitable[None]]


class TableRoute(StarletteRoute):
    """A row of the route table. The scope of a request has its route, by whose path it is counted."""

    def __init__(self, row: Route, identify: Identify, issue_session: IssueSession) -> None:
        super().__init__(API + row.path, _Endpoint(row, identify, issue_session), methods=[row.method], name=row.name)
        self.row, self.methods = row, {row.method}  # Starlette would answer HEAD, too

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        """Whether a request is for this route, and what its scope gets then."""
        match, child = super().matches(scope)
        if match is not Match.NONE:
            child["route"] = self
        return match, child


def add_routes(app: FastAPI, routes: Iterable[Route], identify: Identify, issue_session: IssueSession) -> None:
    """Let the application answer these rows; `issue_session` is awaited for every reply that names a person."""
    app.router.routes.extend(TableRoute(row, identify, issue_session) for row in routes)


class _Endpoint:
    """The ASGI application of a row."""

    def __init__(self, row: Route, identify: Identify, issue_session: IssueSession) -> None:
        self._row, self._identify, self._issue_session = row, identify, issue_session
        self._absence = row.absence("server")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request; raises HTTPException, InvalidRequest, and the refusals of the service."""
        row = self._row
        if self._absence is not None:
            raise HTTPException(404, self._absence)
        request = Request(scope, receive)
        body = None if row.body is None else await _json_body(request, receive, row.body_bytes)
        service: Service = scope["app"].state.service
        call = self._identify(request)
        reply = await service.call(row, call, scope["path_params"], _query(scope), body)
        content = reply.content
        response = Response(
            content if isinstance(content, bytes | str) else orjson.dumps(content),
            row.status if reply.status is None else reply.status,
            reply.headers,
            reply.media_type,
        )
        if reply.person is not None:
            await self._issue_session(request, response, call, reply)
        await response(scope, receive, send)


def _query(scope: Scope) -> dict[str, list[str]]:
    text: bytes = scope["query_string"]
    if not text:
        return {}
    try:
        return parse_qs(text.decode("latin-1"), keep_blank_values=True, max_num_fields=MOST_QUERY_FIELDS)
    except ValueError:
        raise wrong(f"a query has at most {MOST_QUERY_FIELDS} parameters", "query") from None


async def _json_body(request: Request, receive: Receive, most: int) -> object:
    """The body, decoded; None if it is empty. Raises HTTPException or InvalidRequest."""
    length = request.headers.get("content-length", "0")
    if not length.isdecimal() or int(length) > most:
        raise _too_large(most)
    text = await _read(receive, most)
    if not text:
        return None
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        raise wrong("this must be application/json", "body")
    try:
        return orjson.loads(text)
    except orjson.JSONDecodeError:
        raise wrong("this must be JSON in UTF-8 of a reasonable depth", "body") from None


async def _read(receive: Receive, most: int) -> bytes:
    """All of the body, which mostly comes at once."""
    parts, size, more = [], 0, True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise HTTPException(400, "the request was not finished")
        part: bytes = message.get("body", b"")
        size += len(part)
        if size > most:
            raise _too_large(most)
        parts.append(part)
        more = message.get("more_body", False)
    return parts[0] if len(parts) == 1 else b"".join(parts)


def _too_large(most: int) -> HTTPException:
    return HTTPException(413, f"this request has at most {most} bytes")
