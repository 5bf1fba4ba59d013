"""`WorkerAnalyzer`: the `Analyzer` of the server, which computes in worker processes."""

import asyncio
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from amyitis.bots import bot_names, make_bot
from amyitis.bots.bot import EXPENSIVE, cost
from amyitis.bots.file_bots import bot_file
from amyitis.box.known import digest_in
from amyitis.errors import BotError, Malformed
from amyitis.server.boxes.boxes import ServerBoxes
from amyitis.service.problems import BadRequest
from amyitis.table import Table

from .analysis import AnalysisPool
from .bots import BotPool

# They think as long, read any file and run any program as their name says: the levels need less.
NOT_ALLOWED = ("search", "net", "netsearch", "level", "process")


class WorkerAnalyzer:
    """Chooses moves for bots and runs analysis jobs; games with another box get a bot worker of their own."""

    def __init__(self, boxes: ServerBoxes, bot_workers: int, bot_seconds: float, review_workers: int) -> None:
        self._boxes = boxes
        self.bots = BotPool(bot_workers, bot_seconds)
        self._other_bots: dict[str, BotPool] = {}  # by the digest of the box
        self.jobs = AnalysisPool(review_workers)

    @property
    def can_analyse(self) -> bool:
        """Whether it runs analysis jobs."""
        return self.jobs.has_workers

    @property
    def compiling(self) -> tuple[int, int] | None:
        """How many rule functions are compiled, and of how many; None while none is being compiled.

        A bot may wait for what a review worker compiles: each function is compiled once.
        """
        return self.bots.compiling or self.jobs.compiling

    @staticmethod
    def bot_names() -> Sequence[str]:
        """Return the bots that may take a seat."""
        return [name for name in bot_names() if name not in NOT_ALLOWED]

    @staticmethod
    def check_bot(name: str, field: str = "bot") -> str:
        """Return the name of a bot that may take a seat; raises BadRequest."""
        if not _may_sit(name):
            raise BadRequest(f"{name} may not take a seat here; choose a level", field=field)
        try:
            _own_word(name)
        except (Malformed, BotError) as problem:
            raise BadRequest(str(problem), field=field) from None
        return name

    async def count_expensive(self, bots: Sequence[str | None]) -> int:
        """Count the bots that need much computing time."""
        return await asyncio.to_thread(count_expensive, bots, self.bots.milliseconds)  # to make a bot may take long

    async def choose(self, table: Table, bot: str, owner: str) -> str:
        """Return a bot's move; raises BadRequest for one that may not take a seat, which a strange backup may name."""
        self.check_bot(bot)
        metadata, digest = table.metadata, digest_in(table.metadata.box)
        pool = self.bots
        if digest != self._boxes.own:
            if digest not in self._other_bots:
                path = await self._boxes.path(digest)
                self._other_bots.setdefault(digest, BotPool(1, self.bots.seconds, path))
            pool = self._other_bots[digest]
        return await pool.choose(bot, table.position, table.legal, table.ply, metadata.id, owner)

    async def run(self, job: Mapping[str, Any], owner: str, box: str) -> AsyncIterator[Mapping[str, Any]]:
        """Run an analysis job; raises WorkerFailed."""
        digest = digest_in(box) or box
        path = None if digest == self._boxes.own else await self._boxes.path(digest)
        async for answer in self.jobs.run(job, owner, path):
            yield answer

    def warm_up(self) -> None:
        """Start a review worker."""
        self.jobs.warm_up()

    async def stop(self) -> None:
        """End every process."""
        pools = (self.bots, *self._other_bots.values())
        await asyncio.gather(self.jobs.stop(), *(pool.stop() for pool in pools))


def count_expensive(bots: Iterable[str | None], measured: Mapping[str, float]) -> int:
    """Count the bots that think long: by their own word, or by the milliseconds measured."""
    return sum(max(_own_word(bot), measured.get(bot, 0.0)) >= EXPENSIVE for bot in bots if bot is not None)


def _may_sit(name: str) -> bool:
    return name.partition(":")[0] not in NOT_ALLOWED and bot_file(name) is None


@lru_cache(200)
def _own_word(name: str) -> float:
    """Return what a bot says it costs; raises Malformed or BotError. The bot is made once for that, if it may sit."""
    if not _may_sit(name):
        raise Malformed(f"{name} may not take a seat here")
    return cost(make_bot(name, 0))
