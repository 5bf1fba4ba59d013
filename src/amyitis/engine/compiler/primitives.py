"""What the compiled engine puts in place of the few functions that are not rule functions, or have an instruction."""

from collections.abc import Callable
from typing import Any

from llvmlite import binding, ir
from numba import types
from numba.extending import intrinsic

WORD = ir.IntType(64)
SLOW_PDEP = ("znver1", "znver2")  # processors that have the instruction, but take it apart into hundreds of others


@intrinsic
def count_bits(typing_context: Any, bits: Any) -> tuple[Any, Callable[..., Any]]:
    """One population-count instruction in place of `bits.count_bits`."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        wide = context.cast(builder, args[0], signature.args[0], types.int64)
        return builder.ctpop(wide)

    return types.int64(bits), generate


@intrinsic
def lowest_bit(typing_context: Any, bits: Any) -> tuple[Any, Callable[..., Any]]:
    """One count-trailing-zeros instruction in place of `bits.lowest_bit`."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        wide = context.cast(builder, args[0], signature.args[0], types.int64)
        return builder.cttz(wide, ir.Constant(ir.IntType(1), 1))

    return types.int64(bits), generate


@intrinsic
def nth_bit(typing_context: Any, bits: Any, n: Any) -> tuple[Any, Callable[..., Any]]:
    """Two instructions in place of `bits.nth_bit`: put bit n where the set has its n-th member, and count to it."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        members, place = (context.cast(builder, *pair, types.int64) for pair in zip(args, signature.args, strict=True))
        deposit = builder.module.declare_intrinsic("llvm.x86.bmi.pdep.64", (), ir.FunctionType(WORD, [WORD, WORD]))
        bit = builder.call(deposit, [builder.shl(ir.Constant(WORD, 1), place), members])
        return builder.cttz(bit, ir.Constant(ir.IntType(1), 1))

    return types.int64(bits, n), generate


@intrinsic
def put_eight(typing_context: Any, row: Any, first: Any, word: Any) -> tuple[Any, Callable[..., Any]]:
    """One instruction in place of `arrays.put_eight`; every target of ours has the lowest byte first."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        wide = context.cast(builder, args[2], signature.args[2], types.int64)
        builder.store(wide, _eight(context, builder, signature, args), align=1)
        return context.get_dummy_value()

    return types.void(row, first, word), generate


@intrinsic
def get_eight(typing_context: Any, row: Any, first: Any) -> tuple[Any, Callable[..., Any]]:
    """One instruction in place of `arrays.get_eight`; the last byte's highest bit is the number's sign."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.load(_eight(context, builder, signature, args), align=1)

    return types.int64(row, first), generate


def _eight(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    """Where eight bytes of a row lie: the array and the index are the first arguments."""
    start = context.make_array(signature.args[0])(context, builder, args[0]).data
    place = context.cast(builder, args[1], signature.args[1], types.int64)
    return builder.bitcast(builder.gep(start, [place]), WORD.as_pointer())


def has_quick_pdep() -> bool:
    """Whether this processor has the instruction that `nth_bit` here is made of, and is quick with it."""
    return bool(binding.get_host_cpu_features().get("bmi2")) and binding.get_host_cpu_name() not in SLOW_PDEP


def note(s, clause, who, what, amount, detail):  # type: ignore[no-untyped-def]
    """Nothing, in place of `journal.note`: the compiled engine keeps no journal."""


def copy_state(states, source, target):  # type: ignore[no-untyped-def]
    """Copy the bytes of a record, in place of `arrays.copy_state`."""
    states[target] = states[source]


def fetch_state(states, target, others, source):  # type: ignore[no-untyped-def]
    """Copy the bytes of a record, in place of `arrays.fetch_state`."""
    states[target] = others[source]
