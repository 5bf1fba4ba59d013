"""News of other servers: kept until it was read, whoever goes away meanwhile, and told to those who watch."""

import asyncio
from collections.abc import Callable

import pytest

from amyitis.service.games.watching.watchers import Watcher
from amyitis.store import GameStore
from amyitis.table import Identity
from tests.server.playing import ME
from tests.server.running import FAILED_AFTER, run_server
from tests.service.running import running_service


def test_news_is_not_lost_with_the_one_who_was_reading_it(postgresql: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(move: Callable[[], int], game_id: str) -> None:
        async with running_service(postgresql) as service:
            store, tables, reading = service.store, service.tables, asyncio.Event()
            assert isinstance(store, GameStore)
            read = store.head

            async def slow(game: str) -> tuple[int, int] | None:
                reading.set()
                await asyncio.Event().wait()
                return await read(game)

            await store.listen(tables.heard, service.devices.heard, tables.gap)
            before = (await tables.table(game_id)).ply
            watcher = Watcher(Identity(), before)
            service.presence.enter(game_id, watcher)
            after = await asyncio.to_thread(move)
            await asyncio.wait_for(watcher.wait(), FAILED_AFTER)
            monkeypatch.setattr(store, "head", slow)
            first = asyncio.create_task(tables.table(game_id))
            await reading.wait()
            first.cancel()
            await asyncio.gather(first, return_exceptions=True)
            monkeypatch.setattr(store, "head", read)
            assert (await tables.table(game_id)).ply == after > before
            await asyncio.wait_for(watcher.wait(), FAILED_AFTER)

    with run_server(postgresql) as server:
        me = server.client()
        game = me.new_game([ME, ME])["game"]
        asyncio.run(work(lambda: int(me.move(game["id"], game["ply"], game["legal"][0])["ply"]), game["id"]))
