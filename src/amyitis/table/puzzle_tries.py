"""What is stored of puzzles: how far somebody has come with one, and the ratings of people and puzzles."""

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class PuzzleTry:
    """How far a person has come with a puzzle: the wrong moves, the hints, and in the end the result."""

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


Ratings = tuple[PuzzleRating, PuzzleRating]  # of the person, and of the puzzle
TryChange = Callable[[PuzzleTry, Ratings], tuple[PuzzleTry, Ratings | None]]
