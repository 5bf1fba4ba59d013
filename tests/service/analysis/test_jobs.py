"""Analysis jobs: reviews begun when a game ends, made by a process apart, kept; records and positions too."""

import asyncio
import json
import time
import zlib
from collections.abc import AsyncGenerator, Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

import pytest
from websockets.sync.client import connect

from amyitis.analysis.jobs import JobUpdate
from amyitis.analysis.shapes import VERSION
from amyitis.client import Client, ServerProblem
from amyitis.game import Game
from amyitis.server.workers.process import Worker, WorkerFailed
from amyitis.service.analysis import jobs
from amyitis.service.analysis.jobs import AnalysisJob
from amyitis.service.events import TableChanged
from amyitis.service.problems import Conflict, NotFound, TooMuch
from amyitis.service.service import Service
from tests.golden_games import GOLDEN
from tests.server.playing import ME, bot
from tests.server.running import Databases, RunningServer, run_server
from tests.service.analysis.asking import finished
from tests.service.running import with_service

Data = Mapping[str, Any]
RECORD = GOLDEN / "two-again.amy"


@pytest.fixture(scope="module")
def ended(databases: Databases) -> tuple[str, str]:
    """A database with a game in it that bots have ended."""
    database = databases.sqlite()
    with run_server(database) as server:
        me = server.client()
        game_id = me.new_game([bot(), bot()])["game"]["id"]
        while not me.game(game_id)["over"]:
            time.sleep(0.02)
    return database, str(game_id)


@pytest.fixture(scope="module")
def reviewing(databases: Databases) -> Iterator[RunningServer]:
    """A server that reviews."""
    with run_server(databases.sqlite(), "--review-workers", "1") as server:
        yield server


class Worked:
    """What a worker was asked, in place of one that computes."""

    def __init__(self) -> None:
        self.asked: list[Data] = []
        self.gate = asyncio.Event()

    async def ask(self, question: Data, _seconds: float) -> AsyncGenerator[Data, None]:
        self.asked.append(question["job"])
        yield JobUpdate(1, 2, result={"done": 1}).as_dict()
        await self.gate.wait()
        yield JobUpdate(2, 2, complete=True, result={"done": 2}).as_dict()


@pytest.fixture
def worked(monkeypatch: pytest.MonkeyPatch) -> Worked:
    made = Worked()
    monkeypatch.setattr(Worker, "ask", made.ask)
    return made


def played(job: Data) -> Game:
    """The game that a job reviews."""
    game = Game.from_position(job["start"])
    for move in job["moves"]:
        game.push(move)
    return game


async def until(reached: Callable[[], bool]) -> None:
    while not reached():
        await asyncio.sleep(0.005)


async def ended_job(job: AnalysisJob[Any]) -> AnalysisJob[Any]:
    assert job.task is not None
    await job.task
    return job


def test_a_review_begins_by_itself_shows_progress_and_is_kept(ended: tuple[str, str], worked: Worked) -> None:
    database, game_id = ended

    async def work(service: Service) -> None:
        table = await service.tables.table(game_id)
        table.metadata = replace(table.metadata, ply=1, over=False)  # as they were when the table was laid
        service.events.publish(TableChanged(table))
        await until(lambda: bool(worked.asked))
        job = await service.jobs.review_game(game_id, "somebody")
        await until(lambda: job.result is not None)
        assert (job.status, job.result, job.done, job.total) == ("running", {"done": 1}, 1, 2)
        assert played(worked.asked[0]).is_over
        worked.gate.set()
        await ended_job(job)
        assert (await service.jobs.review_game(game_id, "somebody")).result == {"done": 2}

    async def later(service: Service) -> None:
        message = (await service.jobs.review_game(game_id, "another")).message()
        assert message["status"] == "done"
        assert dict(message)["review"] == {"done": 2}
        assert message["done"] == message["total"]
        with pytest.raises(NotFound):
            await service.jobs.review_game("nothing", "another")

    with_service(database, work, review_workers=1)
    assert len(worked.asked) == 1
    with_service(database, later)  # no worker is needed any more


def test_a_review_of_earlier_code_is_shown_until_a_new_one_is_there(ended: tuple[str, str], worked: Worked) -> None:
    database, game_id = ended
    old = {"version": VERSION, "done": 9}

    async def keep(service: Service, made_by: str, review: Data) -> None:
        await service.store.derived.keep_review(game_id, made_by, zlib.compress(json.dumps(review).encode()))

    async def work(service: Service) -> None:
        await keep(service, "earlier code", old)
        job = await service.jobs.review_game(game_id, "somebody")
        await until(lambda: job.done == 1)
        assert (job.status, job.result) == ("running", old)
        worked.gate.set()
        await ended_job(job)
        assert (job.status, job.result) == ("done", {"done": 2})

    async def without_workers(service: Service) -> None:
        await keep(service, "earlier code", old)
        job = await service.jobs.review_game(game_id, "somebody")
        assert (job.status, job.result) == ("done", old)
        await keep(service, "the first code", {**old, "version": VERSION + 1})
        with pytest.raises(Conflict, match="analyses no games"):
            await service.jobs.review_game(game_id, "somebody")

    with_service(database, without_workers)
    with_service(database, work, review_workers=1)


def test_a_worker_is_started_when_games_are_played(ended: tuple[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    started = []

    async def start(worker: Worker) -> None:
        started.append(worker)

    monkeypatch.setattr(Worker, "start", start)

    async def work(service: Service) -> None:
        table = await service.tables.table(ended[1])
        monkeypatch.setattr(type(table), "over", False)
        for _ in range(2):
            service.events.publish(TableChanged(table))
        await until(lambda: bool(started))

    with_service(ended[0], work, review_workers=1)
    assert len(started) == 1


def test_what_fails_is_said_and_can_be_asked_for_again(databases: Databases, monkeypatch: pytest.MonkeyPatch) -> None:
    async def broken(_worker: Worker, _job: Data, _seconds: float) -> AsyncGenerator[Data, None]:
        yield JobUpdate(0, 1, result={}).as_dict()
        raise WorkerFailed("the worker died (ValueError)")

    monkeypatch.setattr(Worker, "ask", broken)

    async def work(service: Service) -> None:
        for _ in range(2):
            job = await service.jobs.evaluate(Game.new(2, 1), 1, "me")
            assert job.status == "waiting"
            await ended_job(job)
            assert (job.status, job.error) == ("failed", "the worker died (ValueError)")

    with_service(databases.sqlite(), work, review_workers=1)


def test_one_owner_has_only_so_many_jobs(databases: Databases, worked: Worked, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "MOST_OF_PERSON", 2)
    monkeypatch.setattr(jobs, "FINISHED_KEPT", 1)
    database = databases.sqlite()

    async def work(service: Service) -> None:
        first, second, third = (Game.new(2, seed) for seed in range(3))
        mine = [await service.jobs.evaluate(game, 1, "me") for game in (first, second)]
        assert await service.jobs.evaluate(first, 1, "me") is mine[0]
        with pytest.raises(TooMuch):
            await service.jobs.evaluate(third, 1, "me")
        everybodys = [*mine, await service.jobs.evaluate(third, 1, "you")]
        worked.gate.set()
        for job in everybodys:
            assert (await ended_job(job)).status == "done"
        kept = 0
        for job in everybodys:
            try:
                assert service.jobs.job(job.key) is job
                kept += 1
            except NotFound:
                pass
        assert kept == 1

    async def without_workers(service: Service) -> None:
        with pytest.raises(Conflict, match="analyses no games"):
            await service.jobs.evaluate(Game.new(2, 1), 1, "me")

    with_service(database, work, review_workers=1)
    with_service(database, without_workers)


def test_whoever_watches_a_job_is_sent_every_change_until_it_is_finished(databases: Databases, worked: Worked) -> None:
    async def work(service: Service) -> None:
        job = await service.jobs.evaluate(Game.new(2, 1), 1, "me")
        messages = list[dict[str, Any]]()
        async for message in service.jobs.watch(job.key):
            messages.append(json.loads(message))
            if messages[-1]["status"] == "running":
                worked.gate.set()
        assert [message["status"] for message in messages] == sorted(
            (message["status"] for message in messages), key=("waiting", "running", "done").index
        )
        assert (messages[0]["status"], messages[-1]["status"]) == ("waiting", "done")
        assert messages[-1]["evaluation"] == {"done": 2}
        with pytest.raises(NotFound):
            await anext(service.jobs.watch("nothing"))

    with_service(databases.sqlite(), work, review_workers=1)


def test_a_job_is_told_over_a_websocket(reviewing: RunningServer) -> None:
    key = reviewing.client().evaluate(Game.new(2, 3).position, visits=8)["key"]
    address = f"{reviewing.address.replace('http', 'ws', 1)}/api/v1/jobs/{key}/live"
    with connect(address, proxy=None, max_size=1 << 22) as socket:
        messages = [json.loads(message) for message in socket]
    assert messages[-1] == reviewing.client().job(key)
    assert (messages[-1]["status"], messages[-1]["evaluation"]["visits"]) == ("done", 8)


def test_a_record_and_a_position_are_analysed(reviewing: RunningServer) -> None:
    me = reviewing.client()
    game = Game.from_record(RECORD.read_text(encoding="utf-8"), to=6)
    key = me.review_record(game.record())["key"]
    answer = finished(lambda: me.job(key))
    assert (answer["status"], answer["error"]) == ("done", None)
    assert answer["review"]["complete"]
    assert len(answer["review"]["decisions"]) == 5
    asked = me.evaluate(game.position, visits=32)
    answer = finished(lambda: me.job(asked["key"]))
    assert answer["evaluation"]["position"] == game.position
    assert answer["evaluation"]["visits"] == 32
    assert answer["evaluation"]["lines"][0]["move"] in game.legal_moves
    best, other = answer["evaluation"]["lines"][0]["move"], "pass"
    answer = finished(lambda: me.job(me.move_cost(game.position, other, best)["key"]))
    found = answer["move_cost"]
    assert (found["move"], found["best"], found["seat"]) == (other, best, game.seat)
    assert found["move_line"][0] == other
    answer = finished(lambda: me.answer_turn(game.position, best, other))
    assert (answer["right"], answer["cost"]["move"]) == (found["as_good"], other)
    followed = me.answer_turn(game.position, best, best)
    assert (followed["status"], followed["right"], followed["cost"]) == ("done", True, None)
    longer = finished(lambda: me.job(me.move_cost(game.position, other, best, times=20, games=2)["key"]))["move_cost"]
    assert (longer["move"], longer["loss"] != found["loss"]) == (other, True)
    assert (longer["played_out"]["games"], found["played_out"]) == (6, None)  # one behind each reader
    lost = (found["loss"]["best"][game.seat] - found["loss"]["played"][game.seat]) * 100
    assert max(0, lost) == pytest.approx(found["loss"]["points"], abs=0.02)


@pytest.mark.parametrize(
    ("call", "status"),
    [
        (lambda me: me.review_record("[Game]"), 400),
        (lambda me: me.review_record(Game.new(2, 1).record()), 400),
        (lambda me: me.evaluate("nonsense"), 400),
        (lambda me: me.job("0123"), 404),
        (lambda me: me.move_cost(Game.new(2, 1).position, "dig:a1-b1"), 422),
        (lambda me: me.move_cost(Game.new(2, 1).position, "pass", times=41), 400),
        (lambda me: me.move_cost(Game.new(2, 1).position, "pass", times=0), 400),
        (lambda me: me.move_cost(Game.new(2, 1).position, "pass", times=True), 400),
        (lambda me: me.evaluate(Game.new(2, 1).position, visits=True), 400),
        (lambda me: me.hint(me.new_game([ME, bot()])["game"]["id"], 0, step=True), 400),
        (lambda me: me.try_in_position(Game.new(2, 1).position, "dig:a1-b1"), 422),
        (lambda me: me.review("nothing"), 404),
        (lambda me: me.review(me.new_game([ME, bot()])["game"]["id"]), 409),
        (lambda me: me.evaluate(Game.new(2, 1).position), 409),
        (lambda me: me.puzzle("0123"), 404),
        (lambda me: me.next_puzzle(theme="no such theme"), 404),
    ],
)
def test_what_cannot_be_is_refused(server: RunningServer, call: Callable[[Client], Any], status: int) -> None:
    with pytest.raises(ServerProblem) as refused:
        call(server.client())
    assert refused.value.status == status
    assert refused.value.body["detail"]
