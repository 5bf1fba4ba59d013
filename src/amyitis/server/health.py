"""Health of the database: a write is tried at most every few seconds, however often somebody asks."""

import asyncio
import time

from amyitis.store import GameStore

FRESH_SECONDS = 2.0
WRITE_SECONDS = 5.0


class HealthCheck:
    """Writes something to the database; those who ask meanwhile, or just after, share the answer."""

    def __init__(self, store: GameStore) -> None:
        self._store = store
        self._well_at = -FRESH_SECONDS
        self._writing = asyncio.Lock()

    async def check(self) -> None:
        """Returns if a write went well just now; raises what went wrong, TimeoutError too."""
        async with asyncio.timeout(WRITE_SECONDS), self._writing:
            if time.monotonic() - self._well_at >= FRESH_SECONDS:
                await self._store.try_to_write()
                self._well_at = time.monotonic()
