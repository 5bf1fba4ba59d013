"""The legal moves of a moment, made only as far as they are looked at."""

from collections.abc import Iterator, Sequence
from typing import overload

from amyitis.notation.tokens import IDS, TOKENS
from amyitis.rules.bits import members
from amyitis.rules.questions import FIRST_ACTION, N_ACTIONS
from amyitis.rules.state import State


class LegalMoves(Sequence[str]):
    """The legal moves of a position: a lazy sequence of tokens. `in`, `len` and `bool` build none of them.

    >>> game = Game.new(2, seed=7)
    >>> moves = game.legal_moves
    >>> len(moves), moves[2], moves.ids[2], sum(moves.mask)
    (6, 'priest/1', 2, 6)
    """

    __slots__ = ("_first", "_legal")

    def __init__(self, s: State) -> None:
        self._legal = s.legal
        self._first = FIRST_ACTION[s.asked] if s.legal else 0  # the end of the game has no answers

    @property
    def ids(self) -> list[int]:
        """The legal moves as action ids."""
        return [self._first + answer for answer in members(self._legal)]

    @property
    def mask(self) -> list[bool]:
        """The legal moves as a mask over the whole action table."""
        mask = [False] * N_ACTIONS
        for action in self.ids:
            mask[action] = True
        return mask

    def __len__(self) -> int:
        return self._legal.bit_count()

    def __bool__(self) -> bool:
        return self._legal != 0

    def __iter__(self) -> Iterator[str]:
        return (TOKENS[action] for action in self.ids)

    @overload
    def __getitem__(self, index: int) -> str: ...

    @overload
    def __getitem__(self, index: slice) -> list[str]: ...

    def __getitem__(self, index: int | slice) -> str | list[str]:
        if isinstance(index, slice):
            return [TOKENS[action] for action in self.ids[index]]
        return TOKENS[self.ids[index]]

    def __contains__(self, move: object) -> bool:
        action = IDS.get(move) if isinstance(move, str) else None
        return action is not None and action >= self._first and bool(self._legal >> (action - self._first) & 1)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, LegalMoves):
            return NotImplemented
        return (self._first, self._legal) == (other._first, other._legal)

    def __hash__(self) -> int:
        return hash((self._first, self._legal))

    def __repr__(self) -> str:
        return f"<LegalMoves: {', '.join(self)}>"
