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
from amyitis.api.solving import Solving
from amyitis.server.bots.pool import BotPool
from amyitis.server.bots.turns import BotTurns
from amyitis.server.bound_log import BoundLog
from amyitis.server.boxes.boxes import Boxes
from amyitis.server.connections.addresses import TrustedProxies
from amyitis.server.games.challenges import Challenges
from amyitis.server.games.films import Films
from amyitis.server.games.replay_turns import ReplayTurns
from amyitis.server.games.service import GameService
from amyitis.server.health import HealthCheck
from amyitis.server.http.addresses import API
from amyitis.server.http.dependencies import Services
from amyitis.server.http.guard import Guard
from amyitis.server.http.models.games import LiveMessage
from amyitis.server.http.models.problems import Problem
from amyitis.server.http.page_files import Page
from amyitis.server.http.problems import answer_problems
from amyitis.server.http.routes import (
    challenges,
    coach,
    facts,
    lesson,
    live,
    moves,
    page,
    puzzles,
    replays,
    seats,
    service,
)
from amyitis.server.http.routes import devices as device_routes
from amyitis.server.http.routes import games as game_routes
from amyitis.server.http.routes import reviews as review_routes
from amyitis.server.live.webhooks import Webhooks
from amyitis.server.people.devices import Devices
from amyitis.server.people.forgetting import Forgetting
from amyitis.server.people.identity import COOKIE, Identities
from amyitis.server.people.invitations import Invitations
from amyitis.server.rate_limiter import RateLimiter
from amyitis.server.reviews.coaching import Coaching
from amyitis.server.reviews.reviews import Reviews
from amyitis.store import GameStore
from amyitis.store.devices import REVOKED
from amyitis.table import Table

from .metrics import Metrics
from .settings import Settings

COMPRESSED_FROM_BYTES = 1000
COMPRESSION = 4
DESCRIPTION = """Games of Amyitis for people, bots and programs.

A person is a signed cookie, set when they name themselves or make a game. A program sends the bearer key of
its seat. Refusals are problem bodies (RFC 9457). A game's `ply` is the number of entries in its log; a move names the
ply it was chosen at, and is refused as stale (409) if the game has gone on since."""


def create_app(settings: Settings) -> FastAPI:
    """The application for these settings."""
    metrics, limiter = Metrics(), RateLimiter(settings.limits, BoundLog())

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        app.state.services = use = await _open_services(settings, metrics, limiter)
        async with _at_work(use):
            yield

    app = FastAPI(
        title="Amyitis",
        version=__version__,
        description=DESCRIPTION,
        lifespan=lifespan,
        openapi_url=f"{API}/openapi.json",
        docs_url=None,
        redoc_url=None,
    )
    app.state.metrics, app.state.bound_log = metrics, limiter.log  # for what is outside of the application
    _take_routes(app)
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
    app.openapi = lambda: _openapi(app)  # type: ignore[method-assign]
    return app


async def _open_services(settings: Settings, metrics: Metrics, limiter: RateLimiter) -> Services:
    """Open the database, and make all that the routes work with."""
    store = await GameStore.open(settings.database)
    secrets = settings.secrets or await store.secrets()
    boxes = Boxes(store)
    await boxes.keep_own()
    games = GameService(store, settings.cached_games, boxes, settings.limits.share_seconds)
    bot_pool = BotPool(settings.bot_workers, settings.bot_seconds)
    reviews = Reviews(store, games.tables.facts, boxes, settings.review_workers)
    identities = Identities(secrets, settings.secure, await store.devices.revoked())
    return Services(
        settings=settings,
        store=store,
        boxes=boxes,
        games=games,
        films=Films(store, games.tables.facts, boxes),
        reviews=reviews,
        challenges=Challenges(store),
        coaching=Coaching(games, reviews, limiter),
        identities=identities,
        devices=Devices(store.devices, identities, lambda: games.watchers.wake_those(identities.has_lost_rights)),
        invitations=Invitations(secrets),
        solving=Solving(store.puzzles),
        limiter=limiter,
        bot_pool=bot_pool,
        bots=BotTurns(games, bot_pool, metrics.moves.labels("bot").inc),
        metrics=metrics,
        page=Page(settings.page),
        webhooks=Webhooks(store.people.webhook, secrets[0], settings.webhooks_anywhere, metrics.told),
        health=HealthCheck(store),
        replays=ReplayTurns(),
    )


@asynccontextmanager
async def _at_work(use: Services) -> AsyncIterator[None]:
    """Whatever goes on beside the requests, from the start of the server to its end."""
    forgetting = Forgetting(use.store)
    use.metrics.follow(lambda: use.bots.thinking, lambda: use.bot_pool.failures)
    _tell_of_changes(use)
    await _listen(use.store, use.games, use.devices)
    for work in (use.bots, use.films, forgetting, use.games.presence):
        work.start()
    gc.freeze()  # what is here now stays: the collector need not look at it again with every game that is told
    try:
        yield
    finally:
        use.games.changes.drop_callbacks()  # moves that still come in begin nothing new
        for part in (use.webhooks, use.devices, use.bots):
            await part.stop()
        await use.games.stop()
        for last in (use.films, use.reviews, forgetting, use.boxes):
            await last.stop()
        await use.store.close()


def _tell_of_changes(use: Services) -> None:
    """Let bots, films and reviews know of each change of a game, and webhooks of each turn."""

    def on_change(table: Table) -> None:
        use.bots.consider(table)
        use.films.consider(table)
        use.reviews.consider(table)

    use.games.changes.on_change = on_change
    if use.settings.webhooks:
        use.games.changes.on_turn = use.webhooks.consider


def _take_routes(app: FastAPI) -> None:
    """Take the routes as they are: a router that is included is worked out anew, which was half of a start."""
    for router in (
        moves.router,  # looked at first: they are asked most
        game_routes.router,
        replays.router,
        review_routes.router,
        coach.router,
        challenges.router,
        puzzles.router,
        seats.router,
        device_routes.router,
        facts.router,
        lesson.router,
        live.router,
        moves.questions,
        service.router,
        service.pages,
        page.router,
    ):
        app.router.routes.extend(router.routes)


async def _listen(store: GameStore, games: GameService, devices: Devices) -> None:
    """Hear what other servers say of games, and of people's devices."""

    def heard(name: str) -> None:
        if name == REVOKED:
            devices.look_again()
        else:
            games.heard(name)

    def gap() -> None:
        games.gap()
        devices.look_again()

    await store.listen(heard, gap)


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
            "person": {"type": "apiKey", "in": "cookie", "name": COOKIE},
            "key": {"type": "http", "scheme": "bearer"},
        }
        text["security"] = [{}, {"person": []}, {"key": []}]
        app.openapi_schema = text
    return app.openapi_schema
