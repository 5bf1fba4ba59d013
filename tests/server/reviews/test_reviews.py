"""Reviews on a server: begun when a game ends, made by a process apart, kept; records and positions too."""

import asyncio
import time
import zlib
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterator
from dataclasses import replace
from typing import Any, TypeVar

import pytest

from amyitis.api.thoughts import Job
from amyitis.client import Client, ServerProblem
from amyitis.game import Game
from amyitis.server.bots.pool import WorkerFailed
from amyitis.server.boxes.boxes import Boxes
from amyitis.server.encoding import encode
from amyitis.server.games.service import GameService
from amyitis.server.refusals import Conflict, NotFound, TooMuch
from amyitis.server.reviews import jobs
from amyitis.server.reviews.jobs import ReviewWorker, ThinkingJobs
from amyitis.server.reviews.reviews import Reviews
from amyitis.store import GameStore
from tests.golden_games import GOLDEN
from tests.server.playing import ME, bot
from tests.server.reviews.asking import finished
from tests.server.running import Databases, RunningServer, run_server

T = TypeVar("T")
RECORD = GOLDEN / "rules-2-two.amy"


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


def with_reviews(database: str, workers: int, work: Callable[[Reviews, GameService], Awaitable[T]]) -> T:
    async def run() -> T:
        store = await GameStore.open(database)
        games = GameService(store, 10, Boxes(store))
        reviews = Reviews(store, games.tables.facts, Boxes(store), workers)
        try:
            return await work(reviews, games)
        finally:
            await reviews.stop()
            await store.close()

    return asyncio.run(run())


class Heard:
    """What a worker was asked, in place of one that thinks."""

    def __init__(self) -> None:
        self.asked: list[Job] = []
        self.gate = asyncio.Event()

    async def work(self, job: Job) -> AsyncGenerator[Job, None]:
        self.asked.append(job)
        yield {"done": False, "found": {"done": 1}}
        await self.gate.wait()
        yield {"done": True, "found": {"done": 2}}


@pytest.fixture
def heard(monkeypatch: pytest.MonkeyPatch) -> Heard:
    found = Heard()
    monkeypatch.setattr(ReviewWorker, "work", found.work)
    return found


async def until(reached: Callable[[], bool]) -> None:
    while not reached():
        await asyncio.sleep(0.005)


def test_a_review_begins_by_itself_shows_progress_and_is_kept(ended: tuple[str, str], heard: Heard) -> None:
    database, game_id = ended

    async def work(reviews: Reviews, games: GameService) -> None:
        table = await games.table(game_id)
        table.facts = replace(table.facts, ply=1, over=False)  # as they were when the table was laid
        reviews.consider(table)
        await until(lambda: bool(heard.asked))
        thought = await reviews.of_game(game_id, "somebody")
        await until(lambda: thought.found is not None)
        assert (thought.status, thought.found) == ("running", {"done": 1})
        assert Game.from_record(heard.asked[0]["record"]).is_over
        heard.gate.set()
        assert thought.task is not None
        await thought.task
        assert (await reviews.of_game(game_id, "somebody")).found == {"done": 2}

    async def later(reviews: Reviews, _games: GameService) -> None:
        thought = await reviews.of_game(game_id, "another")
        assert (thought.status, thought.found) == ("done", {"done": 2})
        with pytest.raises(NotFound):
            await reviews.of_game("nothing", "another")

    with_reviews(database, 1, work)
    assert len(heard.asked) == 1
    with_reviews(database, 0, later)  # no worker is needed any more


def test_a_review_of_an_earlier_version_is_shown_until_a_new_one_is_there(ended: tuple[str, str], heard: Heard) -> None:
    database, game_id = ended
    old = {"version": 2, "done": 9}

    async def work(reviews: Reviews, _games: GameService) -> None:
        await reviews._store.derived.keep_review(game_id, "an earlier program", zlib.compress(encode(old)))
        thought = await reviews.of_game(game_id, "somebody")
        await until(lambda: bool(heard.asked))
        assert (thought.status, thought.found) == ("running", old)
        heard.gate.set()
        assert thought.task is not None
        await thought.task
        assert (thought.status, thought.found) == ("done", {"done": 2})

    async def without_workers(reviews: Reviews, _games: GameService) -> None:
        thought = await reviews.of_game(game_id, "somebody")
        assert (thought.status, thought.found) == ("done", old)
        unknown = {**old, "version": 1}
        await reviews._store.derived.keep_review(game_id, "a first program", zlib.compress(encode(unknown)))
        with pytest.raises(Conflict, match="reviews no games"):
            await reviews.of_game(game_id, "somebody")
        await reviews._store.derived.keep_review(game_id, "an earlier program", zlib.compress(encode(old)))

    async def keep_old(reviews: Reviews, _games: GameService) -> None:
        await reviews._store.derived.keep_review(game_id, "an earlier program", zlib.compress(encode(old)))

    with_reviews(database, 0, keep_old)
    with_reviews(database, 0, without_workers)
    with_reviews(database, 1, work)


def test_who_must_wait_has_a_first_picture(heard: Heard) -> None:
    async def run() -> None:
        made = ThinkingJobs(1)
        first = made.start("record", "a", "me", _given)
        await until(lambda: len(heard.asked) == 1)
        second = made.start("record", "b", "you", _given)
        await until(lambda: len(heard.asked) == 2)
        assert [job["kind"] for job in heard.asked] == ["review", "picture"]
        heard.gate.set()
        await asyncio.gather(*(one.task for one in (first, second) if one.task))
        assert [job["kind"] for job in heard.asked] == ["review", "picture", "review"]
        assert second.status == "done"

    asyncio.run(run())


def test_a_worker_is_called_when_games_are_played(ended: tuple[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    started = []

    async def start(worker: ReviewWorker) -> None:
        started.append(worker)

    monkeypatch.setattr(ReviewWorker, "start", start)

    async def work(reviews: Reviews, games: GameService) -> None:
        table = await games.table(ended[1])
        monkeypatch.setattr(type(table), "over", False)
        reviews.consider(table)
        reviews.consider(table)
        await until(lambda: bool(started))

    with_reviews(ended[0], 1, work)
    assert len(started) == 1


def test_what_fails_is_said_and_can_be_asked_for_again(monkeypatch: pytest.MonkeyPatch) -> None:
    async def broken(_worker: ReviewWorker, _job: Job) -> AsyncGenerator[Job, None]:
        yield {"done": False, "found": {}}
        raise WorkerFailed("the worker died (ValueError)")

    monkeypatch.setattr(ReviewWorker, "work", broken)

    async def run() -> None:
        made = ThinkingJobs(1)
        for _ in range(2):
            thought = made.start("record", "k", "me", _given)
            assert thought.status == "waiting"
            assert thought.task is not None
            await thought.task
            assert (thought.status, thought.error) == ("failed", "the worker died (ValueError)")

    asyncio.run(run())


async def _given() -> Job:
    return {"kind": "review"}


def test_one_payer_has_only_so_many_jobs(heard: Heard, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "MOST_OF_ONE", 2)
    monkeypatch.setattr(jobs, "KEPT", 1)

    async def run() -> None:
        made = ThinkingJobs(1)
        taken = [made.start("record", name, "me", _given) for name in "ab"]
        assert made.start("record", "a", "me", _given) is taken[0]
        with pytest.raises(TooMuch):
            made.start("record", "c", "me", _given)
        other = made.start("record", "c", "you", _given)
        heard.gate.set()
        await asyncio.gather(*(one.task for one in (*taken, other) if one.task))
        assert [one.status for one in (*taken, other)] == ["done"] * 3
        assert sum(made.known(name) is not None for name in "abc") == 1
        with pytest.raises(Conflict, match="reviews no games"):
            ThinkingJobs(0).start("record", "a", "me", _given)

    asyncio.run(run())


def test_a_record_and_a_position_are_thought_about(reviewing: RunningServer) -> None:
    me = reviewing.client()
    game = Game.from_record(RECORD.read_text(encoding="utf-8"), to=6)
    key = me.review_record(game.record())["key"]
    answer = finished(lambda: me.record_review(key))
    assert (answer["status"], answer["error"]) == ("done", None)
    assert answer["review"]["complete"]
    assert len(answer["review"]["decisions"]) == 5
    asked = me.analyse(game.position, visits=32)
    answer = finished(lambda: me.analysis(asked["key"]))
    assert answer["opinion"]["position"] == game.position
    assert answer["opinion"]["visits"] == 32
    assert answer["opinion"]["lines"][0]["move"] in game.legal_moves
    best, other = answer["opinion"]["lines"][0]["move"], game.legal_moves[-1]
    answer = finished(lambda: me.judgement(me.judge(game.position, other, best)["key"]))
    found = answer["judgement"]
    assert (found["move"], found["best"], found["seat"]) == (other, best, game.seat)
    assert found["move_line"][0] == other
    longer = finished(lambda: me.judgement(me.judge(game.position, other, best, times=2)["key"]))["judgement"]
    assert (longer["move"], longer["loss"] != found["loss"]) == (other, True)
    lost = (found["loss"]["best"][game.seat] - found["loss"]["played"][game.seat]) * 100
    assert max(0, lost) == pytest.approx(found["loss"]["points"], abs=0.02)


@pytest.mark.parametrize(
    ("call", "status"),
    [
        (lambda me: me.review_record("[Game]"), 400),
        (lambda me: me.review_record(Game.new(2, 1).record()), 400),
        (lambda me: me.record_review("0123"), 404),
        (lambda me: me.analyse("nonsense"), 400),
        (lambda me: me.analysis("0123"), 404),
        (lambda me: me.judge(Game.new(2, 1).position, "dig:a1-b1"), 422),
        (lambda me: me.judgement("0123"), 404),
        (lambda me: me.judge(Game.new(2, 1).position, "pass", times=11), 400),
        (lambda me: me.judge(Game.new(2, 1).position, "pass", times=0), 400),
        (lambda me: me.judge(Game.new(2, 1).position, "pass", times=True), 400),
        (lambda me: me.analyse(Game.new(2, 1).position, visits=True), 400),
        (lambda me: me.hint(me.new_game([ME, bot()])["game"]["id"], 0, step=True), 400),
        (lambda me: me.try_in_position(Game.new(2, 1).position, "dig:a1-b1"), 422),
        (lambda me: me.review("nothing"), 404),
        (lambda me: me.review(me.new_game([ME, bot()])["game"]["id"]), 409),
        (lambda me: me.analyse(Game.new(2, 1).position), 409),
        (lambda me: me.puzzle("0123"), 404),
        (lambda me: me.next_puzzle(theme="no such theme"), 404),
    ],
)
def test_what_cannot_be_is_refused(server: RunningServer, call: Callable[[Client], Any], status: int) -> None:
    with pytest.raises(ServerProblem) as refused:
        call(server.client())
    assert refused.value.status == status
    assert refused.value.body["detail"]
