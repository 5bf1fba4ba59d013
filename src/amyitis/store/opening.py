"""Opening a database: SQLite in WAL with every commit on disk, or PostgreSQL; and bringing its schema up to date."""

import sqlite3
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, event, make_url, text
from sqlalchemy.exc import ArgumentError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from amyitis.errors import Malformed

MIGRATIONS = Path(__file__).parent / "migrations"
MIGRATION_LOCK = 0x414D5949  # "AMYI": one server at a time brings the schema of a PostgreSQL database up to date
BUSY_MILLISECONDS = 10_000
POOL_SIZE = 10


def open_engine(url: str) -> AsyncEngine:
    """An engine for `sqlite:///FILE` or `postgresql://...`; raises Malformed for anything else.

    What is wrong with a statement may be logged, so errors never show what was to be written: seeds are among it.
    """
    try:
        parsed = make_url(url)
    except ArgumentError:
        raise Malformed("the address of the database cannot be read") from None
    backend = parsed.get_backend_name()
    if backend in ("postgresql", "postgres"):
        # A connection that was cut while nobody used it is noticed, and replaced, before anything is asked of it.
        address = parsed.set(drivername="postgresql+asyncpg")
        return create_async_engine(
            address, pool_size=POOL_SIZE, max_overflow=0, pool_pre_ping=True, hide_parameters=True
        )
    if backend != "sqlite" or not parsed.database:
        raise Malformed(f"games are kept in sqlite:///FILE or postgresql://..., not in {backend}")
    file = Path(parsed.database).expanduser()
    file.parent.mkdir(parents=True, exist_ok=True)
    address = parsed.set(drivername="sqlite+aiosqlite", database=str(file))
    engine = create_async_engine(address, pool_size=3, max_overflow=0, hide_parameters=True)
    event.listen(engine.sync_engine, "connect", _durable)
    return engine


def open_writer(engine: AsyncEngine) -> sqlite3.Connection:
    """A second way into a SQLite file, for the thread that appends to the log and makes its own transactions."""
    assert engine.url.database is not None
    connection = sqlite3.connect(engine.url.database, isolation_level=None, check_same_thread=False)
    _durable(connection, None)
    return connection


def _durable(connection: Any, _record: Any) -> None:
    """A commit returns when it is on the disk (FULL), and readers never wait for the writer (WAL)."""
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", f"busy_timeout={BUSY_MILLISECONDS}"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


async def migrate(engine: AsyncEngine) -> None:
    """Make the schema, or bring it up to date."""
    async with engine.begin() as connection:
        if engine.dialect.name == "postgresql":
            await connection.execute(text(f"SELECT pg_advisory_xact_lock({MIGRATION_LOCK})"))
        await connection.run_sync(_upgrade)


def _upgrade(connection: Connection) -> None:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
