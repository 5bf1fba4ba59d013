"""The compiled engine: copies of the rule functions, compiled by numba once each for the types they name.

`compiler().compile(f)` answers with a copy of `f` that works on NumPy records instead of plain states. In a copy, each
table of numbers (a tuple) becomes an array and each rule function its compiled copy, so the rules are written once.
With the environment variable AMYITIS_PLAIN=1 nothing is compiled, and `engine(f)` is `f` itself.

Machine code is kept in a folder of its own (`cache.py`). A function that is called from Python is an entry: it brings
the code of all it calls with it, so a warm start loads one file, not one for each rule. What only compiled code calls
is a part (`parts.py`).
"""

import os
import types as python_types
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, get_type_hints

from . import caravan
from .cache import cache_folder, cache_root, prune
from .reach import is_rule, reached_from

PLAIN_SWITCH = "AMYITIS_PLAIN"
PACKAGE = "amyitis."

# Asked for each of the nine cities: taken into the loop, each city is worked out by itself, an eighth faster in all.
UNROLLED = {caravan.can_trade, caravan.city_payments}

Function = Callable[..., Any]
F = TypeVar("F", bound=Function)
Progress = Callable[[int, int, str], None]


def compiling_allowed() -> bool:
    """Whether the switch AMYITIS_PLAIN is off."""
    return os.environ.get(PLAIN_SWITCH, "") in ("", "0")


def engine(function: F) -> F:
    """The compiled copy of a rule function, or the function itself where nothing may be compiled."""
    return compiler().compile(function) if compiling_allowed() else function


def prepare(*functions: Function) -> None:
    """Compile or load functions that will be needed, where compiling is allowed: all at once, before threads do."""
    if compiling_allowed():
        compiler().prepare(*functions)


class Unknown:
    """What a name stands for until its value is needed; no compiler accepts it."""


UNKNOWN = Unknown()


class Copier:
    """Makes copies of functions in which tables, primitives and rule functions are replaced.

    A rule function called by another is a part: it is compiled once and remembered. What compiling means is up to the
    two compilers, for the CPU here and for a GPU in `cuda.py`.
    """

    def __init__(self, types: dict[str, Any], primitives: dict[int, Any]) -> None:
        import numpy

        self._numpy = numpy
        self._types = types
        self._parts = primitives

    def build_part(self, function: Function, copy: Function) -> Any:
        """Compile the copy of a function that only compiled code will call."""
        raise NotImplementedError

    def part(self, function: Function) -> Any:
        """What stands for a rule function in compiled code."""
        if id(function) not in self._parts:
            self._parts[id(function)] = self.build_part(function, self.copied(function))
        return self._parts[id(function)]

    def copied(self, function: Function, scope: dict[str, Any] | None = None) -> Function:
        """The same code with other globals: those that compiled code sees, if not given."""
        scope = self._globals(function) if scope is None else scope
        copy = python_types.FunctionType(function.__code__, scope, function.__name__, function.__defaults__)
        copy.__qualname__, copy.__module__ = function.__qualname__, function.__module__
        return copy

    def signature(self, function: Function) -> Any:
        """A function's annotations as the compiler's types."""
        hints = dict(get_type_hints(function))
        result = self.type_of(hints.pop("return").__name__)
        return result(*(self.type_of(hint.__name__) for hint in hints.values()))

    def type_of(self, name: str) -> Any:
        """The compiler's type for the name of an annotation; rooms above declare records of their own."""
        if name not in self._types:
            from numba import from_dtype

            from .record import RECORD_TYPES

            dtype, many = RECORD_TYPES[name]
            one = from_dtype(dtype)
            self._types[name] = one[::1] if many else one
        return self._types[name]

    def table(self, value: tuple[Any, ...]) -> Any:
        """What stands for a table of numbers."""
        table = self._numpy.array(value)
        return table.astype(self._numpy.float64 if table.dtype.kind == "f" else self._numpy.int64)

    def missing_parts(self, functions: Iterable[Function]) -> int:
        """How many rule functions must be compiled before these can be."""
        entries = list(functions)
        return sum(id(one) not in self._parts for one in reached_from(*entries) if one not in entries)

    def _globals(self, function: Function) -> dict[str, Any]:
        """The globals of a function as its compiled copy sees them."""
        scope, names = function.__globals__, function.__code__.co_names
        seen: dict[str, Any] = {"__builtins__": scope["__builtins__"], "__name__": scope["__name__"]}
        for name in names:
            value = scope.get(name)
            if isinstance(value, python_types.ModuleType) and value.__name__.startswith(PACKAGE):
                seen[name] = self._module(value, names)
            elif name in scope:
                seen[name] = self._seen(value)
        return seen

    def _module(self, module: python_types.ModuleType, names: tuple[str, ...]) -> python_types.ModuleType:
        """A copy of a module that holds what is used of it."""
        twin = python_types.ModuleType(module.__name__)
        for name in names:
            if hasattr(module, name):
                setattr(twin, name, self._seen(getattr(module, name)))
        return twin

    def _seen(self, value: Any) -> Any:
        """What stands for a value in compiled code: arrays for tables, compiled parts for rule functions."""
        if isinstance(value, tuple):
            return self.table(value)
        if is_rule(value) or id(value) in self._parts:
            return self.part(value)
        return value


def number_types() -> dict[str, Any]:
    """The compiler's types for the names of annotations."""
    import numba

    from .record import PLAYER_DTYPE, SHUFFLER_DTYPE, STATE_DTYPE

    state, shuffler = numba.from_dtype(STATE_DTYPE), numba.from_dtype(SHUFFLER_DTYPE)
    return {
        "State": state,
        "Player": numba.from_dtype(PLAYER_DTYPE),
        "Shuffler": shuffler,
        "States": state[::1],
        "Shufflers": shuffler[::1],
        "Numbers": numba.int64[::1],
        "Table": numba.int64[:, ::1],
        "Reals": numba.float64[::1],
        "int": numba.int64,
        "float": numba.float64,
        "bool": numba.boolean,
        "NoneType": numba.void,
    }


class Compiler(Copier):
    """Compiles for the CPU. `progress`, if set, is told how many functions are compiled, of how many, and which."""

    def __init__(self) -> None:
        import numba

        from . import arrays, bits, journal, primitives

        self._numba: Any = numba
        self._entries: dict[int, Any] = {}
        self.progress: Progress | None = None
        self._done = self._total = 0
        replaced = {
            id(bits.count_bits): primitives.count_bits,
            id(bits.lowest_bit): primitives.lowest_bit,
            id(journal.note): numba.njit(primitives.note),
            id(arrays.copy_state): numba.njit(primitives.copy_state),
            id(arrays.fetch_state): numba.njit(primitives.fetch_state),
        }
        if primitives.has_quick_pdep():
            replaced[id(bits.nth_bit)] = primitives.nth_bit
        super().__init__(number_types(), replaced)

    def compile(self, function: F) -> F:
        """A compiled copy, to be called from Python, of a function that names its types and calls only rules."""
        self.prepare(function)
        return self._entries[id(function)]  # type: ignore[no-any-return]

    def prepare(self, *functions: Function) -> None:
        """Load functions from the cache, and compile those that are not there, telling how it goes on."""
        missing = [one for one in functions if id(one) not in self._entries and not self._load(one)]
        if not missing:
            return
        root = cache_root()
        if root is not None:
            prune(root)
        self._done, self._total = 0, self.missing_parts(missing) + len(missing)
        for function in missing:
            copy = self.copied(function)
            self._tell(function.__name__)
            self._entries[id(function)] = self._entry(copy, function, self._folder(function))
        self._tell("")

    def build_part(self, function: Function, copy: Function) -> Any:
        """Translate a copy, without a way in from Python, and leave the rest to who calls it."""
        from .parts import PartCompiler

        self._tell(function.__name__)
        options = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True, "forceinline": function in UNROLLED}
        return self._numba.njit(self.signature(function), nogil=True, pipeline_class=PartCompiler, **options)(copy)

    def _tell(self, name: str) -> None:
        """Tell which function comes next."""
        if self.progress is not None:
            self.progress(self._done, self._total, name)
        self._done += 1

    def _folder(self, function: Function) -> Path | None:
        """Where the machine code of a function is kept."""
        return cache_folder(function, lambda name: str(self.type_of(name)))

    def _entry(self, copy: Function, function: Function, folder: Path | None) -> Any:
        """Compile a copy together with all its parts; the machine code is cached, or found in the cache.

        Numba is pointed to our folder, and back: other users of numba in this program keep theirs.
        """
        from .parts import EntryCompiler

        options = {"nogil": True, "cache": folder is not None, "pipeline_class": EntryCompiler}
        config, before = self._numba.config, self._numba.config.CACHE_DIR
        config.CACHE_DIR = str(folder or "")
        try:
            return self._numba.njit(self.signature(function), **options)(copy)
        finally:
            config.CACHE_DIR = before

    def _load(self, function: Function) -> bool:
        """Load a function from the cache, without even looking at what it calls; answers whether it was there.

        The copy given to numba has unknown globals: good enough for machine code that is there, and refused otherwise.
        """
        folder = self._folder(function)
        if folder is None or not any(folder.iterdir()):
            return False
        names = (name for name in function.__code__.co_names if name in function.__globals__)
        scope = {"__builtins__": function.__globals__["__builtins__"], **dict.fromkeys(names, UNKNOWN)}
        try:
            self._entries[id(function)] = self._entry(self.copied(function, scope), function, folder)
        except self._numba.core.errors.NumbaError:
            return False
        return True


@cache
def compiler() -> Compiler:
    """The compiler of this process."""
    return Compiler()
