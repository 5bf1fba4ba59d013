"""The compiled engine: copies of the rule functions, compiled by numba once each for the types they name.

`compiler().compile(f)` answers with a copy of `f` that works on NumPy records instead of plain states. In a copy, each
table of numbers (a tuple) becomes an array and each rule function its compiled copy, so the rules are written once.
With the environment variable AMYITIS_PLAIN=1 nothing is compiled, and `engine(f)` is `f` itself.

Machine code is kept in a folder of its own (`cache.py`). A function asked for by name brings the code of all it calls
with it, so a warm start loads one file, not one for each rule.
"""

import os
import types as python_types
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any, TypeVar, get_type_hints

from .cache import cache_folder, prune
from .rule import RULES

PLAIN_SWITCH = "AMYITIS_PLAIN"

F = TypeVar("F", bound=Callable[..., Any])
Progress = Callable[[int, int, str], None]


def compiling_allowed() -> bool:
    """Whether the switch AMYITIS_PLAIN is off."""
    return os.environ.get(PLAIN_SWITCH, "") in ("", "0")


def engine(function: F) -> F:
    """The compiled copy of a rule function, or the function itself where nothing may be compiled."""
    return compiler().compile(function) if compiling_allowed() else function


def prepare(*functions: Callable[..., Any]) -> None:
    """Compile or load functions that will be needed, where compiling is allowed: all at once, before threads do."""
    if compiling_allowed():
        compiler().prepare(*functions)


class Unknown:
    """What a name stands for until its value is needed; no compiler accepts it."""


UNKNOWN = Unknown()

ENTRY = "_entry"  # a copy with a way in from Python; a rule function may be compiled both with one and without


class Copier:
    """Makes copies of functions in which tables, primitives and rule functions are replaced; remembers them.

    What is done with a copy is up to the two compilers, for the CPU here and for a GPU in `cuda.py`.
    """

    def __init__(self, types: dict[str, Any], primitives: dict[int, Any]) -> None:
        import numpy

        self._numpy = numpy
        self._types = types
        self._made = primitives

    def build(self, copy: Callable[..., Any], signature: Any, inner: bool) -> Any:
        """Compile a copy; an inner one is only ever called by others."""
        raise NotImplementedError

    def make(self, function: Callable[..., Any], inner: bool = False) -> Any:
        """The compiled copy of a function, made from the copies of all it calls."""
        if id(function) not in self._made:
            copy = self.copied(function, self._globals(function))
            self._made[id(function)] = self.build(copy, self.signature(function), inner)
        return self._made[id(function)]

    def copied(self, function: Callable[..., Any], scope: dict[str, Any], kind: str = "") -> Callable[..., Any]:
        """The same code with other globals; a kind becomes part of the name under which it is cached."""
        copy = python_types.FunctionType(function.__code__, scope, function.__name__, function.__defaults__)
        copy.__qualname__, copy.__module__ = function.__qualname__ + kind, function.__module__
        return copy

    def signature(self, function: Callable[..., Any]) -> Any:
        """A function's annotations as the compiler's types."""
        hints = dict(get_type_hints(function))
        result = self.type_of(hints.pop("return").__name__)
        return result(*(self.type_of(hint.__name__) for hint in hints.values()))

    def type_of(self, name: str) -> Any:
        """The compiler's type for the name of an annotation."""
        if name not in self._types:
            from numba import from_dtype

            from .record import RECORD_TYPES

            dtype, many = RECORD_TYPES[name]
            one = from_dtype(dtype)
            self._types[name] = one[::1] if many else one
        return self._types[name]

    def reach(self, function: Callable[..., Any]) -> set[int]:
        """All rule functions that a function calls, directly or not, and itself, that are not made yet."""
        found: set[int] = set()
        waiting = [function]
        while waiting:
            one = waiting.pop()
            if id(one) not in found and id(one) not in self._made:
                found.add(id(one))
                waiting += [value for value in _values_used(one) if _is_rule(value)]
        return found

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

    def _module(self, module: python_types.ModuleType, names: tuple[str, ...]) -> python_types.ModuleType:
        """A copy of a module that holds what is used of it."""
        twin = python_types.ModuleType(module.__name__)
        for name in names:
            if hasattr(module, name):
                setattr(twin, name, self._seen(getattr(module, name)))
        return twin

    def _seen(self, value: Any) -> Any:
        """What stands for a value in compiled code: arrays for tables, compiled copies for rule functions."""
        if isinstance(value, tuple):
            table = self._numpy.array(value)
            return table.astype(self._numpy.float64 if table.dtype.kind == "f" else self._numpy.int64)
        if _is_rule(value) or id(value) in self._made:
            return self.make(value, inner=True)
        return value


def _is_rule(value: Any) -> bool:
    return isinstance(value, python_types.FunctionType) and value in RULES


def _values_used(function: Callable[..., Any]) -> Iterator[Any]:
    """Every global value that a function may use, those of modules it names included."""
    scope, names = function.__globals__, function.__code__.co_names
    for name in names:
        value = scope.get(name)
        if isinstance(value, python_types.ModuleType):
            yield from (getattr(value, inner) for inner in names if hasattr(value, inner))
        else:
            yield value


class Compiler(Copier):
    """Compiles for the CPU. `progress`, if set, is told how many functions are compiled, of how many, and which."""

    def __init__(self) -> None:
        import numba

        from . import arrays, bits, journal, primitives
        from .record import PLAYER_DTYPE, SHUFFLER_DTYPE, STATE_DTYPE

        self._numba: Any = numba
        self._folder = cache_folder()
        self.progress: Progress | None = None
        self._done = self._total = 0
        self._entries: dict[int, Any] = {}
        state, shuffler = numba.from_dtype(STATE_DTYPE), numba.from_dtype(SHUFFLER_DTYPE)
        types = {
            "State": state,
            "Player": numba.from_dtype(PLAYER_DTYPE),
            "Shuffler": shuffler,
            "States": state[::1],
            "Shufflers": shuffler[::1],
            "Numbers": numba.int64[::1],
            "Table": numba.int64[:, ::1],
            "Reals": numba.float64[::1],
            "RealTable": numba.float64[:, ::1],
            "int": numba.int64,
            "float": numba.float64,
            "bool": numba.boolean,
            "NoneType": numba.void,
        }
        replaced = {
            id(bits.count_bits): primitives.count_bits,
            id(bits.lowest_bit): primitives.lowest_bit,
            id(journal.note): numba.njit(primitives.note),
            id(arrays.copy_state): numba.njit(primitives.copy_state),
        }
        super().__init__(types, replaced)

    def compile(self, function: F) -> F:
        """A compiled copy of a function that names its types and calls only rule functions."""
        self.prepare(function)
        return self._entries[id(function)]  # type: ignore[no-any-return]

    def prepare(self, *functions: Callable[..., Any]) -> None:
        """Load functions from the cache, and compile those that are not there, telling how it goes on."""
        missing = [one for one in functions if id(one) not in self._entries and not self._load(one)]
        if not missing:
            return
        if self._folder is not None:
            prune(self._folder.parent, keep=[self._folder])
        reached: set[int] = set()
        self._done, self._total = 0, len(reached.union(*map(self.reach, missing)))
        for function in missing:
            copy = self.copied(function, self._globals(function), ENTRY)
            self._entries[id(function)] = self.build(copy, self.signature(function), inner=False)
        if self.progress is not None:
            self.progress(self._total, self._total, "")

    def build(self, copy: Callable[..., Any], signature: Any, inner: bool) -> Any:
        """Compile a copy; inner ones need no way in from Python, which saves a fifth of the time."""
        if self.progress is not None:
            self.progress(self._done, self._total, copy.__name__)
        options = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True} if inner else {}
        with self._cache_place():
            compiled = self._numba.njit(signature, nogil=True, cache=self._folder is not None, **options)(copy)
        self._done += 1
        return compiled

    def _load(self, function: Callable[..., Any]) -> bool:
        """Load a function from the cache, without even looking at what it calls; answers whether it was there.

        The copy given to numba has unknown globals: good enough for machine code that is there, and refused otherwise.
        """
        if self._folder is None:
            return False
        names = (name for name in function.__code__.co_names if name in function.__globals__)
        scope = {"__builtins__": function.__globals__["__builtins__"], **dict.fromkeys(names, UNKNOWN)}
        copy = self.copied(function, scope, ENTRY)
        try:
            with self._cache_place():
                loaded = self._numba.njit(self.signature(function), nogil=True, cache=True)(copy)
        except self._numba.core.errors.NumbaError:
            return False
        self._entries[id(function)] = loaded
        return True

    @contextmanager
    def _cache_place(self) -> Iterator[None]:
        """Point numba's cache to our folder, and back: other users of numba in this program keep theirs."""
        config, before = self._numba.config, self._numba.config.CACHE_DIR
        config.CACHE_DIR = "" if self._folder is None else str(self._folder)
        try:
            yield
        finally:
            config.CACHE_DIR = before


@cache
def compiler() -> Compiler:
    """The compiler of this process."""
    return Compiler()
