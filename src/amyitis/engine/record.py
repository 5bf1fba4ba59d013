"""The NumPy face of the state: record types with the fields of `State`, `Player` and `Shuffler`, and the way over."""

from collections.abc import Iterable
from math import prod
from typing import Any, TypeVar, get_args, get_type_hints

import numpy as np
from numpy.typing import NDArray

from amyitis.rules.course.chance import Shuffler
from amyitis.rules.state import Fields, Player, State


def _dtype(cls: type[Fields]) -> "np.dtype[np.void]":
    """The record type that a class's annotations describe, aligned as C would."""
    fields: list[Any] = []
    for name, hint in get_type_hints(cls, include_extras=True).items():
        if not hasattr(hint, "__metadata__"):
            continue
        _, kind, *shape = get_args(hint)
        inner = _dtype(kind) if isinstance(kind, type) else kind
        fields.append((name, inner, tuple(shape)) if shape else (name, inner))
    return np.dtype(fields, align=True)


# What the names of types in annotations stand for: one record, and arrays of records or numbers by their dimensions.
RECORD_TYPES: "dict[str, np.dtype[np.void]]" = {}
ARRAY_TYPES: "dict[str, tuple[np.dtype[Any], int]]" = {
    "Numbers": (np.dtype(np.int64), 1),
    "Table": (np.dtype(np.int64), 2),
    "Reals": (np.dtype(np.float64), 1),
    "Shorts": (np.dtype(np.int16), 1),
    "ShortTable": (np.dtype(np.int16), 2),
    "Wholes": (np.dtype(np.int32), 1),
    "WholeTable": (np.dtype(np.int32), 2),
    "Row": (np.dtype(np.uint8), 1),
    "Rows": (np.dtype(np.uint8), 2),
}


def declare_record(cls: type[Fields], plural: str) -> "np.dtype[np.void]":
    """Make a class of fields known to the compiler, so that rule functions may name it, and many of it."""
    dtype = _dtype(cls)
    RECORD_TYPES[cls.__name__] = dtype
    ARRAY_TYPES[plural] = (dtype, 1)
    return dtype


def type_text(name: str) -> str:
    """What the name of a type stands for, in full: the fields of a record and where they lie."""
    return f"{name}: {RECORD_TYPES.get(name) or ARRAY_TYPES.get(name)!r}"


STATE_DTYPE = declare_record(State, "States")
declare_record(Player, "Players")
SHUFFLER_DTYPE = declare_record(Shuffler, "Shufflers")

Records = np.ndarray[Any, "np.dtype[np.void]"]
Number = TypeVar("Number", bound=np.generic)

ALIGNMENT = 64  # bytes: as wide as the widest vectors, and as a line of a processor's cache


def blank_records(count: int) -> Records:
    """All-zero state records."""
    return np.zeros(count, STATE_DTYPE)


def aligned(shape: tuple[int, ...], kind: type[Number]) -> NDArray[Number]:
    """Zeros that begin at a multiple of 64 bytes: vectors of them are read in one step, and JAX need not copy them."""
    size = prod(shape) * np.dtype(kind).itemsize
    room = np.zeros(size + ALIGNMENT, np.uint8)
    start = -room.ctypes.data % ALIGNMENT
    return room[start : start + size].view(kind).reshape(shape)


def to_records(states: Iterable[State]) -> Records:
    """Plain states as an array of records; equal states have equal bytes between their fields too."""
    return np.frombuffer(bytearray().join(s.packed() for s in states), STATE_DTYPE)


def from_record(record: "np.void") -> State:
    """A record as a plain state."""
    s = State()
    _fill(s, record)
    return s


def _fill(thing: Fields, record: "np.void") -> None:
    for name in thing._plain:
        setattr(thing, name, int(record[name]))
    for name in thing._shapes:
        setattr(thing, name, record[name].tolist())
    for name in thing._parts:
        for part, inner in zip(getattr(thing, name), record[name], strict=True):
            _fill(part, inner)
