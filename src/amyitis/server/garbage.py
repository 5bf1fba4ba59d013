"""Full garbage collections when the server is idle, and not while somebody waits.

Nearly all that a server lets go of is freed at once; what is left to the collector are closed connections and the like.
A look at everything takes a quarter of a second where three hundred games are played. As Python does it by itself, that
comes in the middle of the moves, and again with every few thousand of them.
"""

import asyncio
import gc
import time
from collections.abc import Callable

YOUNG = 2_000  # new objects after which the new ones are looked at: some milliseconds
NEVER = 1_000_000
LOOK_SECONDS = 1.0
QUIET = 0.2  # of a core
SOONEST, LATEST = 60.0, 600.0  # seconds between two looks at everything: if it is quiet, and if it never is


class QuietCollector:
    """Collects what is young all the time, and everything in quiet moments."""

    def __init__(
        self,
        now: Callable[[], float] = time.monotonic,
        used: Callable[[], float] = time.process_time,
        collect: Callable[[], object] = gc.collect,
    ) -> None:
        self._now, self._used, self._collect = now, used, collect
        self._collected_at = self._looked_at = now()
        self._used_before = used()

    def begin(self) -> None:
        """Look at what is here now once more, and then never again: what was imported stays for ever."""
        self._collect()
        gc.freeze()
        gc.set_threshold(YOUNG, NEVER, NEVER)

    async def run(self) -> None:
        """Collect as long as the server runs."""
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            self.look()

    def look(self) -> None:
        """Collect everything if this is the moment for it."""
        now, used = self._now(), self._used()
        quiet = used - self._used_before < QUIET * (now - self._looked_at)
        self._looked_at, self._used_before = now, used
        if now - self._collected_at >= (SOONEST if quiet else LATEST):
            self._collect()
            self._collected_at = self._now()
            self._looked_at, self._used_before = self._collected_at, self._used()
