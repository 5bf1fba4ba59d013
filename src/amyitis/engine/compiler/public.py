"""The slower way to compile, with nothing but what numba promises: `njit` and signatures.

Taken where the quick way (`native/`) cannot be trusted: numba is another than those it was written for, or its
self-test failed. It compiles for longer, keeps nothing between runs, and its code takes half as long again; results
are equal (measurements: docs/figures/compiler.md).
"""

from typing import Any

from amyitis.engine.arguments import checker, type_names

from .copying import Function
from .cpu import CpuCompiler
from .primitives import has_quick_pdep


class PublicFunction:
    """A function compiled by `njit`, which looks at its arguments before numba does."""

    def __init__(self, dispatcher: Any, parameters: tuple[str, ...]) -> None:
        self._dispatcher = dispatcher
        self._checkers = [checker(name) for name in parameters]

    def __call__(self, *arguments: Any) -> Any:
        """Call it; raises what the compiled code raises, and TypeError for an array of another kind."""
        return self._dispatcher(*(check(argument) for check, argument in zip(self._checkers, arguments, strict=True)))


class PublicCompiler(CpuCompiler):
    """Compiles with `njit` alone."""

    def __init__(self) -> None:
        super().__init__(has_quick_pdep())

    def build_part(self, function: Function, copy: Function) -> Any:
        """Compile a copy as numba always does."""
        self.tell(function.__name__)
        return self.njit(self.signature(function), nogil=True)(copy)

    def entry(self, function: Function) -> PublicFunction:
        """Compile one function that is called from Python; other threads run on while it works."""
        copy = self.copied(function)
        self.tell(function.__name__)
        return PublicFunction(self.njit(self.signature(function), nogil=True)(copy), type_names(function)[0])
