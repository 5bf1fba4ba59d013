"""Workers that run analysis jobs: a review that has to wait is a preliminary one first."""

import asyncio
import json
from collections.abc import AsyncGenerator, Mapping
from typing import Any
from unittest.mock import Mock

import pytest

from amyitis.analysis.jobs import EvaluationJob, JobUpdate, ReviewJob
from amyitis.server.workers.analysis import AnalysisPool
from amyitis.server.workers.analysis_worker import serve
from amyitis.server.workers.process import Worker
from tests.server.clocks import settled

Data = Mapping[str, Any]


def test_who_must_wait_has_a_preliminary_review(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = list[Data]()

    async def run() -> None:
        gate = asyncio.Event()

        async def ask(_worker: Worker, question: Data, _seconds: float) -> AsyncGenerator[Data, None]:
            asked.append(question["job"])
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


def test_a_long_review_works_in_slices_and_whoever_comes_later_need_not_wait_for_its_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    left, order = {"long": 40, "ordinary": 3}, list[str]()

    async def run() -> None:
        async def ask(_worker: Worker, question: Data, _seconds: float) -> AsyncGenerator[Data, None]:
            name = question["job"]["start"]
            if question["job"]["preliminary"]:
                yield JobUpdate(0, 1, complete=True, result={}).as_dict()
                return
            await asyncio.sleep(0.001)
            order.append(name)
            left[name] -= 1
            yield JobUpdate(1, 1, complete=not left[name], result={}).as_dict()
            if left[name]:
                yield {"paused": True}

        async def review(owner: str, start: str) -> None:
            async for _ in pool.run(ReviewJob(start, []).as_dict(), owner):
                pass

        monkeypatch.setattr(Worker, "ask", ask)
        pool = AnalysisPool(1)
        stranger = asyncio.create_task(review("10.0.0.1 a", "long"))
        while len(order) < 5:
            await asyncio.sleep(0.001)
        await review("10.0.0.2 b", "ordinary")
        assert left["long"] > 20, "the ordinary one was done long before"
        await stranger
        assert left == {"long": 0, "ordinary": 0}
        await pool.stop()

    asyncio.run(run())


def test_a_worker_goes_on_where_it_paused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two reviews by turns come to the same end as one after the other."""
    monkeypatch.setattr("amyitis.analysis.jobs.COUNT_SECONDS", 0.0)
    monkeypatch.setattr(
        "amyitis.analysis.jobs._review", lambda job, _analyzer: ((n, 3, Result(job)) for n in (1, 2, 3))
    )
    lines = [
        json.dumps({"id": number, "job": ReviewJob(name, [], seed=7).as_dict(), "seconds": 0.0})
        for number, name in enumerate(["a", "b", "a", "b", "a", "b", "a", "b"])
        for number in ["ab".index(name)]
    ]
    said, reset = list[dict[str, Any]](), list[int]()
    serve(lines, said.append, Mock(reset=reset.append))
    pauses = [place for place, answer in enumerate(said) if answer.get("paused")]
    assert len(pauses) == 6
    assert [answer["result"] for answer in said if answer.get("complete")] == [{"of": "a"}, {"of": "b"}]
    assert set(reset) == {7}


class Result:
    """A review that knows of which game it is."""

    def __init__(self, job: ReviewJob) -> None:
        self.job = job

    def as_dict(self) -> dict[str, str]:
        return {"of": self.job.start}
