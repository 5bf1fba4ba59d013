"""How numba translates a function, and no more.

Numba makes every function ready to be called from Python: optimised together with all it calls, and turned into
machine code. For the hundred and more small functions below an entry that is wasted, since the entry takes their code
in and optimises all of it once more. Here a function is only translated, and waits to be taken in (`objects.py`): half
the time to compile, and a sixth faster, for LLVM sees the whole at once. Then nobody but the entry can call its parts:
LLVM drops arguments that are never read (the clauses) and checks for errors that are never raised, which is another
sixth. Measurements: docs/figures/compiler.md.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from llvmlite.binding import parse_bitcode
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import register_pass
from numba.core.typed_passes import NativeLowering


class _PartCodegen:
    """The code generator as a part sees it: there is no machine code yet to which an environment could be bound."""

    def __init__(self, codegen: Any) -> None:
        self._codegen = codegen

    def __getattr__(self, name: str) -> Any:
        return getattr(self._codegen, name)

    def set_env(self, name: str, env: Any) -> None:
        """Nothing to do."""


class PartLibrary(JITCodeLibrary):
    """The code of a part: to be linked into the code of an entry, neither optimised nor executable itself."""

    translated: bytes  # as numba has written it, with nothing in it yet that only this processor has

    def _optimize_functions(self, module: Any) -> None:
        self.translated = module.as_bitcode()
        super()._optimize_functions(module)

    @property
    def codegen(self) -> Any:
        """The code generator."""
        return _PartCodegen(self._codegen)

    def _optimize_final_module(self) -> None:
        """Left to the entry."""

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        """Finish linking; there is no address to tell."""
        self._ensure_finalized()
        return 0


def modules_below(libraries: Sequence[JITCodeLibrary]) -> Iterator[Any]:
    """The modules of libraries and of all that they are linked with, each once: those of parts as they were written."""
    waiting, seen = list(libraries), set()
    while waiting:
        library = waiting.pop()
        if library not in seen:
            seen.add(library)
            waiting += library._linking_libraries
            if isinstance(library, PartLibrary):
                yield parse_bitcode(library.translated)
            else:
                yield library._get_module_for_linking().clone()


@register_pass(mutates_CFG=True, analysis_only=False)
class PartLowering(NativeLowering):
    """Translate a function into a library of our own."""

    _name: Any = "part_lowering"

    def run_pass(self, state: Any) -> bool:
        """Begin with the library, then do as always."""
        state.library = PartLibrary(state.targetctx.codegen(), state.func_id.func_qualname)
        state.library.enable_object_caching()
        return bool(super().run_pass(state))


class PartCompiler(CompilerBase):
    """Numba's usual way with a function, but for the last step."""

    def define_pipelines(self) -> list[Any]:
        """The passes, the lowering replaced."""
        usual = DefaultPassBuilder.define_nopython_pipeline(self.state)
        usual.passes = [(PartLowering if step is NativeLowering else step, about) for step, about in usual.passes]
        usual.finalize()
        return [usual]
