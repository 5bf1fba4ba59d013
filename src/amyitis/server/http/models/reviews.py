"""Reviews and analyses."""

from typing import Annotated

from pydantic import Field

from amyitis.analysis.opinions import PositionOpinion
from amyitis.analysis.shapes import Judgement, Review
from amyitis.api.thoughts import Status

from .base import Model


class ReviewAnswer(Model):
    """A review as far as it has come. Its plies are those of the record: what was taken back is not among them."""

    key: Annotated[str, Field(description="By which the review of a record is asked for again.")]
    status: Status
    error: str | None
    review: Review | None


class AnalysisAnswer(Model):
    """What is thought of a position by now."""

    key: str
    status: Status
    error: str | None
    opinion: PositionOpinion | None


class JudgementAnswer(Model):
    """What a move costs, once it is known."""

    key: str
    status: Status
    error: str | None
    judgement: Judgement | None
