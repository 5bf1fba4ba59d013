"""Ratings of bots from the order in which they finished (openskill, model of Plackett and Luce)."""

from collections.abc import Iterable
from dataclasses import dataclass
from statistics import fmean

from .match import MatchResult


@dataclass(frozen=True)
class Rating:
    """How strong a bot seems to be: about as likely as not above `mu`, and 95 % within two `sigma` of it."""

    mu: float
    sigma: float


def rate(results: Iterable[MatchResult]) -> dict[str, Rating]:
    """Returns the rating of every bot after all games, taken in the order given; everybody starts with 25 and 25/3.

    A bot that holds several seats is rated at each of them, and moves by the mean of that. A game of one bot against
    itself says nothing and is left out.
    """
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    ratings: dict[str, Rating] = {}
    for result in results:
        for bot in result.bots:
            ratings.setdefault(bot, Rating(model.mu, model.sigma))
        if len(set(result.bots)) == 1:
            continue
        teams = [[model.rating(mu=ratings[bot].mu, sigma=ratings[bot].sigma)] for bot in result.bots]
        after = [team[0] for team in model.rate(teams, ranks=list(map(float, result.places)))]
        for bot in set(result.bots):
            own = [one for name, one in zip(result.bots, after, strict=True) if name == bot]
            ratings[bot] = Rating(fmean(one.mu for one in own), fmean(one.sigma for one in own))
    return ratings
