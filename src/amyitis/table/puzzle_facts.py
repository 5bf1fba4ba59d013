"""What is kept of puzzles, wherever: what somebody has made of one, and the ratings of both."""

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class PuzzleTry:
    """What somebody has made of a puzzle so far: the wrong moves, the hints, and in the end the result."""

    person: str
    puzzle: str
    wrong: str
    hints: int
    result: str | None
    change: int
    begun: int
    ended: int | None


@dataclass(frozen=True)
class PuzzleRating:
    """The rating of a person or a puzzle, as `amyitis.analysis.puzzle_ratings` reads it."""

    mu: float
    sigma: float
    played: int
    solved: int


Ratings = tuple[PuzzleRating, PuzzleRating]
TryChange = Callable[[PuzzleTry, Ratings], tuple[PuzzleTry, Ratings | None]]
