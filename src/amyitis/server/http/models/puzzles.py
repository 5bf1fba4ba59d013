"""Puzzles, what somebody makes of them, and how well they solve them."""

from typing import Annotated, Literal

from pydantic import Field

from amyitis.analysis.reasons import Reason
from amyitis.game.view.shape import Kind, Seat, View

from .base import Model
from .tries import Outlook


class PuzzleThemes(Model):
    """How many puzzles there are, and how many of each theme."""

    count: int
    themes: dict[str, int]


class PuzzleSolution(Model):
    """The solution: by how many points it leads the second best, and why."""

    best: str
    second: str
    points: float
    low: float
    high: float
    best_line: list[str]
    second_line: list[str]
    reasons: list[Reason]


class PuzzleHint(Model):
    """`where`: the `part` of the table where the solution lies; `why`: the first reason for it."""

    name: Literal["where", "why"]
    part: str | None
    reason: Reason | None


class PuzzleAttempt(Model):
    """What somebody has made of a puzzle: the wrong moves, the hints; when it is over, the solution.

    `first` is solved at once, `later` with more tries or with hints; `change` is that of the person's rating.
    """

    right: Annotated[bool | None, Field(description="Whether the move that was just said is the solution.")]
    wrong: list[str]
    tries_left: int
    hints: list[PuzzleHint]
    hints_left: int
    result: Literal["first", "later", "failed"] | None
    change: int
    solution: PuzzleSolution | None


class PuzzleModel(Model):
    """A puzzle without its solution: what `seat` may play in the position, and how it looks.

    `played` says how often it was tried, `solved` how often it was solved at once.
    """

    id: str
    number: int
    players: int
    seat: Seat
    round: int
    question: Kind
    position: str
    themes: list[str]
    difficulty: Annotated[int, Field(ge=1, le=5)]
    moves: list[str]
    view: View
    outlook: Outlook
    rating: int
    played: int
    solved: int
    attempt: PuzzleAttempt | None


class PuzzleDay(Model):
    """A day, and whether a puzzle was solved on it."""

    day: str
    solved: bool


class PuzzleStanding(Model):
    """How well somebody solves puzzles. A rating that is not `sure` rests on few tries; days are those of UTC."""

    rating: int
    sure: bool
    played: int
    solved: int
    streak: int
    days: list[PuzzleDay]
