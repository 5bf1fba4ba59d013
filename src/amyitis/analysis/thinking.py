"""The engine as a review uses it: a tree that goes along with the game, readers that read a line anew, and rollouts.

A reader is a tree of its own with another temper: how widely it explores, and how far it trusts its first guesses. What
several of them read of the same position differs as much as one of them may be wrong; so their spread, over the same
deals, tells how sure a figure is.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from amyitis.bots.net_bots import SMALL, knows
from amyitis.box.tables import MAX_SEATS
from amyitis.engine.compiled import compiling_allowed, engine
from amyitis.engine.record import SHUFFLER_DTYPE, blank_records
from amyitis.nets.network import packaged_network
from amyitis.rules import questions
from amyitis.rules.chance import MASK, Shuffler, draw_deal, shuffler
from amyitis.rules.questions import FIRST_DEAL
from amyitis.rules.state import State
from amyitis.search.net_searcher import NetTree
from amyitis.search.searcher import Opinion

from .rollouts import AT_ONCE, FIRST_STREAM, ROLLOUT_STATES, STREAMS, roll_out

TREE_STATES = 40_000  # of the tree; one that is half full is given up with the next position
READER_STATES = 12_000
# Exploration, and the sharpness of the prior: the usual ones lie in the middle (`search/net_tree.py`).
TEMPERS = ((0.25, 1 / 0.03), (0.18, 1 / 0.045), (0.35, 1 / 0.06), (0.25, 1 / 0.06), (0.5, 1 / 0.03), (0.35, 1 / 0.02))
READERS = len(TEMPERS)

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
        self._readers = [NetTree(self.network, READER_STATES, temper) for temper in TEMPERS]
        if compiling_allowed():
            self._states: Any = blank_records(ROLLOUT_STATES)
            self._shufflers: Any = np.zeros(1, SHUFFLER_DTYPE)
        else:
            self._states, self._shufflers = [State() for _ in range(ROLLOUT_STATES)], [Shuffler()]
        self._run: Any = engine(roll_out)

    def glance(self, s: State) -> Values:
        """What the network says of a position at once: the win shares of all seats, then their prestige."""
        self._readers[0].plant(s, fresh=True)
        found: Values = self._rolled_out(self._readers[0], 1, AT_ONCE, self.seed)[0]
        return found

    def think(self, s: State, visits: int) -> list[Opinion]:
        """Opinions on all moves of a decision, the most visited first, after so many visits (earlier ones count)."""
        self.tree.plant(s)
        self.tree.grow(max(1, visits - self.tree.visits))
        return sorted(self.tree.opinions(s.players), key=lambda one: (-one.visits, -one.guess))

    def read(self, s: State, reader: int, visits: int) -> Opinion:
        """The best move of a decision, as a reader sees it that knows nothing yet."""
        tree = self._readers[reader]
        tree.plant(s, fresh=True)
        tree.grow(visits)
        return max(tree.opinions(s.players), key=lambda one: one.visits)

    def roll_out(
        self, s: State, reader: int, visits: int, count: int, rounds: int = 0, seed: int | None = None
    ) -> Values:
        """Rollouts of the line that a reader finds from a position on, over so many deals: a row for each.

        A row holds the win shares of all seats, then their prestige. Equal seeds mean equal deals.
        """
        tree = self._readers[reader]
        tree.plant(s, fresh=True)
        if s.asked not in (questions.DEAL, questions.OVER):
            tree.grow(visits)
        return self._rolled_out(tree, count, rounds, self.seed if seed is None else seed)

    def _rolled_out(self, tree: NetTree, count: int, rounds: int, seed: int) -> Values:
        values = np.zeros((count, 2 * MAX_SEATS), np.float32)
        self._run(
            tree.nodes, tree.states, tree.root, self._states, self._shufflers, seed & MASK, seed >> 32, rounds,
            *self.network.arguments, values,
        )  # fmt: skip
        return values.astype(np.float64)

    def deals(self, s: State, count: int) -> list[int]:
        """So many deals as they may fall in a position that waits for one, as actions."""
        return [FIRST_DEAL + draw_deal(s, shuffler(self.seed, FIRST_STREAM + STREAMS * i)) for i in range(count)]


def is_at_home(thinker: Thinker, s: State) -> bool:
    """Whether the network was trained on such a game: with this box, this number of players and these switches."""
    return thinker.network.for_this_box and knows(thinker.network, s)
