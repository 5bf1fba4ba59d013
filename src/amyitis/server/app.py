"""The application: services made at the start and ended at the stop, routes, problems, and the guard around it all."""

import gc
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from pydantic import TypeAdapter
from starlette.middleware.gzip import GZipMiddleware

from amyitis import __version__
from amyitis.server.bots.pool import BotPool
from amyitis.server.bots.turns import BotTurns
from amyitis.server.boxes.boxes import Boxes
from amyitis.server.games.films import Films
from amyitis.server.games.service import GameService
from amyitis.server.http.dependencies import Services
from amyitis.server.http.guard import Guard
from amyitis.server.http.limits import RateLimiter
from amyitis.server.http.models.games import LiveMessage
from amyitis.server.http.models.problems import Problem
from amyitis.server.http.page_files import Page
from amyitis.server.http.problems import answer_problems
from amyitis.server.http.routes import facts, lesson, moves, page, replays, seats, service
from amyitis.server.http.routes import games as game_routes
from amyitis.server.live import socket
from amyitis.server.live.webhooks import Webhooks
from amyitis.server.people.identity import Identities
from amyitis.server.people.invitations import Invitations
from amyitis.store import GameStore
from amyitis.table import Table

from .metrics import Metrics
from .settings import Settings

API = "/api/v1"
COMPRESSED_FROM_BYTES = 1000
COMPRESSION = 4
DESCRIPTION = """Games of Amyitis for people, bots and programs.

A person is a signed cookie, set when they name themselves, make a game or join one. A program sends the bearer key of
its seat. Refusals are problem bodies (RFC 9457). A game's `ply` is the number of entries in its log; a move names the
ply it was chosen at, and is refused as stale (409) if the game has gone on since."""


def create_app(settings: Settings) -> FastAPI:
    """The application for these settings."""
    metrics, limiter = Metrics(), RateLimiter(settings.limits)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        store = await GameStore.open(settings.database)
        secret = settings.secret or await store.secret()
        boxes = Boxes(store)
        await boxes.keep_own()
        games = GameService(store, settings.cached_games, boxes)
        bot_pool = BotPool(settings.bot_workers, settings.bot_seconds)
        bots = BotTurns(games, bot_pool, metrics.moves.labels("bot").inc)
        films = Films(store, games.tables.facts, boxes)

        def on_change(table: Table) -> None:
            bots.consider(table)
            films.consider(table)

        games.on_change = on_change
        webhooks = Webhooks(store, secret, settings.webhooks_anywhere, metrics.told)
        if settings.webhooks:
            games.on_turn = webhooks.consider
        identities = Identities(secret, settings.secure)
        app.state.services = Services(
            settings=settings,
            store=store,
            boxes=boxes,
            games=games,
            films=films,
            identities=identities,
            invitations=Invitations(secret),
            limiter=limiter,
            bot_pool=bot_pool,
            bots=bots,
            metrics=metrics,
            page=Page(settings.page),
            webhooks=webhooks,
        )
        await store.listen(games.heard, games.gap)
        bots.start()
        films.start()
        _lay_out_routes(app)
        gc.freeze()  # what is here now stays: the collector need not look at it again with every game that is told
        try:
            yield
        finally:
            games.on_change = games.on_turn = lambda _table: None  # moves that still come in begin nothing new
            await webhooks.stop()
            await bots.stop()
            await games.settle()
            await films.stop()
            await boxes.stop()
            await store.close()

    app = FastAPI(
        title="Amyitis",
        version=__version__,
        description=DESCRIPTION,
        lifespan=lifespan,
        openapi_url=f"{API}/openapi.json",
        docs_url=None,
        redoc_url=None,
    )
    app.include_router(moves.router, prefix=API)  # looked at first: they are asked most
    for routes in (game_routes, replays, seats, facts, lesson, socket):
        app.include_router(routes.router, prefix=API)
    app.include_router(moves.questions, prefix=API)
    app.include_router(service.router)
    app.include_router(service.pages)
    app.include_router(page.router)
    answer_problems(app)
    app.add_middleware(GZipMiddleware, minimum_size=COMPRESSED_FROM_BYTES, compresslevel=COMPRESSION)
    app.add_middleware(Guard, limiter=limiter, metrics=metrics, host_names=settings.host_names, secure=settings.secure)
    app.openapi = lambda: _openapi(app)  # type: ignore[method-assign]
    return app


def _lay_out_routes(app: FastAPI) -> None:
    """FastAPI works out the included routes when they are first looked at; here, so that nobody waits for it."""
    for route in app.routes:
        route.matches({"type": "http", "method": "GET", "path": "/", "root_path": ""})


def _openapi(app: FastAPI) -> dict[str, Any]:
    """The OpenAPI text, with the problem body and the two ways of being known."""
    if app.openapi_schema is None:
        text = get_openapi(title=app.title, version=app.version, description=app.description, routes=app.routes)
        parts = text.setdefault("components", {}).setdefault("schemas", {})
        unnamed: dict[str, TypeAdapter[Any]] = {
            "Problem": TypeAdapter(Problem),
            "LiveMessage": TypeAdapter(LiveMessage),
        }
        for name, model in unnamed.items():  # no route answers with them alone
            found = model.json_schema(ref_template="#/components/schemas/{model}", mode="serialization")
            for inner, part in found.pop("$defs", {}).items():
                parts.setdefault(inner, part)
            parts[name] = found
        text["components"]["securitySchemes"] = {
            "person": {"type": "apiKey", "in": "cookie", "name": "amyitis_person"},
            "key": {"type": "http", "scheme": "bearer"},
        }
        text["security"] = [{}, {"person": []}, {"key": []}]
        app.openapi_schema = text
    return app.openapi_schema
