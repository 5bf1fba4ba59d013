"""Arrays of things, as the loops over many games name them: lists in the plain engine, NumPy arrays in the compiled."""

from typing import Any, Protocol

from amyitis.rules.course.chance import Shuffler
from amyitis.rules.rule import rule
from amyitis.rules.state import State


class States(Protocol):
    """States side by side."""

    def __getitem__(self, i: int, /) -> State: ...
    def __setitem__(self, i: int, s: State, /) -> None: ...
    def __len__(self) -> int: ...


class Shufflers(Protocol):
    """Generators side by side."""

    def __getitem__(self, i: int, /) -> Shuffler: ...
    def __len__(self) -> int: ...


class Table(Protocol):
    """Rows of numbers."""

    def __getitem__(self, i: Any, /) -> Any: ...
    def __len__(self) -> int: ...


class ShortTable(Table, Protocol):
    """Rows of whole numbers of 16 bits."""


class WholeTable(Table, Protocol):
    """Rows of whole numbers of 32 bits."""


class Rows(Table, Protocol):
    """Rows of small numbers below each other."""


class Numbers(Table, Protocol):
    """Numbers side by side."""

    def __setitem__(self, i: int, value: int, /) -> None: ...


class Shorts(Numbers, Protocol):
    """Whole numbers of 16 bits side by side."""


class Wholes(Numbers, Protocol):
    """Whole numbers of 32 bits side by side."""


class Row(Numbers, Protocol):
    """Small numbers side by side, each from 0 to 255."""


class Reals(Table, Protocol):
    """Real numbers side by side."""

    def __setitem__(self, i: int, value: float, /) -> None: ...


def copy_state(states: States, source: int, target: int) -> None:
    """Copy one state of an array over another; a primitive, since a record is copied by assigning it."""
    states[target] = states[source].copy()


def fetch_state(states: States, target: int, others: States, source: int) -> None:
    """Copy a state of another array over one of these; a primitive too."""
    states[target] = others[source].copy()


@rule
def put_eight(row: Row, first: int, word: int) -> None:
    """Write the eight bytes of a number, the lowest first; on a CPU that is one instruction."""
    for i in range(8):
        row[first + i] = (word >> 8 * i) & 255


@rule
def get_eight(row: Row, first: int) -> int:
    """Eight bytes as one number, the lowest first, to be compared with others; on a CPU that is one instruction."""
    word = 0
    for i in range(8):
        word |= int(row[first + i]) << 8 * i
    return word
