"""Compiles rule functions to machine code that can be kept in a file."""

from typing import Any

from numba.core.registry import cpu_target

from amyitis.engine.arguments import type_names
from amyitis.engine.compiler.copying import Function
from amyitis.engine.compiler.cpu import CpuCompiler
from amyitis.engine.compiler.primitives import has_quick_pdep
from amyitis.rules.board import caravan

from .libraries import PartCompiler
from .machine_code import Code
from .objects import linked_module, object_file, slot_wrapper

# Asked for each of the nine cities: taken into the loop, each city is worked out by itself, an eighth faster in all.
UNROLLED = {caravan.can_trade, caravan.city_payments}

INSIDE = {"nogil": True, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}  # no way in from Python by numba


class NativeCompiler(CpuCompiler):
    """Translates functions, and optimises each entry with all its parts as a whole."""

    def __init__(self) -> None:
        super().__init__(deposits=True)  # where there is no such instruction, LLVM is given a loop in its place

    def build_part(self, function: Function, copy: Function) -> Any:
        """Translate a copy, and leave the rest to who calls it."""
        self.tell(function.__name__)
        options = {**INSIDE, "pipeline_class": PartCompiler, "forceinline": function in UNROLLED}
        return self.njit(self.signature(function), **options)(copy)

    def entry(self, function: Function) -> Code:
        """The machine code of a function with all it calls, for this very processor."""
        if self.has_part(function):
            self.tell(function.__name__)
        triple, cpu, features = cpu_target.target_context.codegen().magic_tuple()
        static = {"reloc": "static"} if triple.startswith(("x86", "i")) else {}
        machine = {"cpu": cpu, "features": features, "codemodel": "jitdefault", "jit": True, **static}
        symbol, (parameters, result) = function.__name__, type_names(function)
        linked = linked_module([function], self.translation, slot_wrapper(lambda _: symbol))
        return Code(object_file(linked, {symbol}, triple, has_quick_pdep(), **machine), symbol, parameters, result)

    def translation(self, function: Function) -> tuple[Any, str]:
        """The library of a function that was only translated, and its name in there."""
        (compiled,) = self.part(function).overloads.values()
        return compiled.library, compiled.fndesc.llvm_func_name
