"""Logs that somebody has made long: tables, records and moments need little of them, and the log itself is streamed."""

import asyncio
import json
from math import ceil
from typing import Any

import pytest

from amyitis.server.boxes import boxes as boxes_module
from amyitis.server.boxes.boxes import Boxes
from amyitis.server.games import history
from amyitis.server.games.replay_turns import MOST_OF_ONE, ReplayTurns
from amyitis.server.games.service import GameService
from amyitis.server.refusals import TooMuch
from amyitis.store import GameStore
from amyitis.table import Table
from amyitis.table.replaying import entries_of_log, film_of_log, moment_of_log, record_of_log
from tests.server.running import Databases
from tests.table.sitting import ANN, kept, play_on, table_of, to_and_fro

UNDOS = 150


@pytest.mark.parametrize("pages", [7, 500])
def test_a_long_log_is_not_read_whole(databases: Databases, monkeypatch: pytest.MonkeyPatch, pages: int) -> None:
    monkeypatch.setattr("amyitis.table.table.MOST_UNDOS", 1_000_000)
    monkeypatch.setattr(history, "LONG_LOG", 100)
    monkeypatch.setattr(history, "PAGE", pages)
    rests: list[float] = []

    async def rest_after(seconds: float) -> None:
        rests.append(seconds)

    monkeypatch.setattr(history, "rest_after", rest_after)

    async def work() -> None:
        store = await GameStore.open(databases.sqlite())
        boxes = Boxes(store)
        games = GameService(store, 10, boxes)
        new = kept()
        await store.create(new)
        table = table_of(new)
        for change in play_on(table, 30):
            await store.append(change.step)
        entries = to_and_fro(table, UNDOS)
        await _append(store, table, entries)
        loaded = await games.table(new.game.id)
        assert (loaded.ply, loaded.view) == (table.ply, table.view)
        facts, _seats = await games.tables.facts(new.game.id)
        log = await store.log(new.game.id)
        past = games.tables.history
        rests.clear()
        short = await history.whole_log(store, facts)
        assert len(rests) == ceil(len(log) / pages), "those who play come in between"
        assert min(rests) > 0
        assert len(short) < len(log) / 2
        assert record_of_log(facts, short, {}) == record_of_log(facts, log, {})
        for ply in (len(log) - 1, len(log) - 120, 5):
            _facts, moment = await past.replayed(facts.id, moment_of_log, upto=ply)
            assert moment == moment_of_log(facts, log[:ply])
        film = film_of_log(facts, short)
        assert len(film["frames"]) == len(short)
        behind = await past.entries_after(loaded, 0)
        assert len(behind) < 100, "whoever is far behind gets the game as it is, and the latest entries"
        for after in (0, 40):
            rests.clear()
            told = json.loads(
                b"".join([piece async for piece in past.stream(facts, after, lambda: ReplayTurns().turn("me"))])
            )
            assert len(rests) == ceil(len(log) / pages)
            wanted = [entry.as_dict() for entry in entries_of_log(facts, log)[after:]]
            assert told == {"ply": facts.ply, "entries": json.loads(json.dumps(wanted))}
        await boxes.stop()
        await store.close()

    asyncio.run(work())


def test_a_rest_is_longer_than_the_page_before_it_but_not_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    slept: list[float] = []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    monkeypatch.setattr(asyncio, "sleep", sleep)
    for seconds in (0.01, 60.0):
        asyncio.run(history.rest_after(seconds))
    assert slept == [pytest.approx(0.03), 0.5]


async def _append(store: GameStore, table: Table, entries: list[Any]) -> None:
    """Append what was played to and fro; the game stands as before."""
    step = table.moved([table.game.legal_moves[0]], ANN.actor, frozenset("WK")).step
    before = entries[0].ply - 1
    await store.append(type(step)(step.game_id, before, entries, table.decider, False, step.result, step.standing))


def test_not_too_many_wait_for_a_replay(databases: Databases, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(boxes_module, "MOST_WAITING", 3)

    async def work() -> None:
        store = await GameStore.open(databases.sqlite())
        boxes, go_on = Boxes(store), asyncio.Event()
        loop = asyncio.get_running_loop()

        def wait() -> None:
            asyncio.run_coroutine_threadsafe(go_on.wait(), loop).result()

        waiting = [asyncio.create_task(boxes.beside(wait)) for _ in range(3)]
        await asyncio.sleep(0)
        with pytest.raises(TooMuch):
            await boxes.beside(wait)
        assert await asyncio.to_thread(lambda: 7) == 7, "nobody else waits"
        go_on.set()
        await asyncio.gather(*waiting)
        await boxes.beside(int)
        await boxes.stop()
        await store.close()

    asyncio.run(work())


def test_replays_are_shared_out_between_clients() -> None:
    async def work() -> None:
        turns, go_on, done = ReplayTurns(), asyncio.Event(), list[str]()

        async def replay(client: str) -> None:
            async with turns.turn(client):
                await go_on.wait()
                done.append(client)

        greedy = [asyncio.create_task(replay("greedy")) for _ in range(MOST_OF_ONE)]
        await asyncio.sleep(0)
        with pytest.raises(TooMuch):
            await replay("greedy")
        other = asyncio.create_task(replay("other"))
        await asyncio.sleep(0)
        go_on.set()
        await asyncio.gather(other, *greedy)
        assert done.index("other") <= 1, "one of the two at once is never theirs"
        await replay("greedy")

    asyncio.run(work())
