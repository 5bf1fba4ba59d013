"""Workers that run analysis jobs: a review that has to wait is a preliminary one first."""

import asyncio
from collections.abc import AsyncGenerator, Mapping
from typing import Any

import pytest

from amyitis.analysis.jobs import EvaluationJob, JobUpdate, ReviewJob
from amyitis.server.workers.analysis import AnalysisPool
from amyitis.server.workers.process import Worker
from tests.server.clocks import settled

Data = Mapping[str, Any]


def test_who_must_wait_has_a_preliminary_review(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = list[Data]()

    async def run() -> None:
        gate = asyncio.Event()

        async def ask(_worker: Worker, job: Data, _seconds: float) -> AsyncGenerator[Data, None]:
            asked.append(job)
            await gate.wait()
            yield JobUpdate(1, 1, complete=True, result={}).as_dict()

        async def updates(owner: str, job: Data) -> list[bool]:
            return [update["complete"] async for update in pool.run(job, owner)]

        monkeypatch.setattr(Worker, "ask", ask)
        pool, review = AnalysisPool(1), ReviewJob("", []).as_dict()
        first = asyncio.create_task(updates("me", review))
        await settled()
        second = asyncio.create_task(updates("you", review))
        await settled()
        assert [job["preliminary"] for job in asked] == [False, True]
        gate.set()
        assert await first == [True]
        assert await second == [False, True], "the preliminary review is not the last word"
        assert [job["preliminary"] for job in asked] == [False, True, False]
        assert await updates("me", EvaluationJob("", 1).as_dict()) == [True]
        await pool.stop()

    asyncio.run(run())
