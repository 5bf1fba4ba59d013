"""Places of workers are shared out fairly between those they are charged to."""

import asyncio
from collections.abc import Awaitable

import pytest

from amyitis.server.limits import fair_queue
from amyitis.server.limits.fair_queue import FairQueue
from amyitis.service.waiting_room import WaitingRoom
from tests.server.clocks import Clock, settled
from tests.server.running import FAILED_AFTER


def run(work: Awaitable[None]) -> None:
    async def bounded() -> None:
        async with asyncio.timeout(FAILED_AFTER):
            await work

    asyncio.run(bounded())


def test_one_with_fifty_five_tables_does_not_keep_another_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    clock, order = Clock(), list[str]()
    monkeypatch.setattr(fair_queue, "time", clock)

    async def turn(queue: FairQueue, owner: str, seconds: float) -> None:
        async with queue.place(owner):
            order.append(owner)
            await asyncio.sleep(0)
            clock.seconds += seconds

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
        clock.seconds += 3600
        assert queue.used("greedy") < 0.01, "nobody is blamed for ever"

    run(work())


def test_of_several_places_nobody_has_all() -> None:
    async def work() -> None:
        queue, ends = FairQueue(3), asyncio.Event()
        inside: list[str] = []

        async def turn(owner: str) -> None:
            async with queue.place(owner):
                inside.append(owner)
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


def test_one_address_with_fifty_cookies_is_one() -> None:
    async def work() -> None:
        queue, order = FairQueue(1), list[str]()

        async def turn(owner: str) -> None:
            async with queue.place(owner):
                order.append(owner)
                await asyncio.sleep(0.001)

        crowd = [asyncio.create_task(turn(f"10.0.0.1 cookie{number}")) for number in range(50)]
        await settled()
        await asyncio.gather(*(turn("10.0.0.2 me") for _ in range(3)))
        assert max(place for place, owner in enumerate(order) if owner == "10.0.0.2 me") < 10
        await asyncio.gather(*crowd)
        assert len({owner for owner in order if owner.startswith("10.0.0.1")}) == 50, "its people take turns, too"

    run(work())


def test_the_last_places_are_for_those_who_have_none() -> None:
    room = WaitingRoom(of_person=8, of_address=16, in_all=40, reserved=10)
    assert [room.enter("10.0.0.1 a") for _ in range(9)] == [True] * 8 + [False]
    assert sum(room.enter(f"10.0.0.1 cookie{number}") for number in range(50)) == 8
    assert sum(room.enter(f"10.0.0.2 cookie{number}") for number in range(50)) == 14, "together they leave ten"
    assert all(room.enter(f"10.0.1.{number} me") for number in range(10))
    assert not room.enter("10.0.2.1 me")
    for _ in range(8):
        room.leave("10.0.0.1 a")
    assert len(room) == 32
    assert not room.enter("10.0.0.2 more"), "the reserved ones are still in use"
    assert room.enter("10.0.2.1 me")
