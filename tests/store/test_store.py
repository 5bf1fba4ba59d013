"""The store: what is kept, what is refused, and a schema that the migrations really make."""

import asyncio
import secrets
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from sqlalchemy import Connection, MetaData, Table
from sqlalchemy.exc import IntegrityError

from amyitis.errors import Malformed
from amyitis.store import GameStore, Taken
from amyitis.store.opening import MIGRATIONS, migrate, open_engine
from amyitis.store.schema import metadata
from amyitis.table import GameFacts, LogEntry, NewGame, SeatFacts, Step, now
from tests.server.running import KINDS, Databases

T = TypeVar("T")
ADDED = ("title", "rematch", "standing", "seeded_start", "first", "full_lap", "unlimited_noble")


@pytest.fixture(scope="module")
def databases(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Databases]:
    made = Databases(tmp_path_factory.mktemp("databases"))
    yield made
    made.drop_all()


@pytest.fixture(scope="module", params=KINDS)
def database(request: pytest.FixtureRequest, databases: Databases) -> str:
    return databases.of_kind(request.param)


def with_store(database: str, work: Callable[[GameStore], Awaitable[T]]) -> T:
    async def run() -> T:
        store = await GameStore.open(database)
        try:
            return await work(store)
        finally:
            await store.close()

    return asyncio.run(run())


def game(game_id: str, owner: str = "me") -> NewGame:
    row = GameFacts(
        game_id, owner, now(), now(), 1, "box", 2, False, False, True, "start", "1", False, "n", "c", 0, 0, 0, "K",
        False, "*",
    )  # fmt: skip
    return NewGame(
        row, [SeatFacts("W", 0, "Ann", owner, None, None, 0), SeatFacts("K", 1, "Bot", None, "random", None, 0)]
    )


def step(game_id: str, ply: int, token: str = "pass", over: bool = False) -> Step:
    return Step(game_id, ply - 1, [LogEntry(ply, "move", "W", token, 0, "me", now())], "W", over, "*")


def test_a_ply_is_taken_once(database: str) -> None:
    async def work(store: GameStore) -> None:
        game_id = secrets.token_urlsafe(9)
        await store.create(game(game_id))
        tries = [store.append(step(game_id, 1, f"move{place}")) for place in range(8)]
        results = await asyncio.gather(*tries, return_exceptions=True)
        assert sum(result is None for result in results) == 1
        assert sum(isinstance(result, Taken) for result in results) == 7
        with pytest.raises(Taken):
            await store.append(step(game_id, 3))
        await store.append(step(game_id, 2))
        assert [row.ply for row in await store.log(game_id)] == [1, 2]
        assert await store.head(game_id) == (2, 0)

    with_store(database, work)


def test_what_was_appended_is_there_after_opening_again(database: str) -> None:
    game_id = secrets.token_urlsafe(9)

    async def write(store: GameStore) -> str:
        await store.create(game(game_id))
        for ply in range(1, 21):
            await store.append(step(game_id, ply))
        return await store.secret()

    async def read(store: GameStore) -> str:
        assert len(await store.log(game_id)) == 20
        assert [row.ply for row in await store.log(game_id, after=5, upto=8)] == [6, 7, 8]
        return await store.secret()

    assert with_store(database, write) == with_store(database, read)


def test_a_game_has_one_rematch(database: str) -> None:
    async def work(store: GameStore) -> None:
        old, *new = (secrets.token_urlsafe(9) for _ in range(5))
        await store.create(game(old))
        made = await asyncio.gather(*(store.create(game(one), rematch_of=old) for one in new))
        assert len(set(made)) == 1
        assert [one for one in new if await store.game(one)] == [made[0]]
        row = await store.game(old)
        assert row is not None
        assert (row.rematch, row.seating) == (made[0], 1)

    with_store(database, work)


def test_a_game_that_is_thrown_away_leaves_nothing(database: str) -> None:
    async def work(store: GameStore) -> None:
        old, new = secrets.token_urlsafe(9), secrets.token_urlsafe(9)
        await store.create(game(old))
        await store.create(game(new), rematch_of=old)
        await store.append(step(new, 1))
        await store.claim(new, 1, "somebody", 60)
        await store.keep_film(new, "me", b"film")
        assert await store.delete(new)
        assert await store.game(new) is None
        assert (await store.log(new), await store.seats(new), await store.film(new, "me")) == ([], [], None)
        await store.keep_film(new, "me", b"film of a game that is gone")
        assert await store.film(new, "me") is None
        row = await store.game(old)
        assert row is not None
        assert (row.rematch, row.seating) == (None, 2)
        with pytest.raises(Taken):
            await store.append(step(new, 2))

    with_store(database, work)


def test_a_game_that_others_play_is_not_thrown_away(database: str) -> None:
    async def work(store: GameStore) -> None:
        for begun in (False, True):
            game_id = secrets.token_urlsafe(9)
            await store.create(game(game_id))
            bot = (await store.seats(game_id))[1]
            assert await store.change_seat(game_id, bot, {"bot": None, "person": "another"})
            if begun:
                await store.append(step(game_id, 1))
            assert await store.delete(game_id) is not begun
            assert (await store.game(game_id) is not None) is begun

    with_store(database, work)


def test_an_error_shows_nothing_of_what_was_to_be_written(database: str) -> None:
    async def work(store: GameStore) -> None:
        new = game(secrets.token_urlsafe(9))
        new = NewGame(replace(new.game, nonce="a nonce that nobody may see"), new.seats)
        await store.create(new)
        with pytest.raises(IntegrityError) as problem:
            await store.create(new)
        assert "nobody may see" not in str(problem.value)

    with_store(database, work)


def test_a_file_in_the_home_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))

    async def work(store: GameStore) -> None:
        await store.ping()

    with_store("sqlite:///~/games/mine.sqlite", work)
    assert (tmp_path / "games" / "mine.sqlite").exists()


def test_moves_and_the_end_of_a_game_do_not_meet(databases: Databases) -> None:
    """On PostgreSQL a move that comes while its game is thrown away is refused, or gone with it."""

    async def work(store: GameStore) -> None:
        for _ in range(10):
            game_id = secrets.token_urlsafe(9)
            await store.create(game(game_id))
            results = await asyncio.gather(
                store.append(step(game_id, 1)), store.delete(game_id), store.append(step(game_id, 1)),
                return_exceptions=True,
            )  # fmt: skip
            assert all(result in (None, True) or isinstance(result, Taken) for result in results), results
            assert results[1] is True
            assert await store.log(game_id) == []

    with_store(databases.postgresql(), work)


def test_a_seat_is_changed_only_if_it_is_as_it_was(database: str) -> None:
    async def work(store: GameStore) -> None:
        game_id = secrets.token_urlsafe(9)
        await store.create(game(game_id))
        _mine, bot = await store.seats(game_id)
        assert await store.change_seat(game_id, bot, {"bot": None, "person": "first"})
        assert not await store.change_seat(game_id, bot, {"bot": None, "person": "second"})
        assert (await store.seats(game_id))[1].person == "first"
        assert await store.head(game_id) == (0, 1)
        assert (await store.seats_of([game_id]))[game_id] == await store.seats(game_id)

    with_store(database, work)


def test_lists_and_counts(database: str) -> None:
    async def work(store: GameStore) -> None:
        owner, ids = secrets.token_urlsafe(9), [secrets.token_urlsafe(9) for _ in range(3)]
        for game_id in ids:
            await store.create(game(game_id, owner))
        await store.append(step(ids[0], 1, over=True))
        assert await store.running_games(owner) == 2
        assert {row.id for row in await store.games_of(owner)} == set(ids)
        assert {row.id for row in await store.public_games()} & set(ids) == set(ids[1:])
        assert set(await store.waiting_bots()) & set(ids) == set(ids[1:])
        assert await store.game("nothing") is None
        assert await store.head("nothing") is None

    with_store(database, work)


def test_finished_games_have_films_by_each_program(database: str) -> None:
    async def work(store: GameStore) -> None:
        ids = sorted(secrets.token_urlsafe(9) for _ in range(4))
        for game_id in ids:
            await store.create(game(game_id))
        for game_id in ids[:3]:
            await store.append(step(game_id, 1, over=True))
        await store.keep_film(ids[1], "old", b"old film")
        await store.keep_film(ids[2], "new", b"first")
        await store.keep_film(ids[2], "new", b"\x00second")
        assert [await store.film(one, "new") for one in ids] == [None, None, b"\x00second", None]
        missing = [one for one in await store.unfilmed("new") if one in ids]
        assert missing == ids[:2]
        assert ids[0] not in await store.unfilmed("new", after=ids[0])
        assert len(await store.unfilmed("new", most=1)) == 1
        await store.keep_film(ids[1], "new", b"new film")
        assert (await store.film(ids[1], "old"), await store.film(ids[1], "new")) == (None, b"new film")

    with_store(database, work)


def test_people_have_names(database: str) -> None:
    async def work(store: GameStore) -> None:
        assert await store.person_name("p") is None
        await store.change_person("p", webhook="https://example.org/")
        assert await store.person_name("p") is None
        await store.change_person("p", name="Ann")
        await store.change_person("p", name="Bea")
        assert await store.person_name("p") == "Bea"
        assert await store.webhook("p") == "https://example.org/"
        await store.change_person("p", webhook=None)
        assert (await store.person_name("p"), await store.webhook("p")) == ("Bea", None)
        assert await store.webhook("nobody") is None

    with_store(database, work)


def test_a_claim_is_one_servers_until_it_ends(databases: Databases) -> None:
    async def work(store: GameStore) -> None:
        game_id = secrets.token_urlsafe(9)
        await store.create(game(game_id))
        assert await store.claim(game_id, 1, "first", 60)
        assert not await store.claim(game_id, 1, "second", 60)
        assert await store.claim(game_id, 1, "first", 0.01), "renewed by its holder"
        while not await store.claim(game_id, 1, "second", 60):
            pass  # until its end, which comes soon
        assert await store.claim(game_id, 2, "first", 60), "the next turn is free"
        assert not await store.claim("gone", 1, "first", 60)

    with_store(databases.postgresql(), work)


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
            row = {name: value for name, value in vars(game(game_id).game).items() if name not in ADDED}
            old = Table("games", MetaData(), autoload_with=connection)
            connection.execute(old.insert().values(**row | {"deals_from": deals_from}))

    async def work() -> list[tuple[str, bool, str]]:
        engine = open_engine(f"sqlite:///{tmp_path}/games.sqlite")
        async with engine.begin() as connection:
            await connection.run_sync(first_schema)
        await engine.dispose()
        store = await GameStore.open(f"sqlite:///{tmp_path}/games.sqlite")
        rows = await store.games_of("me")
        await store.close()
        return sorted((row.id, row.seeded_start, row.title) for row in rows)

    assert asyncio.run(work()) == [("new", True, ""), ("record", False, "")]


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


@pytest.mark.parametrize("address", ["mysql://here/games", "sqlite://", "nonsense"])
def test_other_addresses_are_refused(address: str) -> None:
    with pytest.raises(Malformed):
        open_engine(address)
