"""Forgets people of whom only a name is kept, old puzzle attempts, and tables that never began."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

from amyitis.service.background_tasks import logged
from amyitis.service.clock import SystemClock
from amyitis.store import GameStore

from .identity import COOKIE_SECONDS

EVERY_SECONDS = 24 * 3600.0

logger = logging.getLogger(__name__)


async def forget_daily(store: GameStore, expire: Callable[[], Awaitable[int]]) -> None:
    """Forget once a day, until cancelled: people of whom only a name is kept that is older than any cookie, and tables.

    `expire` deletes the tables that have waited for people for too long.
    """
    while True:
        with logged(logger, "forgetting failed"):
            before = SystemClock().now() - COOKIE_SECONDS * 1000
            await store.people.forget(before)
            await store.puzzles.forget(before)
            await expire()
        await asyncio.sleep(EVERY_SECONDS)
