"""Ratings of puzzles and of those who solve them (openskill, Plackett and Luce): a try is a game of the two."""

from dataclasses import dataclass
from typing import Literal, get_args

Result = Literal["first", "later", "failed"]
RESULTS: tuple[Result, ...] = get_args(Result)

MU, SIGMA = 25.0, 25.0 / 3.0
PUZZLE_SIGMA = 25.0 / 5.0  # of a puzzle that nobody has tried: something is known of it
A_DIFFICULTY = 4.0  # between two difficulties, before anybody has tried
MIDDLE_DIFFICULTY = 3
SHOWN_MIDDLE, SHOWN_UNIT = 1500, 40
SURE_SIGMA = 4.0  # below it a rating is told without a question mark
# Who wins: the one who solves it at once; with more tries or hints it is a draw.
PLACES: dict[Result, tuple[float, float]] = {"first": (1.0, 2.0), "later": (1.0, 1.0), "failed": (2.0, 1.0)}


@dataclass(frozen=True)
class Rating:
    """How strong somebody seems to be, or how hard a puzzle; and how often it was tried and solved at once."""

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


def puzzle_start(difficulty: int) -> Rating:
    """The rating of a puzzle that nobody has tried, from its difficulty."""
    return Rating(MU + A_DIFFICULTY * (difficulty - MIDDLE_DIFFICULTY), PUZZLE_SIGMA)


def rated(person: Rating, puzzle: Rating, result: Result) -> tuple[Rating, Rating]:
    """Both ratings after a try."""
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    teams = [[model.rating(mu=one.mu, sigma=one.sigma)] for one in (person, puzzle)]
    after = [team[0] for team in model.rate(teams, ranks=list(PLACES[result]))]
    won = int(result == "first")
    a, b = (
        Rating(new.mu, new.sigma, old.played + 1, old.solved + won)
        for old, new in zip((person, puzzle), after, strict=True)
    )
    return a, b
