"""Files that somebody has tampered with, that are damaged, or for which there is no room."""

import asyncio
import resource
import shutil
import signal
import sqlite3
from collections.abc import Callable, Coroutine, Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any, NamedTuple, TypeVar

import pytest

from amyitis.errors import AmyitisError
from amyitis.server.health import HealthCheck
from amyitis.store import GameStore, Unusable
from amyitis.store.backup import back_up, restore
from amyitis.store.checking import check_database, problem_of
from amyitis.store.files import NoRoom
from amyitis.store.objects import foreign_objects
from amyitis.store.opening import bring_up_to_date, open_engine
from tests.server.running import Databases
from tests.store.storing import filled, game

T = TypeVar("T")

TRIGGER = "CREATE TRIGGER cheat AFTER INSERT ON log BEGIN UPDATE games SET result = 'W'; END"
# Written past SQLite's own checks: by names that are its own, or into the words of our tables.
WRITE = "PRAGMA writable_schema=1; INSERT INTO sqlite_master (type, name, tbl_name, rootpage, sql)"
HIDDEN = TRIGGER.replace("cheat", "sqlite_x").replace("'", "''")
UPDATE = "PRAGMA writable_schema=1; UPDATE sqlite_master SET sql = replace(sql,"
FOREIGN = {
    "trigger cheat": TRIGGER,
    "view people_view": "CREATE VIEW people_view AS SELECT * FROM people",
    "table other": "CREATE TABLE other (a)",
    "index other": "CREATE INDEX other ON games (title)",
    "table search": "CREATE VIRTUAL TABLE search USING fts5(a)",
    "table games": "ALTER TABLE games ADD COLUMN extra TEXT DEFAULT 'x'",
    "trigger sqlite_x": f"{WRITE} VALUES ('trigger', 'sqlite_x', 'log', 0, '{HIDDEN}')",
    "table people": f"{UPDATE} 'name VARCHAR(40) NOT NULL', 'name VARCHAR(40) NOT NULL ON CONFLICT IGNORE')",
    "index games_by_owner": f"{UPDATE} 'over)', 'over) WHERE over')",
}


def run(work: Coroutine[Any, Any, T]) -> T:
    return asyncio.run(work)


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A backup with a game."""
    folder = tmp_path_factory.mktemp("sound")
    url, saved = f"sqlite:///{folder / 'games.sqlite'}", folder / "saved.sqlite"

    async def work() -> None:
        await (await filled(url)).close()
        await back_up(url, saved)

    run(work())
    return saved


@pytest.mark.parametrize(("name", "statement"), FOREIGN.items(), ids=list(FOREIGN))
def test_what_this_program_has_not_made_is_not_put_back_and_a_check_tells(
    sound: Path, tmp_path: Path, name: str, statement: str
) -> None:
    hostile, target = tmp_path / "hostile.sqlite", tmp_path / "new.sqlite"
    shutil.copy(sound, hostile)
    assert run(check_database(f"sqlite:///{hostile}")).wrong == []
    with closing(sqlite3.connect(hostile)) as connection:
        connection.executescript(statement)
    with pytest.raises(Unusable, match=rf"no version of this program has made, and is not put back: .*{name}"):
        run(restore(hostile, f"sqlite:///{target}"))
    assert list(tmp_path.glob("new*")) == []
    told = run(check_database(f"sqlite:///{hostile}")).wrong
    assert any(line.startswith(name) for line in told)


def test_a_value_of_another_type_is_not_put_back_and_a_check_tells(sound: Path, tmp_path: Path) -> None:
    hostile, target = tmp_path / "hostile.sqlite", tmp_path / "new.sqlite"
    shutil.copy(sound, hostile)
    with closing(sqlite3.connect(hostile)) as connection, connection:
        connection.execute("UPDATE games SET box = x'00'")
    with pytest.raises(Unusable, match=r"column games\.box"):
        run(restore(hostile, f"sqlite:///{target}"))
    assert list(tmp_path.glob("new*")) == []
    assert run(check_database(f"sqlite:///{hostile}")).wrong == [
        "column games.box: some values are of another type, so no game was looked at"
    ]


SELECT_NOTHING = "AS 'SELECT NULL::text' LANGUAGE sql"
FOREIGN_IN_POSTGRESQL = {
    "trigger cheat": "CREATE TRIGGER cheat AFTER INSERT ON log FOR EACH ROW EXECUTE FUNCTION nothing()",
    "event trigger cheat": "CREATE EVENT TRIGGER cheat ON ddl_command_end EXECUTE FUNCTION nothing_at_all()",
    "rule cheat": "CREATE RULE cheat AS ON INSERT TO log DO INSTEAD NOTHING",
    "policy cheat": "CREATE POLICY cheat ON games USING (owner = 'me')",
    "row security of table games": "ALTER TABLE games ENABLE ROW LEVEL SECURITY",
    "no ordinary table log": "ALTER TABLE log SET UNLOGGED",
    "inheritance of table people": "CREATE TABLE more () INHERITS (people)",
    "constraint cheat": "ALTER TABLE seats ADD CONSTRAINT cheat CHECK (place < 9)",
    "generated column people.cheat": "ALTER TABLE people ADD COLUMN cheat text GENERATED ALWAYS AS (name) STORED",
    "function lower": f"CREATE FUNCTION lower(varchar) RETURNS text {SELECT_NOTHING}",
    "operator ||": "CREATE OPERATOR || (LEFTARG = text, RIGHTARG = text, FUNCTION = textcat)",
    "modify default games.result": "ALTER TABLE games ALTER COLUMN result SET DEFAULT 'W'",
    "modify type people.name": "ALTER TABLE people ALTER COLUMN name TYPE text",
    "modify nullable people.created": "ALTER TABLE people ALTER COLUMN created DROP NOT NULL",
    "remove index games.cheat": "CREATE INDEX cheat ON games (lower(title))",
    "remove column games.cheat": "ALTER TABLE games ADD COLUMN cheat text",
    "remove fk seats.cheat": "ALTER TABLE seats ADD CONSTRAINT cheat FOREIGN KEY (person) REFERENCES people",
}


def test_what_this_program_has_not_made_in_postgresql_is_told(databases: Databases) -> None:
    url, told = databases.postgresql(), dict[str, list[str]]()

    async def work() -> None:
        await bring_up_to_date(url)
        engine = open_engine(url)
        async with engine.begin() as connection:
            for name, kind in (("nothing", "trigger"), ("nothing_at_all", "event_trigger")):
                returns = f"RETURNS {kind} AS 'BEGIN END' LANGUAGE plpgsql"
                await connection.exec_driver_sql(f"CREATE FUNCTION {name}() {returns}")
            assert await connection.run_sync(foreign_objects) == []
            for name, statement in FOREIGN_IN_POSTGRESQL.items():
                trial = await connection.begin_nested()
                await connection.exec_driver_sql(statement)
                told[name] = await connection.run_sync(foreign_objects)
                await trial.rollback()
            await connection.exec_driver_sql(FOREIGN_IN_POSTGRESQL["trigger cheat"])
        await engine.dispose()

    run(work())
    assert [name for name, found in told.items() if name not in found] == [], told
    assert run(check_database(url)).wrong == ["trigger cheat: no version of this program has made it"]


class Limits(NamedTuple):
    """How large a file may become."""

    soft: int
    hard: int


@contextmanager
def no_file_larger_than(size: int) -> Iterator[None]:
    """A disk with little room, as a limit of this process."""
    before, handler = Limits(*resource.getrlimit(resource.RLIMIT_FSIZE)), signal.getsignal(signal.SIGXFSZ)
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before.hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        signal.signal(signal.SIGXFSZ, handler)


def test_a_backup_onto_a_full_disk_blames_the_disk(sound: Path, tmp_path: Path) -> None:
    saved = tmp_path / "saved.sqlite"
    with no_file_larger_than(16_384), pytest.raises(AmyitisError, match=r"saved.sqlite cannot be written: ") as problem:
        run(back_up(f"sqlite:///{sound}", saved))
    assert "damaged" not in str(problem.value)
    assert list(tmp_path.iterdir()) == []
    with no_file_larger_than(16_384), pytest.raises(AmyitisError, match=r"new.sqlite cannot be written: ") as problem:
        run(restore(sound, f"sqlite:///{tmp_path / 'new.sqlite'}"))
    assert list(tmp_path.iterdir()) == []


def test_a_damaged_source_is_still_blamed(sound: Path, tmp_path: Path) -> None:
    torn = tmp_path / "torn.sqlite"
    content = bytearray(sound.read_bytes())
    content[8192:] = b"\xff" * (len(content) - 8192)
    torn.write_bytes(content)
    with pytest.raises(Unusable, match=r"torn.sqlite is damaged|damaged, or no database"):
        run(back_up(f"sqlite:///{torn}", tmp_path / "saved.sqlite"))


@pytest.mark.parametrize("seed", range(40))
def test_whatever_is_damaged_is_said_in_a_sentence(sound: Path, tmp_path: Path, seed: int) -> None:
    random, broken = Random(seed), tmp_path / "broken.sqlite"
    content = bytearray(sound.read_bytes())
    for _ in range(random.choice([1, 5, 200])):
        place, length = random.randrange(len(content)), random.choice([1, 8, 500])
        content[place : place + length] = random.randbytes(length)
    broken.write_bytes(content[: len(content) // random.choice([1, 1, 2])])
    url = f"sqlite:///{broken}"
    works: list[Callable[[], Coroutine[Any, Any, object]]] = [
        lambda: check_database(url),
        lambda: back_up(url, tmp_path / "saved"),
        lambda: bring_up_to_date(url),
        lambda: restore(broken, f"sqlite:///{tmp_path / 'new.sqlite'}"),
    ]
    for work in works:
        try:
            run(work())
        except AmyitisError as problem:
            sentence = str(problem)
        else:
            sentence = "all is well"
        assert "\n" not in sentence


def test_a_missing_table_is_said_in_a_sentence(sound: Path, tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite"
    shutil.copy(sound, file)
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("DROP TABLE seats")
    with pytest.raises(Unusable, match=r"damaged, or no database \(no such table: seats\)"):
        run(check_database(f"sqlite:///{file}"))


def test_a_server_is_not_well_when_the_disk_is_nearly_full(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        store = await GameStore.open(f"sqlite:///{tmp_path / 'games.sqlite'}")
        await HealthCheck(store).check()
        usage = shutil.disk_usage(tmp_path)
        monkeypatch.setattr("amyitis.store.files.shutil.disk_usage", lambda _folder: usage._replace(free=5 * 2**20))
        with pytest.raises(NoRoom, match="only 5 MiB are left"):
            await HealthCheck(store).check()
        await store.close()

    run(work())


@pytest.mark.parametrize("said", ["ply", "players"])
def test_a_game_that_says_it_is_endless_takes_no_memory(said: str) -> None:
    new = game("endless")
    endless: dict[str, Any] = {"ply": 0, said: 1 << 62}
    assert str(1 << 62) in (problem_of(replace(new.metadata, **endless), new.seats, []) or "")
