"""What a module of WebAssembly says of itself, so that who loads it need know nothing else: functions and records."""

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any, get_type_hints

import numpy as np

from amyitis.box.tables import BOX_DIGEST
from amyitis.engine.arguments import type_names
from amyitis.engine.record import ARRAY_TYPES, RECORD_TYPES
from amyitis.rules import RULES_VERSION

SECTION = "amyitis"  # of the module that holds the description

Described = dict[str, Any]


def description(functions: Sequence[Callable[..., Any]], more: Mapping[str, Any]) -> bytes:
    """The functions with their parameters, the types that these name, and whatever else is to be told, as JSON."""
    named = {name for function in functions for name in type_names(function)[0]}
    arrays = {name: ARRAY_TYPES[name] for name in sorted(named) if name in ARRAY_TYPES}
    items = {_item_name(dtype): dtype for dtype, _ in arrays.values()}
    records = {name: dtype for name, dtype in RECORD_TYPES.items() if name in items or name in named}
    described = {
        "rules": RULES_VERSION,
        "box": BOX_DIGEST,
        "functions": {function.__name__: _function(function) for function in functions},
        "arrays": {name: {"item": _item_name(dtype), "axes": axes} for name, (dtype, axes) in arrays.items()},
        "records": {name: _record(dtype) for name, dtype in records.items()},
        **more,
    }
    return json.dumps(described, separators=(",", ":")).encode()


def _function(function: Callable[..., Any]) -> Described:
    parameters, result = type_names(function)
    names = [name for name in get_type_hints(function) if name != "return"]
    return {"takes": dict(zip(names, parameters, strict=True)), "returns": result}


def _item_name(dtype: "np.dtype[Any]") -> str:
    """A record's name, or the kind and size of a number: `i8`, `f4`."""
    names = [name for name, known in RECORD_TYPES.items() if known == dtype]
    return names[0] if names else f"{dtype.kind}{dtype.itemsize}"


def _record(dtype: "np.dtype[np.void]") -> Described:
    """The size of a record and its fields: kind of number, place, and shape if it is more than one number.

    The fields of the records within are listed as their own, by `seats.talents`, with the shape of both.
    """
    return {"size": dtype.itemsize, "fields": dict(_fields(dtype, "", 0, (), ()))}


def _fields(
    dtype: "np.dtype[Any]", before: str, at: int, shape: tuple[int, ...], strides: tuple[int, ...]
) -> list[tuple[str, Described]]:
    fields: list[tuple[str, Described]] = []
    for name in dtype.names or ():
        inner, offset = dtype.fields[name][:2]  # type: ignore[index]
        base, own = inner.base, inner.shape
        steps = tuple(base.itemsize * int(np.prod(own[axis + 1 :])) for axis in range(len(own)))
        place = (before + name, at + offset, (*shape, *own), (*strides, *steps))
        if base.names:
            fields += _fields(base, f"{place[0]}.", place[1], place[2], place[3])
        else:
            kind = f"{base.kind}{base.itemsize}"
            fields.append((place[0], {"kind": kind, "at": place[1], "shape": place[2], "strides": place[3]}))
    return fields
