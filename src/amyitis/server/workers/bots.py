"""`BotPool`: worker processes that choose moves for bots.

A worker that is late or dies is replaced. For a bot that fails twice on a position any legal move is made, so that the
game goes on.
"""

import asyncio
import logging
import secrets
import time
from collections.abc import Sequence
from contextlib import aclosing
from pathlib import Path

from amyitis.rules import SEED_BITS
from amyitis.server.limits.fair_queue import FairQueue

from .process import Worker, WorkerFailed, compiling

MODULE = "amyitis.server.workers.bot_worker"
NICENESS = 5  # of processes for which somebody waits
ATTEMPTS = 2
LEARNED_OF_ONE, MOST_LEARNED = 0.05, 200

logger = logging.getLogger(__name__)


class BotPool:
    """Some workers, shared fairly between quota owners; with the box of a file, or with the server's own."""

    def __init__(self, workers: int, seconds: float, box: Path | None = None) -> None:
        self._all = [Worker(MODULE, box, niceness=NICENESS) for _ in range(workers)]
        self._free = self._all[:]
        self._queue = FairQueue(workers)
        self.seconds = seconds
        self.failures = 0
        self.milliseconds: dict[str, float] = {}  # that a decision of each bot has taken here

    @property
    def pids(self) -> list[int]:
        """The processes that run."""
        return [pid for worker in self._all if (pid := worker.pid) is not None]

    @property
    def compiling(self) -> tuple[int, int] | None:
        """How many functions a worker that starts has compiled, and of how many; None while none compiles."""
        return compiling(self._all)

    async def choose(
        self, bot: str, position: str, legal: Sequence[str], ply: int = 0, game: str = "", owner: str = ""
    ) -> str:
        """Return a bot's move in a position: always one, if need be any legal one. The log names ply and game."""
        for _attempt in range(ATTEMPTS):
            async with self._queue.place(owner):
                worker, began = self._free.pop(), time.monotonic()
                try:
                    move = await self._ask(worker, bot, position, ply)
                    self._learn(bot, time.monotonic() - began)
                    return move
                except WorkerFailed as problem:
                    self.failures += 1
                    facts = {"bot": bot, "game": game, "ply": ply, "error": str(problem)}
                    logger.warning("bot worker failed", extra=facts)
                finally:
                    self._free.append(worker)
        return secrets.choice(legal)

    async def _ask(self, worker: Worker, bot: str, position: str, ply: int) -> str:
        question = {"bot": bot, "seed": secrets.randbits(SEED_BITS), "position": position, "ply": ply}
        async with aclosing(worker.ask(question, self.seconds)) as answers:
            answer = await anext(answers)
        if "token" not in answer:
            raise WorkerFailed(str(answer.get("error", "no answer")))
        return str(answer["token"])

    def _learn(self, bot: str, seconds: float) -> None:
        """Note what a decision of a bot took, averaged with those before."""
        before = self.milliseconds.get(bot, seconds * 1000)
        self.milliseconds[bot] = before + (seconds * 1000 - before) * LEARNED_OF_ONE
        while len(self.milliseconds) > MOST_LEARNED:
            del self.milliseconds[next(iter(self.milliseconds))]

    async def stop(self) -> None:
        """End every process."""
        await asyncio.gather(*(worker.stop() for worker in self._all))
