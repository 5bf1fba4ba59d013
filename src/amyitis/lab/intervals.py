"""How sure a number is: intervals of 95 %, and rates with them."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import lcm, sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Z = 1.959963984540054  # the standard normal distribution has 95 % between -Z and Z
RESAMPLES = 4000
WHOLE = lcm(1, 2, 3, 4)  # a whole win, so that any shared one is a whole number too
BLOCK = 1_000_000  # draws made at once


class Interval(NamedTuple):
    """From where to where."""

    low: float
    high: float

    def __contains__(self, value: object) -> bool:
        return isinstance(value, int | float) and self.low <= value <= self.high


def wilson(wins: float, games: float) -> Interval:
    """Returns the Wilson score interval of a rate, which holds for few games and for rates near 0 and 1.

    Shared wins count as fractions. Without games it goes from 0 to 1.

    >>> from amyitis.lab.intervals import wilson
    >>> [round(bound, 3) for bound in wilson(60, 100)]
    [0.502, 0.691]
    """
    if games <= 0:
        return Interval(0.0, 1.0)
    rate = wins / games
    scale = 1 + Z * Z / games
    middle = (rate + Z * Z / (2 * games)) / scale
    spread = Z / scale * sqrt(rate * (1 - rate) / games + Z * Z / (4 * games * games))
    # Rounding must not put the rate itself outside, where it is 0 or 1.
    return Interval(min(rate, max(0.0, middle - spread)), max(rate, min(1.0, middle + spread)))


def bootstrap(values: Sequence[float]) -> Interval | None:
    """Returns an interval of the mean of some values, by drawing from them again and again, always with the same draws.

    For paired games: a value for each deal keeps what is common to all games of a deal out of the interval. Values
    that are all alike say nothing about how far they could differ: then there is none.
    """
    sample = np.asarray(values, float)
    if len(set(values)) < 2:
        return None
    chance = np.random.default_rng(0)
    at_once = max(1, BLOCK // len(sample))
    means: list[float] = []
    while len(means) < RESAMPLES:
        rows = min(at_once, RESAMPLES - len(means))
        means += sample[chance.integers(len(sample), size=(rows, len(sample)))].mean(axis=1).tolist()
    low, high = np.percentile(means, [2.5, 97.5])
    return Interval(float(low), float(high))


@dataclass(frozen=True)
class Rate:
    """How often some seats won (or games were something): how many, the rate, and its interval of 95 %."""

    seats_held: int
    rate: float
    interval: Interval

    @classmethod
    def of(cls, shares: NDArray[np.int64]) -> "Rate":
        """Returns the rate of seats with these shares of wins."""
        wins = float(shares.sum()) / WHOLE
        return cls(len(shares), wins / max(1, len(shares)), wilson(wins, len(shares)))
