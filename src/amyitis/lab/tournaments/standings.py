"""What the games of a tournament say about its bots: who wins how often and by how much, and how sure that is."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from statistics import fmean

from ..intervals import Interval, bootstrap, wilson
from .match import MatchResult


@dataclass(frozen=True)
class Rating:
    """How strong a bot seems to be: about as likely as not above `mu`, and 95 % within two `sigma` of it."""

    mu: float
    sigma: float


@dataclass(frozen=True)
class Standing:
    """One bot. Everything is counted for each seat it held: in "one against three" the three share their games.

    `wins` counts a win shared by k players as 1/k; `chance` is what the win rate would be if all were equally strong.
    """

    bot: str
    games: int
    seats_held: int
    wins: float
    win_rate: float
    win_rate_interval: Interval
    chance: float
    mean_score: float
    mean_place: float
    mean_margin: float
    rating: Rating
    decisions: int
    seconds: float
    seconds_per_decision: float
    slowest_decision: float


@dataclass(frozen=True)
class Pair:
    """Two bots that met: how much higher the first one's win rate and score are, with intervals over the deals.

    Each deal was played from all seats and counts once, with the mean of its games.
    """

    first: str
    second: str
    deals: int
    win_rate_difference: float
    win_rate_difference_interval: Interval | None  # none if all deals went alike
    score_difference: float
    score_difference_interval: Interval | None


@dataclass(frozen=True)
class Standings:
    """The bots, the strongest first, and every two of them that met."""

    games: int
    deals: int
    mean_rounds: float
    bots: list[Standing]
    pairs: list[Pair]
    programs: list[str]  # by which the games were played: one, if the numbers are to mean anything


def standings(results: Iterable[MatchResult]) -> Standings:
    """Returns the standings after these games, whatever order they come in."""
    ordered = sorted(results, key=lambda result: result.number)
    ratings = rate(ordered)
    bots = [_standing(bot, ordered, rating) for bot, rating in ratings.items()]
    bots.sort(key=lambda standing: (-standing.rating.mu, standing.bot))
    return Standings(
        games=len(ordered),
        deals=len({result.seed for result in ordered}),
        mean_rounds=fmean(result.rounds for result in ordered) if ordered else 0.0,
        bots=bots,
        pairs=_pairs([standing.bot for standing in bots], ordered),
        programs=sorted({result.program for result in ordered}),
    )


def _standing(bot: str, results: Sequence[MatchResult], rating: Rating) -> Standing:
    """Returns what the games say about one bot that was in some of them."""
    held = [(result, seat) for result in results for seat, name in enumerate(result.bots) if name == bot]
    wins = sum(result.shares[seat] for result, seat in held)
    decisions = sum(result.decisions[seat] for result, seat in held)
    seconds = sum(result.seconds[seat] for result, seat in held)
    return Standing(
        bot=bot,
        games=len({result.number for result, _ in held}),
        seats_held=len(held),
        wins=wins,
        win_rate=wins / len(held),
        win_rate_interval=wilson(wins, len(held)),
        chance=fmean(1 / len(result.bots) for result, _ in held),
        mean_score=fmean(result.scores[seat] for result, seat in held),
        mean_place=fmean(result.places[seat] for result, seat in held),
        mean_margin=fmean(result.margins[seat] for result, seat in held),
        rating=rating,
        decisions=decisions,
        seconds=seconds,
        seconds_per_decision=seconds / max(1, decisions),
        slowest_decision=max(result.slowest[seat] for result, seat in held),
    )


def _pairs(bots: Sequence[str], results: Sequence[MatchResult]) -> list[Pair]:
    """Returns all pairs of bots that met, the stronger one first."""
    pairs = []
    for first, second in combinations(bots, 2):
        met = [result for result in results if first in result.bots and second in result.bots]
        if met:
            wins = _by_deal([(result.seed, _ahead(first, second, result, result.shares)) for result in met])
            scores = _by_deal([(result.seed, _ahead(first, second, result, result.scores)) for result in met])
            pairs.append(Pair(first, second, len(wins), fmean(wins), bootstrap(wins), fmean(scores), bootstrap(scores)))
    return pairs


def _by_deal(values: Iterable[tuple[int, float]]) -> list[float]:
    """Returns the mean of the values of each seed."""
    by_seed: dict[int, list[float]] = defaultdict(list)
    for seed, value in values:
        by_seed[seed].append(value)
    return [fmean(by_seed[seed]) for seed in sorted(by_seed)]


def _ahead(first: str, second: str, result: MatchResult, values: Sequence[float]) -> float:
    """Returns how much more a bot had in a game than another: each its mean over the seats it held."""
    return _mean_of(first, result, values) - _mean_of(second, result, values)


def _mean_of(bot: str, result: MatchResult, values: Sequence[float]) -> float:
    """Returns the mean of a bot's values over the seats it held in a game."""
    return fmean(value for name, value in zip(result.bots, values, strict=True) if name == bot)


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
            own = [rating for name, rating in zip(result.bots, after, strict=True) if name == bot]
            ratings[bot] = Rating(fmean(rating.mu for rating in own), fmean(rating.sigma for rating in own))
    return ratings
