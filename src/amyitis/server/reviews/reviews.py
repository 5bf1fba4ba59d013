"""`Reviews`: of finished games, made when they end and kept in the database, and of records that are sent here.

A kept review says by which program it was made. Another one makes its own when it is asked for it, and shows the kept
one until then.
"""

import zlib
from contextlib import suppress
from typing import Any

from amyitis.api.thoughts import MADE_BY, Job, Question, Thought, review_job
from amyitis.box.known import digest_in
from amyitis.server.boxes.boxes import Boxes
from amyitis.server.encoding import decode, encode
from amyitis.server.games.history import Find, whole_log
from amyitis.server.refusals import Conflict, NotFound, TooMuch
from amyitis.store import GameStore
from amyitis.table import Table
from amyitis.table.replaying import record_of_log

from .jobs import ThinkingJobs

SHOWN_VERSIONS = (2, 3)  # of reviews that have the shape of today's


class Reviews:
    """Asks for reviews and analyses, and finds those that are there."""

    def __init__(self, store: GameStore, find: Find, boxes: Boxes, workers: int) -> None:
        self._store, self._find, self._boxes = store, find, boxes
        self.jobs = ThinkingJobs(workers)
        self._automatic = workers > 0

    async def stop(self) -> None:
        """End all work; what was not done is begun again when somebody asks."""
        await self.jobs.stop()

    def consider(self, table: Table) -> None:
        """Review a game that has ended; whoever owns it pays. If too many wait, it is made when somebody asks.

        While a game is played, a process that reviews is started: it takes a moment.
        """
        if not self._automatic:
            return
        if not table.over:
            self.jobs.warm_up()
            return
        with suppress(TooMuch):
            self._start(table.facts.id, table.ply, table.facts.owner)

    async def of_game(self, game_id: str, payer: str) -> Thought:
        """The review of a finished game as far as it has come, begun now if need be.

        Raises NotFound, Conflict for a game that is not over, TooMuch.
        """
        facts, _seats = await self._find(game_id)
        if not facts.over:
            raise Conflict("a game is reviewed when it is over")
        known = self.jobs.known(_key(game_id, facts.ply))
        if known is not None and known.status != "failed":
            return known
        kept = await self._store.derived.review(game_id)
        if kept is None:
            return self._start(game_id, facts.ply, payer)
        made_by, found = kept[0], decode(zlib.decompress(kept[1]))
        if made_by != MADE_BY and found.get("version") in SHOWN_VERSIONS:
            with suppress(Conflict, TooMuch):  # what is there is better than a refusal
                return self._start(game_id, facts.ply, payer, found)
        elif made_by != MADE_BY:
            return self._start(game_id, facts.ply, payer)
        return Thought("game", _key(game_id, facts.ply), "done", found)

    def _start(self, game_id: str, ply: int, payer: str, shown: Job | None = None) -> Thought:
        async def job() -> Job:
            facts, _seats = await self._find(game_id)  # those of a table are as old as the table
            log = await whole_log(self._store, facts)
            text: str = await self._boxes.call(facts.box, record_of_log, facts, log, {})
            digest = digest_in(facts.box)
            box = None if digest == self._boxes.own else await self._boxes.path(digest)
            return {**review_job(text), "box": box}

        async def keep(found: dict[str, Any]) -> None:
            await self._store.derived.keep_review(game_id, MADE_BY, zlib.compress(encode(found)))

        return self.jobs.start("game", _key(game_id, ply), payer, job, keep, shown)

    def begin(self, question: Question, payer: str) -> Thought:
        """What is thought about a record, a position or a move, begun now; raises Conflict, TooMuch."""

        async def ready() -> Job:
            return question.job

        return self.jobs.start(question.kind, question.key, payer, ready)

    def found(self, kind: str, key: str) -> Thought:
        """A review of a record, an analysis or a judgement that was asked for; raises NotFound."""
        known = self.jobs.known(key)
        if known is None or known.kind != kind:
            raise NotFound("there is no such review or analysis, or it is forgotten: ask for it again")
        return known


def _key(game_id: str, ply: int) -> str:
    return f"game-{game_id}-{ply}"
