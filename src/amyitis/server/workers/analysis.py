"""`AnalysisPool`: worker processes that run analysis jobs, with a lower priority than the bots' workers."""

import asyncio
import logging
from collections.abc import AsyncIterator, Mapping
from contextlib import aclosing
from pathlib import Path
from typing import Any

from amyitis.server.fair_queue import FairQueue

from .process import Worker, compiling

MODULE = "amyitis.server.workers.analysis_worker"
SILENCE_SECONDS = 120.0  # after which a silent worker is given up

Data = Mapping[str, Any]

logger = logging.getLogger(__name__)


class Lane:
    """Some workers and the queue before them."""

    def __init__(self, workers: int) -> None:
        self.all = [Worker(MODULE) for _ in range(workers)]
        self.free = self.all[:]
        self.queue = FairQueue(workers)


class AnalysisPool:
    """Shares workers fairly between quota owners: one lane for reviews, one for what somebody is waiting for."""

    def __init__(self, workers: int) -> None:
        self._long, self._short = Lane(workers), Lane(min(1, workers))
        self._warming: asyncio.Task[None] | None = None

    @property
    def has_workers(self) -> bool:
        """Whether it can run jobs."""
        return bool(self._long.all)

    @property
    def pids(self) -> list[int]:
        """The processes that run."""
        return [pid for worker in self._long.all + self._short.all if (pid := worker.pid) is not None]

    @property
    def compiling(self) -> tuple[int, int] | None:
        """How many functions a worker that starts has compiled, and of how many; None while none compiles."""
        return compiling(self._long.all + self._short.all)

    async def run(self, job: Data, owner: str, box: Path | None = None) -> AsyncIterator[Data]:
        """Run a job and yield its updates, the last one complete; raises WorkerFailed. `box`: another than our own.

        A review that has to wait gets a preliminary one from the short lane.
        """
        is_review = job["kind"] == "review"
        lane = self._long if is_review else self._short
        if is_review and not lane.free and box is None:
            async for answer in self._run(self._short, {**job, "preliminary": True}, owner, None):
                yield {**answer, "complete": False}
        async for answer in self._run(lane, job, owner, box):
            yield answer

    async def _run(self, lane: Lane, job: Data, owner: str, box: Path | None) -> AsyncIterator[Data]:
        async with lane.queue.place(owner):
            reserved = lane.free.pop()
            worker = reserved if box is None else Worker(MODULE, box)  # for this job alone
            done = False
            try:
                async with aclosing(worker.ask(job, SILENCE_SECONDS)) as answers:
                    async for answer in answers:
                        done = bool(answer["complete"])
                        yield answer
                        if done:
                            break
            finally:
                if not done or box is not None:
                    await worker.stop()
                lane.free.append(reserved)

    def warm_up(self) -> None:
        """Start a review worker, so that the first review need not wait for it."""
        if self._warming is None and self._long.all:
            self._warming = asyncio.create_task(self._start_one())

    async def _start_one(self) -> None:
        lane = self._long
        async with lane.queue.place(""):
            worker = lane.free.pop()
            try:
                await worker.start()
            except (OSError, ValueError, TimeoutError) as problem:
                await worker.stop()  # the first job tries again, and says what is wrong
                logger.warning("no review worker", extra={"error": type(problem).__name__})
            finally:
                lane.free.append(worker)

    async def stop(self) -> None:
        """End every process."""
        if self._warming is not None:
            self._warming.cancel()
            await asyncio.gather(self._warming, return_exceptions=True)
        await asyncio.gather(*(worker.stop() for worker in self._long.all + self._short.all))
