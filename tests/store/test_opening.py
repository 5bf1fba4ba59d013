"""Opening a database: a schema that the migrations really make, games of old, and what an address may be."""

import asyncio
from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from sqlalchemy import Connection, MetaData, Table

from amyitis.errors import Malformed
from amyitis.store import GameStore
from amyitis.store.opening import MIGRATIONS, migrate, open_engine
from amyitis.store.schema import metadata
from tests.store.storing import game, with_store

FIRST_COLUMNS = 21  # of the first schema; what came later has a value for games of old


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


def test_games_of_old_are_brought_up_to_date(tmp_path: Path) -> None:
    """A game of the first schema that went on from a record did not get its start from its seed."""

    def first_schema(connection: Connection) -> None:
        config = Config()
        config.set_main_option("script_location", str(MIGRATIONS))
        config.attributes["connection"] = connection
        command.upgrade(config, "0001")
        for game_id, deals_from in (("new", 0), ("record", 7)):
            row = dict(list(vars(game(game_id).game).items())[:FIRST_COLUMNS])
            old = Table("games", MetaData(), autoload_with=connection)
            connection.execute(old.insert().values(**row | {"deals_from": deals_from}))

    async def work() -> list[tuple[str, bool, str, int, str | None]]:
        engine = open_engine(f"sqlite:///{tmp_path}/games.sqlite")
        async with engine.begin() as connection:
            await connection.run_sync(first_schema)
        await engine.dispose()
        store = await GameStore.open(f"sqlite:///{tmp_path}/games.sqlite")
        rows = await store.games_of("me")
        await store.close()
        return sorted((row.id, row.seeded_start, row.title, row.deals, row.stage) for row in rows)

    assert asyncio.run(work()) == [("new", True, "", 1, None), ("record", False, "", 1, None)]


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
