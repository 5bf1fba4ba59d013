"""Builds a module of WebAssembly from rule functions.

Takes numba's translation before anything of this processor comes into it, and gives it to LLVM for another one: other
pointers, other registers, nothing else. Uses what numba keeps private, so it works where the quick way does
(`native/`).
"""

from collections.abc import Callable, Sequence
from typing import Any

from amyitis.engine.native.compiling import NativeCompiler
from amyitis.engine.native.objects import linked_module, object_file

from .describing import SECTION
from .placing import placed
from .wrapping import own_functions, wrapper

TRIPLE = "wasm32-unknown-unknown"
FEATURES = "+simd128,+bulk-memory,+bulk-memory-opt,+sign-ext,+nontrapping-fptoint,+mutable-globals"

Function = Callable[..., Any]


def build_module(functions: Sequence[Function], description: bytes, compiler: NativeCompiler) -> bytes:
    """A module that exports these functions, each by its name, and its memory.

    A compiler that has been at work already need not translate again what it has.
    """
    linked = linked_module(functions, compiler.translation, wrapper)
    names = {function.__name__ for function in functions}
    content = object_file(
        linked, names, TRIPLE, False, own_functions(), features=FEATURES, reloc="static", codemodel="default"
    )
    return placed(content, {SECTION: description})
