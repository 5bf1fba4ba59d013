"""`Presence`: who watches a table, and when the holders of its seats were last here.

It is written to the store from time to time, so that every server knows. Nobody is absent for time in which this server
could not see them: before it started, or while it stood still.
"""

import asyncio
import contextlib
import logging
from collections.abc import Iterable
from dataclasses import replace

from amyitis.service.background_tasks import cancel_all, logged
from amyitis.service.events import EventBus, PeopleLeft, TableLoaded
from amyitis.service.games.tables import Tables
from amyitis.service.ports import Ports
from amyitis.table import Table

from .watchers import Watcher, Watchers

HEARTBEAT_SECONDS = 20.0
LONGEST_BEAT = 40_000  # milliseconds between two beats; after more, the server stood still, or its clock was set

logger = logging.getLogger(__name__)

SeatKey = tuple[str, str]  # game and seat letter


class Presence:
    """Tells those at a table who of them is watching, and notes who was here."""

    def __init__(self, ports: Ports, events: EventBus, watchers: Watchers, tables: Tables) -> None:
        self._store, self._clock, self._watchers, self._tables = ports.store, ports.clock, watchers, tables
        self._seen: dict[SeatKey, int] = {}
        self._looked = self._attentive_since = 0  # milliseconds since 1970
        self._task: asyncio.Task[None] | None = None
        self._events = events
        events.subscribe(TableLoaded, lambda event: self.update(event.table))

    def start(self) -> None:
        """Write down who was here, every few seconds."""
        self._task = asyncio.create_task(self._beat())

    # Who watches.

    def enter(self, game_id: str, watcher: Watcher) -> None:
        """Add a watcher."""
        self._watchers.enter(game_id, watcher)
        self._came_or_went(game_id, watcher)

    def leave(self, game_id: str, watcher: Watcher) -> None:
        """Remove a watcher."""
        self._watchers.leave(game_id, watcher)
        self._came_or_went(game_id, watcher)

    def _came_or_went(self, game_id: str, watcher: Watcher) -> None:
        table = self._tables.cached(game_id)
        if table is not None and any(watcher.identity.may_claim(seat) for seat in table.seats):
            self.update(table)

    def update(self, table: Table) -> None:
        """Look which players of a table are watching, and wake the others if that has changed."""
        online = self._watchers.online(table.metadata.id, table.seats)
        if online != table.online:
            at, changed = self._clock.now(), online ^ table.online
            self.saw(table.metadata.id, changed)
            table.seats = [replace(seat, seen=at) if seat.seat in changed else seat for seat in table.seats]
            left, table.online = table.online - online, online
            self._watchers.wake(table.metadata.id)
            if left:
                self._events.publish(PeopleLeft(table, left))

    def _here(self) -> list[SeatKey]:
        """The seats whose holders watch through this server."""
        tables = [table for game_id in self._watchers.watched if (table := self._tables.cached(game_id)) is not None]
        return [(table.metadata.id, seat) for table in tables for seat in table.online]

    # When they were here.

    def attentive_since(self) -> int:
        """Return the moment since which this server sees who is here: its start, or the end of its last pause."""
        now = self._clock.now()
        if not 0 <= now - self._looked <= LONGEST_BEAT:
            self._attentive_since = now
        self._looked = now
        return self._attentive_since

    def saw(self, game_id: str, seats: Iterable[str]) -> None:
        """Note that the holders of these seats were here just now."""
        at = self._clock.now()
        self._seen.update({(game_id, seat): at for seat in seats})

    async def last_seen(self, game_id: str) -> dict[str, int]:
        """Return when the holders of the seats of a game were last here, as far as all servers have said so."""
        table, now = self._tables.cached(game_id), self._clock.now()
        here = dict.fromkeys(() if table is None else table.online, now)
        return {
            row.seat: max(row.seen, here.get(row.seat, 0), self._seen.get((game_id, row.seat), 0))
            for row in await self._store.seats(game_id)
        }

    async def write(self) -> None:
        """Write down what is known."""
        at = self._clock.now()
        self._seen.update(dict.fromkeys(self._here(), at))
        seen = dict(self._seen)
        if seen:
            await self._store.saw([(game_id, seat, when) for (game_id, seat), when in seen.items()])
        self._seen = {key: when for key, when in self._seen.items() if seen.get(key) != when}

    async def _beat(self) -> None:
        while True:
            self.attentive_since()
            await self._clock.sleep(HEARTBEAT_SECONDS)
            with logged(logger, "writing presence failed"):
                await self.write()

    async def stop(self) -> None:
        """Write down who was here for the last time."""
        if self._task is not None:
            await cancel_all([self._task])
        with contextlib.suppress(Exception):
            await self.write()
