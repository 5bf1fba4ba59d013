"""The server itself: its health, its figures, and its routes in words."""

import asyncio
from ipaddress import ip_address

from fastapi import APIRouter, FastAPI, Request
from sqlalchemy.exc import SQLAlchemyError
from starlette.exceptions import HTTPException
from starlette.responses import HTMLResponse, Response

from amyitis import __version__
from amyitis.server.http.dependencies import Client, Use
from amyitis.server.http.models.facts import Health
from amyitis.server.http.models.problems import refuses
from amyitis.server.http.plain_pages import STYLE, api_page
from amyitis.server.http.refusals import NotFound

router = APIRouter(tags=["server"])
pages = APIRouter(include_in_schema=False)

PING_SECONDS = 5.0


@router.get("/health", responses=refuses(_503="the database does not answer"))
async def health(use: Use) -> Health:
    """Whether the server and its database answer."""
    try:
        await asyncio.wait_for(use.store.ping(), PING_SECONDS)
    except (OSError, SQLAlchemyError):  # a timeout is an OSError too
        raise HTTPException(503, "the database does not answer") from None
    return Health(status="ok", version=__version__, database=use.store.kind)


@pages.get("/metrics")
async def metrics(use: Use, client: Client, request: Request) -> Response:
    """Figures for Prometheus, for this machine alone."""
    if not _is_loopback(client) or "x-forwarded-for" in request.headers:
        raise NotFound("there is nothing here")
    use.metrics.bots_thinking.set(use.bots.thinking)
    use.metrics.bot_failures.set(use.bot_pool.failures)
    return Response(use.metrics.text(), media_type="text/plain; version=0.0.4; charset=utf-8")


@pages.get("/api")
async def api(request: Request) -> Response:
    """The routes, in words."""
    assert isinstance(request.app, FastAPI)
    return HTMLResponse(api_page(request.app.openapi()))


@pages.get("/style.css")
async def style() -> Response:
    """The look of the two pages."""
    return Response(STYLE, media_type="text/css", headers={"Cache-Control": "max-age=3600"})


def _is_loopback(client: str) -> bool:
    try:
        return ip_address(client).is_loopback
    except ValueError:
        return client == "local"
