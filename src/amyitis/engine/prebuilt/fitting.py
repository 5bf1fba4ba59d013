"""Whether machine code that was built elsewhere belongs to the rule functions of this process.

It does if the source files are the same, and if the functions find the same tables and types: with another box, or
where a program has exchanged a table or a function, they do not.
"""

import hashlib
import sys
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from typing import Any, get_type_hints

from amyitis.engine.compiler.reach import reached_from, value_text, values_used
from amyitis.engine.record import ARRAY_TYPES, RECORD_TYPES
from amyitis.sources import PACKAGE, source_digest

Function = Callable[..., Any]

# What decides on the code beside the rule functions.
MAKERS = ("compiler", "native", "prebuilt/targets.py")


def sources_of(functions: Iterable[Function]) -> list[str]:
    """The files, inside the package, that code for these functions is made from."""
    modules = {function.__module__ for function in reached_from(*functions)}
    files = {Path(sys.modules[name].__file__ or "").relative_to(PACKAGE).as_posix() for name in modules}
    return sorted(files | {f"engine/{name}" for name in MAKERS})


def digest_of(sources: Iterable[str]) -> str:
    """A digest of files inside the package."""
    return source_digest(*(PACKAGE / name for name in sources))


def name_of(function: Function) -> str:
    """What a function is called in a library."""
    return f"{function.__module__}.{function.__qualname__}"


def fingerprint(function: Function) -> str:
    """A digest of the tables and types that a function and all below it work with; the same in every Python."""
    digest = hashlib.sha256()
    for reached in reached_from(function):
        digest.update(_own(reached))
    return digest.hexdigest()[:16]


@cache
def _own(function: Function) -> bytes:
    values = sorted((name, value_text(value)) for name, value in values_used(function))
    types = [(name, _type_text(hint.__name__)) for name, hint in get_type_hints(function).items()]
    place = name_of(function), function.__code__.co_firstlineno
    return hashlib.sha256(repr((place, values, types)).encode()).digest()


@cache
def _type_text(name: str) -> str:
    """What the name of a type stands for: the fields of a record and where they lie."""
    if name in RECORD_TYPES:
        return repr((name, RECORD_TYPES[name].descr))
    dtype, dimensions = ARRAY_TYPES.get(name, (None, 0))
    return name if dtype is None else repr((name, dtype.descr, dimensions))
