"""The tree search with the hand-made evaluation: holds the arrays, runs for a number of simulations or for a time."""

import time
from collections.abc import Callable
from typing import Any

import numpy as np

from amyitis.box.tables import MAX_SEATS
from amyitis.engine.compiled import compiling_allowed, engine
from amyitis.engine.exchange import Parts, exchanged
from amyitis.engine.record import RECORD_TYPES, SHUFFLER_DTYPE, blank_records, to_records
from amyitis.rules.bits import members
from amyitis.rules.course.chance import MASK, Shuffler, start_shuffler
from amyitis.rules.questions import FIRST_ACTION
from amyitis.rules.state import Fields, State

from .evaluation import MoveEvaluation
from .tree import DEFAULT_OPTIONS, FIRST_STATE, NEW, NEXT_NODE, NEXT_STATE, Node, look_at, reset_node, run_search

SEARCH_STREAM = 2  # of a seed: not the deals, not the moves
CHUNK = 64  # simulations between two looks at the clock, at most
SHORT = 0.0005  # seconds: more simulations are made at once until they take so long
NODES_A_STATE = 14  # room for children; a full tree ends the search early
STATES_A_MILLISECOND = 200  # more than the fastest machine needs; memory is taken only as far as it is used
MOST_STATES = 250_000  # about 500 MB
MOST_VISITS = 1 << 30  # as good as any number
FEW = 16  # positions that are compared as a whole


NO_PARTS: Parts = {}


def _search_with(parts: Parts) -> Callable[..., int]:
    """The search with some parts exchanged; the same parts give the same function."""
    key = tuple(parts.items())
    if key not in _searches:
        _searches[key] = exchanged(run_search, parts)
    return _searches[key]


_searches: dict[Any, Callable[..., int]] = {}


def first_look(s: State) -> list[MoveEvaluation]:
    """The position after every move as the valuation sees it, without any search; the best for its player first."""
    compiled = compiling_allowed()
    states: Any = blank_records(FIRST_STATE + 1) if compiled else [State() for _ in range(FIRST_STATE + 1)]
    states[FIRST_STATE] = to_records([s])[0] if compiled else s.copy()
    worth, chances = np.zeros(MAX_SEATS), np.zeros(MAX_SEATS)
    look = engine(look_at)
    evaluations = []
    for answer in members(s.legal):
        action = FIRST_ACTION[s.asked] + answer
        look(states, FIRST_STATE, action, worth, chances)
        wins, prestige = (tuple(float(x) for x in values[: s.players]) for values in (chances, worth))
        evaluations.append(MoveEvaluation(action, 0, wins[s.seat], wins, prestige))
    return sorted(evaluations, key=lambda move: -move.guess)


class Tree:
    """One growing tree with its arrays and its own generator. Kept between moves while the game stays inside it."""

    def __init__(
        self, seed: int, stream: int, states: int, options: tuple[float, ...] = DEFAULT_OPTIONS, parts: Parts = NO_PARTS
    ) -> None:
        self._lay_out(Node, states, FIRST_STATE, options)
        self._shuffler: Any = np.zeros(1, SHUFFLER_DTYPE)[0] if self._compiled else Shuffler()
        self._scratch = [np.zeros(MAX_SEATS) for _ in range(4)]
        self._run: Callable[..., int] = engine(_search_with(parts))
        engine(start_shuffler)(self._shuffler, seed & MASK, seed >> 32, stream)
        self._reset: Callable[..., None] = engine(reset_node)

    def _lay_out(self, kind: type[Fields], states: int, first_state: int, options: tuple[float, ...]) -> None:
        """Make room for so many states behind the first, and for nodes of a kind."""
        self._compiled, self._first_state = compiling_allowed(), first_state
        nodes = states * NODES_A_STATE + 64
        self.nodes: Any
        self.states: Any
        if self._compiled:
            self.nodes = np.zeros(nodes, RECORD_TYPES[kind.__name__])
            self._named: Any = self.nodes.view(np.recarray)  # the same nodes, with named fields for Python
            self.states = blank_records(first_state + states)
        else:
            self.nodes = self._named = [kind() for _ in range(nodes)]
            self.states = [State() for _ in range(first_state + states)]
        self._counts = np.array([0, first_state], np.int64)
        self._options = np.array(options)
        self.root = 0

    def plant(self, s: State, fresh: bool = False) -> None:
        """Make a position the root: a node of the tree that holds it already, or (if it must be fresh) a new tree."""
        record = to_records([s])[0] if self._compiled else s
        if fresh or not self._find(record):
            self._counts[NEXT_NODE], self._counts[NEXT_STATE] = 1, self._first_state + 1
            self.states[self._first_state] = record if self._compiled else s.copy()
            self._reset(self.nodes, 0, 0, 0)
            self._named[0].state = self._first_state
            self.root = 0

    def _find(self, record: Any) -> bool:
        """Look for a position among the states of the tree, and make its node with most visits the root.

        A tree that is more than half full is given up: there would be no room to think in.
        """
        used = int(self._counts[NEXT_STATE])
        if not self._compiled or used <= self._first_state or self._is_half_full():
            return False
        raw = self.states[:used].view(np.int64).reshape(used, -1)
        words = np.frombuffer(record.tobytes(), np.int64)
        same = np.arange(self._first_state, used)
        for column, word in enumerate(words):
            if len(same) <= FEW:
                break
            same = same[raw[same, column] == word]
        same = same[(raw[same] == words).all(axis=1)]
        nodes = self.nodes[: int(self._counts[NEXT_NODE])]
        states = nodes["state"]
        holders = np.concatenate([np.flatnonzero(states == state) for state in same] or [same])
        holders = holders[nodes["kind"][holders] != NEW]
        if not len(holders):
            return False
        self.root = int(holders[np.argmax(nodes["visits"][holders])])
        return True

    def _is_half_full(self) -> bool:
        return int(self._counts[NEXT_STATE]) > len(self.states) // 2

    def grow(self, simulations: int) -> int:
        """Simulate; returns how many times, fewer if the tree is full."""
        worth, chances, best_worth, best_chances = self._scratch
        return self._run(
            self.nodes, self.states, self._counts, self._options, self._shuffler, worth, chances, best_worth,
            best_chances, self.root, simulations,
        )  # fmt: skip

    @property
    def visits(self) -> int:
        """How often the root was visited, in earlier searches too."""
        return int(self._named[self.root].visits)

    def best_line(self) -> list[int]:
        """The actions of the moves visited most, from the root on, as far as the tree was visited."""
        line: list[int] = []
        node = self.root
        while count := self._column("children", node)[0]:
            first = self._column("first", node)[0]
            visits = self._column("visits", first, count)
            most = max(visits)
            if not most:
                break
            node = first + visits.index(most)
            line.append(self._column("action", node)[0])
        return line

    def _column(self, name: str, first: int, count: int = 1) -> list[Any]:
        """A field of nodes that lie side by side."""
        nodes = self.nodes[first : first + count]
        column = nodes[name] if self._compiled else np.array([getattr(node, name) for node in nodes])
        return column.tolist()  # type: ignore[no-any-return]

    def evaluations(self, players: int) -> list[MoveEvaluation]:
        """The evaluation of every move at the root, the most visited first."""
        root = self._named[self.root]
        first, count = int(root.first), int(root.children)
        actions, visits, guesses = (self._column(name, first, count) for name in ("action", "visits", "guess"))
        wins, prestige = (self._means(name, first, visits, players) for name in ("wins", "prestige"))
        evaluations = map(MoveEvaluation, actions, visits, guesses, wins, prestige)
        return sorted(evaluations, key=lambda move: (-move.visits, -move.guess))

    def _means(self, name: str, first: int, visits: list[int], players: int) -> list[tuple[float, ...]]:
        """The mean `wins` or `prestige` of each seat over the visits of nodes that lie side by side."""
        sums = self._column(name, first, len(visits))
        return [
            tuple(total / max(count, 1) for total in each[:players]) for each, count in zip(sums, visits, strict=True)
        ]


class Searcher:
    """A search with one growing tree, for a number of simulations or for a time; with both, until the first is reached.

    `parts` exchanges its parts.
    """

    _tree: Tree
    _chunk = CHUNK

    def __init__(
        self,
        seed: int,
        simulations: int | None = None,
        milliseconds: int | None = None,
        options: tuple[float, ...] = DEFAULT_OPTIONS,
        parts: Parts = NO_PARTS,
    ) -> None:
        self._simulations, self._milliseconds = simulations, milliseconds
        room = 2 * simulations + 2 * CHUNK if simulations else STATES_A_MILLISECOND * (milliseconds or 0) + CHUNK
        self._tree = Tree(seed, SEARCH_STREAM, min(room, MOST_STATES), options, parts)

    def search(self, s: State, simulations: int | None = None) -> list[MoveEvaluation]:
        """Search a position; the evaluation of every move, the most visited first.

        `simulations` may be fewer than usual; with 0 of them, or none and no time, the moves are only looked at.
        """
        wanted = self._simulations if simulations is None else simulations
        now = time.perf_counter()
        deadline = now + (self._milliseconds or 0) / 1000
        tree, chunk = self._tree, self._chunk
        tree.plant(s)
        if wanted == 0 or self._milliseconds is None:
            tree.grow(max(1, wanted - tree.visits) if wanted else 0)
        else:
            left = MOST_VISITS if wanted is None else max(1, wanted - tree.visits)
            while left > 0:
                started, chunk = now, min(chunk, left)
                made, now = tree.grow(chunk), time.perf_counter()
                if made < chunk or now >= deadline:
                    break
                left -= chunk
                chunk = min(2 * chunk, CHUNK) if now - started < SHORT else max(self._chunk, chunk // 2)
        return tree.evaluations(s.players)
