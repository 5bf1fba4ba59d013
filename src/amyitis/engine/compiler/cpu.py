"""What both compilers for the CPU have in common: the primitives, and telling how far they are."""

from collections.abc import Callable, Iterable
from typing import Any

import numba

from amyitis.engine import arrays, products
from amyitis.rules import bits, journal

from . import primitives, vectors
from .copying import Copier, Function

Progress = Callable[[int, int, str], None]


class CpuCompiler(Copier):
    """Compiles functions together with all they call; imported only when something must be compiled.

    `deposits` says whether the code may name the instruction that finds the n-th member of a set.
    """

    def __init__(self, deposits: bool) -> None:
        # By a program or a settings file; `engine/compiled.py` has looked at the variable.
        if getattr(numba.config, "DISABLE_JIT", 0):
            raise RuntimeError("numba.config.DISABLE_JIT is on")
        self.njit: Any = numba.njit
        self._progress: Progress | None = None
        self._done = self._total = 0
        replaced = {
            id(bits.count_bits): primitives.count_bits,
            id(bits.lowest_bit): primitives.lowest_bit,
            id(journal.note): self.njit(primitives.note),
            id(arrays.copy_state): self.njit(primitives.copy_state),
            id(arrays.fetch_state): self.njit(primitives.fetch_state),
            id(arrays.put_eight): primitives.put_eight,
            id(arrays.get_eight): primitives.get_eight,
            id(products.add_products): vectors.add_products,
            id(products.add_all_products): vectors.add_all_products,
        }
        if deposits:
            replaced[id(bits.nth_bit)] = primitives.nth_bit
        super().__init__(replaced)

    def compile(self, functions: Iterable[Function], progress: Progress | None) -> list[Any]:
        """Compile functions that name their types and call only rule functions, telling how it goes on."""
        entries = list(functions)
        self._progress = progress
        self._done, self._total = 0, self.missing_parts(entries) + len(entries)
        made = [self.entry(function) for function in entries]
        self.tell("")
        return made

    def entry(self, function: Function) -> Any:
        """Compile one function that is called from Python."""
        raise NotImplementedError

    def tell(self, name: str) -> None:
        """Tell which function comes next."""
        if self._progress is not None:
            self._progress(self._done, self._total, name)
        self._done += 1
