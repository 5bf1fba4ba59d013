"""Machine code bound to its arguments: a few instructions that know them all, so that a call passes none."""

import ctypes
from collections.abc import Callable, Sequence
from typing import Any

NAME = "bound"


def bound_code(address: int, kinds: Sequence[Any], values: Sequence[Any]) -> tuple[Any, Callable[[], int]]:
    """What calls the C function at an address with these values; returns what must be kept alive, and the call.

    The function returns a status of 32 bits; `kinds` are the C types of its parameters.
    """
    from llvmlite import ir

    from .machine_code import loaded_module

    types = [_type(ir, kind) for kind in kinds]
    module = ir.Module(NAME)
    target = ir.FunctionType(ir.IntType(32), types)
    function = ir.Function(module, ir.FunctionType(ir.IntType(32), []), NAME)
    builder = ir.IRBuilder(function.append_basic_block())
    word = ir.IntType(64)
    callee = builder.inttoptr(ir.Constant(word, address), target.as_pointer())
    given = [_constant(ir, builder, one, value) for one, value in zip(types, values, strict=True)]
    builder.ret(builder.call(callee, given))
    engine = loaded_module(str(module))
    return engine, ctypes.CFUNCTYPE(ctypes.c_int32)(engine.get_function_address(NAME))


def _type(ir: Any, kind: Any) -> Any:
    if kind is ctypes.c_void_p:
        return ir.IntType(8).as_pointer()
    return ir.DoubleType() if kind is ctypes.c_double else ir.IntType(8 * ctypes.sizeof(kind))


def _constant(ir: Any, builder: Any, kind: Any, value: Any) -> Any:
    if isinstance(kind, ir.PointerType):
        return builder.inttoptr(ir.Constant(ir.IntType(64), value or 0), kind)
    return ir.Constant(kind, value if isinstance(kind, ir.DoubleType) else int(value))
