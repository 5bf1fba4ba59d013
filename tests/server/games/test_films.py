"""Films of finished games: made once when a game ends, kept, found again, and made anew by another program."""

import asyncio
import json
import time
from collections.abc import Awaitable, Callable
from typing import TypeVar

import pytest

from amyitis.server.boxes.boxes import Boxes
from amyitis.server.encoding import encode
from amyitis.server.games import films
from amyitis.server.games.films import MADE_BY, Films
from amyitis.server.games.service import GameService
from amyitis.server.refusals import NotFound
from amyitis.store import GameStore
from amyitis.table import LogEntry
from amyitis.table.replaying import film_of_log
from tests.server.playing import bot, late_record
from tests.server.running import KINDS, Databases, run_server

T = TypeVar("T")


def with_service(database: str, work: Callable[[GameService], Awaitable[T]]) -> T:
    async def run() -> T:
        store = await GameStore.open(database)
        try:
            return await work(GameService(store, 10, Boxes(store)))
        finally:
            await store.close()

    return asyncio.run(run())


async def until_filmed(games: GameService, game_id: str, by: str = MADE_BY) -> None:
    """Wait for the film of a game."""
    while await games.store.derived.film(game_id, by) is None:
        await asyncio.sleep(0.02)


@pytest.fixture(scope="module", params=KINDS)
def ended(request: pytest.FixtureRequest, databases: Databases) -> tuple[str, list[str]]:
    """A database of each kind with three games in it whose last moves bots have made, and that were filmed then."""
    database = databases.of_kind(request.param)

    async def wait(games: GameService) -> None:
        for game_id in ids:
            await until_filmed(games, game_id)

    with run_server(database) as server:
        me = server.client()
        records = [late_record(2, palace=True, plies=12, seed=seed) for seed in range(3)]
        ids = [me.new_game([bot(), bot()], record=record)["game"]["id"] for record in records]
        while not all(me.game(game_id)["over"] for game_id in ids):
            time.sleep(0.02)
        with_service(database, wait)
    return database, ids


def test_a_kept_film_is_the_film_of_the_log_and_the_log_is_not_read(
    ended: tuple[str, list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    database, (game_id, *_) = ended

    async def work(games: GameService) -> None:
        facts, _seats = await games.tables.facts(game_id)
        wanted = encode(film_of_log(facts, await games.store.log(game_id)))
        monkeypatch.setattr(games.store, "log", None)
        found, seats, film = await Films(games.store, games.tables.facts, Boxes(games.store)).film(game_id)
        assert film == wanted
        assert (found.ply, len(seats)) == (len(json.loads(film)["frames"]), 2)
        with pytest.raises(NotFound):
            await Films(games.store, games.tables.facts, Boxes(games.store)).film("nothing")

    with_service(database, work)


def test_a_game_that_is_thrown_away_meanwhile_has_no_empty_film(
    ended: tuple[str, list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    database, (game_id, *_) = ended
    monkeypatch.setattr(films, "MADE_BY", "a third")

    async def work(games: GameService) -> None:
        async def gone(*_args: object, **_more: object) -> list[LogEntry]:
            return []

        monkeypatch.setattr(games.store, "log", gone)
        with pytest.raises(NotFound):
            await Films(games.store, games.tables.facts, Boxes(games.store)).film(game_id)

    with_service(database, work)


def test_another_program_films_all_games_anew(ended: tuple[str, list[str]], monkeypatch: pytest.MonkeyPatch) -> None:
    """Even if one of them cannot be replayed."""
    database, ids = ended
    monkeypatch.setattr(films, "MADE_BY", "another")
    monkeypatch.setattr(films, "REST_SECONDS", 0.0)
    broken, *whole = sorted(ids)
    read = GameStore.log

    async def log(store: GameStore, game_id: str, after: int = 0, upto: int | None = None) -> list[LogEntry]:
        return (await read(store, game_id, after, upto))[game_id == broken :]

    async def work(games: GameService) -> None:
        monkeypatch.setattr(GameStore, "log", log)
        maker = Films(games.store, games.tables.facts, Boxes(games.store))
        maker.start()
        for game_id in whole:
            await until_filmed(games, game_id, "another")
        await maker.stop()
        assert await games.store.derived.unfilmed("another") == [broken]

    with_service(database, work)
