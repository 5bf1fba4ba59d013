"""What a move costs beside another: both read on by several readers and rolled out over the same deals.

Each reader shuffles a deck of its own, and both moves meet all the deals of it (`decks.py`). The differences, reader by
reader, give the loss and its interval. Where it is clear early between which bounds a loss lies, the other readers are
not asked.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import sqrt
from statistics import stdev

from amyitis.box.tables import MAX_SEATS
from amyitis.notation.positions import seat_letter
from amyitis.rules.state import State

from .decks import deck_size
from .shapes import Loss
from .thinkers import READERS, AnyThinker, means

POINTS = 100.0
FEWEST_READERS = 3
# Student's distribution, by degrees of freedom (readers less one): the interval told, and a wider one to stop by.
T_95 = {2: 4.303, 3: 3.182, 4: 2.776, 5: 2.571}
T_99 = {2: 9.925, 3: 5.841, 4: 4.604, 5: 4.032}

Pair = tuple[list[float], list[float]]  # what a reader found of either move: a mean row


@dataclass(frozen=True)
class Effort:
    """How much thought a review takes: visits of the search and of each reader, decks of each, and deals for luck."""

    visits: int = 48
    reading: int = 20
    decks: int = 1
    luck_visits: int = 16
    luck_deals: int = 6

    def times(self, more: int) -> "Effort":
        """So many times the thought about a move."""
        return replace(self, visits=more * self.visits, reading=more * self.reading)


USUAL = Effort()
MOST_TIMES = 10  # as much longer as anybody may ask to be thought


def paired_loss(
    thinker: AnyThinker, s: State, best: int, played: int, effort: Effort, limits: Sequence[float] = ()
) -> Loss:
    """What one move costs its player beside another: the mean of the differences, never below 0.

    The ends of its interval are told as they are. With `limits`, readers are asked until it is sure (99 %) between
    which of them the loss lies; without, all of them are.
    """
    count = effort.decks * deck_size(s)
    found: list[Pair] = []
    for reader in range(READERS):
        first = reader * effort.decks
        best_mean, played_mean = (
            means(thinker.roll_out(s, reader, effort.reading, count, move, first=first)) for move in (best, played)
        )
        found.append((best_mean, played_mean))
        if limits and len(found) >= FEWEST_READERS and _settled(_points(found, s.seat), limits):
            break
    points = _points(found, s.seat)
    mean, margin = _mean(points), T_95[len(points) - 1] * _error(points)
    values = [means(rows) for rows in zip(*found, strict=True)]
    named = [{seat_letter(s, p): one[p] for p in range(s.players)} for one in values]
    prestige = values[0][MAX_SEATS + s.seat] - values[1][MAX_SEATS + s.seat]
    return Loss(max(0.0, mean), mean - margin, mean + margin, prestige, *named)


def _points(found: list[Pair], seat: int) -> list[float]:
    """By how much the first move is better in the eyes of each reader."""
    return [(best[seat] - played[seat]) * POINTS for best, played in found]


def _mean(points: list[float]) -> float:
    return sum(points) / len(points)


def _error(points: list[float]) -> float:
    """The standard error of their mean."""
    return stdev(points) / sqrt(len(points))


def _settled(points: list[float], limits: Sequence[float]) -> bool:
    """Whether the mean surely lies above or below each of the limits."""
    mean, margin = _mean(points), T_99[len(points) - 1] * _error(points)
    return all(abs(mean - limit) > margin for limit in limits)
