"""`Thoughts`: reviews and analyses of a page, made by a worker of their own; reviews of games are kept with them."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Any, Protocol

from amyitis.api.records import record_headers
from amyitis.api.refusals import Conflict, NotFound
from amyitis.api.thoughts import MADE_BY, Job, Question, Thought, review_job
from amyitis.table.replaying import record_of_log

from .games import LocalGames
from .store import StorageFull

KEPT = 16  # thoughts that are over
NOBODY = "there was no answer"


class Reviewer(Protocol):
    """Who does jobs (`analysis/jobs.py`): in a browser an object of JavaScript, `web/src/local/reviewing.ts`."""

    def begin(self, job: str) -> int:
        """Begin a job; returns its number."""

    def next(self, number: int) -> Awaitable[str]:
        """What is said of a job next, as JSON."""


class Thoughts:
    """Asks for reviews and analyses, and finds those that are there."""

    def __init__(self, games: LocalGames, reviewer: Reviewer | None) -> None:
        self._games, self._reviewer = games, reviewer
        self._known: dict[str, Thought] = {}

    async def of_game(self, game_id: str) -> Thought:
        """The review of a finished game as far as it has come, begun now if need be; raises NotFound or Conflict."""
        kept, log = await self._games.whole_log(game_id)
        if not kept.facts.over:
            raise Conflict("a game is reviewed when it is over")
        key = f"game-{game_id}-{kept.facts.ply}"
        known = await self._games.log.fact(_name(game_id))
        if known is not None and known["made_by"] == MADE_BY:
            return Thought("game", key, "done", known["found"])
        text = record_of_log(kept.facts, log, record_headers(kept.facts, kept.seats))

        async def keep(found: dict[str, Any]) -> None:
            await self._games.log.keep_fact(_name(game_id), {"made_by": MADE_BY, "found": found})

        return self.begin(Question("game", key, review_job(text)), keep)

    async def forget(self, game_id: str) -> None:
        """Forget the review of a game that is thrown away."""
        if await self._games.log.fact(_name(game_id)) is not None:
            await self._games.log.keep_fact(_name(game_id), None)

    def begin(self, question: Question, keep: Callable[[dict[str, Any]], Awaitable[None]] | None = None) -> Thought:
        """What is thought about something, begun now unless it was before; `keep` gets the end."""
        known = self._known.get(question.key)
        if known is not None and known.status != "failed":
            return known
        if self._reviewer is None:
            raise Conflict("nobody thinks about games here")
        thought = self._known[question.key] = Thought(question.kind, question.key, "running")
        thought.task = asyncio.create_task(self._run(thought, self._reviewer, question.job, keep))
        return thought

    def found(self, kind: str, key: str) -> Thought:
        """A thought that was begun; raises NotFound."""
        known = self._known.get(key)
        if known is None or known.kind != kind:
            raise NotFound("there is no such review or analysis, or it is forgotten: ask for it again")
        return known

    async def _run(
        self,
        thought: Thought,
        reviewer: Reviewer,
        job: Job,
        keep: Callable[[dict[str, Any]], Awaitable[None]] | None,
    ) -> None:
        try:
            number, done = reviewer.begin(json.dumps(job)), False
            while not done:
                answer = json.loads(await reviewer.next(number))
                if "error" in answer:
                    raise Conflict(str(answer["error"]))
                thought.found, done = answer["found"], answer["done"]
            thought.status = "done"
            if keep is not None and thought.found is not None:
                await keep(thought.found)
        except StorageFull:
            pass  # it is made anew when somebody asks
        except Exception as problem:
            thought.status, thought.error = "failed", str(problem) or NOBODY
        over = [key for key, one in self._known.items() if one.status in ("done", "failed")]
        for key in over[: max(0, len(over) - KEPT)]:
            del self._known[key]


def _name(game_id: str) -> str:
    return f"review {game_id}"
