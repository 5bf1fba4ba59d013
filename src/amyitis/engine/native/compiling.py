"""Compiles rule functions to machine code that can be kept in a file."""

from typing import Any

from amyitis.engine.arguments import type_names
from amyitis.engine.copying import Function
from amyitis.engine.cpu import CpuCompiler
from amyitis.rules.board import caravan

from .libraries import EntryCompiler, PartCompiler
from .machine_code import Code

# Asked for each of the nine cities: taken into the loop, each city is worked out by itself, an eighth faster in all.
UNROLLED = {caravan.can_trade, caravan.city_payments}

INSIDE = {"nogil": True, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}  # no way in from Python by numba


class NativeCompiler(CpuCompiler):
    """Translates the parts, and optimises each entry with all its parts as a whole."""

    def build_part(self, function: Function, copy: Function) -> Any:
        """Translate a copy, and leave the rest to who calls it."""
        self.tell(function.__name__)
        options = {**INSIDE, "pipeline_class": PartCompiler, "forceinline": function in UNROLLED}
        return self.njit(self.signature(function), **options)(copy)

    def entry(self, function: Function) -> Code:
        """The machine code of a function with all it calls."""
        copy = self.copied(function)
        self.tell(function.__name__)
        dispatcher = self.njit(self.signature(function), pipeline_class=EntryCompiler, **INSIDE)(copy)
        (compiled,) = dispatcher.overloads.values()
        parameters, result = type_names(function)
        return Code(compiled.library._get_compiled_object(), compiled.fndesc.llvm_func_name, parameters, result)

    def translation(self, function: Function) -> tuple[Any, str]:
        """The library of a function that was only translated, and its name in there: for other machines than this."""
        (compiled,) = self.part(function).overloads.values()
        return compiled.library, compiled.fndesc.llvm_func_name
