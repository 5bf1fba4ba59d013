"""What every request passes before it reaches a route: host, origin, size and rate; and what every answer carries."""

import logging
import time
import types
from collections.abc import Awaitable, Callable, Generator, Iterable
from functools import partial
from typing import Any
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from amyitis.server.connections.addresses import TrustedProxies, counted_as
from amyitis.server.limits.rate_limiter import RateLimiter
from amyitis.server.metrics import Metrics
from amyitis.service.problems import Forbidden, TooMuch

from .problems import plain_problem, problem_response
from .table_routes import API

SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
SAME_SITE = ("same-origin", "none")
HEALTH = "/health"  # counted by itself: a monitor at an address that asks too much still has its answer
OTHER_SITE = "requests from other sites are refused"
NOT_TOLD = " (if this server stands behind a proxy, it must be started with --trusted-proxy)"

SECURITY_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; "
        "media-src 'self' data: blob:; connect-src 'self'; worker-src 'self'; manifest-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "Cache-Control": "no-store",
}
TRANSPORT_SECURITY = "max-age=31536000"

logger = logging.getLogger("amyitis.server.requests")


class TooLarge(HTTPException):
    """A body went over the limit while it was read."""

    def __init__(self) -> None:
        super().__init__(413, "the request is too large")


class StepTimer:
    """Adds up the processor time that a coroutine takes on the event loop, step by step."""

    seconds = 0.0

    @types.coroutine
    def run(self, work: Awaitable[None]) -> Generator[Any, Any, None]:
        """Run it to its end."""
        steps = work.__await__()
        advance: Callable[[], Any] = partial(next, steps)
        while True:
            began = time.thread_time()
            try:
                waits_for = advance()
            except StopIteration:
                return
            finally:
                self.seconds += time.thread_time() - began
            try:
                advance = partial(steps.send, (yield waits_for))
            except BaseException as problem:  # it is cancelled, or closed
                advance = partial(steps.throw, problem)


class Guard:
    """An ASGI application around the real one.

    What a trusted proxy says of the one who asks is believed: it stands in the scope from here on.
    """

    def __init__(
        self,
        app: ASGIApp,
        limiter: RateLimiter,
        metrics: Metrics,
        host_names: Iterable[str],
        secure: bool,
        proxies: TrustedProxies,
    ) -> None:
        self._app, self._limiter, self._metrics, self._proxies = app, limiter, metrics, proxies
        self._hosts = frozenset(host_names)
        more = SECURITY_HEADERS | ({"Strict-Transport-Security": TRANSPORT_SECURITY} if secure else {})
        self._more_headers = [(name.lower().encode(), value.encode()) for name, value in more.items()]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or answer it."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        refusal = self._refusal(scope, headers)
        if scope["type"] == "websocket":
            if refusal is not None:
                await send({"type": "websocket.close", "code": 1008})
                return
            await self._app(scope, receive, send)
            return
        await self._http(scope, receive, send, refusal)

    def _refusal(self, scope: Scope, headers: Headers) -> Response | None:
        peer, host = peer_of(scope), headers.get("host", "")
        trusted = peer in self._proxies
        if trusted:
            host = headers.get("x-forwarded-host", host).rpartition(",")[2].strip()
            scope["client"] = (self._proxies.client(peer, headers.getlist("x-forwarded-for")), 0)
        try:
            self._limiter.request(client_of(scope) + (HEALTH if scope["path"] == HEALTH else ""))
        except TooMuch as problem:
            problem.headers["Connection"] = "close"  # the next request needs a new connection
            return problem_response(problem)
        if host_name(host) not in self._hosts:
            return plain_problem(421, "this server does not go by that name")
        if scope["type"] == "websocket" or scope["method"] not in SAFE_METHODS:
            origin, site = headers.get("origin"), headers.get("sec-fetch-site")
            # A plain proxy asks under a name of its own, but tells from where the page came: one of our own names.
            ours = origin is None or same_origin(origin, host) or (trusted and origin_name(origin) in self._hosts)
            if not ours or (site is not None and site not in SAME_SITE):
                lost = not ours and not trusted and origin_name(origin or "") in self._hosts
                return problem_response(Forbidden(OTHER_SITE + (NOT_TOLD if lost else "")))
        length = headers.get("content-length", "0")
        if not length.isdecimal() or int(length) > self._limiter.limits.body_bytes:
            return plain_problem(413, f"a request has at most {self._limiter.limits.body_bytes} bytes")
        return None

    async def _http(self, scope: Scope, receive: Receive, send: Send, refusal: Response | None) -> None:
        began, status, taken, timer = time.perf_counter(), 500, 0, StepTimer()

        async def receive_some() -> Message:
            nonlocal taken
            message = await receive()
            taken += len(message.get("body", b""))
            if taken > self._limiter.limits.body_bytes:
                raise TooLarge
            return message

        async def send_safely(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                self._add_headers(message)
            await send(message)

        try:
            if refusal is not None:
                await refusal(scope, receive, send_safely)
            else:
                await timer.run(self._app(scope, receive_some, send_safely))
        except TooLarge:
            await plain_problem(413, "the request is too large")(scope, receive, send_safely)
        except Exception:
            logger.exception("request failed", extra={"method": scope["method"]})
            await plain_problem(500, "something went wrong on the server")(scope, receive, send_safely)
        finally:
            if refusal is None:
                self._limiter.spend(client_of(scope), timer.seconds, taken)
            seconds = time.perf_counter() - began
            route = getattr(scope.get("route"), "path", "other").removeprefix(API)
            self._metrics.request(scope["method"], route, status, seconds)
            facts = {"method": scope["method"], "route": route, "status": status, "ms": round(seconds * 1000, 1)}
            logger.info("request", extra=facts)

    def _add_headers(self, message: Message) -> None:
        there = {name for name, _value in message["headers"]}
        message["headers"] = [*message["headers"], *(header for header in self._more_headers if header[0] not in there)]


def peer_of(scope: Scope) -> str:
    """The network address of the other end."""
    client = scope.get("client")
    return str(client[0]) if client else "local"


def client_of(scope: Scope) -> str:
    """The one who asks, as they are counted: by their network address."""
    return counted_as(peer_of(scope))


def host_name(host: str) -> str:
    """The name in a Host header, without the port."""
    name, colon, port = host.rpartition(":")
    return (name if colon and port.isdecimal() else host).lower()


def origin_name(origin: str) -> str:
    """The host name in an Origin header, without the port; empty if there is none."""
    try:
        return (urlsplit(origin).hostname or "").lower()
    except ValueError:
        return ""


def same_origin(origin: str, host: str) -> bool:
    """Whether an Origin header names the host that was asked."""
    try:
        return urlsplit(origin).netloc.lower() == host.lower()
    except ValueError:
        return False
