"""Builds a module of WebAssembly from rule functions: translated by numba, optimised and compiled by LLVM.

Takes numba's translation before anything of this processor comes into it, and gives it to LLVM for another one: other
pointers, other registers, nothing else. Uses what numba keeps private, so it works where the quick way does
(`native/`).
"""

from collections.abc import Callable, Sequence
from typing import Any

from llvmlite import binding

from amyitis.engine.native.compiling import NativeCompiler
from amyitis.engine.native.libraries import modules_below

from .describing import SECTION
from .placing import placed
from .wrapping import DEPOSIT, SUPPORT, wrapper

TRIPLE = "wasm32-unknown-unknown"
FEATURES = "+simd128,+bulk-memory,+bulk-memory-opt,+sign-ext,+nontrapping-fptoint,+mutable-globals"
SPEED = 3  # the most that LLVM does for it

Function = Callable[..., Any]


def build_module(functions: Sequence[Function], description: bytes, compiler: NativeCompiler) -> bytes:
    """A module that exports these functions, each by its name, and its memory.

    A compiler that has been at work already need not translate again what it has.
    """
    translations = [compiler.translation(function) for function in functions]
    wrappers = (wrapper(one, symbol) for one, (_, symbol) in zip(functions, translations, strict=True))
    module = binding.parse_assembly("declare void @llvm.trap()\n" + "".join(wrappers))
    for translated in modules_below([library for library, _ in translations]):
        module.link_in(translated)
    content = _object_file(str(module), {one.__name__ for one in functions})
    return placed(content, {SECTION: description})


def _object_file(text: str, exported: set[str]) -> bytes:
    """A linked module, in the words of LLVM, as an object file for WebAssembly; optimised as a whole."""
    module = binding.parse_assembly(text.replace(f"@{DEPOSIT}(", "@deposit("))
    module.link_in(binding.parse_assembly(SUPPORT))
    for thing in (*module.functions, *module.global_variables):
        if not thing.is_declaration and thing.name not in exported:
            thing.linkage = "internal"  # nobody else can call it, so what is not needed is dropped
    machine = _machine()
    module.triple, module.data_layout = TRIPLE, str(machine.target_data)
    options = binding.create_pipeline_tuning_options(speed_level=SPEED)
    options.loop_vectorization = options.slp_vectorization = True
    passes = binding.create_pass_builder(machine, options)
    passes.getModulePassManager().run(module, passes)
    module.verify()
    return bytes(machine.emit_object(module))


def _machine() -> Any:
    """The machine that LLVM compiles for."""
    binding.initialize_all_targets()
    binding.initialize_all_asmprinters()
    target = binding.Target.from_triple(TRIPLE)
    return target.create_target_machine(opt=SPEED, features=FEATURES, reloc="static", codemodel="default")
