"""`Tables`: the tables in use, cached in memory; the log has them all."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar
from weakref import WeakValueDictionary

from amyitis.box.errors import WorkerLost
from amyitis.service.bounded_cache import BoundedCache
from amyitis.service.events import EventBus, TableChanged, TableLoaded
from amyitis.service.ports import Ports
from amyitis.service.problems import Conflict, NotFound, table_refusals
from amyitis.table import Entry, GameMetadata, LogEntry, SeatMetadata, Table
from amyitis.table.messages.serializing import Serializer
from amyitis.table.replaying import entries_of_log
from amyitis.table.table import ENTRIES_KEPT

from .watching.watchers import Watchers

MOST_NEWS = 10_000
HISTORIES_KEPT = 12

T = TypeVar("T")


class Tables:
    """Loads tables from the log, follows what other servers or tabs append to it, and replays whole logs."""

    def __init__(self, ports: Ports, watchers: Watchers, events: EventBus, serializer: Serializer, cached: int) -> None:
        self._store, self._boxes, self._watchers = ports.store, ports.boxes, watchers
        self._events, self._serializer = events, serializer
        self._tables: BoundedCache[str, Table] = BoundedCache(cached)
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._news: set[str] = set()
        self._histories: BoundedCache[str, list[Entry]] = BoundedCache(HISTORIES_KEPT)
        events.subscribe(TableChanged, lambda event: watchers.wake(event.table.metadata.id))

    async def table(self, game_id: str, fresh: bool = False) -> Table:
        """Return the table of a game, up to date; raises NotFound.

        Where several servers share the store, a cached table is taken as it is unless news of it has come; `fresh`
        asks the store all the same.
        """
        known = self._tables.get(game_id)
        if known is not None and not self._is_stale(game_id, fresh):
            self._tables.move_to_end(game_id)
            return known
        async with self.lock(game_id):
            return await self.current(game_id, fresh)

    def lock(self, game_id: str) -> asyncio.Lock:
        """Return the lock of a game, to be held while it is changed."""
        lock = self._locks.get(game_id)
        if lock is None:
            lock = self._locks[game_id] = asyncio.Lock()
        return lock

    async def current(self, game_id: str, fresh: bool = False) -> Table:
        """Return the table, up to date; the caller holds the game's lock."""
        table, stale = self._tables.get(game_id), self._is_stale(game_id, fresh)
        if table is None or (table.in_lobby and stale):  # a game that begins gets a new table
            before, table = table, await self._load(game_id)
            self._tables[game_id] = table
            self._events.publish(TableLoaded(table))
            if before is not None and (before.ply, before.seating) != (table.ply, table.seating):
                self._watchers.wake(game_id)  # they may have looked at the one before
        elif stale:
            await self.catch_up(table)
        if game_id in self._tables:  # others may have needed its place meanwhile
            self._tables.move_to_end(game_id)
        return table

    def cached(self, game_id: str) -> Table | None:
        """Return the table of a game if it is in memory."""
        return self._tables.get(game_id)

    def drop(self, game_id: str) -> None:
        """Evict a table: the next request reads the log."""
        self._tables.pop(game_id, None)

    def forget(self, game_id: str) -> None:
        """Evict a deleted game, and the one that it followed."""
        for table in list(self._tables.values()):
            if game_id in (table.metadata.id, table.metadata.rematch):
                self.drop(table.metadata.id)
        self._histories.pop(game_id, None)

    async def metadata(self, game_id: str) -> tuple[GameMetadata, list[SeatMetadata]]:
        """Return a game's metadata and seats; raises NotFound, and Conflict if its rules or box are not available."""
        metadata = await self._store.game(game_id)
        if metadata is None:
            raise no_game()
        await self._boxes.check(metadata)
        seats = await self._store.seats(game_id)
        if not seats:  # deleted meanwhile
            raise no_game()
        return metadata, seats

    async def log(self, metadata: GameMetadata, upto: int | None = None) -> list[LogEntry]:
        """Return the log of a game, up to a ply; raises Conflict before it has begun, NotFound if it was deleted."""
        end = metadata.ply if upto is None else min(upto, metadata.ply)
        if not metadata.start:
            raise Conflict("the game has not begun: its set-up is drawn when everybody sits at the table")
        log = await self._store.log(metadata.id, upto=end)
        if len(log) != end:
            raise no_game()
        return log

    async def _load(self, game_id: str) -> Table:
        self._news.discard(game_id)
        metadata, seats = await self.metadata(game_id)
        log = await self.log(metadata) if metadata.start else []
        table, entries = await self._boxes.open_table(metadata, seats, log)
        self._remember(game_id, entries)
        return table

    # Questions to tables and logs.

    async def ask(self, game_id: str, question: Callable[[Table], T]) -> T:
        """Ask a table something where its rules run; raises a Refused."""
        _table, answer = await self.asked(game_id, self.table, question)
        return answer

    async def asked(
        self, game_id: str, find: Callable[[str], Awaitable[Table]], question: Callable[[Table], T]
    ) -> tuple[Table, T]:
        """Return a table and its answer; a table lost by its process is opened again once. Raises a Refused."""
        try:
            return await self._ask(await find(game_id), question)
        except WorkerLost:
            self.drop(game_id)
            return await self._ask(await find(game_id), question)

    async def _ask(self, table: Table, question: Callable[[Table], T]) -> tuple[Table, T]:
        with table_refusals(table):
            return table, await self._boxes.ask(table, question)

    async def replayed(
        self, game_id: str, function: Callable[..., T], *arguments: Any, upto: int | None = None, owner: str = ""
    ) -> tuple[GameMetadata, T]:
        """Return a game's metadata and `function(metadata, log, *arguments)`, by the game's own rules.

        The log is whole, or up to a ply. Raises NotFound.
        """
        metadata, _seats = await self.metadata(game_id)
        log = await self.log(metadata, upto)
        return metadata, await self._boxes.call(metadata.box, function, metadata, log, *arguments, owner=owner)

    async def entries_after(self, table: Table, since: int, owner: str = "") -> list[Any]:
        """Return the serialized entries behind a ply, up to the table's own.

        The table may move on while older entries are replayed, so it is looked at last: there are exactly as many
        entries as it has plies when this returns.
        """
        while (recent := table.entries_after(since)) is None:
            known = self._histories.get(table.metadata.id, [])
            if not known or table.entries_after(len(known)) is None:
                _metadata, known = await self.replayed(table.metadata.id, entries_of_log, upto=table.ply, owner=owner)
                self._remember(table.metadata.id, known)
            messages = await self._boxes.call(self._boxes.own, self._serializer.entries, known[since:], owner=owner)
            later = table.entries_after(since + len(messages))
            if later is not None:
                return [*messages, *(self._serializer.entry(table, entry) for entry in later)]
        return [self._serializer.entry(table, entry) for entry in recent]

    def _remember(self, game_id: str, entries: list[Entry]) -> None:
        if len(entries) > ENTRIES_KEPT:
            self._histories[game_id] = entries

    # Changes made elsewhere.

    def heard(self, game_id: str) -> None:
        """Note that another server or tab has changed a game."""
        if len(self._news) > MOST_NEWS:
            self._news.intersection_update([*self._tables, *self._locks])
        self._news.add(game_id)
        self._watchers.wake(game_id)

    def gap(self) -> None:
        """Note that news may have been missed: every table is looked at again."""
        self._news.update(self._tables)
        self._watchers.wake_all()

    def _is_stale(self, game_id: str, fresh: bool) -> bool:
        return game_id in self._news or (self._store.shared and (fresh or not self._store.listening))

    async def catch_up(self, table: Table) -> None:
        """Follow what others have appended; raises NotFound if the game is gone."""
        game_id = table.metadata.id
        self._news.discard(game_id)
        try:
            head = await self._store.head(game_id)
            if head is None:
                self.drop(game_id)
                raise no_game()
            if head == (table.ply, table.seating):
                return
            ply, seating = head
            if ply > table.ply:
                await self._boxes.follow(table, await self._store.log(game_id, after=table.ply, upto=ply))
            if seating != table.seating:
                table.metadata, table.seats = await self.metadata(game_id)
                table.seating = seating
                self._events.publish(TableLoaded(table))
        except BaseException:
            self._news.add(game_id)  # the caller may have been cancelled: the next one looks again
            raise
        self._watchers.wake(game_id)


def no_game() -> NotFound:
    """Return the refusal of a request for a game that is not there."""
    return NotFound("there is no such game", key="no_game")
