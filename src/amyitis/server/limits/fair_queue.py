"""`FairQueue`: which of the waiting requests gets the next free worker."""

import asyncio
import time
from collections import Counter, OrderedDict, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from amyitis.service.bounded_cache import BoundedCache
from amyitis.service.waiting_room import address_of

HALF_LIFE = 60.0  # seconds after which what was thought for somebody counts half
MOST_KEPT = 10_000


class FairQueue:
    """Shares out places between quota owners: first between addresses, then between the people of each.

    Next is the one for whom least was computed lately; the work of one person comes in turns. With several places, one
    address never has them all, so that a newcomer finds a place, or soon gets one.
    """

    def __init__(self, places: int) -> None:
        self._free, self._most_of_one = places, max(1, places - 1)
        self._waiting: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()
        self._used: BoundedCache[str, tuple[float, float]] = BoundedCache(MOST_KEPT)  # seconds, and when counted
        self._has = Counter[str]()  # by address

    @asynccontextmanager
    async def place(self, owner: str) -> AsyncIterator[None]:
        """A place for as long as it is used."""
        await self._enter(owner)
        began = time.monotonic()
        try:
            yield
        finally:
            self._charge(owner, time.monotonic() - began)
            self._leave(owner)

    def used(self, owner: str) -> float:
        """How many seconds were thought for somebody lately."""
        seconds, then = self._used.get(owner, (0.0, 0.0))
        return float(seconds * 0.5 ** ((time.monotonic() - then) / HALF_LIFE))

    @property
    def load(self) -> int:
        """How many wait or have a place."""
        return len(self) + self._has.total()

    def __len__(self) -> int:
        return sum(map(len, self._waiting.values()))

    async def _enter(self, owner: str) -> None:
        called: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(owner, deque()).append(called)
        self._call()
        try:
            await called
        except asyncio.CancelledError:
            if called.done() and not called.cancelled():  # called, and gone in the same moment
                self._leave(owner)
            else:
                self._drop(owner, called)
            raise

    def _leave(self, owner: str) -> None:
        self._free += 1
        address = address_of(owner)
        self._has[address] -= 1
        if not self._has[address]:
            del self._has[address]
        self._call()

    def _call(self) -> None:
        """Call those who are next, as long as there are places."""
        while self._free:
            may = [owner for owner in self._waiting if self._has[address_of(owner)] < self._most_of_one]
            if not may:
                return
            owner = min(may, key=self._order)
            called = self._waiting[owner][0]
            self._drop(owner, called)
            self._free -= 1
            self._has[address_of(owner)] += 1
            called.set_result(None)

    def _order(self, owner: str) -> tuple[int, float, float]:
        """What the next one has least of."""
        address = address_of(owner)
        return self._has[address], self.used(address), self.used(owner)

    def _drop(self, owner: str, called: asyncio.Future[None]) -> None:
        self._waiting[owner].remove(called)
        if not self._waiting[owner]:
            del self._waiting[owner]

    def _charge(self, owner: str, seconds: float) -> None:
        for name in {owner, address_of(owner)}:
            self._used[name] = (self.used(name) + seconds, time.monotonic())
