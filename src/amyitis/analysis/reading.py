"""Reading a position: a tree whose visits are counted anew for every question, while what the network said is kept.

Trees that begin at one position ask the network about much the same moments, whatever their temper: how widely they
explore, and how far they trust a first guess. So there is one tree for all readers. Before one reads, all visits are
forgotten; then it finds what it would find in a tree of its own, at a fifth of the cost. For the same reason it does
not matter what was read before: equal questions have equal answers.
"""

from typing import Any

from amyitis.engine.compiled import engine
from amyitis.nets.network import Network
from amyitis.rules.state import State
from amyitis.search.net_searcher import NetTree
from amyitis.search.net_tree import enter_child, forget_visits

from .thinkers import TEMPERS, Reading


class ReaderTree(NetTree):
    """One tree for all readers of a position, and of those that follow it inside the round."""

    def __init__(self, network: Network, states: int) -> None:
        super().__init__(network, states)
        self._forget: Any = engine(forget_visits)
        self._enter: Any = engine(enter_child)
        self._planted: tuple[State, int] | None = None

    def clear(self) -> None:
        """Forget everything."""
        self._planted = None

    def read(self, s: State, reader: int, visits: int) -> Reading:
        """What a reader finds in a decision with so many visits."""
        self.go_to(s)
        self._grow_anew(reader, visits)
        found = sorted(self.opinions(s.players), key=lambda one: (-one.visits, -one.guess))
        return Reading(found, self.best_line())

    def read_on(self, s: State, move: int | None, reader: int, visits: int) -> None:
        """Let a reader read from a position on, or from the one after a move of it; the tree is left as it is then."""
        self.go_to(s)
        if move is not None:
            if not int(self._named[self.root].children):
                self.grow(0)
            self.root = self._enter(self.nodes, self.states, self._counts, self.root, move)
        self._grow_anew(reader, visits)

    def go_to(self, s: State) -> None:
        """Make a position the root, in the tree that is there if it holds it."""
        if self._planted is None or self._planted[0] != s:
            self.plant(s, fresh=self._planted is None)
            self._planted = s.copy(), self.root
        self.root = self._planted[1]

    def _grow_anew(self, reader: int, visits: int) -> None:
        self._options[:] = TEMPERS[reader]
        self._forget(self.nodes, self.root, TEMPERS[reader][1])
        self.grow(visits)
