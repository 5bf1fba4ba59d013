"""`Solver`: proves how a game ends that may end in this round, if it can within so many positions. Needs no NumPy.

What searches is a `SolverEngine`: `native_solver.py`, or WebAssembly in a page.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import reduce
from operator import or_
from typing import NamedTuple, Protocol

from amyitis.box.tables import MAX_SEATS
from amyitis.rules import questions
from amyitis.rules.apply import apply
from amyitis.rules.bits import members
from amyitis.rules.board.garden import tiles_left
from amyitis.rules.course.scoring import ROUND_LIMIT, last_round, tiles_at_end
from amyitis.rules.questions import FIRST_ACTION
from amyitis.rules.state import State

from .evaluation import MoveEvaluation

FAR = 20_000  # farther than any margin
UNKNOWN = 0  # the outcome behind a deal; other outcomes are sets of winners
WHOLE = 12  # a whole win, in parts: two, three or four players can share one
PARTS: tuple[tuple[int, ...], ...] = tuple(
    tuple(WHOLE // max(1, outcome.bit_count()) if outcome >> p & 1 else 0 for p in range(MAX_SEATS))
    for outcome in range(1 << MAX_SEATS)
)
MOST_TILES = 4  # that must still be planted before the game ends, where an end in this round is looked for


@dataclass(frozen=True)
class Proof:
    """How a position ends if everybody plays for the win: each seat's least and greatest share of the win.

    They differ where players who are equally well off with two moves decide between the others. `moves` are the best
    ones for the player who decides. `margin`, with two players, is seat 0's prestige less seat 1's at the end, if that
    is proven, too.
    """

    least: tuple[float, ...]
    most: tuple[float, ...]
    moves: tuple[int, ...]
    margin: int | None = None

    @property
    def wins(self) -> tuple[float, ...] | None:
        """Each seat's share of the win, or None where others decide it."""
        return self.least if self.least == self.most else None


class Search(NamedTuple):
    """What one search returns: a margin or a set of outcomes, the best answer (-1 if none is), positions looked at."""

    value: int
    answer: int
    nodes: int


class SolverEngine(Protocol):
    """Searches a round to its end (`exact.py`). What it has learned stays until it must forget."""

    def forget(self) -> None:
        """Forget all positions."""

    def margin(self, s: State, beta: int, behind: int, nodes: int) -> Search | None:
        """Search whether a margin is at least `beta`; None where so many positions are too few."""

    def outcomes(self, s: State, nodes: int) -> Search | None:
        """Search the outcomes of a position; None where so many positions are too few."""


class OutOfNodes(Exception):
    """A search has looked at as many positions as it may."""


def may_end(s: State) -> bool:
    """Whether a player decides, and the game is so near its end that a proof is worth a try."""
    if s.asked in (questions.DEAL, questions.OVER):
        return False
    return s.round_no >= ROUND_LIMIT or tiles_left(s) - tiles_at_end(s) <= MOST_TILES


class Solver:
    """Solves rounds; what it has found stays for the positions after them."""

    def __init__(self, engine: SolverEngine) -> None:
        self._engine = engine
        self._game: object = None
        self._left = self.nodes = 0  # positions that may still be looked at, and how many the last proof took
        self._unproven: tuple[State, int] | None = None  # the latest for which so many positions were too few

    def forget(self) -> None:
        """Forget what was found: the next proof begins anew."""
        self._game = self._unproven = None

    def prove(self, s: State, nodes: int) -> Proof | None:
        """Prove a decision by looking at so many positions at the most; None where that is too few."""
        if not may_end(s) or self._unproven == (s, nodes):
            return None
        if self._game != (game := _fixed(s)):
            self._game = game
            self._engine.forget()
        self._left = nodes
        proof = self._prove_pair(s) if s.players == 2 else self._prove_table(s)
        self.nodes = nodes - self._left
        if proof is None:
            self._unproven = s.copy(), nodes
        return proof

    def line(self, s: State, nodes: int) -> Iterator[tuple[int, State]]:
        """Yield the best moves from a decision on, each with the position after it, as far as they can be proven."""
        while (proof := self.prove(s, nodes)) is not None and proof.moves:
            s = s.copy()
            apply(s, proof.moves[0])
            yield proof.moves[0], s

    def _spend(self, search: Search | None) -> Search:
        self._left = 0 if search is None else self._left - search.nodes
        if search is None:
            raise OutOfNodes
        return search

    def _prove_pair(self, s: State) -> Proof | None:
        """First who wins, then by how much."""
        self._low, self._high, self._best = -FAR, FAR, -1
        try:
            for behind in (-FAR, FAR):
                self._close_in(s, behind)
        except OutOfNodes:
            pass  # what is sure so far may be enough
        low, high = self._low, self._high
        least, most = _share(low), _share(high)
        if (least, most) == (0.0, 1.0):
            return None
        moves = (FIRST_ACTION[s.asked] + self._best,) if self._best >= 0 else ()
        return Proof((least, 1 - most), (most, 1 - least), moves, low if low == high else None)

    def _close_in(self, s: State, behind: int) -> None:
        """Find the margin that is sure for seat 0 if the worst lies behind a deal (or the best: for seat 1).

        It begins with the question whether the game is even.
        """
        sure_below, sure_above = (last_round(s) or behind == side for side in (-FAR, FAR))
        low, high, beta = self._low, self._high, 0
        while low < high:
            margin, answer, _ = self._spend(self._engine.margin(s, beta, behind, self._left))
            if margin < beta:
                high = beta = margin
                if sure_above:
                    self._high = high
                    self._best = answer if s.seat == 1 else self._best
            else:
                low, beta = margin, margin + 1
                if sure_below:
                    self._low = low
                    self._best = answer if s.seat == 0 else self._best

    def _prove_table(self, s: State) -> Proof | None:
        after: dict[int, int] = {}
        try:
            for answer in members(s.legal):
                child = s.copy()
                apply(child, FIRST_ACTION[s.asked] + answer)
                search = self._spend(self._engine.outcomes(child, self._left))
                after[FIRST_ACTION[s.asked] + answer] = search.value
        except OutOfNodes:
            return None
        sure = {action: min(PARTS[outcome][s.seat] for outcome in members(after[action])) for action in after}
        most_sure = max(sure.values())
        moves = tuple(action for action in after if sure[action] == most_sure)
        possible = [o for o in members(reduce(or_, after.values())) if o == UNKNOWN or PARTS[o][s.seat] >= most_sure]
        if UNKNOWN in possible:
            return None
        least, most = (
            tuple(extreme(PARTS[outcome][p] for outcome in possible) / WHOLE for p in range(s.players))
            for extreme in (min, max)
        )
        return Proof(least, most, moves)


def proven_first(solver: Solver, s: State, moves: list[MoveEvaluation], nodes: int) -> list[MoveEvaluation]:
    """Put the moves of a search first that a proof finds best, with their exact shares; all as they are without one."""
    proof = solver.prove(s, nodes)
    if proof is None or not proof.moves:
        return moves
    wins = tuple((least + most) / 2 for least, most in zip(proof.least, proof.most, strict=True))
    best = [replace(move, wins=wins) for move in moves if move.action in proof.moves]
    return best + [move for move in moves if move.action not in proof.moves]


def _share(margin: int) -> float:
    return 1.0 if margin > 0 else 0.5 if margin == 0 else 0.0


def _fixed(s: State) -> object:
    """What no move of a round changes, and no hash of a position holds."""
    switches = s.limited_supply, s.palace, s.full_lap, s.unlimited_noble, s.open_duel
    cards = [
        left + sum(player.court[kind] >= level for player in s.seats)
        for kind, row in enumerate(s.court_left)
        for level, left in enumerate(row)
    ]
    return s.players, s.round_no, s.first, switches, tuple(s.colours), tuple(s.tile), tuple(cards)
