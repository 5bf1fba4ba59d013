"""A worker of a page that thinks about games and positions, beside the one with the table: what it does with a job."""

import asyncio
import json
from collections.abc import Callable

from amyitis.analysis.jobs import answers

from .thinker import Analyst, BrowserThinker


class Reviewing:
    """Does jobs (`analysis/jobs.py`): one review after the other, and what somebody waits for between its steps.

    That disturbs no review: what its readers find does not depend on what they were asked before.
    """

    def __init__(self, analyst: Analyst) -> None:
        self._thinker = BrowserThinker(analyst)
        self._reviews, self._questions = asyncio.Lock(), asyncio.Lock()

    async def work(self, text: str, tell: Callable[[str], None]) -> None:
        """Do a job, and tell what is found, the last time when it is done."""
        job = json.loads(text)
        async with self._reviews if job["kind"] == "review" else self._questions:
            for answer in answers(job, self._thinker):
                tell(json.dumps(answer))
                await asyncio.sleep(0)  # whoever asks meanwhile is heard
