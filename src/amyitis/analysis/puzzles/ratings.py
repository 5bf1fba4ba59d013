"""Ratings of puzzles and of those who solve them (openskill, Plackett and Luce): a try is a game of the two."""

from typing import Literal, get_args

from amyitis.table.people.puzzle_tries import MU, PuzzleRating

Result = Literal["first", "later", "failed"]
RESULTS: tuple[Result, ...] = get_args(Result)

PUZZLE_SIGMA = 25.0 / 5.0  # of a puzzle that nobody has tried: something is known of it
A_DIFFICULTY = 4.0  # between two difficulties, before anybody has tried
MIDDLE_DIFFICULTY = 3
# Who wins: the one who solves it at once; with more tries or hints it is a draw.
PLACES: dict[Result, tuple[float, float]] = {"first": (1.0, 2.0), "later": (1.0, 1.0), "failed": (2.0, 1.0)}


def puzzle_start(difficulty: int) -> PuzzleRating:
    """The rating of a puzzle that nobody has tried, from its difficulty."""
    return PuzzleRating(MU + A_DIFFICULTY * (difficulty - MIDDLE_DIFFICULTY), PUZZLE_SIGMA)


def rated(person: PuzzleRating, puzzle: PuzzleRating, result: Result) -> tuple[PuzzleRating, PuzzleRating]:
    """Both ratings after a try."""
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    teams = [[model.rating(mu=rating.mu, sigma=rating.sigma)] for rating in (person, puzzle)]
    after = [team[0] for team in model.rate(teams, ranks=list(PLACES[result]))]
    won = int(result == "first")
    a, b = (
        PuzzleRating(new.mu, new.sigma, old.played + 1, old.solved + won)
        for old, new in zip((person, puzzle), after, strict=True)
    )
    return a, b
