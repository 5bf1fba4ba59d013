"""Replays of finished games: made once when a game ends, kept, found again, and made anew by other code."""

import asyncio
import json
import time

import pytest

from amyitis.service.games.watching import replays
from amyitis.service.games.watching.replays import MADE_BY
from amyitis.service.problems import NotFound
from amyitis.service.service import Service
from amyitis.store import GameStore
from amyitis.table import LogEntry
from amyitis.table.replaying import replay_of_log
from tests.server.playing import bot, late_record
from tests.server.running import KINDS, Databases, run_server
from tests.service.running import with_service


async def until_kept(service: Service, game_id: str, by: str = MADE_BY) -> None:
    """Wait for the replay of a game."""
    while await service.store.derived.replay(game_id, by) is None:
        await asyncio.sleep(0.02)


@pytest.fixture(scope="module", params=KINDS)
def ended(request: pytest.FixtureRequest, databases: Databases) -> tuple[str, list[str]]:
    """A database of each kind with three games that bots ended, and whose replays were kept then."""
    database = databases.of_kind(request.param)

    async def wait(service: Service) -> None:
        for game_id in ids:
            await until_kept(service, game_id)

    with run_server(database) as server:
        me = server.client()
        records = [late_record(2, palace=True, plies=12, seed=seed) for seed in range(3)]
        ids = [me.new_game([bot(), bot()], record=record)["game"]["id"] for record in records]
        while not all(me.game(game_id)["over"] for game_id in ids):
            time.sleep(0.02)
        with_service(database, wait)
    return database, ids


def test_a_kept_replay_is_that_of_the_log_and_the_log_is_not_read(
    ended: tuple[str, list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    database, (game_id, *_) = ended

    async def work(service: Service) -> None:
        metadata, _seats = await service.tables.metadata(game_id)
        wanted = service.codec.encode(replay_of_log(metadata, await service.store.log(game_id), service.codec.fragment))
        monkeypatch.setattr(service.store, "log", None)
        metadata, seats, replay = await service.replays.replay(game_id, "me")
        assert service.codec.encode(replay) == wanted
        assert (metadata.ply, len(seats)) == (len(json.loads(wanted)["frames"]), 2)
        with pytest.raises(NotFound):
            await service.replays.replay("nothing", "me")

    with_service(database, work)


def test_a_game_that_is_deleted_meanwhile_has_no_empty_replay(
    ended: tuple[str, list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    database, (game_id, *_) = ended
    monkeypatch.setattr(replays, "MADE_BY", "a third")

    async def work(service: Service) -> None:
        async def gone(*_args: object, **_more: object) -> list[LogEntry]:
            return []

        with monkeypatch.context() as deleting:
            deleting.setattr(service.store, "log", gone)
            with pytest.raises(NotFound):
                await service.replays.replay(game_id, "me")
        monkeypatch.setattr(service.store, "seats", gone)
        with pytest.raises(NotFound):
            await service.tables.table(game_id)

    with_service(database, work)


def test_other_code_makes_all_replays_anew(ended: tuple[str, list[str]], monkeypatch: pytest.MonkeyPatch) -> None:
    """Even if one of the games cannot be replayed."""
    database, ids = ended
    monkeypatch.setattr(replays, "MADE_BY", "another")
    monkeypatch.setattr(replays, "PAUSE_SECONDS", 0.0)
    broken, *whole = sorted(ids)
    read = GameStore.log

    async def log(store: GameStore, game_id: str, after: int = 0, upto: int | None = None) -> list[LogEntry]:
        return (await read(store, game_id, after, upto))[game_id == broken :]

    async def work(service: Service) -> None:
        monkeypatch.setattr(GameStore, "log", log)
        service.replays.start()
        for game_id in whole:
            await until_kept(service, game_id, "another")
        await service.replays.stop()
        assert await service.store.derived.without_replay("another") == [broken]

    with_service(database, work)
