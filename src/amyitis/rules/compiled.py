"""The compiled engine: copies of the rule functions, compiled by numba once each for the types they name.

`compiler().compile(f)` answers with a copy of `f` that works on NumPy records instead of plain states. In a copy, each table of numbers (a tuple) becomes an array and each rule function its compiled copy, so the
rules are written once. With the environment variable AMYITIS_PLAIN=1 nothing may be compiled.

Machine code is kept in a cache folder named by a hash of all sources and of the box, because numba itself does not
notice an edit in another file.
"""

import hashlib
import os
import types as python_types
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from typing import Any, get_type_hints

import platformdirs

from amyitis.box.tables import BOX_DIGEST

from .rule import RULES

PLAIN_SWITCH = "AMYITIS_PLAIN"
CACHE_SWITCH = "AMYITIS_CACHE"
BOUNDS_SWITCH = "NUMBA_BOUNDSCHECK"


def compiling_allowed() -> bool:
    """Whether the switch AMYITIS_PLAIN is off."""
    return os.environ.get(PLAIN_SWITCH, "") in ("", "0")


def source_digest() -> str:
    """A hash of every source file of the package, of the box and of the compiler's switches."""
    digest = hashlib.sha256(BOX_DIGEST.encode())
    package = Path(__file__).parent.parent
    for path in sorted(package.rglob("*.py")):
        digest.update(path.relative_to(package).as_posix().encode())
        digest.update(path.read_bytes())
    digest.update(os.environ.get(BOUNDS_SWITCH, "0").encode())
    return digest.hexdigest()[:16]


def cache_folder() -> Path:
    """Where the machine code of this very source is kept: AMYITIS_CACHE or the user's cache folder."""
    root = os.environ.get(CACHE_SWITCH)
    return (Path(root) if root else Path(platformdirs.user_cache_dir("amyitis"))) / source_digest()


class Compiler:
    """Makes compiled copies of functions, and remembers them."""

    def __init__(self) -> None:
        folder = cache_folder()
        folder.mkdir(parents=True, exist_ok=True)
        os.environ["NUMBA_CACHE_DIR"] = str(folder)
        import numba
        import numpy

        from . import bits, journal, primitives
        from .record import PLAYER_DTYPE, SHUFFLER_DTYPE, STATE_DTYPE

        numba.config.CACHE_DIR = str(folder)
        self._numba, self._numpy = numba, numpy
        self._types = {
            "State": numba.from_dtype(STATE_DTYPE),
            "Player": numba.from_dtype(PLAYER_DTYPE),
            "Shuffler": numba.from_dtype(SHUFFLER_DTYPE),
            "States": numba.from_dtype(STATE_DTYPE)[::1],
            "Shufflers": numba.from_dtype(SHUFFLER_DTYPE)[::1],
            "Numbers": numba.int64[::1],
            "Table": numba.int64[:, ::1],
            "int": numba.int64,
            "bool": numba.boolean,
            "NoneType": numba.void,
        }
        self._made: dict[int, Any] = {
            id(bits.count_bits): primitives.count_bits,
            id(bits.lowest_bit): primitives.lowest_bit,
            id(journal.note): numba.njit(primitives.note),
        }

    def compile(self, function: Callable[..., Any], **options: Any) -> Callable[..., Any]:
        """A compiled copy of a function that names its types and calls only rule functions."""
        if id(function) in self._made:
            return self._made[id(function)]  # type: ignore[no-any-return]
        copy = python_types.FunctionType(
            function.__code__, self._globals(function), function.__name__, function.__defaults__, function.__closure__
        )
        copy.__qualname__ = function.__qualname__
        copy.__module__ = function.__module__
        compiled = self._numba.njit(self._signature(function), cache=True, nogil=True, **options)(copy)
        self._made[id(function)] = compiled
        return compiled  # type: ignore[no-any-return]

    def _signature(self, function: Callable[..., Any]) -> Any:
        hints = dict(get_type_hints(function))
        result = self._type(hints.pop("return"))
        return result(*(self._type(hint) for hint in hints.values()))

    def _type(self, hint: Any) -> Any:
        return self._types[getattr(hint, "__name__", str(hint))]

    def _globals(self, function: Callable[..., Any]) -> dict[str, Any]:
        """The globals of a function as its compiled copy sees them."""
        scope, names = function.__globals__, function.__code__.co_names
        seen: dict[str, Any] = {"__builtins__": scope["__builtins__"], "__name__": scope["__name__"]}
        for name in names:
            value = scope.get(name)
            if isinstance(value, python_types.ModuleType):
                seen[name] = self._module(value, names)
            elif name in scope:
                seen[name] = self._seen(value)
        return seen

    def _seen(self, value: Any) -> Any:
        """What stands for a value in compiled code: arrays for tables, compiled copies for rule functions."""
        if isinstance(value, tuple):
            return self._numpy.array(value, self._numpy.int64)
        if isinstance(value, python_types.FunctionType) and (value in RULES or id(value) in self._made):
            return self.compile(value)
        return value

    def _module(self, module: python_types.ModuleType, names: Iterable[str]) -> python_types.ModuleType:
        """A copy of a module that holds what is used of it."""
        twin = python_types.ModuleType(module.__name__)
        for name in names:
            if hasattr(module, name):
                setattr(twin, name, self._seen(getattr(module, name)))
        return twin


@cache
def compiler() -> Compiler:
    """The compiler of this process."""
    return Compiler()
