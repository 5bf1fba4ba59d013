"""`WorkerAnalyzer`: the `Analyzer` of the server, which computes in worker processes."""

import asyncio
from collections.abc import AsyncIterator, Mapping, Sequence
from typing import Any

from amyitis.box.known import digest_in
from amyitis.server.boxes.boxes import ServerBoxes
from amyitis.table import Table

from .allowed import allowed_bots, check_bot, count_expensive
from .analysis import AnalysisPool
from .bots import BotPool


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

    def bot_names(self) -> Sequence[str]:
        """Return the bots that may take a seat."""
        return allowed_bots()

    def check_bot(self, name: str, field: str = "bot") -> str:
        """Return the name of a bot that may take a seat; raises BadRequest."""
        return check_bot(name, field)

    async def count_expensive(self, bots: Sequence[str | None]) -> int:
        """Count the bots that need much computing time: by their own word, or as measured here."""
        return await asyncio.to_thread(count_expensive, bots, self.bots.milliseconds)  # to make a bot may take long

    async def choose(self, table: Table, bot: str, owner: str) -> str:
        """Return a bot's move."""
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
