"""The databases that releases wrote, for tests: as they are, or carried over to PostgreSQL."""

import asyncio
import gzip
import json
import sqlite3
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from sqlalchemy import Boolean, Connection, MetaData, insert
from sqlalchemy.ext.asyncio import create_async_engine

from amyitis.store.opening import MIGRATIONS

HERE = Path(__file__).parent
RELEASES = sorted(path.parent.name for path in HERE.glob("*/games.json"))
VERSION = "alembic_version"


def said_of(release: str) -> dict[str, Any]:
    """What the release says of its games (`write.py`)."""
    found: dict[str, Any] = json.loads((HERE / release / "games.json").read_text(encoding="utf-8"))
    return found


def records_of(release: str) -> dict[str, str]:
    """The records that the release wrote, by their names."""
    return {path.stem: path.read_text(encoding="utf-8") for path in sorted((HERE / release).glob("*.amy"))}


def unpack(release: str, folder: Path) -> Path:
    """The SQLite file that the release wrote."""
    file = folder / f"{release}.sqlite"
    file.write_bytes(gzip.decompress((HERE / release / "games.sqlite.gz").read_bytes()))
    return file


def carry_over(file: Path, address: str) -> None:
    """Write what is in the SQLite file of a release into an empty PostgreSQL database, with the schema it had then."""
    with sqlite3.connect(file) as source:
        source.row_factory = sqlite3.Row
        (revision,) = source.execute(f"SELECT version_num FROM {VERSION}").fetchone()
        names = [row[0] for row in source.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        rows = {name: [dict(row) for row in source.execute(f'SELECT * FROM "{name}"')] for name in names}
    source.close()

    def write(connection: Connection) -> None:
        config = Config()
        config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
        config.attributes["connection"] = connection
        command.upgrade(config, revision)
        schema = MetaData()
        schema.reflect(connection)
        for table in schema.sorted_tables:
            flags = [column.name for column in table.columns if isinstance(column.type, Boolean)]
            found = [{**row, **{name: bool(row[name]) for name in flags}} for row in rows.get(table.name, [])]
            if found and table.name != VERSION:
                connection.execute(insert(table), found)

    async def run() -> None:
        engine = create_async_engine(address.replace("postgresql://", "postgresql+asyncpg://"))
        async with engine.begin() as connection:
            await connection.run_sync(write)
        await engine.dispose()

    asyncio.run(run())
