"""Analysis jobs: plain data in, updates out, the last one complete."""

import json

import pytest

from amyitis.analysis import jobs
from amyitis.analysis.analyzers.native_analyzer import NativeAnalyzer
from amyitis.analysis.evaluation import evaluate
from amyitis.analysis.jobs import EvaluationJob, Job, JobUpdate, MoveCostJob, ReviewJob, job_from_dict, run_job
from amyitis.analysis.review.measuring import move_cost
from amyitis.analysis.review.review import review_game
from amyitis.errors import Malformed
from amyitis.game import Game

DECISIONS = 6


@pytest.fixture(scope="module")
def begun(game: Game) -> Game:
    """The first decisions of a game."""
    short = Game.from_record(game.record())
    while sum(not ply.is_deal for ply in short.plies) > DECISIONS:
        short.undo()
    return short


def updates(job: Job, analyzer: NativeAnalyzer) -> list[JobUpdate]:
    """The updates of a job that has travelled as JSON."""
    return list(run_job(job_from_dict(json.loads(json.dumps(job.as_dict()))), analyzer))


def test_a_review_is_preliminary_first_then_counts_and_ends_complete(
    analyzer: NativeAnalyzer, begun: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jobs, "RESULT_SECONDS", 1000.0)
    monkeypatch.setattr(jobs, "COUNT_SECONDS", 0.0)
    first, *others, last = updates(ReviewJob.of(begun, seed=4), analyzer)
    assert first.result is not None
    assert (first.done, first.total, first.complete) == (0, DECISIONS, False)
    assert (first.result["decisions"], len(first.result["shares"])) == ([], len(begun.plies) + 1)
    assert [update.done for update in others] == [*range(1, DECISIONS + 1), DECISIONS]
    assert all(update.result is None and not update.complete for update in others)
    assert (last.done, last.complete, last.error) == (DECISIONS, True, None)
    assert last.result == review_game(begun, 4).as_dict()


def test_a_preliminary_review_is_what_a_review_begins_with(analyzer: NativeAnalyzer, begun: Game) -> None:
    whole = ReviewJob.of(begun)
    *_, last = updates(ReviewJob(whole.start, whole.moves, preliminary=True), analyzer)
    assert last.complete
    assert last.result == next(run_job(whole, analyzer)).result


def test_a_position_and_a_move_are_evaluated(analyzer: NativeAnalyzer, begun: Game) -> None:
    position, move = begun.position, begun.legal_moves[-1]
    *_, last = updates(EvaluationJob(position, 32), analyzer)
    assert (last.done, last.total, last.complete) == (32, 32, True)
    assert last.result == [*evaluate(begun, 32, analyzer)][-1].as_dict()
    *_, last = updates(MoveCostJob(position, move), analyzer)
    assert (last.done, last.total, last.complete) == (1, 1, True)
    assert last.result == move_cost(begun, move, analyzer=analyzer).as_dict()


def test_what_goes_wrong_is_the_error_of_the_last_update(analyzer: NativeAnalyzer, begun: Game) -> None:
    (last,) = updates(MoveCostJob(begun.position, "nonsense"), analyzer)
    assert (last.complete, last.result) == (True, None)
    assert last.error is not None
    assert last.error.startswith("Malformed: ")


def test_what_is_no_job_is_refused(begun: Game) -> None:
    for plain in ({}, {"kind": "nonsense"}, {"kind": "evaluation"}, {"kind": "evaluation", "castle": 1}):
        with pytest.raises(Malformed, match="no analysis job"):
            job_from_dict(plain)
    with pytest.raises(Malformed, match="no moves to review"):
        ReviewJob.of(Game.new(2, 1))
