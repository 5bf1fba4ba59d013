"""What the HTTP adapter works with, found through the application: the service, cookies, limits, metrics, the page."""

from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from amyitis.server.health import HealthCheck
from amyitis.server.identity import COOKIE_SECONDS, Cookies
from amyitis.server.metrics import Metrics
from amyitis.server.rate_limiter import RateLimiter
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
        cookie = connection.cookies.get(self.cookies.name) if "cookie" in headers else None
        identity = self.cookies.identify(cookie, headers.get("authorization"))
        if self.service.devices.has_lost_rights(identity):
            identity = Identity()
        return Call(identity, client_of(connection.scope), headers.get("user-agent", "")[:AGENT_LENGTH])

    async def issue_session(self, response: Response, call: Call, person: str, device: str | None = None) -> None:
        """Set the cookie of a person, and a new device unless there is one of theirs; delete it for nobody."""
        cookies, identity = self.cookies, call.identity
        options = {"path": "/", "httponly": True, "samesite": "lax", "secure": cookies.secure}
        if not person:
            response.delete_cookie(cookies.name, **options)  # type: ignore[arg-type]
            return
        known = identity.device if identity.person == person else None
        device = device or known or await self.service.devices.add(person, call.agent)
        value = cookies.sign(person, device)
        response.set_cookie(cookies.name, value, max_age=COOKIE_SECONDS, **options)  # type: ignore[arg-type]


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
