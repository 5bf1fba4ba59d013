"""Copies of rule functions for a compiler: the same code, with what a compiler needs in place of tables and rules."""

import types as python_types
from collections.abc import Callable, Iterable
from typing import Any, get_type_hints

import numpy as np

from amyitis.engine.record import ARRAY_TYPES, RECORD_TYPES

from .reach import reached_from, rule_function

PACKAGE = "amyitis."

Function = Callable[..., Any]


class Copier:
    """Makes copies of functions in which tables, primitives and rule functions are replaced.

    A rule function called by another is a part: it is compiled once and remembered. What compiling means is up to the
    two compilers, for the CPU in `cpu.py` and for a GPU in `engine/cuda.py`.
    """

    def __init__(self, primitives: dict[int, Any]) -> None:
        self._parts = primitives
        self._types: dict[str, Any] = {}

    def build_part(self, function: Function, copy: Function) -> Any:
        """Compile the copy of a function that only compiled code will call."""
        raise NotImplementedError

    def part(self, function: Function) -> Any:
        """What stands for a rule function in compiled code."""
        if id(function) not in self._parts:
            self._parts[id(function)] = self.build_part(function, self.copied(function))
        return self._parts[id(function)]

    def has_part(self, function: Function) -> bool:
        """Whether there is something that stands for it already."""
        return id(function) in self._parts

    def copied(self, function: Function) -> Function:
        """The same code with the globals that compiled code sees."""
        scope = self._globals(function)
        copy = python_types.FunctionType(function.__code__, scope, function.__name__, function.__defaults__)
        copy.__qualname__, copy.__module__ = function.__qualname__, function.__module__
        return copy

    def signature(self, function: Function) -> Any:
        """A function's annotations as the compiler's types."""
        hints = dict(get_type_hints(function))
        result = self.type_of(hints.pop("return").__name__)
        return result(*(self.type_of(hint.__name__) for hint in hints.values()))

    def type_of(self, name: str) -> Any:
        """The compiler's type for the name of an annotation."""
        if name not in self._types:
            self._types[name] = _type_of(name)
        return self._types[name]

    def table(self, value: tuple[Any, ...]) -> Any:
        """What stands for a table of numbers."""
        table = np.array(value)
        return table.astype(np.float64 if table.dtype.kind == "f" else np.int64)

    def missing_parts(self, functions: Iterable[Function]) -> int:
        """How many rule functions must be compiled before these can be."""
        entries = list(functions)
        return sum(id(function) not in self._parts for function in reached_from(*entries) if function not in entries)

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
        if id(value) in self._parts:
            return self._parts[id(value)]
        function = rule_function(value)
        return value if function is None else self.part(function)


def _type_of(name: str) -> Any:
    """Numba's type for the name of an annotation."""
    import numba

    numbers = {"int": numba.int64, "float": numba.float64, "bool": numba.boolean, "NoneType": numba.void}
    if name in ARRAY_TYPES:
        dtype, dimensions = ARRAY_TYPES[name]
        return numba.types.Array(numba.from_dtype(dtype), dimensions, "C")
    return numba.from_dtype(RECORD_TYPES[name]) if name in RECORD_TYPES else numbers[name]
