"""Backups: a SQLite file that holds all there is at one moment, from either kind of database, for either kind.

A copy of the `.sqlite` file of a running server lacks what is still in the file beside it (`-wal`): moves would be lost
without a word. SQLite's own online backup takes both, while the server goes on.
"""

import secrets
import sqlite3
from contextlib import closing
from pathlib import Path

from sqlalchemy import Table, func, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from amyitis.errors import AmyitisError
from amyitis.files import draft_of

from .files import BESIDE, private_file
from .opening import (
    Unusable,
    bring_up_to_date,
    newest_revision,
    open_engine,
    revision_of,
    sqlite_file,
    unusable_if_damaged,
)
from .schema import claims, games, metadata

ROWS_AT_ONCE = 1000
TABLES = [table for table in metadata.sorted_tables if table is not claims]  # a claim ends with the server that has it


async def back_up(url: str, file: Path) -> int:
    """Save a database into a file that is not there yet; returns the number of games. Raises AmyitisError."""
    if file.exists():
        raise AmyitisError(f"{file} is there already: give the backup another name")
    source = sqlite_file(url)
    if source is not None and not source.exists():
        raise AmyitisError(f"there is no database {source}")
    try:
        with draft_of(file, BESIDE) as draft:
            private_file(draft)
            if source is not None:
                with unusable_if_damaged(url):
                    _copy_file(source, draft)
            else:
                await bring_up_to_date(_url(draft))
                await _copy_rows(url, _url(draft))
            return _check_backup(draft)
    except OSError as problem:
        raise AmyitisError(f"{file} cannot be written: {problem.strerror}") from None


async def restore(file: Path, url: str) -> int:
    """Put a backup into a database that has no games yet; returns the number of games. Raises AmyitisError."""
    if not file.is_file():
        raise AmyitisError(f"there is no backup {file}")
    count, target = _check_backup(file), sqlite_file(url)
    if target is not None and target.exists() and target.stat().st_size:
        raise AmyitisError(f"{target} is there already: move it away first, with what lies beside it (-wal, -shm)")
    copy = file.with_name(f".{file.name}.{secrets.token_hex(4)}.part") if target is None else target
    try:
        private_file(copy)
        _copy_file(file, copy)
        await bring_up_to_date(_url(copy))
        if target is None:
            await bring_up_to_date(url)
            await _copy_rows(_url(copy), url)
    except OSError as problem:
        raise AmyitisError(f"{copy} cannot be written: {problem.strerror}") from None
    finally:
        if target is None:
            _remove(copy)
    return count


def _url(file: Path) -> str:
    return f"sqlite:///{file.resolve()}"


def _copy_file(source: Path, target: Path) -> None:
    """SQLite's online backup: all that was committed, what is in the file beside it included."""
    with closing(_reader(source)) as old, closing(sqlite3.connect(target)) as new:
        old.backup(new)
        new.execute("PRAGMA journal_mode=DELETE")  # one file, with nothing beside it


def _reader(file: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True)


def _check_backup(file: Path) -> int:
    """The number of games in a backup; raises Unusable for one that is damaged or none."""
    with unusable_if_damaged(_url(file)), closing(_reader(file)) as found:
        try:
            wrong = found.execute("PRAGMA quick_check").fetchone()[0]
            count = int(found.execute("SELECT count(*) FROM games").fetchone()[0])
        except sqlite3.OperationalError as problem:
            raise Unusable(f"{file} is no backup of games: {problem}") from None
    if wrong != "ok":
        raise Unusable(f"{file} is damaged: {wrong}")
    return count


async def _copy_rows(source: str, target: str) -> None:
    """Copy every row of one database into another that has no games; both must have the newest schema."""
    old, new = open_engine(source, None), open_engine(target, None)
    try:
        frozen = old if old.dialect.name == "sqlite" else old.execution_options(isolation_level="REPEATABLE READ")
        async with frozen.connect() as reading, new.begin() as writing:
            revision = await reading.run_sync(revision_of)
            if revision != newest_revision():
                raise Unusable(
                    f"the schema of the database is {revision or 'missing'}, not {newest_revision()}: start this "
                    "program's server with it once"
                )
            if (await writing.execute(select(func.count()).select_from(games))).scalar_one():
                raise AmyitisError("there are games in that database already: a backup is put into an empty one")
            for table in TABLES:
                await writing.execute(table.delete())
                await _copy_table(table, reading, writing)
    finally:
        await old.dispose()
        await new.dispose()


async def _copy_table(table: Table, reading: AsyncConnection, writing: AsyncConnection) -> None:
    async with reading.stream(select(table)) as rows:
        async for some in rows.mappings().partitions(ROWS_AT_ONCE):
            await writing.execute(insert(table), [dict(row) for row in some])


def _remove(file: Path) -> None:
    for end in ("", *BESIDE):
        Path(f"{file}{end}").unlink(missing_ok=True)
