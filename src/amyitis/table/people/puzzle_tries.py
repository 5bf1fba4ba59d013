"""What is stored of puzzles: how far somebody has come with one, and the ratings of people and puzzles."""

from collections.abc import Callable
from dataclasses import dataclass

MU, SIGMA = 25.0, 25.0 / 3.0
SHOWN_MIDDLE, SHOWN_UNIT = 1500, 40
SURE_SIGMA = 4.0  # below it a rating is shown without a question mark


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
    """How strong a person seems to be, or how hard a puzzle; and how often it was tried, and solved at once."""

    mu: float = MU
    sigma: float = SIGMA
    played: int = 0
    solved: int = 0

    @property
    def shown(self) -> int:
        """The rating as people read it: who begins has 1500."""
        return round(SHOWN_MIDDLE + SHOWN_UNIT * (self.mu - MU))

    @property
    def sure(self) -> bool:
        """Whether it rests on some tries."""
        return self.sigma < SURE_SIGMA


Ratings = tuple[PuzzleRating, PuzzleRating]  # of the person, and of the puzzle
TryChange = Callable[[PuzzleTry, Ratings], tuple[PuzzleTry, Ratings | None]]
