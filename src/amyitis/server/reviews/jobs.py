"""`ThinkingJobs`: reviews and analyses, thought about one after the other by processes that give way to the bots'."""

import asyncio
import contextlib
import json
import logging
from collections import Counter, OrderedDict
from collections.abc import AsyncGenerator, Awaitable, Callable
from pathlib import Path

from amyitis.api.background_tasks import cancel_all
from amyitis.api.thoughts import Job, Kind, Thought
from amyitis.server.bots.pool import Worker, WorkerFailed
from amyitis.server.fair_queue import FairQueue
from amyitis.server.refusals import Conflict, TooMuch

MOST_OF_ONE = 8  # jobs of one payer that wait or are under way
MOST_WAITING = 200
KEPT = 64  # jobs that are over
SILENCE_SECONDS = 120.0  # after which a worker that says nothing is given up
RETRY_SECONDS = 20.0

PICTURED: tuple[Kind, ...] = ("game", "record")  # have a first picture

logger = logging.getLogger(__name__)


class ReviewWorker(Worker):
    """A process that reviews and analyses."""

    module = "amyitis.server.reviews.worker"

    async def start(self) -> None:
        """Start the process, unless it runs."""
        await self._running()

    async def work(self, job: Job) -> AsyncGenerator[Job, None]:
        """What it says of a job, line by line; raises WorkerFailed. Where it is not heard to its end, it is ended."""
        finished = False
        try:
            process = await self._running()
            assert process.stdin is not None
            process.stdin.write(json.dumps(job).encode() + b"\n")
            await process.stdin.drain()
            while True:
                answer = await self._answer(process, SILENCE_SECONDS)
                finished = bool(answer["done"])
                yield answer
                if finished:
                    return
        except (OSError, ValueError, TimeoutError) as problem:
            raise WorkerFailed(f"the worker died ({type(problem).__name__})") from None
        finally:
            if not finished:
                await self.stop()


class WorkerPool:
    """Workers and the queue before them."""

    def __init__(self, workers: int) -> None:
        self.all = [ReviewWorker() for _ in range(workers)]
        self.free = self.all[:]
        self.queue = FairQueue(workers)


class ThinkingJobs:
    """Takes jobs, shares the workers out fairly between payers, and tells how far each job has come.

    Somebody waits for what is thought of a position or a move: that has a worker of its own, beside those that review.
    """

    def __init__(self, workers: int) -> None:
        long, short = WorkerPool(workers), WorkerPool(min(1, workers))
        self._short = short
        self._warming: asyncio.Task[None] | None = None
        self._pools: dict[Kind, WorkerPool] = {"game": long, "record": long, "analysis": short, "judgement": short}
        self._all = long.all + short.all
        self._jobs: OrderedDict[str, Thought] = OrderedDict()
        self._asked: Counter[str] = Counter()

    @property
    def pids(self) -> list[int]:
        """The processes that run."""
        return [pid for worker in self._all if (pid := worker.pid) is not None]

    def known(self, key: str) -> Thought | None:
        """A job that was taken and is not forgotten yet."""
        return self._jobs.get(key)

    def start(
        self,
        kind: Kind,
        key: str,
        payer: str,
        job: Callable[[], Awaitable[Job]],
        keep: Callable[[Job], Awaitable[None]] | None = None,
        shown: Job | None = None,
    ) -> Thought:
        """Take a job, unless it was taken already; `job` is asked for when its turn has come, `keep` gets the end.

        A job may name the file of a `box` that it is to be done with, if it is not the server's own. What is `shown` is
        told until the job is done.

        Raises Conflict where there are no workers, and TooMuch if too many jobs wait.
        """
        known = self._jobs.get(key)
        if known is not None and known.status != "failed":
            return known
        if not self._all:
            raise Conflict("this server reviews no games (--review-workers 0)")
        if self._asked[payer] >= MOST_OF_ONE or sum(self._asked.values()) >= MOST_WAITING:
            raise TooMuch("too many games and positions wait to be thought about", RETRY_SECONDS)
        self._asked[payer] += 1
        thought = self._jobs[key] = Thought(kind, key, found=shown, whole=shown is not None)
        thought.task = asyncio.create_task(self._run(thought, payer, job, keep))
        return thought

    async def _run(
        self,
        thought: Thought,
        payer: str,
        job: Callable[[], Awaitable[Job]],
        keep: Callable[[Job], Awaitable[None]] | None,
    ) -> None:
        pool = self._pools[thought.kind]
        try:
            if thought.kind in PICTURED and not pool.free and not thought.whole:
                await self._picture(thought, payer, await job())
            async with pool.queue.place(payer):
                worker = pool.free.pop()
                try:
                    given = await job()
                    box: Path | None = given.pop("box", None)
                    await self._work(thought, worker if box is None else ReviewWorker(box), given)
                finally:
                    pool.free.append(worker)
            if thought.status == "done" and keep is not None and thought.found is not None:
                await keep(thought.found)
        except Exception as problem:
            thought.status, thought.error = "failed", str(problem) or type(problem).__name__
            logger.warning("no review", extra={"job": thought.key, "error": thought.error})
        finally:
            self._asked[payer] -= 1
            if not self._asked[payer]:
                del self._asked[payer]
            self._forget()

    async def _picture(self, thought: Thought, payer: str, given: Job) -> None:
        """The first picture of a game whose review must wait, from the worker that somebody's questions go to."""
        if given.pop("box", None) is not None:
            return
        async with self._short.queue.place(payer):
            worker = self._short.free.pop()
            try:
                await self._work(thought, worker, {**given, "kind": "picture"})
            finally:
                self._short.free.append(worker)
        thought.status = "waiting"

    async def _work(self, thought: Thought, worker: ReviewWorker, job: Job) -> None:
        thought.status = "running"
        try:
            async with contextlib.aclosing(worker.work(job)) as answers:
                async for answer in answers:
                    if "error" in answer:
                        raise WorkerFailed(str(answer["error"]))
                    if answer["done"] or not thought.whole:
                        thought.found = answer["found"]
            thought.status = "done"
        finally:
            if worker not in self._all:  # of another box: for this job alone
                await worker.stop()

    def _forget(self) -> None:
        """Let go of the jobs that were over first, but for the latest ones."""
        over = [key for key, one in self._jobs.items() if one.status in ("done", "failed")]
        for key in over[: max(0, len(over) - KEPT)]:
            del self._jobs[key]

    def warm_up(self) -> None:
        """Start a process that reviews, so that the first who ends a game need not wait for it."""
        if self._warming is None and self._all:
            self._warming = asyncio.create_task(self._start_one(self._pools["game"]))

    async def _start_one(self, pool: WorkerPool) -> None:
        async with pool.queue.place(""):
            worker = pool.free.pop()
            try:
                await worker.start()
            except (OSError, ValueError, TimeoutError) as problem:
                await worker.stop()  # the first job tries again, and says what is wrong
                logger.warning("no review worker", extra={"error": type(problem).__name__})
            finally:
                pool.free.append(worker)

    async def stop(self) -> None:
        """Give up what is under way, and end every process."""
        tasks = [one.task for one in self._jobs.values() if one.task is not None]
        if self._warming is not None:
            tasks.append(self._warming)
        await cancel_all(tasks)
        await asyncio.gather(*(worker.stop() for worker in self._all))
