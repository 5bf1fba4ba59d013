"""A service over a database, in the tests' own process and without HTTP."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import TypeVar

from amyitis.server.boxes.boxes import ServerBoxes
from amyitis.server.codec import OrjsonCodec
from amyitis.server.limits.rate_limiter import RateLimiter
from amyitis.server.settings import Limits
from amyitis.server.workers.analyzer import WorkerAnalyzer
from amyitis.service.alerts.ports import Alerting
from amyitis.service.clock import SystemClock
from amyitis.service.ports import Clock, Ports
from amyitis.service.service import Service
from amyitis.store import GameStore
from tests.server.running import FAILED_AFTER

T = TypeVar("T")
SECRET = "a secret of these tests"
BOT_SECONDS = 20.0


@asynccontextmanager
async def running_service(
    database: str, *, clock: Clock | None = None, review_workers: int = 0, alerting: Alerting | None = None
) -> AsyncIterator[Service]:
    """A service that takes up no work by itself: it was not started."""
    store = await GameStore.open(database)
    boxes = ServerBoxes(store, lambda _client, _seconds: None)
    analyzer = WorkerAnalyzer(boxes, 1, BOT_SECONDS, review_workers)
    limiter = RateLimiter(Limits.none())
    ports = Ports(store, analyzer, clock or SystemClock(), limiter, boxes, OrjsonCodec(), alerting=alerting)
    service = Service(ports, [SECRET])
    try:
        yield service
    finally:
        await service.stop()
        await analyzer.stop()
        await boxes.stop()
        await store.close()


def with_service(database: str, work: Callable[[Service], Awaitable[T]], *, review_workers: int = 0) -> T:
    """What comes of some work with a service, within a time."""

    async def run() -> T:
        async with asyncio.timeout(FAILED_AFTER), running_service(database, review_workers=review_workers) as service:
            return await work(service)

    return asyncio.run(run())
