"""The compiled engine: copies of the rule functions, compiled by numba once each for the types they name.

`compiler().compile(f)` answers with a copy of `f` that works on NumPy records instead of plain states. In a copy, each
table of numbers (a tuple) becomes an array and each rule function its compiled copy (`copying.py`), so the rules are
written once. With the environment variable AMYITIS_PLAIN=1 nothing is compiled, and `engine(f)` is `f` itself.

A function that is called from Python is an entry: its machine code holds all that it calls (`parts.py`), is kept in a
folder of its own (`cache.py`), and is loaded from there without numba (`machine_code.py`).
"""

import os
from collections.abc import Callable
from functools import cache
from pathlib import Path
from threading import RLock
from typing import Any, TypeVar

from .cache import cache_folder, cache_root, prune
from .machine_code import Code, MachineCode
from .record import type_text

PLAIN_SWITCH = "AMYITIS_PLAIN"

Function = Callable[..., Any]
F = TypeVar("F", bound=Function)
Progress = Callable[[int, int, str], None]


def compiling_allowed() -> bool:
    """Whether the switch AMYITIS_PLAIN is off."""
    return os.environ.get(PLAIN_SWITCH, "") in ("", "0")


def engine(function: F) -> F:
    """The compiled copy of a rule function, or the function itself where nothing may be compiled."""
    return compiler().compile(function) if compiling_allowed() else function


def prepare(*functions: Function) -> None:
    """Compile or load functions that will be needed, where compiling is allowed: all at once, before threads do."""
    if compiling_allowed():
        compiler().prepare(*functions)


class Compiler:
    """Compiled functions, loaded or made when they are asked for.

    `progress`, if set, is told how many functions are compiled, of how many, and which.
    """

    def __init__(self) -> None:
        self._entries: dict[Function, MachineCode] = {}
        self._lock = RLock()
        self.progress: Progress | None = None

    def compile(self, function: F) -> F:
        """A compiled copy, to be called from Python, of a function that names its types and calls only rules."""
        self.prepare(function)
        return self._entries[function]  # type: ignore[return-value]

    def prepare(self, *functions: Function) -> None:
        """Load functions from the cache, and compile those that are not there, telling how it goes on."""
        if any(one not in self._entries for one in functions):
            with self._lock:
                self._prepare([one for one in functions if one not in self._entries])

    def _prepare(self, wanted: list[Function]) -> None:
        folders = {one: cache_folder(one, type_text) for one in wanted}
        missing = [one for one in wanted if not self._load(one, folders[one])]
        if not missing:
            return
        root = cache_root()
        if root is not None:
            prune(root)
        for function, code in zip(missing, numba_compiler().compile(missing, self.progress), strict=True):
            self._entries[function] = MachineCode(code)
            folder = folders[function]
            if folder is not None:
                code.save(folder)

    def _load(self, function: Function, folder: Path | None) -> bool:
        """Load a function from its folder; answers whether it was there."""
        code = None if folder is None else Code.load(folder)
        if code is not None:
            self._entries[function] = MachineCode(code)
        return code is not None


@cache
def compiler() -> Compiler:
    """The compiled functions of this process."""
    return Compiler()


@cache
def numba_compiler() -> Any:
    """What makes them; importing it takes a good part of a second."""
    from .numba_compiler import NumbaCompiler

    return NumbaCompiler()
