"""Object files of rule functions for any processor: translated by numba, linked, optimised and compiled by LLVM.

Takes numba's translation before anything of this processor comes into it.
"""

import re
from collections.abc import Callable, Sequence
from typing import Any

from llvmlite import binding

from amyitis.engine.arguments import type_names
from amyitis.engine.record import ARRAY_TYPES

from .libraries import modules_below

SPEED = 3  # the most that LLVM does for it
# What the translated functions call: no array of ours is counted, a square root is one instruction.
SUPPORT = """
define void @NRT_incref(ptr %counted) alwaysinline { ret void }
define void @NRT_decref(ptr %counted) alwaysinline { ret void }
declare double @llvm.sqrt.f64(double)
define double @sqrt(double %x) alwaysinline {
  %root = call double @llvm.sqrt.f64(double %x)
  ret double %root
}
"""
# The instruction that finds the n-th member of a set is only one of some processors: elsewhere the lowest members are
# taken away.
DEPOSIT = "llvm.x86.bmi.pdep.64"
OWN_DEPOSIT = """
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
DEFINED = re.compile(r"^define [^@\n]*@(\w+)\(", re.MULTILINE)
RESULTS = {"int": "i64", "float": "double", "bool": "i8", "NoneType": "ptr"}

Function = Callable[..., Any]
Translate = Callable[[Function], tuple[Any, str]]
Wrapper = Callable[[Function, str], str]


def linked_module(functions: Sequence[Function], translate: Translate, wrapper: Wrapper) -> Any:
    """All that some functions need as one module of LLVM, with a way in for each.

    `wrapper` writes the way in of a function whose translation has a name.
    """
    translations = [translate(function) for function in functions]
    wrappers = (wrapper(wrapped, symbol) for wrapped, (_, symbol) in zip(functions, translations, strict=True))
    module = binding.parse_assembly("declare void @llvm.trap()\n" + "".join(wrappers))
    for translated in modules_below([library for library, _ in translations]):
        module.link_in(translated)
    return module


def object_file(linked: Any, exported: set[str], triple: str, deposits: bool, own: str = "", **machine: Any) -> bytes:
    """A linked module as an object file that exports some functions, optimised as a whole.

    `machine` is what llvmlite wants to know of the processor; `deposits` says that it has the instruction DEPOSIT.
    `own` is the text of functions that it has in another way than the module.
    """
    if deposits and not own:
        module = linked.clone()
    else:
        text = str(linked) if deposits else str(linked).replace(f"@{DEPOSIT}(", "@deposit(")
        module = binding.parse_assembly(_without(DEFINED.findall(own), text))
    module.link_in(binding.parse_assembly(SUPPORT + own + ("" if deposits else OWN_DEPOSIT)))
    for thing in (*module.functions, *module.global_variables):
        if not thing.is_declaration and thing.name not in exported:
            thing.linkage = "internal"  # nobody else can call it, so what is not needed is dropped
    binding.initialize_all_targets()
    binding.initialize_all_asmprinters()
    target = binding.Target.from_triple(triple).create_target_machine(opt=SPEED, **machine)
    module.triple, module.data_layout = triple, str(target.target_data)
    options = binding.create_pipeline_tuning_options(speed_level=SPEED)
    options.loop_vectorization = options.slp_vectorization = True
    passes = binding.create_pass_builder(target, options)
    passes.getModulePassManager().run(module, passes)
    module.verify()
    return bytes(target.emit_object(module))


def _without(names: Sequence[str], text: str) -> str:
    """The same module, in which functions of these names are only declared."""
    body = re.compile(rf"^define \w+ ([^@\n]*@(?:{'|'.join(names)})\([^)]*\))[^\n]*\n.*?^}}$", re.MULTILINE | re.DOTALL)
    return body.sub(r"declare \1", text) if names else text


def array_words(place: str, shape: list[str], itemsize: int, lines: list[str]) -> list[str]:
    """An array without gaps, spread out as numba wants it: owners, size, item size, place, shape and strides."""
    strides = [str(itemsize)]
    for size in reversed(shape[1:]):
        lines.append(f"{size}.stride = mul i64 {size}, {strides[0]}")
        strides.insert(0, f"{size}.stride")
    lines.append(f"{place}.size = " + (f"mul i64 {shape[0]}, {shape[1]}" if shape[1:] else f"add i64 {shape[0]}, 0"))
    numbers = [f"i64 {number}" for number in (*shape, *strides)]
    return ["ptr null", "ptr null", f"i64 {place}.size", f"i64 {itemsize}", f"ptr {place}", *numbers]


def types_of(passed: list[str]) -> str:
    """The types of arguments that are written with their types."""
    return ", ".join(parameter.split()[0] for parameter in passed)


def slot_wrapper(name_of: Callable[[Function], str]) -> Wrapper:
    """Write functions that take all from slots (`engine/compiler/calling.py`) and return a status, in these names."""

    def write(function: Function, symbol: str) -> str:
        parameters, _ = type_names(function)
        lines: list[str] = ["%failure = getelementptr i64, ptr %slots, i64 1"]
        passed, slot = ["ptr %slots", "ptr %failure"], 2

        def load(kind: str) -> str:
            nonlocal slot
            place, value = f"%slot{slot}", f"%value{slot}"
            lines.extend(
                (f"{place} = getelementptr i64, ptr %slots, i64 {slot}", f"{value} = load {kind}, ptr {place}")
            )
            slot += 1
            return value

        for kind in parameters:
            if kind in ARRAY_TYPES:
                dtype, dimensions = ARRAY_TYPES[kind]
                place = load("ptr")
                passed += array_words(place, [load("i64") for _ in range(dimensions)], dtype.itemsize, lines)
            else:
                wanted = RESULTS.get(kind, "ptr")
                passed.append(f"{wanted} {load(wanted)}")
        return f"""

declare i32 @"{symbol}"({types_of(passed)})
define i32 @"{name_of(function)}"(ptr %slots) {{
  {f"{chr(10)}  ".join(lines)}
  %status = call i32 @"{symbol}"({", ".join(passed)})
  ret i32 %status
}}
"""

    return write
