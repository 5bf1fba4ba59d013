"""Forgets people who named themselves once and never sat at a table, and old puzzle attempts."""

import asyncio
import logging

from amyitis.service.clock import SystemClock
from amyitis.store import GameStore

from .identity import COOKIE_SECONDS

EVERY_SECONDS = 24 * 3600.0

logger = logging.getLogger(__name__)


async def forget_daily(store: GameStore) -> None:
    """Forget once a day, until cancelled, people of whom only a name is kept that is older than any cookie."""
    while True:
        try:
            before = SystemClock().now() - COOKIE_SECONDS * 1000
            await store.people.forget(before)
            await store.puzzles.forget(before)
        except Exception:
            logger.exception("forgetting people failed")
        await asyncio.sleep(EVERY_SECONDS)
