"""`Tables`: the tables in use, kept in memory as long as there is room; the log has them all."""

import asyncio
from collections.abc import Callable
from weakref import WeakValueDictionary

from amyitis.api.bounded_cache import BoundedCache
from amyitis.server.boxes.boxes import Boxes
from amyitis.server.boxes.foreign_table import ForeignTable
from amyitis.server.refusals import NotFound
from amyitis.store import GameStore
from amyitis.table import GameFacts, LogEntry, SeatFacts, Table
from amyitis.table.shortening import is_short

from .history import History, whole_log

MOST_NEWS = 10_000
SHORT_LOG = 120  # entries from which on a log is replayed beside the event loop


class Tables:
    """Loads tables from the log, and follows what other servers append to it.

    `on_load` is called for a table that was loaded, or whose seats have changed elsewhere; `on_news` with the id of a
    game that has changed elsewhere, once its table is up to date.
    """

    def __init__(self, store: GameStore, room: int, boxes: Boxes) -> None:
        self.history = History(store, self.facts, boxes)
        self._boxes = boxes
        self.on_load: Callable[[Table], None] = lambda _table: None
        self.on_news: Callable[[str], None] = lambda _game_id: None
        self._store = store
        self._tables: BoundedCache[str, Table] = BoundedCache(room)
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._news: set[str] = set()

    async def table(self, game_id: str, surely: bool = False) -> Table:
        """The table of a game, up to date; raises NotFound.

        Where several servers share the database, a table in memory is taken as it is unless news of it has come;
        `surely` asks the database all the same.
        """
        known = self._tables.get(game_id)
        if known is not None and not (self._store.shared and (surely or not self._is_current(game_id))):
            self._tables.move_to_end(game_id)
            return known
        async with self.lock(game_id):
            return await self.current(game_id, surely)

    def lock(self, game_id: str) -> asyncio.Lock:
        """The lock of a game: whoever changes it holds it."""
        lock = self._locks.get(game_id)
        if lock is None:
            lock = self._locks[game_id] = asyncio.Lock()
        return lock

    async def current(self, game_id: str, surely: bool = False) -> Table:
        """The table, up to date, for one who holds the game's lock."""
        table, stale = self._tables.get(game_id), self._store.shared and (surely or not self._is_current(game_id))
        if table is None or (table.gathering and stale):  # where a game begins, its table begins anew
            before, table = table, await self._load(game_id)
            self._tables[game_id] = table
            self.on_load(table)
            if before is not None and (before.ply, before.seating) != (table.ply, table.seating):
                self.on_news(game_id)  # whoever watches may have looked at the one before
        elif stale:
            await self.catch_up(table)
        self._tables.move_to_end(game_id)
        return table

    def known(self, game_id: str) -> Table | None:
        """The table of a game if it is in memory."""
        return self._tables.get(game_id)

    def drop(self, game_id: str) -> None:
        """Let go of a table: the next one who asks reads the log."""
        self._tables.pop(game_id, None)

    def forget(self, game_id: str) -> None:
        """Let go of a game that is gone, and of the one that it followed, which says so."""
        for table in list(self._tables.values()):
            if game_id in (table.facts.id, table.facts.rematch):
                self.drop(table.facts.id)
        self.history.forget(game_id)

    async def facts(self, game_id: str) -> tuple[GameFacts, list[SeatFacts]]:
        """A game's facts and seats; raises NotFound, and Conflict for a game whose rules or box are not here."""
        facts = await self._store.game(game_id)
        if facts is None:
            raise NotFound("there is no such game")
        await self._boxes.check(facts)
        return facts, await self._store.seats(game_id)

    async def _load(self, game_id: str) -> Table:
        self._news.discard(game_id)
        facts, seats = await self.facts(game_id)
        log = await whole_log(self._store, facts) if facts.start else []
        process = await self._boxes.process(facts.box)
        table: Table
        if process is not None:
            table, entries = await asyncio.to_thread(ForeignTable.open, process, facts, seats, log)
        elif len(log) < SHORT_LOG:
            table, entries = Table.rebuild(facts, seats, log)
        else:
            table, entries = await asyncio.to_thread(Table.rebuild, facts, seats, log)
        if not is_short(facts, log):
            self.history.remember(game_id, entries)
        return table

    # News of other servers.

    def heard(self, game_id: str) -> None:
        """Another server says that a game has changed."""
        if len(self._news) > MOST_NEWS:
            self._news.intersection_update([*self._tables, *self._locks])
        self._news.add(game_id)

    def gap(self) -> None:
        """News may have been missed: every table is looked at again."""
        self._news.update(self._tables)

    def _is_current(self, game_id: str) -> bool:
        return self._store.listening and game_id not in self._news

    async def catch_up(self, table: Table) -> None:
        """Follow what other servers have appended; raises NotFound if the game is gone."""
        game_id = table.facts.id
        self._news.discard(game_id)
        try:
            head = await self._store.head(game_id)
            if head is None:
                self.drop(game_id)
                raise NotFound("there is no such game")
            if head == (table.ply, table.seating):
                return
            ply, seating = head
            if ply > table.ply:
                await self._follow(table, await self._store.log(game_id, after=table.ply, upto=ply))
            if seating != table.seating:
                table.facts, table.seats = await self.facts(game_id)
                table.seating = seating
                self.on_load(table)
        except BaseException:
            self._news.add(game_id)  # whoever asked may have gone away: the next one looks again
            raise
        self.on_news(game_id)

    @staticmethod
    async def _follow(table: Table, log: list[LogEntry]) -> None:
        """Go on with entries that were appended elsewhere."""
        if table.apart:
            await asyncio.to_thread(table.follow, log)
        else:
            table.follow(log)
