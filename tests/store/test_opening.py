"""Opening a database: a schema that the migrations really make, those of later releases, and what an address may be."""

import asyncio
import secrets
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection

from amyitis.errors import Malformed
from amyitis.store import GameStore, Unusable
from amyitis.store.opening import bring_up_to_date, migrate, open_engine
from amyitis.store.schema import metadata
from tests.server.running import Databases
from tests.store.later_release import VALUE, later_release, later_values
from tests.store.storing import game, with_store


def test_the_migrations_make_the_schema(database: str) -> None:
    def differences(connection: Connection) -> list[object]:
        return list(compare_metadata(MigrationContext.configure(connection), metadata))

    async def work() -> list[object]:
        engine = open_engine(database)
        await migrate(engine)
        await migrate(engine)
        async with engine.connect() as connection:
            found = await connection.run_sync(differences)
        await engine.dispose()
        return found

    assert asyncio.run(work()) == []


def test_a_later_release_brings_a_database_up_to_date_and_the_first_refuses_it_then(
    databases: Databases, database: str, tmp_path: Path
) -> None:
    url = databases.of_kind("sqlite" if database.startswith("sqlite") else "postgresql")
    with_store(url, lambda store: store.create(game(secrets.token_urlsafe(9))))
    with later_release(tmp_path):
        assert asyncio.run(later_values(url)) == {VALUE}
    with pytest.raises(Unusable, match=r"written by a newer program: its schema is later, .* up to 0001"):
        asyncio.run(bring_up_to_date(url))


def test_sqlite_is_durable(tmp_path: Path) -> None:
    async def work() -> tuple[str, int]:
        engine = open_engine(f"sqlite:///{tmp_path}/games.sqlite")
        async with engine.connect() as connection:
            mode = await connection.exec_driver_sql("PRAGMA journal_mode")
            level = await connection.exec_driver_sql("PRAGMA synchronous")
            found = str(mode.scalar_one()), int(level.scalar_one())
        await engine.dispose()
        return found

    assert asyncio.run(work()) == ("wal", 2)


def test_a_file_in_the_home_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))

    async def work(store: GameStore) -> None:
        await store.try_to_write()

    with_store("sqlite:///~/games/mine.sqlite", work)
    assert (tmp_path / "games" / "mine.sqlite").exists()


@pytest.mark.parametrize("address", ["mysql://here/games", "sqlite://", "nonsense"])
def test_other_addresses_are_refused(address: str) -> None:
    with pytest.raises(Malformed):
        open_engine(address)
