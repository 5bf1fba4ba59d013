"""`FairQueue`: whose turn is thought about next, if more wait than there are workers."""

import asyncio
import time
from collections import OrderedDict, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from amyitis.service.bounded_cache import BoundedCache

HALF_LIFE = 60.0  # seconds after which what was thought for somebody counts half
MOST_KEPT = 10_000


class FairQueue:
    """Shares out places between payers: next is the one for whom least was thought lately, each payer's games by turns.

    With several places, one payer never has them all, so that whoever comes finds a place, or soon gets one.
    """

    def __init__(self, places: int) -> None:
        self._free, self._most_of_one = places, max(1, places - 1)
        self._waiting: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()
        self._used: BoundedCache[str, tuple[float, float]] = BoundedCache(MOST_KEPT)  # seconds, and when counted
        self._has: dict[str, int] = {}

    @asynccontextmanager
    async def place(self, payer: str) -> AsyncIterator[None]:
        """A place for as long as it is used."""
        await self._enter(payer)
        began = time.monotonic()
        try:
            yield
        finally:
            self._charge(payer, time.monotonic() - began)
            self._leave(payer)

    def used(self, payer: str) -> float:
        """How many seconds were thought for somebody lately."""
        seconds, then = self._used.get(payer, (0.0, 0.0))
        return float(seconds * 0.5 ** ((time.monotonic() - then) / HALF_LIFE))

    def __len__(self) -> int:
        return sum(map(len, self._waiting.values()))

    async def _enter(self, payer: str) -> None:
        called: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(payer, deque()).append(called)
        self._call()
        try:
            await called
        except asyncio.CancelledError:
            if called.done() and not called.cancelled():  # called, and gone in the same moment
                self._leave(payer)
            else:
                self._drop(payer, called)
            raise

    def _leave(self, payer: str) -> None:
        self._free += 1
        self._has[payer] -= 1
        if not self._has[payer]:
            del self._has[payer]
        self._call()

    def _call(self) -> None:
        """Call those who are next, as long as there are places."""
        while self._free:
            may = [payer for payer in self._waiting if self._has.get(payer, 0) < self._most_of_one]
            if not may:
                return
            payer = min(may, key=lambda one: (self._has.get(one, 0), self.used(one)))
            called = self._waiting[payer][0]
            self._drop(payer, called)
            self._free -= 1
            self._has[payer] = self._has.get(payer, 0) + 1
            called.set_result(None)

    def _drop(self, payer: str, called: asyncio.Future[None]) -> None:
        self._waiting[payer].remove(called)
        if not self._waiting[payer]:
            del self._waiting[payer]

    def _charge(self, payer: str, seconds: float) -> None:
        self._used[payer] = (self.used(payer) + seconds, time.monotonic())
