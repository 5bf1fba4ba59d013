"""Machine code in a file, loaded without the compiler that made it: a warm start needs no numba, and half the time."""

import ctypes
import hmac
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from amyitis.engine.compiler.cache import seal
from amyitis.engine.compiler.calling import SlotFunction
from amyitis.files import write_atomically

FILE = "machine-code"


@dataclass(frozen=True)
class Code:
    """An object file, the function in it, and the names of the types of its parameters and its result."""

    content: bytes
    symbol: str
    parameters: tuple[str, ...]
    result: str

    def save(self, folder: Path) -> None:
        """Keep the code, all or nothing; raises OSError."""
        about = {"symbol": self.symbol, "parameters": self.parameters, "result": self.result}
        heading = json.dumps({**about, "seal": self._seal(folder)})
        write_atomically(folder / FILE, heading.encode() + b"\n" + self.content)

    @classmethod
    def load(cls, folder: Path, parameters: tuple[str, ...], result: str) -> "Code | None":
        """The code of a function that is kept in a folder; None if there is none, or if it is damaged or another's."""
        try:
            heading, content = (folder / FILE).read_bytes().split(b"\n", 1)
            about = json.loads(heading)
            code = cls(content, str(about["symbol"]), tuple(about["parameters"]), about["result"])
            whole = hmac.compare_digest(str(about["seal"]), code._seal(folder))
        except (OSError, ValueError, KeyError, TypeError):
            return None
        return code if whole and (code.parameters, code.result) == (parameters, result) else None

    def _seal(self, folder: Path) -> str:
        """The seal of all of it; the folder's name is a digest of what the code was made from.

        A loader ends the program if it is given something else than machine code for this very processor.
        """
        return seal(folder, repr((self.symbol, self.parameters, self.result)).encode() + self.content)


class MachineCode(SlotFunction):
    """A function of machine code that llvmlite loads."""

    def __init__(self, code: Code) -> None:
        engine = _loaded(code.content)
        address = engine.get_function_address(code.symbol)
        if not address:
            raise ValueError(f"the machine code has no function {code.symbol}")
        run = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p)(address)
        super().__init__(run, code.symbol, code.parameters, code.result, engine)


def _loaded(content: bytes) -> Any:
    """An object file in memory, ready to run."""
    from llvmlite import binding

    binding.initialize_native_target()
    binding.initialize_native_asmprinter()
    triple = binding.get_process_triple()
    static = {"reloc": "static"} if triple.startswith(("x86", "i")) else {}
    machine = binding.Target.from_triple(triple).create_target_machine(codemodel="jitdefault", jit=True, **static)
    engine = binding.create_mcjit_compiler(binding.parse_assembly(""), machine)
    engine.add_object_file(binding.object_file.ObjectFileRef.from_data(content))
    engine.finalize_object()
    return engine
