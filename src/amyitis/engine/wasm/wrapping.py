"""The way into WebAssembly: for each function one that takes what JavaScript has, numbers and places in memory.

A function that numba has translated takes each array spread out into seven numbers or more, and tells in a status
whether it failed. What is exported takes the place of an array and its shape, the place of a record, and whole numbers
as JavaScript's numbers (exact up to 2**53); where the function fails, it traps.
"""

from collections.abc import Callable
from typing import Any

from amyitis.engine.arguments import type_names
from amyitis.engine.record import ARRAY_TYPES, RECORD_TYPES

# What the translated functions call: no array of ours is counted, a square root is one instruction, and the instruction
# that finds the n-th member of a set is only one of some processors: here the lowest members are taken away.
DEPOSIT = "llvm.x86.bmi.pdep.64"
SUPPORT = """
define void @NRT_incref(ptr %counted) alwaysinline { ret void }
define void @NRT_decref(ptr %counted) alwaysinline { ret void }
declare double @llvm.sqrt.f64(double)
define double @sqrt(double %x) alwaysinline {
  %root = call double @llvm.sqrt.f64(double %x)
  ret double %root
}
define i64 @deposit(i64 %place, i64 %members) {
start:
  br label %loop
loop:
  %left = phi i64 [ %members, %start ], [ %fewer, %more ]
  %bit = phi i64 [ %place, %start ], [ %half, %more ]
  %last = icmp ule i64 %bit, 1
  br i1 %last, label %done, label %more
more:
  %below = sub i64 %left, 1
  %fewer = and i64 %left, %below
  %half = lshr i64 %bit, 1
  br label %loop
done:
  %minus = sub i64 0, %left
  %lowest = and i64 %left, %minus
  ret i64 %lowest
}
"""
RESULTS = {"int": "i64", "float": "double", "bool": "i8", "NoneType": "ptr"}


def wrapper(function: Callable[..., Any], symbol: str) -> str:
    """The text of an exported function, named like the rule function, that calls its translation, called `symbol`."""
    parameters, result = type_names(function)
    taken: list[str] = []
    lines: list[str] = []
    passed = ["ptr %result", "ptr %failure"]
    for i, name in enumerate(parameters):
        if name in ARRAY_TYPES:
            dtype, dimensions = ARRAY_TYPES[name]
            shape = [f"%a{i}.{axis}" for axis in range(dimensions)]
            taken += [f"ptr %a{i}", *(f"i32 {size}" for size in shape)]
            lines += [f"{size}.wide = zext i32 {size} to i64" for size in shape]
            passed += _array(f"%a{i}", [f"{size}.wide" for size in shape], dtype.itemsize, lines)
        elif name in RECORD_TYPES:
            taken.append(f"ptr %a{i}")
            passed.append(f"ptr %a{i}")
        else:
            taken.append(f"double %a{i}")
            passed.append(_number(name, f"%a{i}", lines))
    signature = ", ".join(_types(passed))
    return f"""

declare i32 @"{symbol}"({signature})
define {"void" if result == "NoneType" else "double"} @{function.__name__}({", ".join(taken)}) {{
  %result = alloca {RESULTS[result]}
  %failure = alloca ptr
  {f"{chr(10)}  ".join(lines)}
  %status = call i32 @"{symbol}"({", ".join(passed)})
  %failed = icmp sgt i32 %status, 0
  br i1 %failed, label %trap, label %done
trap:
  call void @llvm.trap()
  unreachable
done:
  {_returned(result)}
}}
"""


def _array(place: str, shape: list[str], itemsize: int, lines: list[str]) -> list[str]:
    """An array without gaps, spread out as numba wants it: owners, size, item size, place, shape and strides."""
    strides = [str(itemsize)]
    for size in reversed(shape[1:]):
        lines.append(f"{size}.stride = mul i64 {size}, {strides[0]}")
        strides.insert(0, f"{size}.stride")
    lines.append(f"{place}.size = " + (f"mul i64 {shape[0]}, {shape[1]}" if shape[1:] else f"add i64 {shape[0]}, 0"))
    numbers = [f"i64 {number}" for number in (*shape, *strides)]
    return ["ptr null", "ptr null", f"i64 {place}.size", f"i64 {itemsize}", f"ptr {place}", *numbers]


def _number(name: str, value: str, lines: list[str]) -> str:
    """A number of JavaScript's as the kind of number that is wanted."""
    if name == "float":
        return f"double {value}"
    kind = RESULTS[name]
    lines.append(f"{value}.whole = fptosi double {value} to {kind}")
    return f"{kind} {value}.whole"


def _returned(result: str) -> str:
    """How the result is given back, as a number of JavaScript's."""
    if result == "NoneType":
        return "ret void"
    kind = RESULTS[result]
    if result == "float":
        return "%found = load double, ptr %result\n  ret double %found"
    return f"%found = load {kind}, ptr %result\n  %number = sitofp {kind} %found to double\n  ret double %number"


def _types(passed: list[str]) -> list[str]:
    return [one.split()[0] for one in passed]
