"""Compiles rule functions for the CPU with numba; imported only when something must be compiled."""

from collections.abc import Callable, Iterable
from typing import Any, get_type_hints

import numba

from amyitis.rules import bits, caravan, journal

from . import arrays, primitives
from .copying import Copier, Function
from .machine_code import Code
from .parts import EntryCompiler, PartCompiler

Progress = Callable[[int, int, str], None]

# Asked for each of the nine cities: taken into the loop, each city is worked out by itself, an eighth faster in all.
UNROLLED = {caravan.can_trade, caravan.city_payments}

INSIDE = {"nogil": True, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}  # no way in from Python by numba


class NumbaCompiler(Copier):
    """Compiles functions together with all they call."""

    def __init__(self) -> None:
        self._njit: Any = numba.njit
        self._progress: Progress | None = None
        self._done = self._total = 0
        replaced = {
            id(bits.count_bits): primitives.count_bits,
            id(bits.lowest_bit): primitives.lowest_bit,
            id(journal.note): self._njit(primitives.note),
            id(arrays.copy_state): self._njit(primitives.copy_state),
            id(arrays.fetch_state): self._njit(primitives.fetch_state),
        }
        if primitives.has_quick_pdep():
            replaced[id(bits.nth_bit)] = primitives.nth_bit
        super().__init__(replaced)

    def compile(self, functions: Iterable[Function], progress: Progress | None) -> list[Code]:
        """The machine code of functions that name their types and call only rule functions."""
        entries = list(functions)
        self._progress = progress
        self._done, self._total = 0, self.missing_parts(entries) + len(entries)
        made = [self._entry(function) for function in entries]
        self._tell("")
        return made

    def build_part(self, function: Function, copy: Function) -> Any:
        """Translate a copy, and leave the rest to who calls it."""
        self._tell(function.__name__)
        options = {**INSIDE, "pipeline_class": PartCompiler, "forceinline": function in UNROLLED}
        return self._njit(self.signature(function), **options)(copy)

    def _entry(self, function: Function) -> Code:
        """Compile a function together with all its parts."""
        copy = self.copied(function)
        self._tell(function.__name__)
        dispatcher = self._njit(self.signature(function), pipeline_class=EntryCompiler, **INSIDE)(copy)
        (compiled,) = dispatcher.overloads.values()
        *parameters, answer = self._type_names(function)
        return Code(compiled.library._get_compiled_object(), compiled.fndesc.llvm_func_name, tuple(parameters), answer)

    def _type_names(self, function: Function) -> list[str]:
        """The names of a function's types, that of its answer last."""
        hints = dict(get_type_hints(function))
        answer = hints.pop("return")
        return [hint.__name__ for hint in (*hints.values(), answer)]

    def _tell(self, name: str) -> None:
        """Tell which function comes next."""
        if self._progress is not None:
            self._progress(self._done, self._total, name)
        self._done += 1
