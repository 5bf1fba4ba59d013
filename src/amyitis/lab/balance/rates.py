"""How often seats or games won or did something, with an interval."""

from dataclasses import dataclass
from math import lcm

from amyitis.lab.batches import Array
from amyitis.lab.intervals import Interval, wilson

WHOLE = lcm(1, 2, 3, 4)  # a whole win, so that any shared one is a whole number too


@dataclass(frozen=True)
class Rate:
    """How often some seats won (or games were something): how many, the rate, and its interval of 95 %."""

    seats_held: int
    rate: float
    interval: Interval

    @classmethod
    def of(cls, shares: Array) -> "Rate":
        """Returns the rate of seats with these shares of wins."""
        wins = float(shares.sum()) / WHOLE
        return cls(len(shares), wins / max(1, len(shares)), wilson(wins, len(shares)))
