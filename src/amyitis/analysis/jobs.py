"""Analysis jobs: the one entry for a server's worker process, a page's worker and anybody else.

A job is plain data and travels as one JSON object (`as_dict`, `job_from_dict`). `run_job` runs it and yields updates:
for a review the preliminary one first, then how far it has come, and at the end the complete result.
"""

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, ClassVar, Literal

from amyitis.errors import Malformed
from amyitis.game import Game

from .analyzers.position_analyzer import PositionAnalyzer
from .evaluation import Evaluation, evaluate
from .review.measuring import move_cost
from .review.move_costs import USUAL
from .review.review import Reviewer
from .shapes import MoveCost, Review

RESULT_SECONDS = 1.0  # between two updates with a result
COUNT_SECONDS = 0.2  # between two updates with the counters alone

Kind = Literal["review", "evaluation", "move_cost"]
Result = Review | Evaluation | MoveCost
_Step = tuple[int, int, Result]  # done, total, and the result so far


@dataclass(frozen=True)
class _Job:
    """What all jobs have in common."""

    kind: ClassVar[Kind]

    def as_dict(self) -> dict[str, Any]:
        """Returns the job as plain data, with its `kind`."""
        return {"kind": self.kind, **asdict(self)}


@dataclass(frozen=True)
class ReviewJob(_Job):
    """Review a game: the position at its start, and the tokens of every move since, deals included.

    With `preliminary`, the network's win shares are all.
    """

    kind = "review"
    start: str
    moves: Sequence[str]
    seed: int = 0
    preliminary: bool = False

    @classmethod
    def of(cls, game: Game, seed: int = 0) -> "ReviewJob":
        """Returns the job that reviews a game; raises Malformed if nobody has decided anything in it."""
        if all(ply.is_deal for ply in game.plies):
            raise Malformed("the record has no moves to review: nobody has decided anything in it")
        return cls(game.start, game.moves, seed)


@dataclass(frozen=True)
class EvaluationJob(_Job):
    """Evaluate a position with so many visits."""

    kind = "evaluation"
    position: str
    visits: int


@dataclass(frozen=True)
class MoveCostJob(_Job):
    """Compute what a move costs beside another (by default the best), with so many times the usual budget.

    So many pairs of games are played to the end.
    """

    kind = "move_cost"
    position: str
    move: str
    beside: str | None = None
    times: int = 1
    games: int = 0


Job = ReviewJob | EvaluationJob | MoveCostJob
KINDS: dict[str, type[Job]] = {"review": ReviewJob, "evaluation": EvaluationJob, "move_cost": MoveCostJob}


@dataclass(frozen=True)
class JobUpdate:
    """How far a job has come: `done` of `total`; the result so far, None if only the counters have changed.

    A review counts decisions, an evaluation visits. The last update is `complete`, with a result or an `error`.
    """

    done: int
    total: int
    complete: bool = False
    result: dict[str, Any] | None = field(default=None, repr=False)
    error: str | None = None

    def as_dict(self) -> dict[str, Any]:
        """Returns the update as plain data."""
        return {
            "done": self.done,
            "total": self.total,
            "complete": self.complete,
            "result": self.result,
            "error": self.error,
        }


def job_from_dict(plain: Mapping[str, Any]) -> Job:
    """Returns the job that `as_dict` wrote; raises Malformed."""
    fields = dict(plain)
    try:
        return KINDS[fields.pop("kind")](**fields)
    except (KeyError, TypeError) as problem:
        raise Malformed(f"no analysis job: {problem}") from None


def run_job(job: Job, analyzer: PositionAnalyzer) -> Iterator[JobUpdate]:
    """Yields updates of a job, the last one complete; raises nothing: what goes wrong is the `error` of the last."""
    done, total, result = 0, 1, None
    last_result = last_count = time.monotonic() - RESULT_SECONDS
    try:
        for done, total, result in _steps(job, analyzer):
            now = time.monotonic()
            if now - last_result >= RESULT_SECONDS:
                last_result = last_count = now
                yield JobUpdate(done, total, result=result.as_dict())
                last_result = time.monotonic()
            elif now - last_count >= COUNT_SECONDS:
                last_count = now
                yield JobUpdate(done, total)
        yield JobUpdate(done, total, complete=True, result=None if result is None else result.as_dict())
    except Exception as problem:
        yield JobUpdate(done, total, complete=True, error=f"{type(problem).__name__}: {problem}")


def _steps(job: Job, analyzer: PositionAnalyzer) -> Iterator[_Step]:
    if isinstance(job, ReviewJob):
        yield from _review(job, analyzer)
    elif isinstance(job, EvaluationJob):
        for evaluation in evaluate(Game.from_position(job.position), job.visits, analyzer):
            yield evaluation.visits, max(job.visits, evaluation.visits), evaluation
    else:
        game, effort = Game.from_position(job.position), USUAL.times(job.times)
        yield 1, 1, move_cost(game, job.move, job.beside, effort, analyzer, job.games)


def _review(job: ReviewJob, analyzer: PositionAnalyzer) -> Iterator[_Step]:
    game = Game.from_position(job.start)
    for move in job.moves:
        game.push(move)
    reviewer = Reviewer(game, job.seed, analyzer=analyzer)
    for review in [reviewer.preliminary()] if job.preliminary else reviewer.steps():
        yield review.done, review.total, review
