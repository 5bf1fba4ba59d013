"""Care for the database: files for their owner alone, sentences for what is wrong, backups, a look through it all."""

import asyncio
import os
import shutil
import sqlite3
from collections.abc import Coroutine
from contextlib import closing
from pathlib import Path
from typing import Any, TypeVar

import pytest

from amyitis.errors import AmyitisError
from amyitis.lab.tournaments.folder import RESULTS_FILE, TournamentFolder
from amyitis.lab.tournaments.match import MatchResult, Played
from amyitis.server.health import HealthCheck
from amyitis.server.running import own_file
from amyitis.store import DatabaseAway, GameStore, Unusable, opening, retry
from amyitis.store.backup import back_up, restore
from amyitis.store.checking import check_database
from tests.server.running import KINDS, Databases
from tests.store.relay import Relay
from tests.store.storing import filled
from tests.table.sitting import kept

T = TypeVar("T")


def run(work: Coroutine[Any, Any, T]) -> T:
    return asyncio.run(work)


async def opened(url: str) -> None:
    await (await GameStore.open(url)).close()


# Files.


def test_the_file_and_its_folder_are_for_their_owner_alone(tmp_path: Path) -> None:
    file = tmp_path / "new" / "games.sqlite"
    run(opened(f"sqlite:///{file}"))
    assert file.stat().st_mode & 0o777 == 0o600
    assert file.parent.stat().st_mode & 0o777 == 0o700
    file.chmod(0o644)
    run(opened(f"sqlite:///{file}"))
    assert file.stat().st_mode & 0o777 == 0o600, "one of before is closed to others, too"


def test_a_link_leads_to_the_same_file(tmp_path: Path) -> None:
    file, link = tmp_path / "games.sqlite", tmp_path / "link.sqlite"
    link.symlink_to(file)
    with own_file(f"sqlite:///{file}"), pytest.raises(AmyitisError, match="another server keeps its games"):
        own_file(f"sqlite:///{link}").__enter__()


def test_a_damaged_file_is_told_in_a_sentence(tmp_path: Path) -> None:
    nothing = tmp_path / "nothing.sqlite"
    nothing.write_bytes(b"this is no database, whatever its name says" * 100)
    torn = tmp_path / "torn.sqlite"
    run(opened(f"sqlite:///{torn}"))
    content = bytearray(torn.read_bytes())
    content[4096 : 4096 + 2000] = b"\xff" * 2000
    content[100:120] = b"\xff" * 20
    torn.write_bytes(content)
    for file in (nothing, torn):
        with pytest.raises(Unusable, match=r"is damaged, or no database .*check-database.*restore"):
            run(opened(f"sqlite:///{file}"))


@pytest.mark.parametrize("kind", KINDS)
def test_a_newer_schema_is_told_in_a_sentence(databases: Databases, kind: str) -> None:
    url = databases.of_kind(kind)

    async def grow() -> None:
        await opened(url)
        engine = opening.open_engine(url)
        async with engine.begin() as connection:
            await connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
        await engine.dispose()

    run(grow())
    with pytest.raises(Unusable, match="written by a newer program: its schema is 9999"):
        run(opened(url))


def test_a_full_disk_ends_a_tournament_with_a_sentence_and_it_goes_on_later(tmp_path: Path) -> None:
    folder = TournamentFolder(tmp_path / "games", {"bots": []})
    result = MatchResult(0, 1, ("random",), (5,), (1,), 2, (3,), (0.1,), (0.1,), "this program")
    played = Played(result, "[...]")
    results = folder.path / RESULTS_FILE
    results.symlink_to("/dev/full")
    with pytest.raises(AmyitisError, match=r"game 0 cannot be written into .*: No space left on device; .*make room"):
        folder.keep(played)
    assert 0 not in folder
    results.unlink()
    folder.keep(played)
    assert 0 in folder


# Backups.


def test_a_backup_of_a_running_server_has_every_move_and_a_copy_of_the_file_has_not(tmp_path: Path) -> None:
    file, copy, saved = (tmp_path / f"{name}.sqlite" for name in ("games", "copy", "saved"))

    async def work() -> None:
        store = await filled(f"sqlite:///{file}")
        shutil.copy(file, copy)
        assert await back_up(f"sqlite:///{file}", saved) == 1
        await store.close()

    run(work())

    def entries(path: Path) -> int:
        with closing(sqlite3.connect(path)) as found:
            try:
                return int(found.execute("SELECT count(*) FROM log").fetchone()[0])
            except sqlite3.OperationalError:
                return 0

    assert entries(copy) < entries(file) == entries(saved) > 60
    assert saved.stat().st_mode & 0o777 == 0o600
    assert {one.name for one in tmp_path.iterdir()} >= {"saved.sqlite"}
    assert not [one for one in tmp_path.iterdir() if one.name.endswith(".part")]


@pytest.mark.parametrize("old", KINDS)
@pytest.mark.parametrize("new", KINDS)
def test_a_backup_goes_back_into_either_kind(databases: Databases, old: str, new: str, tmp_path: Path) -> None:
    there, back, file = databases.of_kind(old), databases.without_schema(new), tmp_path / "saved.sqlite"

    async def work() -> None:
        store = await filled(there)
        secret = await store.secrets()
        assert await back_up(there, file) == 1
        with pytest.raises(AmyitisError, match="is there already"):
            await back_up(there, file)
        assert await restore(file, back) == 1
        again = await GameStore.open(back)
        (game,) = await store.games_of("ann")
        assert await again.game(game.id) == game
        assert await again.log(game.id) == await store.log(game.id)
        assert await again.seats(game.id) == await store.seats(game.id)
        assert await again.derived.replay(game.id, "us") == b"\x00replay"
        assert await again.secrets() == secret, "cookies stay good"
        for one in (store, again):
            await one.close()
        with pytest.raises(AmyitisError, match="already"):
            await restore(file, back)
        found = await check_database(back)
        assert (found.games, found.wrong, found.left_out) == (1, [], [])

    run(work())


def test_what_is_no_backup_is_not_put_back(tmp_path: Path) -> None:
    other = tmp_path / "other.sqlite"
    with closing(sqlite3.connect(other)) as made:
        made.execute("CREATE TABLE things (a)")
    with pytest.raises(Unusable, match="no backup of games"):
        run(restore(other, f"sqlite:///{tmp_path / 'new.sqlite'}"))
    with pytest.raises(AmyitisError, match="there is no backup"):
        run(restore(tmp_path / "nothing", f"sqlite:///{tmp_path / 'new.sqlite'}"))
    with pytest.raises(AmyitisError, match="there is no database"):
        run(back_up(f"sqlite:///{tmp_path / 'nothing.sqlite'}", tmp_path / "saved"))


def test_a_look_through_a_database_finds_what_is_wrong(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'games.sqlite'}"

    async def fill() -> None:
        await (await filled(url)).close()
        await (await filled(url)).close()
        await (await filled(url)).close()

    run(fill())
    assert run(check_database(url)).games == 3
    with closing(sqlite3.connect(tmp_path / "games.sqlite")) as found, found:
        first, second, third = (row[0] for row in found.execute("SELECT id FROM games ORDER BY created, id"))
        found.execute("DELETE FROM log WHERE game_id = ? AND ply = 9", [first])
        found.execute("UPDATE games SET decider = 'R' WHERE id = ?", [second])
        found.execute("UPDATE games SET rules_version = 99 WHERE id = ?", [third])
    wrong = run(check_database(url))
    assert [line.partition(": ")[0] for line in wrong.wrong] == [f"game {first}", f"game {second}"]
    assert "entries" in wrong.wrong[0]
    assert "it stands at" in wrong.wrong[1]
    assert third in wrong.left_out[0]


# A database that does not answer.


def test_a_database_that_hangs_is_given_up_in_time_and_found_again(
    databases: Databases, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = databases.postgresql()

    async def work() -> None:
        async with Relay(url) as relay:
            store = await filled(relay.url, moves=3)
            (game,) = await store.games_of("ann")
            relay.freeze()
            with monkeypatch.context() as impatient:
                impatient.setattr(retry, "MOST_SECONDS", 1.0)
                for ask in (store.game(game.id), store.try_to_write(), store.create(kept(8))):
                    with pytest.raises(DatabaseAway):
                        await asyncio.wait_for(ask, 60)
            relay.thaw()
            assert await store.game(game.id) == game
            await store.close()

    run(work())


def test_a_server_is_not_well_while_nothing_can_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opening, "BUSY_MILLISECONDS", 50)
    file = tmp_path / "games.sqlite"

    async def work() -> None:
        store = await GameStore.open(f"sqlite:///{file}")
        health = HealthCheck(store)
        with closing(sqlite3.connect(file, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            with pytest.raises(Exception, match="locked"):
                await health.check()
            assert await store.games_of("ann") == [], "to be read it still is"
            other.execute("ROLLBACK")
        await health.check()
        await store.close()

    run(work())


def test_those_who_ask_how_it_is_do_not_make_the_disk_busy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> int:
        store = await GameStore.open(f"sqlite:///{tmp_path / 'games.sqlite'}")
        health, written = HealthCheck(store), 0
        really = store.try_to_write

        async def count() -> None:
            nonlocal written
            written += 1
            await really()

        monkeypatch.setattr(store, "try_to_write", count)
        await asyncio.gather(*(health.check() for _ in range(50)))
        await store.close()
        return written

    assert run(work()) == 1


def test_the_commands_say_it_in_a_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from typer.testing import CliRunner

    from amyitis.cli import app

    url, saved = f"sqlite:///{tmp_path / 'games.sqlite'}", tmp_path / "saved.sqlite"

    async def fill() -> None:
        await (await filled(url)).close()

    run(fill())
    cli = CliRunner()
    assert "1 games" in cli.invoke(app, ["backup", str(saved), "--database", url]).output
    other = f"sqlite:///{tmp_path / 'other.sqlite'}"
    assert "1 games are back" in cli.invoke(app, ["restore", str(saved), "--database", other]).output
    looked = cli.invoke(app, ["check-database", "--database", other])
    assert "0 things wrong" in looked.output
    assert looked.exit_code == 0
    with closing(sqlite3.connect(tmp_path / "other.sqlite")) as found, found:
        found.execute("DELETE FROM seats")
    assert cli.invoke(app, ["check-database", "--database", other]).exit_code == 1
    assert os.path.exists(saved)
