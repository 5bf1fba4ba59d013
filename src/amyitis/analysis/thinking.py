"""The engine as a review uses it: a tree that grows with the thought, readers that read a line anew, and rollouts.

Readers differ in temper: how widely they explore, and how far they trust their first guesses (`reading.py`). What
several of them read of the same position differs as much as one of them may be wrong; so their spread, each over deals
of its own, tells how sure a figure is.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from amyitis.box.tables import MAX_SEATS
from amyitis.engine.compiled import compiling_allowed, engine
from amyitis.engine.record import SHUFFLER_DTYPE, blank_records
from amyitis.nets.cards import SMALL, Card
from amyitis.nets.network import packaged_network
from amyitis.rules.chance import MASK, Shuffler
from amyitis.rules.state import State
from amyitis.search.net_searcher import NetTree
from amyitis.search.opinion import Opinion

from .decks import DECK
from .reading import ReaderTree
from .rollouts import AT_ONCE, ROLLOUT_STATES, roll_out
from .thinkers import Reading

TREE_STATES = 40_000  # of the tree; one that is half full is given up with the next position

Values = NDArray[np.float64]


class Thinker:
    """A tree over the position at hand, valued by the small network, and readers and rollouts for any position.

    A network that was trained for another box thinks too (`is_at_home`).
    Equal seeds and equal questions in equal order give equal answers.
    """

    def __init__(self, seed: int = 0, states: int = TREE_STATES) -> None:
        self.network = packaged_network(SMALL, any_box=True)
        self.seed = seed
        self.tree = NetTree(self.network, states)
        self._readers = ReaderTree(self.network, states)
        self._deck = np.zeros(DECK, np.int64)
        if compiling_allowed():
            self._states: Any = blank_records(ROLLOUT_STATES)
            self._shufflers: Any = np.zeros(1, SHUFFLER_DTYPE)
        else:
            self._states, self._shufflers = [State() for _ in range(ROLLOUT_STATES)], [Shuffler()]
        self._run: Any = engine(roll_out)

    def start(self, seed: int) -> None:
        """Begin with a question that has nothing to do with those before."""
        self.seed = seed
        self._readers.clear()

    def glance(self, s: State) -> Values:
        """What the network says of a position at once: the win shares of all seats, then their prestige."""
        self._readers.plant(s, fresh=True)
        self._readers.clear()
        found: Values = self._rolled_out(self._readers, 1, AT_ONCE, self.seed, 0)[0]
        return found

    @property
    def card(self) -> Card:
        """The card of its network."""
        return self.network.card

    @property
    def for_this_box(self) -> bool:
        """Whether its network was trained with the box in use."""
        return self.network.for_this_box

    def think(self, s: State, visits: int, fresh: bool = False) -> list[Opinion]:
        """Opinions on all moves of a decision, the most visited first, after so many visits.

        Earlier ones count, unless the tree is to be a fresh one.
        """
        self.tree.plant(s, fresh)
        self.tree.grow(max(1, visits - self.tree.visits))
        return sorted(self.tree.opinions(s.players), key=lambda one: (-one.visits, -one.guess))

    @property
    def visits(self) -> int:
        """How often the position that was thought about last was visited."""
        return self.tree.visits

    def expected(self) -> list[int]:
        """The moves that are expected from there on, to the end of the round."""
        return self.tree.best_line()

    def read(self, s: State, visits: int, reader: int = 0) -> Reading:
        """What a reader finds in a decision that knows nothing of it yet."""
        return self._readers.read(s, reader, visits)

    def roll_out(
        self,
        s: State,
        reader: int,
        visits: int,
        count: int,
        move: int | None = None,
        rounds: int = 0,
        seed: int | None = None,
        first: int = 0,
    ) -> Values:
        """Rollouts of the line that a reader finds from a position on (after a move of it) over so many deals.

        A row for each deal: the win shares of all seats, then their prestige. Equal seeds mean equal deals; `first` is
        the number of the deck that they begin with.
        """
        self._readers.read_on(s, move, reader, visits)
        return self._rolled_out(self._readers, count, rounds, self.seed if seed is None else seed, first)

    def _rolled_out(self, tree: NetTree, count: int, rounds: int, seed: int, first: int) -> Values:
        values = np.zeros((count, 2 * MAX_SEATS), np.float32)
        self._run(
            tree.nodes, tree.states, tree.root, self._states, self._shufflers, self._deck, seed & MASK, seed >> 32,
            first, rounds, *self.network.arguments, values,
        )  # fmt: skip
        return values.astype(np.float64)

    def line(self, s: State, move: int, visits: int) -> list[int]:
        """A move and the moves that are expected after it, to the end of the round, with so many visits."""
        self._readers.read_on(s, move, 0, visits)
        return [move, *self._readers.best_line()]
