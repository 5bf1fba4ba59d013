"""The way into WebAssembly: for each function one that takes what JavaScript has, numbers and places in memory.

A function that numba has translated takes each array spread out into seven numbers or more, and tells in a status
whether it failed. What is exported takes the place of an array and its shape, the place of a record, and whole numbers
as JavaScript's numbers (exact up to 2**53); where the function fails, it traps.
"""

from collections.abc import Callable
from typing import Any

from amyitis.engine.arguments import type_names
from amyitis.engine.compiler.vectors import FEW, MULTIPLY_PAIRS, VECTORS_AT_ONCE
from amyitis.engine.native.objects import RESULTS, array_words, types_of
from amyitis.engine.products import LANES
from amyitis.engine.record import ARRAY_TYPES, RECORD_TYPES

DOT = "declare <4 x i32> @llvm.wasm.dot(<8 x i16>, <8 x i16>)\n"


def own_functions() -> str:
    """What WebAssembly has in another way than a processor: few registers, and pairs are multiplied four at a time."""
    return DOT + f"define i64 @{VECTORS_AT_ONCE}() alwaysinline {{ ret i64 {FEW} }}\n" + _multiply_pairs()


def _multiply_pairs() -> str:
    """Long vectors are taken apart into those of the processor, and the results put together again."""
    sums, pairs = f"<{LANES} x i32>", f"<{2 * LANES} x i16>"
    lines, whole = [], f"<{LANES} x i32> zeroinitializer"
    for i in range(0, LANES, 4):
        part = f"<8 x i32> <{', '.join(f'i32 {2 * i + j}' for j in range(8))}>"
        lines += [f"%{side}{i} = shufflevector {pairs} %{side}, {pairs} %{side}, {part}" for side in "ab"]
        lines.append(f"%dot{i} = call <4 x i32> @llvm.wasm.dot(<8 x i16> %a{i}, <8 x i16> %b{i})")
        wide = ", ".join(f"i32 {j if j < 4 else 4}" for j in range(LANES))
        lines.append(f"%wide{i} = shufflevector <4 x i32> %dot{i}, <4 x i32> zeroinitializer, <{LANES} x i32> <{wide}>")
        order = ", ".join(f"i32 {LANES + j - i if i <= j < i + 4 else j}" for j in range(LANES))
        lines.append(f"%whole{i} = shufflevector {whole}, {sums} %wide{i}, <{LANES} x i32> <{order}>")
        whole = f"{sums} %whole{i}"
    text = "\n  ".join(lines)
    return f"define {sums} @{MULTIPLY_PAIRS}({pairs} %a, {pairs} %b) alwaysinline {{\n  {text}\n  ret {whole}\n}}\n"


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
            passed += array_words(f"%a{i}", [f"{size}.wide" for size in shape], dtype.itemsize, lines)
        elif name in RECORD_TYPES:
            taken.append(f"ptr %a{i}")
            passed.append(f"ptr %a{i}")
        else:
            taken.append(f"double %a{i}")
            passed.append(_number(name, f"%a{i}", lines))
    return f"""

declare i32 @"{symbol}"({types_of(passed)})
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
