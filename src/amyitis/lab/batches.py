"""Many games at once: states side by side, moved by compiled loops, on one core or on all of them.

What comes out never depends on the number of threads: every game has its own seed, and every loop works on its own
part of the arrays. With AMYITIS_PLAIN=1 the same loops run uncompiled on plain states and give the same results.
"""

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor, wait
from copy import deepcopy
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from amyitis.box.tables import MAX_SEATS
from amyitis.engine.compiled import compiling_allowed, engine, prepare
from amyitis.engine.record import SHUFFLER_DTYPE, blank_records, to_records
from amyitis.errors import Malformed
from amyitis.game import Game
from amyitis.game.arguments import whole_number
from amyitis.rules import SEED_LIMIT
from amyitis.rules.course.chance import MASK, Shuffler
from amyitis.rules.state import State

from . import playing
from .variants import Variant

Array = NDArray[np.int64]

CHUNK = 512  # games that one call of a compiled loop plays; their states fit a core's own cache
PLAIN_CHUNK = 16
# How much work is worth a thread of its own: whole games, and single moves of games, some 50 nanoseconds each.
FEWEST_GAMES = 64
FEWEST_MOVES = 4096


@dataclass(frozen=True)
class Results:
    """The results of games with consecutive seeds, one row of `table` each (columns: `playing.py`).

    >>> results = Game.new(2, seed=7).playouts(3, seed=1)
    >>> len(results), results.scores.shape, results.shares.sum(axis=1).tolist()
    (3, (3, 4), [1.0, 1.0, 1.0])
    """

    seed: int  # of the first
    table: Array

    def __len__(self) -> int:
        return len(self.table)

    @property
    def decisions(self) -> Array:
        """Decisions of the players, deals not counted."""
        return self.table[:, playing.DECISIONS]

    @property
    def rounds(self) -> Array:
        """Rounds played."""
        return self.table[:, playing.ROUNDS]

    @property
    def winners(self) -> Array:
        """The winners of each game as a set of seats, one bit each."""
        return self.table[:, playing.WINNERS]

    @property
    def scores(self) -> Array:
        """Prestige by game and seat; seats that are not in the game have 0."""
        return self.table[:, playing.SCORES :]

    @property
    def shares(self) -> NDArray[np.float64]:
        """Each seat's share of the win, by game: a win shared by k players counts 1/k for each."""
        won = self.winners[:, None] >> np.arange(MAX_SEATS) & 1
        return np.asarray(won / won.sum(axis=1, keepdims=True), np.float64)

    @property
    def violations(self) -> list["Violation"]:
        """The games with a violation."""
        rows = np.flatnonzero(self.table[:, playing.FAULTS])
        return [Violation.found(self.seed + int(row), self.table[row]) for row in rows]


@dataclass(frozen=True)
class Violation:
    """A game in which a check failed: its seed, the moves made by then (deals included), and all that was wrong."""

    seed: int
    ply: int
    faults: tuple[str, ...]

    @classmethod
    def found(cls, seed: int, row: Array) -> "Violation":
        """The violation that a row of results tells of."""
        faults = int(row[playing.FAULTS])
        named = tuple(text for fault, text in enumerate(playing.GAME_FAULTS) if faults >> fault & 1)
        return cls(seed, int(row[playing.PLY]), named)

    def __str__(self) -> str:
        return f"seed {self.seed}, ply {self.ply}: {'; '.join(self.faults)}"


class Batch:
    """Many games in parallel: `begin` them, then `play` them to the end or `take` actions one decision at a time.

    `states` is an array of records, or a list of states where nothing is compiled. Actions are ids of the action table,
    deals included. Up to `threads` cores are used where it pays. Raises Malformed for a wrong size or number of
    threads, and for every call before `begin`.

    >>> from amyitis.lab.variants import Variant
    >>> batch = Batch(Variant(players=2), size=4)
    >>> batch.begin(seed=1)
    >>> while (actions := batch.choose()).max() >= 0:
    ...     taken = batch.take(actions)
    >>> batch.states["seats"]["prestige"].shape
    (4, 4)
    """

    def __init__(self, variant: Variant, size: int, threads: int = 1) -> None:
        self.variant = variant
        self.size, self.threads = check_size(variant, size, threads)
        self._states: Any
        self._deals: Any
        self._moves: Any
        self._clear()

    @classmethod
    def from_game(cls, game: Game, size: int, seed: int = 0, threads: int = 1) -> Self:
        """Returns a batch of copies of this game, to be continued.

        Deals and random moves of the games come from this seed and those that follow it. Raises Malformed like `begin`.

        >>> Batch.from_game(Game.new(2, seed=7), size=10, seed=1).play().shape[0]
        10
        """
        state = game.state
        batch = cls(Variant.of(state), size, threads)
        seed, _ = check_seeds(seed, batch.size)
        if isinstance(batch._states, list):
            batch._states = [state.copy() for _ in batch._states]
        else:
            batch._states[:] = to_records([state])
        engine(playing.enter_games)(batch._deals, batch._moves, seed & MASK, seed >> 32)
        batch._begun = True
        return batch

    @property
    def states(self) -> Any:
        """The states of the games."""
        return self._states

    def begin(self, seed: int) -> None:
        """Set up new games of this seed and those that follow it. Raises Malformed if a seed is out of range.

        >>> from amyitis.lab.variants import Variant
        >>> batch = Batch(Variant(players=2), size=4)
        >>> batch.begin(seed=1)
        >>> len(batch.states)
        4
        """
        seed, _ = check_seeds(seed, self.size)
        self._clear()
        begin = engine(playing.begin_games)

        def start(part: slice) -> None:
            first = seed + part.start
            begin(
                self.states[part],
                self._deals[part],
                self._moves[part],
                first & MASK,
                first >> 32,
                self.variant.players,
            )

        self._everywhere(start, FEWEST_GAMES)
        self._begun = True

    def play(self, check: bool = False) -> Array:
        """Play all games to their end with random moves; returns a table, one row for each game (see `Results`).

        With `check` every position is checked.

        >>> from amyitis.lab.variants import Variant
        >>> batch = Batch(Variant(players=2), size=4)
        >>> batch.begin(seed=1)
        >>> Results(1, batch.play(check=True)).violations
        []
        """
        self._check_begun()
        results = np.zeros((self.size, playing.COLUMNS), np.int64)
        loop = engine(playing.check_games if check else playing.play_games)
        self._everywhere(
            lambda part: loop(self.states[part], self._deals[part], self._moves[part], results[part]), FEWEST_GAMES
        )
        return results

    def choose(self) -> Array:
        """Returns a random legal action for each game: a deal where one is due, -1 where the game is over.

        >>> from amyitis.lab.variants import Variant
        >>> batch = Batch(Variant(players=2), size=4)
        >>> batch.begin(seed=1)
        >>> batch.choose().shape
        (4,)
        """
        self._check_begun()
        actions = np.zeros(self.size, np.int64)
        loop = engine(playing.choose_actions)
        self._everywhere(
            lambda part: loop(self.states[part], self._deals[part], self._moves[part], actions[part]), FEWEST_MOVES
        )
        return actions

    def take(self, actions: ArrayLike) -> NDArray[np.bool_]:
        """Apply an action to each game; returns where it was legal. Elsewhere nothing happens (-1 is never legal).

        Raises Malformed unless there is one whole number for each game.

        >>> from amyitis.lab.variants import Variant
        >>> batch = Batch(Variant(players=2), size=4)
        >>> batch.begin(seed=1)
        >>> batch.take(batch.choose()).tolist()
        [True, True, True, True]
        """
        self._check_begun()
        checked = self._checked(actions)
        given: Any = checked.tolist() if isinstance(self._states, list) else checked  # plain states: Python's numbers
        taken = np.zeros(self.size, np.int64)
        loop = engine(playing.take_actions)
        self._everywhere(lambda part: loop(self.states[part], given[part], taken[part]), FEWEST_MOVES)
        return taken.astype(np.bool_)

    def deal(self) -> None:
        """Deal the Craft cards wherever a deal is due, each game from its own generator.

        >>> from amyitis.lab.variants import Variant
        >>> batch = Batch(Variant(players=2), size=4)
        >>> batch.begin(seed=1)
        >>> batch.deal()
        >>> bool((batch.states["round_no"] == 1).all())
        True
        """
        self._check_begun()
        loop = engine(playing.deal_crafts)
        self._everywhere(lambda part: loop(self.states[part], self._deals[part]), FEWEST_MOVES)

    def _check_begun(self) -> None:
        """Raise Malformed before any game was begun."""
        if not self._begun:
            raise Malformed("there is no game yet: begin(seed) begins them")

    def _checked(self, actions: ArrayLike) -> Array:
        """Actions as an array that compiled code can walk along with the games; raises Malformed."""
        given = given_array(actions)
        if given.shape != (self.size,):
            raise Malformed(f"a batch of {self.size} games takes {self.size} actions, not an array of {given.shape}")
        if given.dtype.kind not in "iu":
            raise Malformed(f"actions are whole numbers of the action table, not {given.dtype}")
        return np.ascontiguousarray(given, np.int64)

    def __copy__(self) -> Self:
        """A copy with states of its own: batches that shared them would play each other's games."""
        twin = deepcopy(self)
        if isinstance(self._states, np.ndarray):  # NumPy copies field by field; `Game.key` is all the bytes
            twin._states.view(np.uint8)[:] = self._states.view(np.uint8)
        return twin

    def _clear(self) -> None:
        """States that are zero but for the rules, and generators."""
        self._begun = False
        if compiling_allowed():
            self._states = blank_records(self.size)
            self.variant.mark(self._states)
            self._deals, self._moves = np.zeros(self.size, SHUFFLER_DTYPE), np.zeros(self.size, SHUFFLER_DTYPE)
        else:
            self._states = [State() for _ in range(self.size)]
            for state in self._states:
                self.variant.mark(state)
            self._deals, self._moves = ([Shuffler() for _ in range(self.size)] for _ in range(2))

    def _everywhere(self, work: Callable[[slice], Any], fewest: int) -> None:
        """Do the work for all games: in this thread, and in others where each gets at least so many."""
        in_parts(self.size, max(1, min(self.threads, self.size // fewest)), work)


def in_parts(size: int, parts: int, work: Callable[[slice], Any]) -> None:
    """Do the work for so many games, in so many parts: one in this thread, the others beside it."""
    if parts == 1:
        work(slice(0, size))
        return
    bounds = [size * part // parts for part in range(parts + 1)]
    mine, *others = (slice(first, last) for first, last in pairwise(bounds))
    under_way = [thread_pool(parts - 1).submit(work, part) for part in others]
    try:
        work(mine)
    finally:
        wait(under_way)
    for done in under_way:
        done.result()


@cache
def thread_pool(threads: int) -> ThreadPoolExecutor:
    """So many threads, kept as long as the program runs: to start one takes longer than thousands of moves."""
    return ThreadPoolExecutor(threads, thread_name_prefix="amyitis-batch")


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=thread_pool.cache_clear)  # a fork takes no threads along


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def check_size(variant: Any, size: Any, threads: Any = 1) -> tuple[int, int]:
    """Returns both as Python's numbers; raises Malformed unless there are a kind of game, 1 game and 1 thread."""
    if not isinstance(variant, Variant):
        raise Malformed(f"variant={variant!r:.60}: a kind of game, Variant(2) for one (from amyitis.lab.variants)")
    games, at_once = whole_number(size), whole_number(threads)
    if games is None or at_once is None or games < 1 or at_once < 1:
        raise Malformed(f"there must be at least 1 game and 1 thread, not {size!r:.60} and {threads!r:.60}")
    return games, at_once


def check_seeds(seed: Any, games: Any) -> tuple[int, int]:
    """Returns both as Python's numbers; raises Malformed unless all seeds from `seed` on, for each game, are seeds."""
    first, count = whole_number(seed), whole_number(games)
    if count is None or count < 0:
        raise Malformed(f"there cannot be {games!r:.60} games")
    if first is None or first < 0 or first + count > SEED_LIMIT:
        raise Malformed(f"{count} games from seed {seed!r:.60}: seeds go from 0 to 2**64 - 1")
    return first, count


def given_array(values: ArrayLike) -> NDArray[Any]:
    """Returns what was given as an array; raises Malformed for what is none, like rows of different lengths."""
    try:
        return np.asarray(values)
    except (TypeError, ValueError) as problem:
        raise Malformed(f"{values!r:.60} is no array: {problem}") from None


def play_many(variant: Variant, games: int, seed: int, *, check: bool = False, threads: int = 1) -> Iterator[Results]:
    """Play the games of consecutive seeds with random moves; results come in chunks, in the order of the seeds.

    What is needed is compiled or loaded at once, before the first chunk is asked for. Only a few chunks are under way
    at a time, so memory does not grow with the number of games. Raises Malformed if there are not so many seeds, or
    what is given is no kind of game or no number.
    """
    seed, games = check_seeds(seed, games)
    _, threads = check_size(variant, 1, threads)
    prepare(playing.begin_games, playing.check_games if check else playing.play_games)
    size = CHUNK if compiling_allowed() else PLAIN_CHUNK

    def play(first: int) -> Results:
        batch = Batch(variant, min(size, seed + games - first))
        batch.begin(first)
        return Results(first, batch.play(check))

    starts = range(seed, seed + games, size)
    return map(play, starts) if threads == 1 else _in_order(play, starts, threads)


def _in_order(play: Callable[[int], Results], starts: Iterable[int], threads: int) -> Iterator[Results]:
    """Chunks played by several threads, in the order of their starts."""
    waiting: deque[Future[Results]] = deque()
    try:
        for first in starts:
            waiting.append(thread_pool(threads).submit(play, first))
            if len(waiting) > 2 * threads:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    finally:
        for future in waiting:
            future.cancel()
