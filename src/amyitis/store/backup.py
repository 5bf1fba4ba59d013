"""Backups: a SQLite file that holds all there is at one moment, from either kind of database, for either kind.

A copy of the `.sqlite` file of a running server lacks what is still in the file beside it (`-wal`): moves would be lost
without a word. SQLite's own online backup takes both, while the server goes on.
"""

import secrets
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from sqlalchemy import Table, func, insert, select
from sqlalchemy.exc import DatabaseError
from sqlalchemy.ext.asyncio import AsyncConnection

from amyitis.errors import AmyitisError
from amyitis.files import draft_of

from .files import BESIDE, private_file
from .objects import foreign_objects, foreign_values
from .opening import (
    Unusable,
    bring_up_to_date,
    newest_revision,
    open_engine,
    revision_of,
    sqlite_file,
    unusable_if_damaged,
)
from .people_tables import ceremonies, proofs, tombstones
from .schema import claims, games, metadata, notices

ROWS_AT_ONCE = 1000
MOMENTARY = (ceremonies, claims, notices, proofs)  # these end with the server that has them
TABLES = [table for table in metadata.sorted_tables if table not in MOMENTARY]


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
            with _written(file, source):
                if source is not None:
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
    well = False
    try:
        private_file(copy)
        with _written(copy, file):
            _copy_file(file, copy)
        await bring_up_to_date(_url(copy))
        await _refuse_foreign(file, copy)
        if target is None:
            await bring_up_to_date(url)
            await _copy_rows(_url(copy), url)
        well = True
    except OSError as problem:
        raise AmyitisError(f"{copy} cannot be written: {problem.strerror}") from None
    finally:
        if target is None or not well:
            _remove(copy)
    return count


async def _refuse_foreign(file: Path, copy: Path) -> None:
    """Raise Unusable for a backup with triggers, views, tables or types of values that this program has not made."""
    engine = open_engine(_url(copy), None)
    try:
        with unusable_if_damaged(_url(copy)):
            async with engine.connect() as connection:
                strange = await connection.run_sync(foreign_objects) or await connection.run_sync(foreign_values)
    finally:
        await engine.dispose()
    if strange:
        raise Unusable(
            f"{file} holds what no version of this program has made, and is not put back: {', '.join(strange)}"
        )


@contextmanager
def _written(target: Path, source: Path | None) -> Iterator[None]:
    """Say which file is at fault if one cannot be copied into the other: the source only if it really is damaged."""
    try:
        yield
    except (DatabaseError, sqlite3.Error, UnicodeDecodeError) as problem:
        reason = getattr(problem, "orig", problem)
        if source is not None:
            _check_backup(source)
        elif not isinstance(reason, sqlite3.Error):
            raise
        raise AmyitisError(f"{target} cannot be written: {reason}") from None


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
    with unusable_if_damaged(_url(file)), closing(_reader(file)) as backup:
        try:
            wrong = backup.execute("PRAGMA quick_check").fetchone()[0]
            count = int(backup.execute("SELECT count(*) FROM games").fetchone()[0])
        except sqlite3.OperationalError as problem:
            raise Unusable(f"{file} is no backup of games: {problem}") from None
    if wrong != "ok":
        raise Unusable(f"{file} is damaged: {' '.join(wrong.split())[:200]}")
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
            buried = (await writing.execute(select(tombstones))).mappings().all()
            for table in TABLES:
                await writing.execute(table.delete())
                await _copy_table(table, reading, writing)
            known = set((await writing.execute(select(tombstones.c.person_hash))).scalars())
            if more := [dict(row) for row in buried if row["person_hash"] not in known]:
                await writing.execute(insert(tombstones), more)
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
