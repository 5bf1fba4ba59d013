"""Reviews, analyses and puzzles."""

from typing import Annotated, Literal

from pydantic import Field

from amyitis.analysis.opinions import PositionOpinion
from amyitis.analysis.reasons import Reason
from amyitis.analysis.shapes import Judgement, Review
from amyitis.game.view.shape import View

from .base import Model

JobStatus = Literal["waiting", "running", "done", "failed"]


class ReviewAnswer(Model):
    """A review as far as it has come. Its plies are those of the record: what was taken back is not among them."""

    key: Annotated[str, Field(description="By which the review of a record is asked for again.")]
    status: JobStatus
    error: str | None
    review: Review | None


class AnalysisAnswer(Model):
    """What is thought of a position by now."""

    key: str
    status: JobStatus
    error: str | None
    opinion: PositionOpinion | None


class JudgementAnswer(Model):
    """What a move costs, once it is known."""

    key: str
    status: JobStatus
    error: str | None
    judgement: Judgement | None


class PuzzleThemes(Model):
    """How many puzzles there are, and how many of each theme."""

    count: int
    themes: dict[str, int]


class PuzzleModel(Model):
    """A puzzle without its solution: what `seat` may play in the position, and how it looks."""

    id: str
    players: int
    seat: str
    round: int
    question: str
    position: str
    themes: list[str]
    difficulty: Annotated[int, Field(ge=1, le=5)]
    moves: list[str]
    view: View


class PuzzleSolution(Model):
    """Whether a move was the solution, and the solution: by how many points it leads the second best, and why."""

    right: bool
    best: str
    second: str
    points: float
    low: float
    high: float
    best_line: list[str]
    second_line: list[str]
    reasons: list[Reason]
