"""The server itself: its front page, its health, its figures."""

import asyncio
from html import escape
from ipaddress import ip_address
from typing import Any

from fastapi import APIRouter, FastAPI, Request
from sqlalchemy.exc import SQLAlchemyError
from starlette.exceptions import HTTPException
from starlette.responses import HTMLResponse, Response

from amyitis import __version__

from .models import Health, refuses
from .refusals import NotFound
from .services import Client, Services, Use

router = APIRouter(tags=["server"])
pages = APIRouter(include_in_schema=False)

PING_SECONDS = 5.0
STYLE = """body{font:16px/1.5 Georgia,serif;max-width:46rem;margin:2rem auto;padding:0 1rem;
background:#fbf6ea;color:#1d2b3a}
h1{color:#1f4e79}a{color:#8a4b08}code{background:#f0e6cf;padding:0 .2rem}table{border-collapse:collapse}
td,th{text-align:left;padding:.2rem .8rem .2rem 0;vertical-align:top}"""


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
    use.metrics.bot_failures.set(use.workforce.failures)
    return Response(use.metrics.text(), media_type="text/plain; version=0.0.4; charset=utf-8")


@pages.get("/")
async def front(use: Use) -> Response:
    """What this is, and which games are open."""
    return HTMLResponse(_page("Amyitis", await _front(use)))


@pages.get("/api")
async def api(request: Request) -> Response:
    """The routes, in words."""
    assert isinstance(request.app, FastAPI)
    return HTMLResponse(_page("The API of Amyitis", _api(request.app.openapi())))


@pages.get("/style.css")
async def style() -> Response:
    """The look of the two pages."""
    return Response(STYLE, media_type="text/css", headers={"Cache-Control": "max-age=3600"})


async def _front(use: Services) -> str:
    rows = await use.store.open_games()
    seats = await use.store.seats_of([row.id for row in rows])
    games = "".join(
        f"<tr><td><code>{escape(row.id)}</code></td><td>{row.players}</td>"
        f"<td>{escape(', '.join(seat.name or 'open' for seat in seats.get(row.id, [])))}</td></tr>"
        for row in rows
    )
    listed = f"<table><tr><th>game</th><th>players</th><th>seats</th></tr>{games}</table>" if rows else "<p>None.</p>"
    return f"""<h1>Amyitis</h1>
<p>This is a server for the board game <em>Amyitis</em>, for two to four players: people, bots and programs.
An unofficial fan implementation, version {escape(__version__)}.</p>
<p>Programs find what it can do at <a href="/api">/api</a>, or for machines at
<a href="/api/v1/openapi.json">/api/v1/openapi.json</a>. Health: <a href="/health">/health</a>.</p>
<h2>Open games</h2>
{listed}"""


def _api(text: dict[str, Any]) -> str:
    rows = "".join(
        f"<tr><td><code>{method.upper()}</code></td><td><code>{escape(path)}</code></td>"
        f"<td>{escape(' '.join(str(route.get('description', '')).split()))}</td></tr>"
        for path, routes in text["paths"].items()
        for method, route in routes.items()
    )
    live = (
        "<tr><td><code>WS</code></td><td><code>/api/v1/games/{game_id}/live?since=PLY</code></td>"
        "<td>The game as it happens: the answer of GET /games/{game_id} for each change.</td></tr>"
    )
    return (
        f'<h1>The API</h1><p>For machines: <a href="/api/v1/openapi.json">/api/v1/openapi.json</a></p>'
        f"<table>{rows}{live}</table>"
    )


def _page(title: str, body: str) -> str:
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        f'<meta name="viewport" content="width=device-width"><link rel="stylesheet" href="/style.css"></head>'
        f"<body>{body}</body></html>"
    )


def _is_loopback(client: str) -> bool:
    try:
        return ip_address(client).is_loopback
    except ValueError:
        return client == "local"
