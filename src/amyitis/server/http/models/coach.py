"""What the coach of a table says."""

from typing import Annotated

from pydantic import Field

from amyitis.analysis.reasons import Reason
from amyitis.analysis.shapes import Judgement, Shares
from amyitis.api.thoughts import Status

from .base import Model


class Hint(Model):
    """What is told of the best move: the part of the table it belongs to, then its kind and what speaks for it, then
    itself with the engine's line, and another that is as good as far as the engine can tell.

    `only`: there is nothing to choose. What lies behind the step that was asked for is null.
    """

    step: int
    only: bool
    part: str | None
    kind: Annotated[str | None, Field(description="A craft, `court_city`, `plant_city`, `market`, `pass` or `noble`.")]
    reason: Reason | None
    move: str | None
    line: list[str] | None
    as_good: str | None


class HintAnswer(Model):
    """A hint, once it is known."""

    status: Status
    error: str | None
    hint: Hint | None


class WordAnswer(Model):
    """What a move costs, once it is known."""

    status: Status
    error: str | None
    judgement: Judgement | None


class SharesAnswer(Model):
    """The win shares by seat, as far as they are known."""

    status: Status
    error: str | None
    shares: Shares | None
