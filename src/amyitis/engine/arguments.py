"""What compiled code may be given: arrays and records of the types that a function names, and nothing else.

Compiled code trusts what its arguments say and would read beyond them; so all are looked at before.
"""

from collections.abc import Callable
from typing import Any, get_type_hints

import numpy as np

from .record import ARRAY_TYPES, RECORD_TYPES

NUMBERS: dict[str, Callable[[Any], Any]] = {"int": int, "float": float, "bool": bool}


def type_names(function: Callable[..., Any]) -> tuple[tuple[str, ...], str]:
    """The names of the types of a function's parameters, and of its result."""
    hints = dict(get_type_hints(function))
    result = hints.pop("return")
    return tuple(hint.__name__ for hint in hints.values()), result.__name__


def checker(name: str) -> Callable[[Any], Any]:
    """What looks at an argument of a type, and returns it as compiled code wants it; raises TypeError."""
    if name in ARRAY_TYPES:
        dtype, dimensions = ARRAY_TYPES[name]
        return lambda array: _array(array, dtype, dimensions)
    if name in RECORD_TYPES:
        record_type = RECORD_TYPES[name]
        return lambda record: _record(record, record_type)
    return NUMBERS[name]


def _array(array: Any, dtype: "np.dtype[Any]", dimensions: int) -> Any:
    if not isinstance(array, np.ndarray) or array.dtype != dtype or array.ndim != dimensions:
        raise TypeError(f"compiled code wants an array of {dtype} in {dimensions} dimensions, not {array!r}")
    if not array.flags.c_contiguous:
        raise TypeError("compiled code wants an array without gaps")
    return array


def _record(record: Any, dtype: "np.dtype[Any]") -> Any:
    if not isinstance(record, np.void) or record.dtype != dtype:
        raise TypeError(f"compiled code wants a record of {dtype}, not {record!r}")
    return record
