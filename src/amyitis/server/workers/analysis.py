"""`AnalysisPool`: worker processes that run analysis jobs, with a lower priority than the bots' workers."""

import asyncio
import logging
from collections.abc import AsyncIterator, Mapping
from contextlib import aclosing
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

from amyitis.server.limits.fair_queue import FairQueue

from .process import Worker, compiling

MODULE = "amyitis.server.workers.analysis_worker"
NICENESS, SHORT_NICENESS = 10, 5  # of the processes for reviews, and of the one for what somebody waits for
SILENCE_SECONDS = 120.0  # after which a silent worker is given up
SLICE_SECONDS = {"review": 4.0, "evaluation": 1.0}  # of jobs that others may interrupt

Data = Mapping[str, Any]

logger = logging.getLogger(__name__)


class Desk(NamedTuple):
    """A worker and the queue before it."""

    worker: Worker
    queue: FairQueue


class AnalysisPool:
    """Shares workers fairly between quota owners: some for reviews, one for what somebody is waiting for.

    Long jobs work in slices: later jobs need not wait for their end.
    """

    def __init__(self, workers: int) -> None:
        self._long = [Desk(Worker(MODULE, niceness=NICENESS), FairQueue(1)) for _ in range(workers)]
        self._short = [Desk(Worker(MODULE, niceness=SHORT_NICENESS), FairQueue(1)) for _ in range(min(1, workers))]
        self._ids = count()
        self._warming: asyncio.Task[None] | None = None

    @property
    def has_workers(self) -> bool:
        """Whether it can run jobs."""
        return bool(self._long)

    @property
    def pids(self) -> list[int]:
        """The processes that run."""
        return [pid for desk in self._long + self._short if (pid := desk.worker.pid) is not None]

    @property
    def compiling(self) -> tuple[int, int] | None:
        """How many functions a worker that starts has compiled, and of how many; None while none compiles."""
        return compiling([worker for worker, _queue in self._long + self._short])

    async def run(self, job: Data, owner: str, box: Path | None = None) -> AsyncIterator[Data]:
        """Run a job and yield its updates, the last one complete; raises WorkerFailed. `box`: another than our own.

        A review that has to wait gets a preliminary one from the other worker.
        """
        is_review = job["kind"] == "review"
        desk = min(self._long if is_review else self._short, key=lambda candidate: candidate.queue.load)
        if is_review and desk.queue.load and box is None:
            async for answer in self._run(self._short[0], {**job, "preliminary": True}, owner, None):
                yield {**answer, "complete": False}
        async for answer in self._run(desk, job, owner, box):
            yield answer

    async def _run(self, desk: Desk, job: Data, owner: str, box: Path | None) -> AsyncIterator[Data]:
        """Run a job slice by slice. One with another box has a worker of its own, and works without a pause."""
        worker = desk.worker if box is None else Worker(MODULE, box, niceness=NICENESS)
        seconds = SLICE_SECONDS.get(job["kind"]) if box is None else None
        question = {"id": next(self._ids), "job": job, "seconds": seconds}
        complete = False
        while not complete:
            async with desk.queue.place(owner):
                paused = False
                try:
                    async with aclosing(worker.ask(question, SILENCE_SECONDS)) as answers:
                        async for answer in answers:
                            paused = answer.get("paused", False)
                            if paused:
                                break
                            complete = bool(answer["complete"])
                            yield answer
                            if complete:
                                break
                finally:
                    if not (complete or paused) or box is not None:
                        await worker.stop()

    def warm_up(self) -> None:
        """Start a review worker, so that the first review need not wait for it."""
        if self._warming is None and self._long:
            self._warming = asyncio.create_task(self._start_one(self._long[0]))

    @staticmethod
    async def _start_one(desk: Desk) -> None:
        async with desk.queue.place(""):
            try:
                await desk.worker.start()
            except (OSError, ValueError, TimeoutError) as problem:
                await desk.worker.stop()  # the first job tries again, and says what is wrong
                logger.warning("no review worker", extra={"error": type(problem).__name__})

    async def stop(self) -> None:
        """End every process."""
        if self._warming is not None:
            self._warming.cancel()
            await asyncio.gather(self._warming, return_exceptions=True)
        await asyncio.gather(*(desk.worker.stop() for desk in self._long + self._short))
