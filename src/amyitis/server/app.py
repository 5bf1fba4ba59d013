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
from amyitis.server.alerts.mailer import Mailer
from amyitis.server.alerts.push import new_key
from amyitis.server.alerts.sender import Sender
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
from amyitis.service.accounts.accounts import STAND_IN
from amyitis.service.accounts.ports import AccountPorts
from amyitis.service.alerts.ports import Alerting
from amyitis.service.background_tasks import BackgroundTasks
from amyitis.service.clock import SystemClock
from amyitis.service.events import Moved
from amyitis.service.ports import Ports
from amyitis.service.routes import ROUTES
from amyitis.service.routing import Call, Reply
from amyitis.service.service import Service
from amyitis.store import GameStore
from amyitis.store.burying import bury_again

from .codec import OrjsonCodec
from .forgetting import forget_daily
from .health import HealthCheck
from .identity import COOKIE, Cookies
from .limits.bound_log import BoundLog
from .limits.bounded_threads import BoundedThreads
from .limits.rate_limiter import RateLimiter
from .metrics import Metrics
from .passkeys import WebAuthnPasskeys
from .passwords import ArgonPasswords
from .settings import Settings

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
        async with _running(settings, metrics, limiter) as (context, sender):
            app.state.context, app.state.service, app.state.sender = context, context.service, sender
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
async def _running(settings: Settings, metrics: Metrics, limiter: RateLimiter) -> AsyncIterator[tuple[Context, Sender]]:
    """Open the database, start everything that runs beside the requests, and stop it in order at the end."""
    async with AsyncExitStack() as stack:
        store = await GameStore.open(settings.database)
        stack.push_async_callback(store.close)
        await bury_again(store, STAND_IN)
        secrets = settings.secrets or await store.secrets()
        boxes = ServerBoxes(store, limiter.spend)
        stack.push_async_callback(boxes.stop)
        await boxes.keep_own()
        analyzer = WorkerAnalyzer(boxes, settings.bot_workers, settings.bot_seconds, settings.review_workers)
        stack.push_async_callback(analyzer.stop)
        sender = Sender(
            secrets[0],
            webhooks=settings.webhooks,
            push_key=await store.push_key(new_key()) if settings.sends_push else None,
            mailer=None if settings.mail is None else Mailer(settings.mail),
            anywhere=settings.alerts_anywhere,
            on_sent=metrics.alert,
        )
        threads = BoundedThreads()
        stack.callback(threads.stop)
        accounts = AccountPorts(
            store.accounts,
            store.moving,
            ArgonPasswords(threads),
            WebAuthnPasskeys(settings.host_names, threads),
            settings.who_registers,
        )
        alerting = Alerting(store.alerts, sender)
        talk = store.talk if settings.talk else None
        ports = Ports(
            store, analyzer, SystemClock(), limiter, boxes, OrjsonCodec(), accounts, alerting, talk, settings.lobby_talk
        )
        service = Service(ports, secrets, settings.cached_games)
        _count(service, analyzer, metrics)
        stack.push_async_callback(service.stop)
        await _listen(store, service)
        await service.start()
        tasks = BackgroundTasks()
        tasks.start(forget_daily(store, service.lifecycle.expire))
        stack.push_async_callback(tasks.stop)
        gc.freeze()  # the collector need not look again at what is here now
        cookies = Cookies(secrets, settings.secure)
        health = HealthCheck(store)
        yield Context(settings, service, store, cookies, limiter, metrics, Page(settings.page), health), sender


def _count(service: Service, analyzer: WorkerAnalyzer, metrics: Metrics) -> None:
    """Let the metrics follow moves and bots."""
    service.events.subscribe(Moved, lambda event: metrics.moves.labels(event.by).inc(event.count))
    metrics.follow(lambda: service.bots.running, lambda: analyzer.bots.failures)


async def _listen(store: GameStore, service: Service) -> None:
    """Follow what other servers announce about games, about people and about what they say."""

    def said(game_id: str) -> None:
        if service.talk is not None:
            service.talk.heard_elsewhere(game_id)

    def gap() -> None:
        if service.talk is not None:
            service.talk.look_again()
        service.tables.gap()
        service.devices.look_again()
        bans.look_again()

    assert service.accounts is not None
    bans = service.accounts.bans
    await store.listen(service.tables.heard, service.devices.heard, gap, bans.look_again, said)
