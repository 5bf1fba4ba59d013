"""Replays and other long calls: shared out between those who ask, and not too many at once."""

import asyncio
import os
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from amyitis.errors import Malformed
from amyitis.notation.records import parse_record
from amyitis.server.boxes import boxes as boxes_module
from amyitis.server.boxes.boxes import CALLS_AT_ONCE, TEXTS_NICENESS, ServerBoxes
from amyitis.service.problems import TooMuch
from amyitis.store import GameStore
from tests.server.running import FAILED_AFTER, Databases
from tests.test_priority import gives_way

Wait = Callable[[], None]


def with_boxes(database: str, work: Callable[[ServerBoxes, asyncio.Event, Wait], Awaitable[None]]) -> None:
    """Do some work with boxes, an event, and a function that waits for it in a thread."""

    async def run() -> None:
        store = await GameStore.open(database)
        boxes, gate, loop = (
            ServerBoxes(store, lambda _client, _seconds: None),
            asyncio.Event(),
            asyncio.get_running_loop(),
        )

        def wait() -> None:
            asyncio.run_coroutine_threadsafe(gate.wait(), loop).result()

        async with asyncio.timeout(FAILED_AFTER):
            await work(boxes, gate, wait)
        await boxes.stop()
        await store.close()

    asyncio.run(run())


def test_not_too_many_wait_for_a_replay(databases: Databases, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(boxes_module, "MOST_WAITING", 3)
    monkeypatch.setattr(boxes_module, "RESERVED", 0)

    async def work(boxes: ServerBoxes, gate: asyncio.Event, wait: Wait) -> None:
        waiting = [asyncio.create_task(boxes.call(boxes.own, wait, owner=owner)) for owner in "abc"]
        await asyncio.sleep(0)
        with pytest.raises(TooMuch):
            await boxes.call(boxes.own, wait, owner="d")
        assert await asyncio.to_thread(lambda: 7) == 7, "nobody else waits"
        gate.set()
        await asyncio.gather(*waiting)
        assert await boxes.call(boxes.own, int) == 0

    with_boxes(databases.sqlite(), work)


def test_replays_are_shared_out_between_clients(databases: Databases, monkeypatch: pytest.MonkeyPatch) -> None:
    most = CALLS_AT_ONCE + 2
    monkeypatch.setattr(boxes_module, "MOST_OF_PERSON", most)
    begun = list[str]()

    async def work(boxes: ServerBoxes, gate: asyncio.Event, wait: Wait) -> None:
        async def replay(owner: str) -> None:
            def begin() -> None:
                begun.append(owner)
                wait()

            await boxes.call(boxes.own, begin, owner=owner)

        greedy = [asyncio.create_task(replay("greedy")) for _ in range(most)]
        await asyncio.sleep(0)
        with pytest.raises(TooMuch):
            await replay("greedy")
        other = asyncio.create_task(replay("other"))
        while len(begun) < CALLS_AT_ONCE:
            await asyncio.sleep(0)
        assert "other" in begun, "one of the two at once is never theirs"
        gate.set()
        await asyncio.gather(other, *greedy)
        await replay("greedy")

    with_boxes(databases.sqlite(), work)


def test_the_servers_own_work_is_never_refused(databases: Databases, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(boxes_module, "MOST_OF_PERSON", 2)
    monkeypatch.setattr(boxes_module, "MOST_WAITING", 3)
    monkeypatch.setattr(boxes_module, "RESERVED", 0)

    async def work(boxes: ServerBoxes, gate: asyncio.Event, wait: Wait) -> None:
        strangers = [asyncio.create_task(boxes.call(boxes.own, wait, owner=owner)) for owner in "abc"]
        await asyncio.sleep(0)
        own = [asyncio.create_task(boxes.call(boxes.own, int)) for _ in range(4)]
        await asyncio.sleep(0)
        gate.set()
        await asyncio.gather(*strangers)
        assert await asyncio.gather(*own) == [0, 0, 0, 0]

    with_boxes(databases.sqlite(), work)


def test_a_box_with_the_name_of_a_file_is_not_written_there(databases: Databases, tmp_path: Path) -> None:
    async def work(boxes: ServerBoxes, _gate: asyncio.Event, _wait: Wait) -> None:
        for digest in (str(tmp_path / "evil"), "../evil"):
            await boxes._store.boxes.keep(digest, "evil", "name = 'evil'")
            assert await boxes.path(digest) is None, "a strange backup may have anything in its rows"
        assert list(tmp_path.glob("evil*")) == []

    with_boxes(databases.sqlite(), work)


def test_texts_of_strangers_are_read_in_another_process(databases: Databases) -> None:
    async def work(boxes: ServerBoxes, _gate: asyncio.Event, _wait: Wait) -> None:
        assert await boxes.call(boxes.own, os.getpid, owner="a") == os.getpid()
        (pid,) = {await boxes.call(boxes.own, os.getpid, owner=owner, isolated=True) for owner in "ab"}
        assert boxes.pids == [pid]
        assert gives_way(pid, TEXTS_NICENESS), "what strangers send waits for the others' moves"
        with pytest.raises(Malformed, match="no header"):
            await boxes.call(boxes.own, parse_record, "", owner="a", isolated=True)

    with_boxes(databases.sqlite(), work)
