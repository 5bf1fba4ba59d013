"""Matches that end when the answer is clear: a sequential probability ratio test over whole deals.

Two bots meet, every deal from every seating. What counts of a deal is one number: by how much the win rate of the first
bot at a seat is above that of the second. Two hypotheses are weighed: that it is 0 on average, or that it is `ahead`.
The logarithm of their likelihood ratio grows with every deal (the generalised test, with the variance found so far),
and the match ends when it leaves a band; with the bounds used here either answer is wrong about once in twenty matches.
"""

from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from math import log
from statistics import fmean
from typing import Any, Literal

from amyitis.errors import Malformed

from ..workers import Workers
from .match import MatchResult, play_match
from .tournament import Progress, Tournament

ERROR = 0.05  # how often either answer may be wrong
LOWER, UPPER = log(ERROR / (1 - ERROR)), log((1 - ERROR) / ERROR)
FEWEST = 8  # deals, before anything is said
LARGEST = 1.0  # variance of a number between -1 and 1; counted as one deal more, so that equal deals do not convince

Answer = Literal["ahead", "not ahead", "unclear"]


@dataclass
class Sprt:
    """A sequential test of whether one bot is ahead by at least `ahead`, from the difference in each of the `deals`.

    >>> from amyitis.lab.tournaments.sprt import Sprt
    >>> Sprt(0.2, [1.0] * 20).answer, Sprt(0.2, [0.0] * 4).answer
    ('ahead', 'unclear')
    """

    ahead: float
    deals: list[float] = field(default_factory=list)

    def __post_init__(self) -> None:
        if not 0 < self.ahead <= 1:
            raise Malformed(f"a bot can be ahead by more than 0 and at most 100 points, not by {100 * self.ahead:g}")

    @property
    def ratio(self) -> float:
        """The log-likelihood ratio of the deals: the bot is that far ahead, or not ahead at all."""
        count = len(self.deals)
        if not count:
            return 0.0
        mean = fmean(self.deals)
        variance = (sum((deal - mean) ** 2 for deal in self.deals) + LARGEST) / (count + 1)
        return count * self.ahead * (mean - self.ahead / 2) / variance

    @property
    def answer(self) -> Answer:
        """The answer so far."""
        ratio = self.ratio if len(self.deals) >= FEWEST else 0.0
        return "ahead" if ratio >= UPPER else "not ahead" if ratio <= LOWER else "unclear"

    def as_json(self) -> dict[str, Any]:
        """Returns the test as plain data."""
        bounds = [round(LOWER, 3), round(UPPER, 3)]
        so_far = {"deals": len(self.deals), "log_ratio": round(self.ratio, 3), "bounds": bounds}
        return {"ahead_by": self.ahead, "answer": self.answer, **so_far}


def difference(first: str, results: Sequence[MatchResult]) -> float:
    """Returns by how much one bot wins more often than the other, at a seat, in the games of a deal.

    Against itself the first one is the bot that sits one seat further in each game.
    """
    shares: dict[bool, list[float]] = {True: [], False: []}
    for game, result in enumerate(results):
        alone = len(set(result.bots)) == 1
        for seat, (bot, share) in enumerate(zip(result.bots, result.shares, strict=True)):
            shares[seat == game if alone else bot == first].append(share)
    return fmean(shares[True]) - fmean(shares[False])


def play_until_clear(
    tournament: Tournament, most: int, workers: Workers, test: Sprt, progress: Progress | None = None
) -> list[MatchResult]:
    """Play until the test has an answer, or at least `most` games; returns the results of all deals that it weighed.

    Deals are weighed in their order, not by their ends: a short game is no likelier to count than a long one. Raises
    Malformed unless exactly two bots meet (or one meets itself), and BotError for one that fails.
    """
    if not len(tournament.bots) == tournament.variant.players == 2:
        raise Malformed(f"such a match is between two bots, not {len(tournament.bots)}")
    first = tournament.bots[0]
    results: list[MatchResult] = []
    for deal in _deals(tournament, most, workers, progress):
        results += deal
        test.deals.append(difference(first, deal))
        if test.answer != "unclear":
            break
    return results


def _deals(
    tournament: Tournament, most: int, workers: Workers, progress: Progress | None
) -> Iterator[list[MatchResult]]:
    """Yields the games of one deal after the other, in the order of the deals."""
    games, size = tournament.fixtures(most), len(tournament.rotation)
    if size == 1:  # a bot against itself plays every deal twice, as two bots do
        games = [
            replace(fixture, number=2 * fixture.number + again)
            for fixture in games[: -(-most // 2)]
            for again in (0, 1)
        ]
        size = 2
    results: dict[int, MatchResult] = {}
    due = 0
    with closing(workers.each(play_match, games)) as all_played:
        for played in all_played:
            results[played.result.number] = played.result
            if progress is not None:
                progress(played.result)
            while all(number in results for number in range(due, due + size)):
                yield [results[number] for number in range(due, due + size)]
                due += size
