"""Tasks that nobody waits for."""

import asyncio

from amyitis.service.background_tasks import BackgroundTasks, cancel_all


def test_tasks_are_kept_until_they_are_done() -> None:
    done = list[int]()

    async def work(number: int) -> int:
        await asyncio.sleep(0)
        done.append(number)
        if number == 0:
            tasks.start(work(2))
        return number

    async def run() -> None:
        first = tasks.start(work(0))
        tasks.start(work(1))
        assert len(tasks) == 2
        await tasks.wait()
        assert (sorted(done), len(tasks), await first) == ([0, 1, 2], 0, 0), "what begins meanwhile is waited for, too"

    tasks = BackgroundTasks()
    asyncio.run(run())


def test_what_is_stopped_has_ended_whatever_it_raises() -> None:
    ended = list[str]()

    async def work(name: str) -> None:
        try:
            await asyncio.Event().wait()
        finally:
            ended.append(name)
            raise ValueError(name)

    async def run() -> None:
        tasks = BackgroundTasks()
        for name in "ab":
            tasks.start(work(name))
        await asyncio.sleep(0)
        await tasks.stop()
        assert (sorted(ended), len(tasks)) == (["a", "b"], 0)
        await cancel_all([])

    asyncio.run(run())
