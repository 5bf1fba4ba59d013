"""`AnalysisJobs`: reviews of games and records, evaluations of positions, and costs of moves, run by an `Analyzer`.

A kept review names the code that made it. Other code makes its own when it is asked for, and shows the kept one until
then.
"""

import asyncio
import hashlib
import logging
import zlib
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Generic, NamedTuple, TypeVar, cast

from amyitis.analysis.jobs import EvaluationJob, Job, MoveCostJob, ReviewJob
from amyitis.analysis.shapes import VERSION
from amyitis.game import Game
from amyitis.service.background_tasks import cancel_all
from amyitis.service.bounded_cache import BoundedCache
from amyitis.service.events import EventBus, JobChanged, TableChanged
from amyitis.service.games.records import read_record
from amyitis.service.games.tables import Tables
from amyitis.service.ports import Ports
from amyitis.service.problems import Conflict, NotFound, StorageFull, TooMuch
from amyitis.service.shapes import analysis as shapes
from amyitis.service.shapes.analysis import JobKind, Status
from amyitis.service.waiting_room import WaitingRoom
from amyitis.sources import package_digest
from amyitis.table.likeness import variants
from amyitis.table.replaying import moves_of_log

from .fair_play import FairPlay, rows_of_game, rows_of_log

MADE_BY = package_digest("box", "rules", "notation", "game", "nets", "search", "analysis")
KEY_LENGTH = 24
# Unfinished jobs (`service/waiting_room.py`).
MOST_OF_PERSON, MOST_OF_ADDRESS, MOST_WAITING, RESERVED = 8, 16, 200, 80
FINISHED_KEPT = 64
RETRY_SECONDS = 20.0
FINISHED: tuple[Status, ...] = ("done", "failed")

Message = TypeVar("Message")
Data = Mapping[str, Any]  # a result
Keep = Callable[[Data], Awaitable[None]]

logger = logging.getLogger(__name__)


@dataclass(eq=False)
class AnalysisJob(Generic[Message]):
    """A job with its status, its latest result, or why it failed.

    `complete`: the result is a whole one of earlier code, shown until this job is done.
    """

    kind: JobKind
    key: str
    status: Status = "waiting"
    done: int = 0
    total: int = 1
    result: Data | None = None
    complete: bool = False
    error: str | None = None
    task: asyncio.Task[None] | None = field(default=None, repr=False)

    def message(self) -> Message:
        """Return the job as clients get it; the result is named like the kind."""
        progress = {"status": self.status, "error": self.error, "done": self.done, "total": self.total}
        message = {"key": self.key, "kind": self.kind, **progress, self.kind: self.result}
        return cast(Message, message)  # the result is plain data, as the worker has sent it

    @property
    def finished(self) -> bool:
        """Whether nothing more will come."""
        return self.status in FINISHED


class RecordJob(NamedTuple):
    """The review of an uploaded record, and what tells whether people play a position of it."""

    job: ReviewJob
    rows: list[str]


def record_job(text: str) -> RecordJob:
    """Return the review of an uploaded record; raises what is wrong with it."""
    game = Game.from_record(read_record(text))
    return RecordJob(ReviewJob.of(game), rows_of_game(game))


class AnalysisJobs:
    """Starts jobs, finds them by their keys, and publishes their progress."""

    def __init__(
        self, ports: Ports, events: EventBus, tables: Tables, fair_play: FairPlay, owners: BoundedCache[str, str]
    ) -> None:
        self._store, self._boxes, self._analyzer, self._codec = ports.store, ports.boxes, ports.analyzer, ports.codec
        self._events, self._tables, self._fair_play, self._owners = events, tables, fair_play, owners
        self._jobs: dict[str, AnalysisJob[Any]] = {}
        self._unfinished = WaitingRoom(MOST_OF_PERSON, MOST_OF_ADDRESS, MOST_WAITING, RESERVED)
        self._stopped = False
        events.subscribe(TableChanged, self._consider)

    async def stop(self) -> None:
        """Cancel all jobs; they are started again when somebody asks."""
        self._stopped = True
        await cancel_all([job.task for job in self._jobs.values() if job.task is not None])

    def _consider(self, event: TableChanged) -> None:
        """Review a game that has ended, charged to who acted last; while a person thinks, get ready for that."""
        table = event.table
        if not self._analyzer.can_analyse or self._stopped:
            return
        if not table.over:
            if table.bot_to_play(watched=True) is None:  # else both would compile the same rules, and the bot wait
                self._analyzer.warm_up()
            return
        with suppress(TooMuch):  # then it is made when somebody asks
            owner = self._owners.get(table.metadata.id, table.metadata.owner)
            self._start_review(table.metadata.id, table.ply, owner)

    # Starting.

    async def review_game(self, game_id: str, owner: str) -> AnalysisJob[shapes.ReviewJob]:
        """Return the review of a finished game as far as it has come, started now if need be.

        Raises NotFound, Conflict for a game that is not over, TooMuch.
        """
        metadata, _seats = await self._tables.metadata(game_id)
        if not metadata.over:
            raise Conflict("a game is reviewed when it is over")
        key = _game_key(game_id, metadata.ply)
        known = self._jobs.get(key)
        if known is not None and known.status != "failed":
            return known
        kept = await self._store.derived.review(game_id)
        if kept is None:
            return self._start_review(game_id, metadata.ply, owner)
        made_by, review = kept[0], self._codec.decode(zlib.decompress(kept[1]))
        if made_by == MADE_BY:
            return AnalysisJob("review", key, "done", done=1, result=review)
        if review.get("version") != VERSION:
            return self._start_review(game_id, metadata.ply, owner)
        with suppress(Conflict, TooMuch):  # a review of earlier code is better than a refusal
            return self._start_review(game_id, metadata.ply, owner, review)
        return AnalysisJob("review", key, "done", done=1, result=review)

    def _start_review(self, game_id: str, ply: int, owner: str, shown: Data | None = None) -> AnalysisJob[Any]:
        async def prepare() -> tuple[Job, str]:
            metadata, _seats = await self._tables.metadata(game_id)
            if not metadata.drawn:  # others may play a moment of it
                _metadata, rows = await self._tables.replayed(game_id, rows_of_log, upto=metadata.ply, owner=owner)
                await self._fair_play.check(rows, owner)
            return ReviewJob(metadata.start, moves_of_log(await self._tables.log(metadata))), metadata.box

        async def keep(review: Data) -> None:
            with suppress(StorageFull):  # then it is made anew when somebody asks
                await self._store.derived.keep_review(game_id, MADE_BY, zlib.compress(self._codec.encode(review)))

        return self._start("review", _game_key(game_id, ply), owner, prepare, keep, shown)

    async def review_record(self, text: str, record: RecordJob, owner: str) -> AnalysisJob[shapes.ReviewJob]:
        """Review an uploaded record; raises Conflict, TooMuch."""
        return await self._start_fairly("review", text, owner, record.job, record.rows)

    async def evaluate(self, game: Game, visits: int, owner: str) -> AnalysisJob[shapes.EvaluationJob]:
        """Evaluate the position of a game; raises Conflict, TooMuch."""
        job = EvaluationJob(game.position, visits)
        return await self._start_fairly("evaluation", str(job), owner, job, variants(game.state))

    async def move_cost(
        self, game: Game, move: str, beside: str | None, times: int, owner: str, games: int = 0
    ) -> AnalysisJob[shapes.MoveCostJob]:
        """Measure what a move costs with a multiple of the usual budget, and in games; raises Conflict, TooMuch."""
        job = MoveCostJob(game.position, move, beside, times, games)
        return await self._start_fairly("move_cost", str(job), owner, job, variants(game.state))

    async def _start_fairly(self, kind: JobKind, text: str, owner: str, job: Job, rows: list[str]) -> AnalysisJob[Any]:
        """Start a job about positions that somebody names; raises Conflict if people play one of them."""

        async def prepare() -> tuple[Job, str]:
            return job, self._boxes.own

        key = hashlib.sha256(f"{kind} {text}".encode()).hexdigest()[:KEY_LENGTH]
        if key not in self._jobs:
            await self._fair_play.check(rows, owner)
        return self._start(kind, key, owner, prepare)

    def _start(
        self,
        kind: JobKind,
        key: str,
        owner: str,
        prepare: Callable[[], Awaitable[tuple[Job, str]]],
        keep: Keep | None = None,
        shown: Data | None = None,
    ) -> AnalysisJob[Any]:
        known = self._jobs.get(key)
        if known is not None and known.status != "failed":
            return known
        if not self._analyzer.can_analyse:
            raise Conflict("this server analyses no games (--review-workers 0)")
        if not self._unfinished.enter(owner):
            raise TooMuch("too many games and positions wait to be analysed", RETRY_SECONDS)
        job = self._jobs[key] = AnalysisJob(kind, key, result=shown, complete=shown is not None)
        job.task = asyncio.create_task(self._run(job, owner, prepare, keep))
        return job

    async def _run(
        self,
        job: AnalysisJob[Any],
        owner: str,
        prepare: Callable[[], Awaitable[tuple[Job, str]]],
        keep: Keep | None,
    ) -> None:
        try:
            wanted, box = await prepare()
            async for update in self._analyzer.run(wanted.as_dict(), owner, box):
                if update["error"] is not None:
                    raise Conflict(update["error"])
                job.status, job.done, job.total = "running", update["done"], update["total"]
                if update["result"] is not None and (update["complete"] or not job.complete):
                    job.result = update["result"]
                self._events.publish(JobChanged(job))
            job.status = "done"
            if keep is not None and job.result is not None:
                await keep(job.result)
        except Exception as problem:
            job.status, job.error = "failed", str(problem) or type(problem).__name__
            logger.warning("an analysis failed", extra={"job": job.key, "error": job.error})
        finally:
            self._unfinished.leave(owner)
            self._evict()
            self._events.publish(JobChanged(job))

    def _evict(self) -> None:
        finished = [key for key, job in self._jobs.items() if job.finished]
        for key in finished[: max(0, len(finished) - FINISHED_KEPT)]:
            del self._jobs[key]

    # Finding.

    def job(self, key: str) -> AnalysisJob[shapes.AnalysisJob]:
        """Return a job; raises NotFound."""
        known = self._jobs.get(key)
        if known is None:
            raise NotFound("there is no such job, or it is forgotten: ask for it again")
        return known

    async def watch(self, key: str) -> AsyncIterator[bytes]:
        """Yield a job's messages, now and whenever it has changed, until it is finished; raises NotFound."""
        job, changed = self.job(key), asyncio.Event()

        def wake(event: JobChanged) -> None:
            if event.job is job:
                changed.set()

        self._events.subscribe(JobChanged, wake)
        try:
            while True:
                changed.clear()
                yield self._codec.encode(job.message())
                if job.finished:
                    return
                await changed.wait()
        finally:
            self._events.unsubscribe(JobChanged, wake)


def _game_key(game_id: str, ply: int) -> str:
    return f"game-{game_id}-{ply}"
