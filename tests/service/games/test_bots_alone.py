"""Bots alone at a table play only while somebody watches."""

import asyncio

import pytest

from amyitis.service.games.new_games import Maker, make_game
from amyitis.service.games.watching import watchers
from amyitis.service.games.watching.watchers import Watcher
from amyitis.service.shapes.requests import NewGameRequest, NewSeat
from amyitis.table import Identity, Table
from tests.server.clocks import Clock, settled
from tests.server.running import FAILED_AFTER, Databases
from tests.service.running import running_service

ME, BOT = NewSeat(kind="me"), NewSeat(kind="bot", bot="random")


@pytest.mark.parametrize("looks", [False, True], ids=["a websocket", "looks"])
def test_bots_alone_play_only_while_somebody_watches(
    databases: Databases, monkeypatch: pytest.MonkeyPatch, looks: bool
) -> None:
    clock, owners = Clock(), list[str]()

    async def choose(table: Table, _bot: str, owner: str) -> str:
        owners.append(owner)
        return table.legal[0]

    async def work() -> None:
        async with asyncio.timeout(FAILED_AFTER), running_service(databases.sqlite(), clock=clock) as service:
            monkeypatch.setattr(service.analyzer, "choose", choose)
            me = Maker("me", "Me", clock.now(), 10)
            table = await service.lifecycle.create(make_game(NewGameRequest(seats=[BOT, BOT]), me).new)
            game_id, begun = table.metadata.id, table.ply
            person = make_game(NewGameRequest(seats=[ME, BOT], first=1), me).new
            with_me = (await service.lifecycle.create(person)).metadata.id
            await settled()
            assert await service.store.waiting_bots() in ([with_me], []), "of bots alone nobody speaks"
            assert (await service.tables.table(game_id)).ply == begun
            watcher = Watcher(Identity(), 0)
            if looks:
                service.watchers.look(game_id)
            else:
                service.presence.enter(game_id, watcher)
            assert game_id in await service.store.waiting_bots([game_id])
            service.bots.owners.setdefault(game_id, "somebody")
            service.bots.consider(await service.tables.table(game_id))
            while (await service.tables.table(game_id)).ply < begun + 5:
                await asyncio.sleep(0.005)
            assert "somebody" in owners
            if looks:
                clock.seconds += watchers.LOOK_SECONDS
            else:
                service.presence.leave(game_id, watcher)
            while service.bots.running:
                await asyncio.sleep(0.005)
            stopped = await service.tables.table(game_id)
            assert not stopped.over
            service.bots.consider(stopped)
            assert not service.bots.running

    asyncio.run(work())
