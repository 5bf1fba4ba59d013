"""The application: the service with the server's ports, its routes, and the guard around it all."""

import gc
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

from fastapi import FastAPI
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import Response

from amyitis import __version__
from amyitis.server.boxes.boxes import ServerBoxes
from amyitis.server.connections.addresses import TrustedProxies
from amyitis.server.http import live, operations, page
from amyitis.server.http.context import Context, context_of, identify
from amyitis.server.http.guard import Guard
from amyitis.server.http.openapi_text import openapi_text
from amyitis.server.http.page_files import Page
from amyitis.server.http.problems import answer_problems
from amyitis.server.http.table_routes import API, add_routes
from amyitis.server.workers.analyzer import WorkerAnalyzer
from amyitis.service.background_tasks import BackgroundTasks
from amyitis.service.clock import SystemClock
from amyitis.service.events import Moved
from amyitis.service.ports import Ports
from amyitis.service.routes import ROUTES
from amyitis.service.routing import Call, Reply
from amyitis.service.service import Service
from amyitis.store import GameStore

from .bound_log import BoundLog
from .codec import OrjsonCodec
from .forgetting import forget_daily
from .health import HealthCheck
from .identity import COOKIE, Cookies
from .metrics import Metrics
from .rate_limiter import RateLimiter
from .settings import Settings
from .webhooks import Webhooks

COMPRESSED_FROM_BYTES = 1000
COMPRESSION = 4
DESCRIPTION = """Games of Amyitis for people, bots and programs.

A person is a signed cookie, set when they name themselves or create a game. A program sends the bearer key of its seat.
Refusals are problem bodies (RFC 9457). A game's `ply` is the number of entries in its log; a move names the ply it was
chosen at, and is refused as stale (409) if the game has moved on since."""


def create_app(settings: Settings) -> FastAPI:
    """Return the application for these settings."""
    metrics, limiter = Metrics(), RateLimiter(settings.limits, BoundLog())

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        async with _running(settings, metrics, limiter) as (context, webhooks):
            app.state.context, app.state.service, app.state.webhooks = context, context.service, webhooks
            yield

    app = FastAPI(
        title="Amyitis",
        version=__version__,
        description=DESCRIPTION,
        lifespan=lifespan,
        openapi_url=f"{API}/openapi.json",
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,  # such a redirect repeats a Host header that anybody may have written
    )
    app.state.settings, app.state.metrics, app.state.bound_log = settings, metrics, limiter.log
    add_routes(app, ROUTES, identify, _issue_session)
    for router in (live.router, operations.router, operations.pages, page.router):
        app.router.routes.extend(router.routes)  # `include_router` would compile each route again
    answer_problems(app)
    app.add_middleware(GZipMiddleware, minimum_size=COMPRESSED_FROM_BYTES, compresslevel=COMPRESSION)
    app.add_middleware(
        Guard,
        limiter=limiter,
        metrics=metrics,
        host_names=settings.host_names,
        secure=settings.secure,
        proxies=TrustedProxies(settings.trusted_proxies),
    )
    app.openapi = lambda: openapi_text(app, ROUTES, COOKIE)  # type: ignore[method-assign]
    return app


async def _issue_session(request: Request, response: Response, call: Call, reply: Reply[Any]) -> None:
    await context_of(request).issue_session(response, call, reply.person or "", reply.device)


@asynccontextmanager
async def _running(
    settings: Settings, metrics: Metrics, limiter: RateLimiter
) -> AsyncIterator[tuple[Context, Webhooks]]:
    """Open the database, start everything that runs beside the requests, and stop it in order at the end."""
    async with AsyncExitStack() as stack:
        store = await GameStore.open(settings.database)
        stack.push_async_callback(store.close)
        secrets = settings.secrets or await store.secrets()
        boxes = ServerBoxes(store, limiter.spend)
        stack.push_async_callback(boxes.stop)
        await boxes.keep_own()
        analyzer = WorkerAnalyzer(boxes, settings.bot_workers, settings.bot_seconds, settings.review_workers)
        stack.push_async_callback(analyzer.stop)
        webhooks = Webhooks(
            store.people.webhook,
            secrets[0],
            enabled=settings.webhooks,
            anywhere=settings.webhooks_anywhere,
            on_sent=metrics.webhook,
        )
        ports = Ports(store, analyzer, SystemClock(), webhooks, limiter, boxes, OrjsonCodec())
        service = Service(ports, secrets, settings.cached_games)
        _count(service, analyzer, metrics)
        stack.push_async_callback(service.stop)
        stack.push_async_callback(webhooks.stop)
        await _listen(store, service)
        await service.start()
        tasks = BackgroundTasks()
        tasks.start(forget_daily(store))
        stack.push_async_callback(tasks.stop)
        gc.freeze()  # the collector need not look again at what is here now
        cookies = Cookies(secrets, settings.secure)
        health = HealthCheck(store)
        yield Context(settings, service, store, cookies, limiter, metrics, Page(settings.page), health), webhooks


def _count(service: Service, analyzer: WorkerAnalyzer, metrics: Metrics) -> None:
    """Let the metrics follow moves and bots."""
    service.events.subscribe(Moved, lambda event: metrics.moves.labels(event.by).inc(event.count))
    metrics.follow(lambda: service.bots.running, lambda: analyzer.bots.failures)


async def _listen(store: GameStore, service: Service) -> None:
    """Follow what other servers announce about games and about people's devices."""

    def gap() -> None:
        service.tables.gap()
        service.devices.look_again()

    await store.listen(service.tables.heard, service.devices.heard, gap)
