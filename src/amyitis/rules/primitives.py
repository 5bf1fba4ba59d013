"""What the compiled engine puts in place of the few functions that are not rule functions."""

from collections.abc import Callable
from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic


@intrinsic  # type: ignore[untyped-decorator]
def count_bits(typing_context: Any, bits: Any) -> tuple[Any, Callable[..., Any]]:
    """One population-count instruction in place of `bits.count_bits`."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        wide = context.cast(builder, args[0], signature.args[0], types.int64)
        return builder.ctpop(wide)

    return types.int64(bits), generate


@intrinsic  # type: ignore[untyped-decorator]
def lowest_bit(typing_context: Any, bits: Any) -> tuple[Any, Callable[..., Any]]:
    """One count-trailing-zeros instruction in place of `bits.lowest_bit`."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        wide = context.cast(builder, args[0], signature.args[0], types.int64)
        return builder.cttz(wide, ir.Constant(ir.IntType(1), 1))

    return types.int64(bits), generate


def note(s, clause, who, what, amount, detail):  # type: ignore[no-untyped-def]
    """Nothing, in place of `journal.note`: the compiled engine keeps no journal."""


def copy_state(states, source, target):  # type: ignore[no-untyped-def]
    """Copy the bytes of a record, in place of `arrays.copy_state`."""
    states[target] = states[source]
