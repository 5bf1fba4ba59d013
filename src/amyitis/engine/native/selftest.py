"""The self-test of the quick way: the samples compiled, kept, loaded, called and compared.

Run in a process of its own (`python -m amyitis.engine.native.selftest`), since a wrong guess at what numba does inside
may end it. It prints `WORKS` if all results are those of the plain functions.
"""

import tempfile
from pathlib import Path
from typing import Any

from amyitis.engine.arguments import type_names
from amyitis.engine.samples import SAMPLES, check

from .compiling import NativeCompiler
from .machine_code import Code, MachineCode
from .trust import WORKS


def compiled(compiler: NativeCompiler, function: Any, folder: Path) -> MachineCode:
    """A function made, kept and loaded again."""
    (code,) = compiler.compile([function], None)
    code.save(folder)
    loaded = Code.load(folder, *type_names(function))
    if loaded is None:
        raise AssertionError("machine code is not read back")
    return MachineCode(loaded)


def run() -> None:
    """Compare; raises whatever is wrong."""
    compiler = NativeCompiler()
    with tempfile.TemporaryDirectory() as name:
        check({sample: compiled(compiler, sample, Path(name)) for sample in SAMPLES})


if __name__ == "__main__":
    run()
    print(WORKS)
