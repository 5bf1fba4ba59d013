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
FIRST_COLUMNS = 21  # of the first schema; what came later has a value for games of old


@pytest.fixture(scope="module")
def databases(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Databases]:
    made = Databases(tmp_path_factory.mktemp("databases"))
    yield made
    made.drop_all()


@pytest.fixture(scope="module", params=KINDS)
def database(request: pytest.FixtureRequest, databases: Databases) -> str:
    return databases.without_schema(request.param)


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
        return (await store.secrets())[0]

    async def read(store: GameStore) -> str:
        assert len(await store.log(game_id)) == 20
        assert [row.ply for row in await store.log(game_id, after=5, upto=8)] == [6, 7, 8]
        return (await store.secrets())[0]

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
        await store.derived.keep_film(new, "me", b"film")
        assert await store.delete(new)
        assert await store.game(new) is None
        assert (await store.log(new), await store.seats(new), await store.derived.film(new, "me")) == ([], [], None)
        await store.derived.keep_film(new, "me", b"film of a game that is gone")
        assert await store.derived.film(new, "me") is None
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
        await store.try_to_write()

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

    with_store(databases.without_schema("postgresql"), work)


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
        await store.derived.keep_film(ids[1], "old", b"old film")
        await store.derived.keep_film(ids[2], "new", b"first")
        await store.derived.keep_film(ids[2], "new", b"\x00second")
        assert [await store.derived.film(one, "new") for one in ids] == [None, None, b"\x00second", None]
        missing = [one for one in await store.derived.unfilmed("new") if one in ids]
        assert missing == ids[:2]
        assert ids[0] not in await store.derived.unfilmed("new", after=ids[0])
        assert len(await store.derived.unfilmed("new", most=1)) == 1
        await store.derived.keep_film(ids[1], "new", b"new film")
        assert (await store.derived.film(ids[1], "old"), await store.derived.film(ids[1], "new")) == (None, b"new film")

    with_store(database, work)


def test_people_have_names(database: str) -> None:
    async def work(store: GameStore) -> None:
        assert await store.people.name("p") is None
        await store.people.change("p", webhook="https://example.org/")
        assert await store.people.name("p") is None
        await store.people.change("p", name="Ann")
        await store.people.change("p", name="Bea")
        assert await store.people.name("p") == "Bea"
        assert await store.people.webhook("p") == "https://example.org/"
        await store.people.change("p", webhook=None)
        assert (await store.people.name("p"), await store.people.webhook("p")) == ("Bea", None)
        assert await store.people.webhook("nobody") is None

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

    with_store(databases.without_schema("postgresql"), work)


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


def test_a_game_begins_once_and_only_with_the_seats_that_were_looked_at(database: str) -> None:
    """Two servers that begin a game at the same time, or one while a share comes in: one of them is refused."""
    name = secrets.token_hex(4)
    new = game(name)
    waiting = replace(new, game=replace(new.game, deals=2, stage="reveal", start="", decider="$"))
    ready = replace(waiting.game, stage=None, start="start", ply=1, decider="W", shares="W=none K=bot")
    deal = LogEntry(1, "deal", "$", "deal:EEM/TEC", 0, "$", now())

    async def work(store: GameStore) -> None:
        await store.create(waiting)
        seat = waiting.seats[0]
        assert await store.change_seat(name, seat, {"seal": "a" * 64})
        assert not await store.change_seat(name, seat, {"share": "b" * 64}), "the seat was looked at before the seal"
        assert not await store.advance(ready, "reveal", 0, [deal]), "a seat has changed since"
        assert await store.log(name) == []
        assert await store.advance(ready, "reveal", 1, [deal])
        assert not await store.advance(ready, "reveal", 1, [deal])
        assert not await store.advance(ready, "reveal", 2, [deal])
        found = await store.game(name)
        assert found is not None
        assert (found.stage, found.start, found.ply, found.shares) == (None, "start", 1, "W=none K=bot")
        assert await store.log(name) == [deal]
        assert (await store.head(name)) == (1, 2)

    with_store(database, work)


def test_claims_go_by_the_clock_of_the_database(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A server whose clock is an hour late keeps its claim; one whose clock is early does not keep it for an hour."""
    name = secrets.token_hex(4)

    async def work(store: GameStore) -> None:
        if not store.shared:
            return  # one server, no claims
        await store.create(game(name))
        monkeypatch.setattr("amyitis.store.store.now", lambda: now() - 3_600_000)
        monkeypatch.setattr("amyitis.store.devices.now", lambda: now() - 3_600_000)
        assert await store.claim(name, 1, "late", 60)
        monkeypatch.undo()
        assert not await store.claim(name, 1, "right", 60)
        monkeypatch.setattr("amyitis.store.store.now", lambda: now() + 3_600_000)
        assert await store.claim(name, 2, "early", 0)
        monkeypatch.undo()
        assert await store.claim(name, 2, "right", 60)

    with_store(database, work)


def test_devices_and_links(database: str) -> None:
    """A device that is gone stays gone; a link works once, and not when its time is over."""
    person = secrets.token_hex(6)

    async def work(store: GameStore) -> None:
        devices = store.devices
        for name in ("phone", "desk"):
            await devices.keep(person + name, person, name)
        assert {one.name for one in await devices.of(person)} == {"phone", "desk"}
        assert not await devices.revoke("somebody else", person + "phone")
        assert await devices.revoke(person, person + "phone")
        assert not await devices.revoke(person, person + "phone")
        assert [one.name for one in await devices.of(person)] == ["desk"]
        await devices.revoke_others(person, person + "desk", f"~{person}")
        assert {person + "phone", f"~{person}"} <= await devices.revoked()
        assert person + "desk" not in await devices.revoked()
        await devices.add_link(person + "a", person, 60)
        assert await devices.take_link(person + "a") == person
        assert await devices.take_link(person + "a") is None
        await devices.add_link(person + "b", person, -1)
        assert await devices.take_link(person + "b") is None

    with_store(database, work)


def test_when_holders_were_seen_is_never_set_back(database: str) -> None:
    name = secrets.token_hex(4)

    async def work(store: GameStore) -> None:
        await store.create(game(name))
        await store.saw([(name, "W", 500), (name, "K", 400), ("no such game", "W", 1)])
        await store.saw([(name, "W", 300)])
        assert [seat.seen for seat in await store.seats(name)] == [500, 400]

    with_store(database, work)


def test_a_secret_is_rotated(database: str) -> None:
    async def work(store: GameStore) -> None:
        first = await store.secrets()
        assert await store.rotate_secret() == len(first) + 1
        second = await store.secrets()
        assert second[1:] == first
        assert await store.rotate_secret(keep_older=False) == 1
        assert len(await store.secrets()) == 1
        assert not set(await store.secrets()) & set(second)

    with_store(database, work)


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


@pytest.mark.parametrize("address", ["mysql://here/games", "sqlite://", "nonsense"])
def test_other_addresses_are_refused(address: str) -> None:
    with pytest.raises(Malformed):
        open_engine(address)


def test_people_who_never_sat_anywhere_are_forgotten(database: str) -> None:
    async def work(store: GameStore) -> None:
        name = secrets.token_urlsafe(6)
        idle, owner = f"idle-{name}", f"owner-{name}"
        for person in (idle, owner):
            await store.people.change(person, name=person)
        await store.create(game(secrets.token_urlsafe(9), owner))
        await store.people.forget(now() - 10_000_000)
        assert await store.people.name(idle) == idle, "not so soon"
        assert await store.people.forget(now() + 1) >= 1
        assert await store.people.name(idle) is None
        assert await store.people.name(owner) == owner

    with_store(database, work)
