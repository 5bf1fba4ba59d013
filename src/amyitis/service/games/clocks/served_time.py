"""`ServedTime`: how much of the time since a moment the players were served, so that their clocks may count it.

Time does not count while this server stood still, before it started, while its machine slept, or while another server
of the same database is missing. A clock that is set forward looks like a pause.
"""

import asyncio
import logging
import os
import secrets
from bisect import bisect_right, insort
from collections.abc import Callable

from amyitis.service.background_tasks import cancel_all, logged
from amyitis.service.ports import Ports
from amyitis.table.clocks.serving import LATE, Outage, Waking, counted, moment_after

TICK_SECONDS, TICK_LATE = 0.1, 200  # milliseconds between two ticks, from which on the server stood still
BEAT_SECONDS = 0.5
MOST_OUTAGES = 50_000  # one a minute in the longest time for a turn
SHOWN_GAP = 1000  # milliseconds: longer gaps are shown to the players at once

logger = logging.getLogger(__name__)


class ServedTime:
    """Looks at the time several times a second, and writes heartbeats while clocks run."""

    def __init__(self, ports: Ports, on_gap: Callable[[], None]) -> None:
        self._timing, self._clock, self._shared = ports.store.timing, ports.clock, ports.store.shared
        self._on_gap = on_gap
        self._name = f"{os.getpid()}-{secrets.token_hex(4)}"
        self._outages: list[Outage] = []  # those that ended first come first
        self._unwritten: list[Outage] = []
        self._missing: int | None = None
        self._beating = False
        self._latest_read = 0
        self._last: tuple[int, float] | None = None
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        """Read when no server was there, and count the time from now on."""
        await self._beat(alone=not self._shared)
        self._look()
        self._tasks = [asyncio.create_task(self._tick()), asyncio.create_task(self._beats())]

    async def stop(self) -> None:
        """Note that this server was here until now."""
        await cancel_all(self._tasks)
        if self._tasks and self._beating:
            await self._timing.leave(self._name, self._clock.now())

    @property
    def is_missing_somebody(self) -> bool:
        """Whether another server is missing, so that nobody's time can be up."""
        return self._missing is not None

    def counted(self, since: int, waking: Waking | None = None) -> int:
        """Return how many milliseconds since a moment count."""
        return counted(since, self._clock.now(), self._away(since), waking)

    def given_back(self, since: int) -> int:
        """Return the milliseconds since a moment in which nobody was served."""
        return max(0, self._clock.now() - since) - self.counted(since)

    def moment_after(self, since: int, amount: int, waking: Waking | None = None) -> int:
        """Return when so many milliseconds will have been counted."""
        return moment_after(since, amount, self._away(since), waking)

    def _away(self, since: int) -> list[Outage]:
        self._look()
        now = self._clock.now()
        missing = [] if self._missing is None else [Outage(self._missing, now)]
        return self._outages[bisect_right(self._outages, since, key=_ended) :] + missing

    # Looking at the time.

    def _look(self) -> None:
        """Note a gap if nobody has looked for a while: this server stood still, or its clock was set forward."""
        now, monotonic = self._clock.now(), self._clock.monotonic()
        if self._last is not None:
            last, steady = self._last
            if max(now - last, 1000 * (monotonic - steady)) > TICK_LATE and now > last:
                self._note(Outage(last, now))
        self._last = now, monotonic

    def _note(self, gap: Outage) -> None:
        self._unwritten.append(gap)
        if self._outages and self._outages[-1].ended == gap.begun:
            gap = Outage(self._outages.pop().begun, gap.ended)
        self._keep(gap)

    def _keep(self, outage: Outage) -> None:
        insort(self._outages, outage, key=_ended)
        del self._outages[:-MOST_OUTAGES]
        if outage.ended - outage.begun > SHOWN_GAP:
            self._on_gap()

    async def _tick(self) -> None:
        while True:
            self._look()
            await self._clock.sleep(TICK_SECONDS)

    # Heartbeats.

    async def _beats(self) -> None:
        while True:
            await self._clock.sleep(BEAT_SECONDS)
            with logged(logger, "writing a heartbeat failed"):
                if await self._timing.running():
                    await self._beat()
                elif self._beating:
                    self._beating, self._missing = False, None
                    await self._timing.leave(self._name)

    async def _beat(self, alone: bool = False) -> None:
        self._look()
        gaps, self._unwritten = self._unwritten, []
        try:
            self._missing = await self._timing.beat(self._name, self._clock.now(), gaps, alone)
        except BaseException:
            self._unwritten = gaps + self._unwritten
            raise
        self._beating = True
        if self._shared or self._latest_read == 0:
            await self._read()

    async def _read(self) -> None:
        """Read outages that other servers have written, or this one before it was started anew."""
        known = set(self._outages)
        for outage in await self._timing.outages(self._latest_read - 10 * LATE):
            self._latest_read = max(self._latest_read, outage.ended)
            if outage not in known:
                self._keep(outage)
        self._latest_read = self._latest_read or 1


def _ended(outage: Outage) -> int:
    return outage.ended
