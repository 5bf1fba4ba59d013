"""The bots' workers are shared out fairly, and bots alone at a table play only while somebody watches."""

import asyncio
from collections.abc import Awaitable
from typing import Any

import pytest

from amyitis.api import watchers
from amyitis.api.new_games import AskedGame, AskedSeat, make_game
from amyitis.api.watchers import Watcher
from amyitis.bots import make_bot
from amyitis.bots.costs import EXPENSIVE, cost
from amyitis.server import fair_queue
from amyitis.server.bots.allowed import check_bot, expensive_among
from amyitis.server.bots.payers import Payers
from amyitis.server.bots.pool import BotPool
from amyitis.server.bots.turns import BotTurns
from amyitis.server.boxes.boxes import Boxes
from amyitis.server.fair_queue import FairQueue
from amyitis.server.games.service import GameService
from amyitis.store import GameStore
from amyitis.table import Asker
from tests.server.clocks import Clock, settled
from tests.server.playing import ME, bot
from tests.server.running import FAILED_AFTER, Databases


def run(work: Awaitable[None]) -> None:
    async def bounded() -> None:
        async with asyncio.timeout(FAILED_AFTER):
            await work

    asyncio.run(bounded())


def test_one_with_fifty_five_tables_does_not_keep_another_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    clock, order = Clock(), list[str]()
    monkeypatch.setattr(fair_queue, "time", clock)

    async def turn(queue: FairQueue, payer: str, seconds: float) -> None:
        async with queue.place(payer):
            order.append(payer)
            await asyncio.sleep(0)
            clock.now += seconds

    async def work() -> None:
        queue = FairQueue(1)
        greedy = [asyncio.create_task(turn(queue, "greedy", 1.0)) for _ in range(55)]
        await asyncio.sleep(0)
        await asyncio.gather(*(turn(queue, "other", 0.1) for _ in range(4)))
        first = order.index("other")
        assert first <= 2, "what was begun is ended, then comes the one who had nothing yet"
        assert order[first : first + 4] == ["other"] * 4, "and again, as long as less was thought for them"
        await asyncio.gather(*greedy)
        assert len(queue) == 0
        assert queue.used("greedy") > 20
        clock.now += 3600
        assert queue.used("greedy") < 0.01, "nobody is blamed for ever"

    run(work())


def test_of_several_places_nobody_has_all() -> None:
    async def work() -> None:
        queue, ends = FairQueue(3), asyncio.Event()
        inside: list[str] = []

        async def turn(payer: str) -> None:
            async with queue.place(payer):
                inside.append(payer)
                await ends.wait()

        tasks = [asyncio.create_task(turn("greedy")) for _ in range(9)]
        await settled()
        assert inside == ["greedy", "greedy"]
        tasks.append(asyncio.create_task(turn("other")))
        await settled()
        assert inside[-1] == "other"
        ends.set()
        await asyncio.gather(*tasks)
        assert len(inside) == 10

    run(work())


def test_a_turn_that_is_called_off_leaves_its_place() -> None:
    async def work() -> None:
        queue = FairQueue(1)

        async def turn() -> None:
            async with queue.place("a"):
                await asyncio.sleep(3600)

        tasks = [asyncio.create_task(turn()) for _ in range(5)]
        await settled()
        for task in tasks:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
        async with queue.place("b"):
            assert len(queue) == 0

    run(work())


def test_whoever_acts_pays_and_whoever_looks_does_not() -> None:
    payers = Payers()
    assert payers.of("g", "owner") == "owner"
    payers.looked("g", "watcher")
    assert payers.of("g", "owner") == "watcher"
    payers.acted("g", "player")
    payers.looked("g", "stranger")
    assert payers.of("g", "owner") == "player"


def test_what_a_bot_costs_is_its_own_word_or_what_was_learned() -> None:
    assert cost(make_bot("search:700")) == 700
    assert cost(make_bot("random")) == 0
    assert asyncio.run(expensive_among(["search:700", None, "random", "search:N=4000", "search:5"], {})) == 2
    assert asyncio.run(expensive_among(["random", "greedy"], {"random": EXPENSIVE, "greedy": 3.0})) == 1
    pool = BotPool(1, 1.0)
    for _ in range(100):
        pool._learn("slow", 2.0)
        pool._learn("quick", 0.001)
    assert [pool.milliseconds[bot] >= EXPENSIVE for bot in ("slow", "quick")] == [True, False]


class Quick(BotPool):
    """Bots that do not think; it is written down for whom they do not."""

    def __init__(self) -> None:
        super().__init__(1, 1.0)
        self.asked: list[str] = []

    async def choose(self, *given: Any) -> str:
        self.asked.append(given[-1])
        return str(given[2][0])


@pytest.mark.parametrize("looks", [False, True], ids=["a websocket", "looks"])
def test_bots_alone_play_only_while_somebody_watches(
    databases: Databases, monkeypatch: pytest.MonkeyPatch, looks: bool
) -> None:
    clock = Clock()
    monkeypatch.setattr(watchers, "time", clock)

    async def work() -> None:
        store = await GameStore.open(databases.sqlite())
        games, pool = GameService(store, 10, Boxes(store)), Quick()
        turns = BotTurns(games, pool, lambda: None)
        games.changes.on_change = turns.consider
        asked = AskedGame([AskedSeat(**bot()), AskedSeat(**bot())])
        table = await games.lifecycle.create(make_game(asked, "me", "Me", check_bot).new)
        game_id, begun = table.facts.id, table.ply
        person = AskedGame([AskedSeat(**ME), AskedSeat(**bot())], first=1)
        with_me = (await games.lifecycle.create(make_game(person, "me", "Me", check_bot).new)).facts.id
        await settled()
        assert await store.waiting_bots() in ([with_me], []), "of bots alone nobody speaks"
        assert (await games.table(game_id)).ply == begun
        watcher = Watcher(Asker(), 0)
        if looks:
            games.watchers.look(game_id)
        else:
            games.presence.enter(game_id, watcher)
        assert game_id in await store.waiting_bots([game_id])
        turns.payers.looked(game_id, "somebody")
        turns.consider(await games.table(game_id))
        while (await games.table(game_id)).ply < begun + 5:
            await asyncio.sleep(0.005)
        assert "somebody" in pool.asked
        if looks:
            clock.now += watchers.LOOK_SECONDS
        else:
            games.presence.leave(game_id, watcher)
        while turns.thinking:
            await asyncio.sleep(0.005)
        stopped = await games.table(game_id)
        assert not stopped.over
        turns.consider(stopped)
        assert not turns.thinking
        await turns.stop()
        await games.stop()
        await store.close()

    run(work())
