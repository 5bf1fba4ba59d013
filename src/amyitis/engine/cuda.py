"""The rules on a GPU: the same functions once more, as CUDA device functions made by numba.

`CudaCompiler` puts in place of tables, primitives and rule functions what a GPU needs, as `compiled.py` does for the
CPU. A kernel is a plain function too; `CudaCompiler.kernel` compiles it.
"""

from collections.abc import Callable
from typing import Any

from amyitis.errors import AmyitisError
from amyitis.rules import bits, journal

from . import arrays
from .compiler.copying import Copier, Function

NO_GPU = "there is no GPU here that numba can use; everything else works without one"


class NoGpu(AmyitisError):
    """Something was asked that only a GPU can do."""


def numba_cuda() -> Any:
    """The part of numba that is for GPUs, mended for a NumPy that is newer than it."""
    import numpy as np

    if not hasattr(np, "row_stack"):
        np.row_stack = np.vstack  # a name that NumPy gave up, and that this part of numba still asks for
    from numba import cuda

    return cuda


def gpu_name() -> str | None:
    """The name of the GPU, or None where there is none that numba can use."""
    try:
        cuda = numba_cuda()
        if not cuda.is_available():
            return None
        name = cuda.get_current_device().name
    except Exception:  # whatever a driver that is half there may raise
        return None
    return name.decode() if isinstance(name, bytes) else str(name)


def blocks_at_once(compiled: Any, threads: int) -> int | None:
    """How many blocks of so many threads fit on a multiprocessor at once, for a compiled kernel; None if not told.

    The driver is asked about its own handle of the kernel, which numba keeps in a private place: versions differ there.
    """
    try:
        handle = compiled._codelibrary.get_cufunc()
        context = numba_cuda().current_context()
        return int(context.get_active_blocks_per_multiprocessor(handle, threads, 0))
    except (AttributeError, TypeError):
        return None


class CudaCompiler(Copier):
    """Compiles for a GPU; `registers`, if given, is the most that a thread may use."""

    def __init__(self, registers: int | None = None) -> None:
        cuda = numba_cuda()
        self._cuda: Any = cuda
        self._registers = registers
        super().__init__({})
        for primitive, replacement in _primitives(cuda).items():
            self._parts[id(primitive)] = cuda.jit(device=True)(replacement)

    def build_part(self, function: Function, copy: Function) -> Any:
        """Compile a copy as a device function."""
        return self._cuda.jit(self.signature(function), device=True)(copy)

    def kernel(self, function: Function) -> Any:
        """Compile a kernel; it names the types of its arguments and returns nothing."""
        options = {} if self._registers is None else {"max_registers": self._registers}
        return self._cuda.jit(self.signature(function), **options)(self.copied(function))

    def table(self, value: tuple[Any, ...]) -> Any:
        """A table in the smallest numbers that hold it, for a GPU's constant memory is small."""
        table = super().table(value)
        for kind in ("i1", "i2", "i4"):
            small = table.astype(kind)
            if table.dtype.kind == "i" and (small == table).all():
                return small
        return table


def _primitives(cuda: Any) -> dict[Callable[..., Any], Callable[..., Any]]:
    """What a GPU has in place of the functions that are not rule functions."""

    def count_bits(members):  # type: ignore[no-untyped-def]
        return cuda.popc(members)

    def lowest_bit(members):  # type: ignore[no-untyped-def]
        return cuda.ffs(members) - 1

    def note(s, clause, who, what, amount, detail):  # type: ignore[no-untyped-def]
        pass

    def copy_state(states, source, target):  # type: ignore[no-untyped-def]
        states[target] = states[source]

    def fetch_state(states, target, others, source):  # type: ignore[no-untyped-def]
        states[target] = others[source]

    return {
        bits.count_bits: count_bits,
        bits.lowest_bit: lowest_bit,
        journal.note: note,
        arrays.copy_state: copy_state,
        arrays.fetch_state: fetch_state,
    }
