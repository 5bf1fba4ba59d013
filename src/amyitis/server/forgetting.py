"""Forgets people who named themselves once and never sat at a table, and old puzzle attempts."""

import asyncio
import logging

from amyitis.service.background_tasks import cancel_all
from amyitis.service.clock import SystemClock
from amyitis.store import GameStore

from .identity import COOKIE_SECONDS

EVERY_SECONDS = 24 * 3600.0

logger = logging.getLogger(__name__)


class Forgetting:
    """Looks once a day for people of whom nothing is kept but a name that is older than any cookie."""

    def __init__(self, store: GameStore) -> None:
        self._store = store
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin."""
        self._task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        """No more."""
        if self._task is not None:
            await cancel_all([self._task])

    async def _run(self) -> None:
        while True:
            try:
                before = SystemClock().now() - COOKIE_SECONDS * 1000
                await self._store.people.forget(before)
                await self._store.puzzles.forget(before)
            except Exception:
                logger.exception("forgetting people failed")
            await asyncio.sleep(EVERY_SECONDS)
