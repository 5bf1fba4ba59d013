"""`PositionAnalyzer`: the engine as reviews use it, native (`native_analyzer.py`) or in a page. Needs no NumPy."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

from amyitis.nets.cards import Card, knows
from amyitis.rules.state import State
from amyitis.search.evaluation import MoveEvaluation
from amyitis.search.solver import Solver

# The search parameters of each reader: exploration, and the sharpness of the prior. The first reader has the usual
# ones (`search/net_tree.py`).
READER_PARAMETERS = (
    (0.25, 1 / 0.03), (0.18, 1 / 0.045), (0.35, 1 / 0.06), (0.25, 1 / 0.06), (0.5, 1 / 0.03), (0.35, 1 / 0.02),
)  # fmt: skip
READERS = len(READER_PARAMETERS)

Row = Iterable[float]  # the win shares of all seats, then their prestige


@dataclass(frozen=True)
class SearchResult:
    """The evaluation of every move, the most visited first, and the line that the search expects."""

    evaluations: list[MoveEvaluation]
    line: list[int]

    @property
    def best(self) -> MoveEvaluation:
        """The move that was visited most."""
        return self.evaluations[0]


class PositionAnalyzer(Protocol):
    """Evaluates positions: one tree that grows with the position at hand, and several readers with rollouts.

    A reader searches with its own parameters and forgets every earlier visit, so its results do not depend on what was
    asked before. Equal seeds and equal calls in equal order give equal results.
    """

    seed: int

    @property
    def card(self) -> Card:
        """The card of its network."""

    @property
    def for_this_box(self) -> bool:
        """Whether its network was trained with the box in use."""

    @property
    def solver(self) -> Solver:
        """What proves ends of games."""

    def reset(self, seed: int) -> None:
        """Set the seed, and forget what the readers have read."""

    def preliminary(self, s: State) -> Row:
        """The network's values of a position, without any search."""

    def search(self, s: State, visits: int, fresh: bool = False) -> list[MoveEvaluation]:
        """The evaluation of every move after so many visits, the most visited first.

        Earlier visits count, unless the tree must be a fresh one.
        """

    @property
    def visits(self) -> int:
        """The visits of the position that was searched last."""

    def expected_line(self) -> list[int]:
        """The moves that the last search expects from its position on, to the end of the round."""

    def read(self, s: State, visits: int, reader: int = 0, move: int | None = None) -> SearchResult:
        """A reader's search of a decision (of the one after a move of it)."""

    def roll_out(
        self,
        s: State,
        reader: int,
        visits: int,
        count: int,
        move: int | None = None,
        *,
        rounds: int = 0,
        first: int = 0,
    ) -> Iterable[Row]:
        """Rollouts of the line that a reader expects from a position (after a move of it), one row for each deal.

        So many rounds are played beyond the deal. `first` is the number of the first deck (`decks.py`).
        """

    def line(self, s: State, move: int, visits: int) -> list[int]:
        """A move and the moves that a search of so many visits expects after it, to the end of the round."""


def is_trained_for(analyzer: PositionAnalyzer, s: State) -> bool:
    """Whether the network was trained for such a game: this box, this number of players and these switches."""
    return analyzer.for_this_box and knows(analyzer.card, s)


def make_analyzer(seed: int = 0) -> PositionAnalyzer:
    """The analyzer of this machine."""
    from .native_analyzer import NativeAnalyzer  # with NumPy

    return NativeAnalyzer(seed)


def means(rows: Iterable[Row]) -> list[float]:
    """The mean of each column."""
    return [sum(map(float, column)) / len(column) for column in zip(*rows, strict=True)]


def difference(values: Sequence[float], others: Sequence[float]) -> list[float]:
    """By how much each value is more than the other's."""
    return [a - b for a, b in zip(values, others, strict=True)]
