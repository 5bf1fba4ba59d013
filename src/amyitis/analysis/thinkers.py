"""What a review asks of an engine, whoever runs it: this machine's own (`thinking.py`), or the one of a page without a
server. Needs no NumPy.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

from amyitis.nets.cards import Card, knows
from amyitis.rules.state import State
from amyitis.search.opinion import Opinion

# Readers: exploration, and the sharpness of the prior. The usual ones lie in the middle (`search/net_tree.py`).
TEMPERS = ((0.25, 1 / 0.03), (0.18, 1 / 0.045), (0.35, 1 / 0.06), (0.25, 1 / 0.06), (0.5, 1 / 0.03), (0.35, 1 / 0.02))
READERS = len(TEMPERS)

Row = Iterable[float]


@dataclass(frozen=True)
class Reading:
    """What a reader found: an opinion on every move, the most visited first, and the line it expects to be played."""

    opinions: list[Opinion]
    line: list[int]

    @property
    def best(self) -> Opinion:
        """The move that was visited most."""
        return self.opinions[0]


class AnyThinker(Protocol):
    """A tree over the position at hand, and readers and rollouts for any position; rows are as `roll_out` tells them.

    Equal seeds and equal questions in equal order give equal answers.
    """

    seed: int

    @property
    def card(self) -> Card:
        """The card of its network."""

    @property
    def for_this_box(self) -> bool:
        """Whether its network was trained with the box in use."""

    def start(self, seed: int) -> None:
        """Begin with a question that has nothing to do with those before."""

    def glance(self, s: State) -> Row:
        """What the network says of a position at once."""

    def think(self, s: State, visits: int, fresh: bool = False) -> list[Opinion]:
        """Opinions on all moves of a decision, the most visited first, after so many visits.

        Earlier ones count, unless the tree is to be a fresh one.
        """

    @property
    def visits(self) -> int:
        """How often the position that was thought about last was visited."""

    def expected(self) -> list[int]:
        """The moves that are expected from there on, to the end of the round."""

    def read(self, s: State, visits: int, reader: int = 0) -> Reading:
        """What a reader finds in a decision that knows nothing of it yet."""

    def roll_out(
        self, s: State, reader: int, visits: int, count: int, move: int | None = None, *, first: int = 0
    ) -> Iterable[Row]:
        """Rollouts of the line that a reader finds from a position on (after a move of it) over so many deals.

        A row for each deal: the win shares of all seats, then their prestige. `first` is the number of the deck.
        """

    def line(self, s: State, move: int, visits: int) -> list[int]:
        """A move and the moves that are expected after it, to the end of the round, with so many visits."""


def is_at_home(thinker: AnyThinker, s: State) -> bool:
    """Whether the network was trained on such a game: with this box, this number of players and these switches."""
    return thinker.for_this_box and knows(thinker.card, s)


def own_thinker(seed: int = 0) -> AnyThinker:
    """The engine of this machine."""
    from .thinking import Thinker  # with NumPy

    return Thinker(seed)


def means(rows: Iterable[Row]) -> list[float]:
    """The mean of each column."""
    return [sum(map(float, column)) / len(column) for column in zip(*rows, strict=True)]


def difference(one: Sequence[float], other: Sequence[float]) -> list[float]:
    """By how much each number is more than the other's."""
    return [a - b for a, b in zip(one, other, strict=True)]
