"""Operations: the server's health, its metrics, and a page that lists the API."""

import hmac
import sqlite3

from fastapi import APIRouter, FastAPI, Request
from sqlalchemy.exc import SQLAlchemyError
from starlette.exceptions import HTTPException
from starlette.responses import HTMLResponse, Response

from amyitis import __version__
from amyitis.service.problems import NotFound
from amyitis.service.shapes.reference import Health
from amyitis.store import DatabaseAway
from amyitis.store.files import NoRoom

from .context import Use
from .openapi_text import refusals
from .plain_pages import STYLE, api_page

router = APIRouter(tags=["server"])
pages = APIRouter(include_in_schema=False)


@router.get("/health", responses=refusals({503: "the database does not answer"}))
async def health(use: Use) -> Health:
    """Whether the server answers and its database takes what is written."""
    try:
        await use.health.check()
    except (OSError, sqlite3.Error, SQLAlchemyError, DatabaseAway, NoRoom):  # a timeout is an OSError too
        raise HTTPException(503, "the database does not take what is written") from None
    return {"status": "ok", "version": __version__, "database": use.store.kind}


@pages.get("/metrics")
async def metrics(use: Use, request: Request) -> Response:
    """Figures for Prometheus, for clients that know the token; without one, they are on a port of their own alone."""
    token, given = use.settings.metrics_token, request.headers.get("authorization", "")
    if not token or not hmac.compare_digest(given.encode(), f"Bearer {token}".encode()):
        raise NotFound("there is nothing here")
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
