"""`Database`: the connections to a database, transactions and queries, and the news that servers send each other."""

import asyncio
import secrets
from collections.abc import AsyncIterator, Callable, Collection, Mapping, Sequence
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any, Self

from sqlalchemy import RowMapping, Table, delete, insert, select, text
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from .appending import Appender
from .files import check_room
from .notices import BANS, CHANNEL, DEVICES_OF_A_NOTICE, REVOKED, TALK, Listener, Poller, Together
from .opening import bring_up_to_date, open_engine, open_writer
from .parts.part import now
from .retry import in_time, retried
from .schema import notices, settings

HEALTH = "health"


class Database:
    """A SQLite file, which one process owns, or a PostgreSQL database, which many may share."""

    def __init__(self, engine: AsyncEngine, beside: bool = False) -> None:
        self._engine, self._beside = engine, beside
        self._writing, self._queue = asyncio.Lock(), asyncio.Lock()
        self._appender = None if self.shared else Appender(partial(open_writer, engine), self._writing)
        self._listener: Listener | Poller | None = None
        self._at_once = engine.execution_options(isolation_level="AUTOCOMMIT") if self.shared else engine
        self._name = secrets.token_hex(6)

    @classmethod
    async def open(cls, url: str, beside: bool = False) -> Self:
        """Open the database at an address and bring its schema up to date; raises Unusable.

        `beside`: for a command that changes the SQLite file of a server which may be running, and has to notice.
        """
        await bring_up_to_date(url)
        return cls(open_engine(url), beside)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_problem: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Finish what is being written and close."""
        if self._listener is not None:
            await self._listener.stop()
        if self._appender is not None:
            await self._appender.stop()
        await self._engine.dispose()

    @property
    def shared(self) -> bool:
        """Whether other servers may write to the same database."""
        return self._engine.dialect.name == "postgresql"

    @property
    def file(self) -> Path | None:
        """The file of the database; None for PostgreSQL."""
        return None if self.shared else Path(str(self._engine.url.database))

    @property
    def kind(self) -> str:
        """The kind of database."""
        return self._engine.dialect.name

    async def listen(
        self,
        on_game: Callable[[str], None],
        on_revoked: Callable[[set[str]], None],
        on_gap: Callable[[], None],
        on_bans: Callable[[], None] = lambda: None,
        on_talk: Callable[[str], None] = lambda _game: None,
    ) -> None:
        """Call `on_game` for every game that another server or a command changes, `on_gap` when some may be missed.

        `on_revoked` gets the devices that lost their rights elsewhere, those of a moment together; `on_bans` is called
        when the people who are banned have changed, `on_talk` for every game in which something was said.
        """
        together = Together(on_revoked)

        def on_notice(notice: str) -> None:
            what, _, server = notice.partition(" ")
            if server == self._name:
                return
            if what.startswith(REVOKED):
                together.add(what.removeprefix(REVOKED).split(","))
            elif what == BANS:
                on_bans()
            elif what.startswith(TALK):
                on_talk(what.removeprefix(TALK))
            else:
                on_game(what)

        if self.shared:
            self._listener = Listener(self._engine.url, on_notice, on_gap)
        else:
            self._listener = Poller(self._take_notices, on_notice)
        await self._listener.start()

    @in_time
    async def _take_notices(self) -> list[str]:
        """Take what commands have written for this server."""
        if not await self.values(select(notices.c.id).limit(1)):
            return []
        async with self.transaction() as connection:
            taken = await connection.execute(delete(notices).returning(notices.c.id, notices.c.notice))
            return [notice for _id, notice in sorted(map(tuple, taken))]

    @property
    def listening(self) -> bool:
        """Whether news of other servers would be heard now."""
        return isinstance(self._listener, Listener) and self._listener.listening.is_set()

    @in_time
    async def try_to_write(self) -> None:
        """Write something, as a move would; raises if that does not go well, or hardly any room is left on the disk.

        A row that is written over and over needs no room: moves could fail where it would not.
        """
        if not self.shared:
            check_room(str(self._engine.url.database))
        async with self.transaction() as connection:
            await connection.execute(self.upsert(settings, {"name": HEALTH, "value": str(now())}, "name"))

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[AsyncConnection]:
        """A connection to write with; what was written is kept if nothing is raised.

        Others wait in a queue before the lock, so that a move waits for one of them, not for all.
        """
        async with self._queue, self._writing, self._engine.begin() as connection:
            yield connection

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        """A connection to read with."""
        async with self._engine.connect() as connection:
            yield connection

    @retried
    async def rows(self, query: Any) -> Sequence[RowMapping]:
        """Return the rows that a query finds."""
        async with self._at_once.connect() as connection:
            return (await connection.execute(query)).mappings().all()

    @retried
    async def values(self, query: Any) -> list[Any]:
        """Return the first column of the rows that a query finds."""
        async with self._at_once.connect() as connection:
            return list((await connection.execute(query)).scalars())

    async def value(self, query: Any) -> Any | None:
        """Return the first column of the only row that a query finds, or None."""
        return next(iter(await self.values(query)), None)

    async def notify_revoked(self, connection: AsyncConnection, gone: Collection[str]) -> None:
        """Tell the other servers, with the commit, which devices have lost their rights."""
        ids = sorted(gone)
        for first in range(0, len(ids), DEVICES_OF_A_NOTICE):
            await self.notify(connection, REVOKED + ",".join(ids[first : first + DEVICES_OF_A_NOTICE]))

    async def notify(self, connection: AsyncConnection, what: str) -> None:
        """Tell the other servers, or the one whose file this is, that a game has changed, by its id."""
        if self.shared:
            notice = {"channel": CHANNEL, "notice": f"{what} {self._name}"}
            await connection.execute(text("SELECT pg_notify(:channel, :notice)"), notice)
        elif self._beside:
            await connection.execute(insert(notices).values(notice=f"{what} {self._name}"))

    def insert(self, table: Any) -> Any:
        """INSERT with ON CONFLICT, in the words of this database."""
        return postgresql.insert(table) if self.shared else sqlite.insert(table)

    def upsert(self, table: Table, row: Mapping[str, Any], *keys: str) -> Any:
        """INSERT a row, or take it instead of the one with the same keys."""
        return self.insert(table).values(**row).on_conflict_do_update(index_elements=keys, set_=row)
