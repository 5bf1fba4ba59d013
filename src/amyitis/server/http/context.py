"""What the HTTP adapter works with, found through the application: the service, cookies, limits, metrics, the page."""

from dataclasses import dataclass
from typing import Annotated, Any

from fastapi import Depends
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from amyitis.server.health import HealthCheck
from amyitis.server.identity import COOKIE_SECONDS, Cookies
from amyitis.server.limits.rate_limiter import RateLimiter
from amyitis.server.metrics import Metrics
from amyitis.server.settings import Settings
from amyitis.service.routing import Call
from amyitis.service.service import Service
from amyitis.store import GameStore
from amyitis.table import Identity

from .guard import client_of
from .page_files import Page

AGENT_LENGTH = 500


@dataclass
class Context:
    """The parts of a running server that requests need."""

    settings: Settings
    service: Service
    store: GameStore
    cookies: Cookies
    limiter: RateLimiter
    metrics: Metrics
    page: Page
    health: HealthCheck

    def call(self, connection: HTTPConnection) -> Call:
        """Return who makes a request: by the key of a seat, or by a cookie whose device was not revoked."""
        headers = connection.headers
        sent = connection.cookies if "cookie" in headers else {}
        identity = self.cookies.identify(sent.get(self.cookies.name), headers.get("authorization"))
        was = () if identity.device is None else (identity.device,)
        known = was + self.cookies.read_known(sent.get(self.cookies.known_name))
        if self.service.devices.has_lost_rights(identity):
            identity = Identity()
        agent, origin = headers.get("user-agent", "")[:AGENT_LENGTH], headers.get("origin", "")
        return Call(identity, client_of(connection.scope), agent, origin, known)

    async def issue_session(self, response: Response, call: Call, person: str, device: str | None = None) -> None:
        """Set the cookie of a person, and a new device unless there is one of theirs; delete it for nobody.

        The device that the browser was before stays known, for attempts to sign in again.
        """
        cookies, identity = self.cookies, call.identity
        options: dict[str, Any] = {"path": "/", "httponly": True, "samesite": "lax", "secure": cookies.secure}
        same = identity.device if identity.person == person else None
        if identity.device is not None and same is None:
            known = cookies.sign_known(list(dict.fromkeys(call.known)))
            response.set_cookie(cookies.known_name, known, max_age=COOKIE_SECONDS, **options)
        if not person:
            response.delete_cookie(cookies.name, **options)
            return
        if device is None and same is not None:
            await self.service.devices.saw(person, same, call.agent)
        device = device or same or await self.service.devices.add(person, call.agent)
        response.set_cookie(cookies.name, cookies.sign(person, device), max_age=COOKIE_SECONDS, **options)


def context_of(connection: HTTPConnection) -> Context:
    """Return the context of the application that was asked."""
    context = connection.app.state.context
    assert isinstance(context, Context)
    return context


async def _context(request: Request) -> Context:  # a coroutine: FastAPI would run a plain function in a thread
    return context_of(request)


Use = Annotated[Context, Depends(_context)]


def identify(request: Request) -> Call:
    """Return who makes a request."""
    return context_of(request).call(request)
