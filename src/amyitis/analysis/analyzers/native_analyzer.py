"""`NativeAnalyzer`: the compiled engine as reviews use it: a growing tree, readers and rollouts.

Readers differ in their search parameters: how widely they explore, and how far they trust the prior. Their results for
one position differ about as much as one of them may be wrong, so their spread shows how certain a figure is.
"""

from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from amyitis.box.tables import MAX_SEATS
from amyitis.engine.compiled import compiling_allowed, engine
from amyitis.engine.record import SHUFFLER_DTYPE, blank_records
from amyitis.nets.cards import SMALL, Card
from amyitis.nets.network import Network, packaged_network
from amyitis.rules.course.chance import MASK, Shuffler
from amyitis.rules.state import State
from amyitis.search.evaluation import MoveEvaluation
from amyitis.search.native_solver import native_solver
from amyitis.search.net_searcher import NetTree
from amyitis.search.net_tree import enter_child, forget_visits
from amyitis.search.solver import Solver
from amyitis.search.tree import NEW, NEXT_NODE

from .decks import DECK
from .position_analyzer import READER_PARAMETERS, SearchResult
from .rollouts import AT_ONCE, ROLLOUT_STATES, roll_out, visits_ahead, walk_down

TREE_STATES = 40_000  # of each tree; one that is half full is dropped with the next position

Values = NDArray[np.float64]


class ReaderTree(NetTree):
    """One tree that all readers of a position share, and of the positions that follow it inside the round.

    Readers ask the network about much the same positions, so the tree keeps the network's answers. It forgets all
    visits before each read: a reader finds what it would find in a tree of its own, at a fifth of the cost. Where a
    line ended is kept, so a line that is rolled out again is not read again.
    """

    def __init__(self, network: Network, states: int) -> None:
        super().__init__(network, states)
        self._forget: Any = engine(forget_visits)
        self._enter: Any = engine(enter_child)
        self._walk: Any = engine(walk_down)
        self._ahead: Any = engine(visits_ahead)
        self._planted: tuple[State, int] | None = None
        self._grown = 0  # the root of the latest read: all visits lie below it
        self._ends: dict[tuple[int, int, int], int] = {}  # of the lines from the planted position, by root and reader

    def clear(self) -> None:
        """Forget everything."""
        self._planted = None

    def plant(self, s: State, fresh: bool = False) -> None:
        """Make a position the root: a node of the tree that holds it already, or (if it must be fresh) a new tree."""
        super().plant(s, fresh)
        self._ends.clear()
        if int(self._counts[NEXT_NODE]) == 1:  # nothing of the old tree is left
            self._grown = self.root

    def line(self, s: State, move: int, visits: int) -> list[int]:
        """The moves that the first reader expects after a move, to the end of the round."""
        self._enter_position(s, move)
        self._grow_anew(0, visits)
        return self.best_line()

    def read(self, s: State, reader: int, visits: int, move: int | None = None) -> SearchResult:
        """A reader's search of a decision (of the one after a move of it) with so many visits.

        It ends as soon as the rest of them could not make another move the most visited one.
        """
        self._enter_position(s, move)
        self._grow_anew(reader, 0)
        while visits and (ahead := self._ahead(self.nodes, self.root)) <= visits:
            more = (visits - ahead) // 2 + 1  # fewer cannot settle it
            self.grow(more)
            visits -= more
        return SearchResult(self.evaluations(s.players), self.best_line())

    def line_end(self, s: State, reader: int, visits: int, move: int | None = None) -> int:
        """The state in which the line ends that a reader expects from a position on (after a move of it)."""
        self._enter_position(s, move)
        line = self.root, reader, visits
        if line not in self._ends:
            self._grow_anew(reader, visits)
            self._ends[line] = int(self._named[self._walk(self.nodes, self.root)].state)
        return self._ends[line]

    def _enter_position(self, s: State, move: int | None) -> None:
        """Make a position the root, or the one after a move of it."""
        self.go_to(s)
        if move is not None:
            if not int(self._named[self.root].children):
                self.grow(0)
            self.root = self._enter(self.nodes, self.states, self._counts, self.root, move)

    def go_to(self, s: State) -> None:
        """Make a position the root, in the present tree if that holds it."""
        if self._planted is None or self._planted[0] != s:
            self.plant(s, fresh=self._planted is None)
            self._planted = s.copy(), self.root
        self.root = self._planted[1]

    def _find(self, record: Any) -> bool:
        """Look among the moves of the latest position first, where a game goes on."""
        if self._planted is not None and self._compiled and not self._is_half_full():
            latest = self.nodes[self._planted[1]]
            first = int(latest["first"])
            moves = self.nodes[first : first + int(latest["children"])]
            for node, kind, state in zip(range(first, len(self.nodes)), moves["kind"], moves["state"], strict=False):
                if kind != NEW and self.states[state].tobytes() == record.tobytes():
                    self.root = node
                    return True
        return super()._find(record)

    def _grow_anew(self, reader: int, visits: int) -> None:
        self._options[:] = READER_PARAMETERS[reader]
        self._forget(self.nodes, self._grown)
        self._grown = self.root
        self.grow(visits)


class NativeAnalyzer:
    """Implements `PositionAnalyzer` with the small network, also with one that was trained for another box."""

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

    @property
    def card(self) -> Card:
        """The card of its network."""
        return self.network.card

    @property
    def for_this_box(self) -> bool:
        """Whether its network was trained with the box in use."""
        return self.network.for_this_box

    @cached_property
    def solver(self) -> Solver:
        """What proves ends of games."""
        return native_solver()

    def reset(self, seed: int) -> None:
        """Set the seed, and forget what the readers have read."""
        self.seed = seed
        self._readers.clear()

    def preliminary(self, s: State) -> Values:
        """The network's values of a position, without any search: the win shares of all seats, then their prestige."""
        tree = self._readers
        tree.plant(s, fresh=True)
        tree.clear()
        row: Values = self._roll_out(int(tree.nodes[tree.root]["state"]), 1, AT_ONCE, self.seed, 0)[0]
        return row

    def search(self, s: State, visits: int, fresh: bool = False) -> list[MoveEvaluation]:
        """The evaluation of every move after so many visits, the most visited first.

        Earlier visits count, unless the tree must be a fresh one.
        """
        self.tree.plant(s, fresh)
        self.tree.grow(max(1, visits - self.tree.visits))
        return self.tree.evaluations(s.players)

    @property
    def visits(self) -> int:
        """The visits of the position that was searched last."""
        return self.tree.visits

    def expected_line(self) -> list[int]:
        """The moves that the last search expects from its position on, to the end of the round."""
        return self.tree.best_line()

    def read(self, s: State, visits: int, reader: int = 0, move: int | None = None) -> SearchResult:
        """A reader's search of a decision (of the one after a move of it)."""
        return self._readers.read(s, reader, visits, move)

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
        """Rollouts of the line that a reader expects from a position (after a move of it), one row for each deal.

        A row holds the win shares of all seats, then their prestige. Equal seeds mean equal deals; `first` is the
        number of the first deck.
        """
        end = self._readers.line_end(s, reader, visits, move)
        return self._roll_out(end, count, rounds, self.seed if seed is None else seed, first)

    def _roll_out(self, end: int, count: int, rounds: int, seed: int, first: int) -> Values:
        """Rollouts from a state of the readers' tree."""
        values = np.zeros((count, 2 * MAX_SEATS), np.float32)
        self._run(
            self._readers.states, end, self._states, self._shufflers, self._deck, seed & MASK, seed >> 32, first,
            rounds, *self.network.arguments, values,
        )  # fmt: skip
        return values.astype(np.float64)

    def line(self, s: State, move: int, visits: int) -> list[int]:
        """A move and the moves that a search of so many visits expects after it, to the end of the round."""
        return [move, *self._readers.line(s, move, visits)]
