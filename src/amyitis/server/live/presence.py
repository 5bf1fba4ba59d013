"""`Presence`: who watches a table, and when the holders of its seats were last here.

That is kept in the database, so that every server knows.
"""

import asyncio
import contextlib
import logging
from collections.abc import Callable, Iterable
from dataclasses import replace

from amyitis.api.background_tasks import cancel_all
from amyitis.api.watchers import Watcher, Watchers
from amyitis.store import GameStore
from amyitis.table import Table, now

BEAT_SECONDS = 20.0

logger = logging.getLogger(__name__)

SeatKey = tuple[str, str]  # of a game, and its letter


class Presence:
    """Tells those at a table who of them watches; notes who was here, and writes it down from time to time.

    `known` finds a table that is in memory.
    """

    def __init__(self, store: GameStore, watchers: Watchers, known: Callable[[str], Table | None]) -> None:
        self._store, self._watchers, self._known = store, watchers, known
        self._seen: dict[SeatKey, int] = {}
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Write down who was here, every few seconds."""
        self._task = asyncio.create_task(self._beat())

    # Who watches.

    def enter(self, game_id: str, watcher: Watcher) -> None:
        """Somebody begins to watch."""
        self._watchers.enter(game_id, watcher)
        self._came_or_went(game_id, watcher)

    def leave(self, game_id: str, watcher: Watcher) -> None:
        """Somebody watches no more."""
        self._watchers.leave(game_id, watcher)
        self._came_or_went(game_id, watcher)

    def _came_or_went(self, game_id: str, watcher: Watcher) -> None:
        """If the one who came or went has a seat, the others are told."""
        table = self._known(game_id)
        if table is not None and any(watcher.who.may_claim(seat) for seat in table.seats):
            self.look(table)

    def look(self, table: Table) -> None:
        """See who of those at a table watches, and tell the others if that has changed."""
        online = self._watchers.online(table.facts.id, table.seats)
        if online != table.online:
            at, changed = now(), online ^ table.online
            self.saw(table.facts.id, changed)
            table.seats = [replace(seat, seen=at) if seat.seat in changed else seat for seat in table.seats]
            table.online = online
            self._watchers.wake(table.facts.id)

    def _here(self) -> list[SeatKey]:
        """The seats whose holders watch through this server."""
        tables = [table for game_id in self._watchers.watched if (table := self._known(game_id)) is not None]
        return [(table.facts.id, seat) for table in tables for seat in table.online]

    # When they were here.

    def saw(self, game_id: str, seats: Iterable[str]) -> None:
        """The holders of these seats were here just now."""
        at = now()
        self._seen.update({(game_id, seat): at for seat in seats})

    async def write(self) -> None:
        """Write down what is known."""
        at = now()
        self._seen.update(dict.fromkeys(self._here(), at))
        seen, self._seen = self._seen, {}
        if seen:
            await self._store.saw([(game_id, seat, when) for (game_id, seat), when in seen.items()])

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(BEAT_SECONDS)
            try:
                await self.write()
            except Exception:
                logger.exception("writing down who is here failed")

    async def stop(self) -> None:
        """Write down who was here, for the last time."""
        if self._task is not None:
            await cancel_all([self._task])
        with contextlib.suppress(Exception):
            await self.write()
