"""Opening a database: SQLite in WAL with every commit on disk, or PostgreSQL; and bringing its schema up to date."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import URL, Connection, event, make_url, text
from sqlalchemy.exc import ArgumentError, DatabaseError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from amyitis.errors import AmyitisError, Malformed
from amyitis.extras import need

from .files import private_file

MIGRATIONS = Path(__file__).parent / "migrations"
MIGRATION_LOCK = 0x414D5949  # "AMYI": one server at a time brings the schema of a PostgreSQL database up to date
BUSY_MILLISECONDS = 5_000
POOL_SIZE = 10
CONNECT_SECONDS, COMMAND_SECONDS, POOL_SECONDS = 3.0, 6.0, 5.0
# What SQLite says where the file is sound, but cannot be used now.
ELSEWHERE = ("locked", "readonly", "unable to open", "full", "interrupted")


class Unusable(AmyitisError):
    """A database that cannot be used; the message says why, and what to do."""


def parsed_url(url: str) -> URL:
    """The address of a database, `sqlite:///FILE` or `postgresql://...`; raises Malformed for anything else.

    Raises AmyitisError where the driver for PostgreSQL is not installed.
    """
    try:
        parsed = make_url(url)
    except ArgumentError:
        raise Malformed("the address of the database cannot be read") from None
    backend = parsed.get_backend_name()
    if backend in ("postgresql", "postgres"):
        need("asyncpg")
        return parsed.set(drivername="postgresql+asyncpg")
    if backend != "sqlite" or not parsed.database:
        raise Malformed(f"games are kept in sqlite:///FILE or postgresql://..., not in {backend}")
    return parsed.set(drivername="sqlite+aiosqlite", database=str(Path(parsed.database).expanduser()))


def sqlite_file(url: str) -> Path | None:
    """The file of a SQLite database, as it is really called: not by the name of a link. None for PostgreSQL."""
    parsed = parsed_url(url)
    return Path(str(parsed.database)).resolve() if parsed.get_backend_name() == "sqlite" else None


def open_engine(url: str, command_seconds: float | None = COMMAND_SECONDS) -> AsyncEngine:
    """An engine for an address; raises Malformed for one that is none. No command takes longer than so many seconds.

    What is wrong with a statement may be logged, so errors never show what was to be written: seeds are among it.
    """
    address, file = parsed_url(url), sqlite_file(url)
    if file is None:
        # A connection that was cut while nobody used it is noticed, and replaced, before anything is asked of it.
        return create_async_engine(
            address,
            pool_size=POOL_SIZE,
            max_overflow=0,
            pool_pre_ping=True,
            pool_timeout=POOL_SECONDS,
            hide_parameters=True,
            connect_args={"timeout": CONNECT_SECONDS, "command_timeout": command_seconds},
        )
    private_file(file)
    address = address.set(database=str(file))
    engine = create_async_engine(address, pool_size=5, max_overflow=0, pool_timeout=POOL_SECONDS, hide_parameters=True)
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


async def bring_up_to_date(url: str) -> None:
    """Make the schema of a database, or bring it up to date, however long that takes; raises Unusable."""
    engine = open_engine(url, command_seconds=None)
    try:
        with unusable_if_damaged(url):
            await migrate(engine)
    finally:
        await engine.dispose()


async def migrate(engine: AsyncEngine) -> None:
    """Make the schema, or bring it up to date; raises Unusable for one that a newer program made."""
    async with engine.begin() as connection:
        if engine.dialect.name == "postgresql":
            await connection.execute(text(f"SELECT pg_advisory_xact_lock({MIGRATION_LOCK})"))
        await connection.run_sync(upgrade)


@contextmanager
def unusable_if_damaged(url: str) -> Iterator[None]:
    """Say in a sentence that a SQLite file is damaged, or why else it cannot be used, if that is noticed within."""
    file = sqlite_file(url)
    try:
        yield
    except (DatabaseError, sqlite3.DatabaseError, UnicodeDecodeError) as problem:
        if file is None:
            raise
        reason = " ".join(str(getattr(problem, "orig", problem)).split())[:200]
        if any(sign in reason for sign in ELSEWHERE):
            raise Unusable(f"{file} cannot be used: {reason}") from None
        raise Unusable(
            f"{file} is damaged, or no database ({reason}): amyitis check-database says more, and amyitis "
            "restore brings back what amyitis backup has saved"
        ) from None


def revision_of(connection: Connection) -> str | None:
    """The version of a database's schema; None if it has none yet."""
    return MigrationContext.configure(connection).get_current_revision()


def newest_revision() -> str:
    """The version of the schema that this program makes."""
    return str(_steps().get_current_head())


@cache
def _steps() -> ScriptDirectory:
    """The steps from one version of the schema to the next: read once, not with every opening."""
    return ScriptDirectory.from_config(_config())


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    return config


def upgrade(connection: Connection) -> None:
    """Bring the schema up to date; raises Unusable."""
    revision, newest = revision_of(connection), newest_revision()
    if revision == newest:
        return
    if revision is not None and revision not in {step.revision for step in _steps().walk_revisions()}:
        raise Unusable(
            f"the database was written by a newer program: its schema is {revision}, and this program knows those "
            f"up to {newest}; use the newer program, or a backup from before"
        )
    config = _config()
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
