"""How machine code is called from Python: all that goes in and comes out lies in slots of eight bytes.

The first slot is for the result, the second for the place of a failure; then come the arguments. An array is its
place and its shape, a record its place. So every function takes one address and returns a status, on any system.
"""

import ctypes
import pickle
import struct
import weakref
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from amyitis.engine.arguments import checker
from amyitis.engine.record import ARRAY_TYPES, RECORD_TYPES

DONE = (0, -2)  # what compiled code says when all went well, with a result and with none
SLOT = {"int": "q", "float": "d", "bool": "q", "NoneType": "q"}
READ: dict[str, Callable[[Any], Any]] = {"int": int, "float": float, "bool": bool, "NoneType": lambda value: None}

Spread = Callable[[Any], tuple[Any, ...]]


class SlotFunction:
    """A function of machine code, to be called from Python; other threads run on while it works.

    `run` takes the address of the slots. `owner` is whatever must live as long as the code.
    """

    def __init__(
        self, run: Callable[[Any], int], name: str, parameters: Sequence[str], result: str, owner: Any
    ) -> None:
        self._run, self._name, self._owner = run, name, owner
        self._spreads = [_spread(kind) for kind in parameters]
        self._layout = struct.Struct("=qq" + "".join(_slots(kind) for kind in parameters))
        self._room = ctypes.c_char * self._layout.size
        self._result, self._read = struct.Struct("=" + SLOT[result]), READ[result]

    def __call__(self, *arguments: Any) -> Any:
        """Call it; raises what the compiled code raises, and TypeError for an array of another kind."""
        return self._call(self._filled(arguments))

    def bind(self, *arguments: Any) -> Callable[[], Any]:
        """The same call with these arguments for ever, some ten times quicker; arrays are read where they lie now."""
        slots = self._filled(arguments)

        def call(kept: Any = arguments) -> Any:
            return self._call(slots)

        return call

    def _filled(self, arguments: Sequence[Any]) -> Any:
        """Slots with the arguments in them."""
        slots = self._room()
        flat = [value for spread, argument in zip(self._spreads, arguments, strict=True) for value in spread(argument)]
        self._layout.pack_into(slots, 0, 0, 0, *flat)
        return slots

    def _call(self, slots: Any) -> Any:
        status = self._run(ctypes.addressof(slots))
        if status not in DONE:
            raise _failure(slots, status, self._name)
        return self._read(self._result.unpack_from(slots)[0])


def _slots(kind: str) -> str:
    """The slots of a parameter, as `struct` names them."""
    return "q" * (1 + ARRAY_TYPES[kind][1]) if kind in ARRAY_TYPES else SLOT.get(kind, "q")


def _spread(kind: str) -> Spread:
    """How an argument is checked and put into slots."""
    check = checker(kind)
    if kind in ARRAY_TYPES:
        return _spread_arrays(check)
    if kind in RECORD_TYPES:
        return lambda record: (np.frombuffer(check(record), np.uint8).ctypes.data,)
    return lambda number: (check(number),)


def _spread_arrays(check: Callable[[Any], Any]) -> Spread:
    """Look at each array once: most are given again and again, and an array stays where it is."""
    known: dict[int, tuple[weakref.ref[Any], tuple[Any, ...]]] = {}

    def spread(array: Any) -> tuple[Any, ...]:
        key = id(array)
        if key in known and (latest := known[key])[0]() is array:
            return latest[1]
        checked = check(array)
        slots = checked.ctypes.data, *checked.shape
        known[key] = weakref.ref(array, lambda _: known.pop(key, None)), slots
        return slots

    return spread


def _failure(slots: Any, status: int, name: str) -> Exception:
    """What compiled code raised: numba keeps it pickled, first its address, then its length."""
    (address,) = struct.unpack_from("=q", slots, 8)
    try:
        if not address:
            raise ValueError(status)
        place, length = ctypes.c_void_p.from_address(address).value, ctypes.c_int32.from_address(address + 8).value
        kind, arguments, *_ = pickle.loads(ctypes.string_at(place or 0, length))
        failure: Exception = kind(*(arguments or ()))
    except Exception:  # whatever was found there instead
        return RuntimeError(f"compiled code failed with status {status} in {name}")
    return failure
