"""Machine code in a file, called without the compiler that made it: a warm start needs no numba, and half the time.

Numba leaves the code of a function as an object file. It is loaded through llvmlite and called as a C function, with
each array spread out into the numbers that numba's code wants: its size, its address, its shape and its strides.
"""

import ctypes
import hashlib
import json
import pickle
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from amyitis.files import write_atomically

from .record import ARRAY_TYPES, RECORD_TYPES

FILE = "machine-code"
ANSWERS: dict[str, Any] = {
    "int": ctypes.c_int64,
    "float": ctypes.c_double,
    "bool": ctypes.c_uint8,
    "NoneType": ctypes.c_int64,
}
READ: dict[str, Callable[[Any], Any]] = {"int": int, "float": float, "bool": bool, "NoneType": lambda value: None}
DONE = (0, -2)  # what compiled code says when all went well, with an answer and with none
UNUSED = ("NRT_MemInfo_call_dtor",)  # named by numba's code, but called only for memory that numba itself took

Spread = Callable[[Any], tuple[Any, ...]]


@dataclass(frozen=True)
class Code:
    """An object file, the function in it, and the names of the types it takes and answers."""

    content: bytes
    symbol: str
    parameters: tuple[str, ...]
    answer: str

    def save(self, folder: Path) -> None:
        """Keep the code, all or nothing."""
        about = {**asdict(self), "content": hashlib.sha256(self.content).hexdigest()}
        write_atomically(folder / FILE, json.dumps(about).encode() + b"\n" + self.content)

    @classmethod
    def load(cls, folder: Path) -> "Code | None":
        """The code that is kept in a folder; None if there is none, or if it is damaged."""
        try:
            heading, content = (folder / FILE).read_bytes().split(b"\n", 1)
            about = json.loads(heading)
            if about.pop("content") != hashlib.sha256(content).hexdigest():
                return None
            return cls(content, about["symbol"], tuple(about["parameters"]), about["answer"])
        except (OSError, ValueError, KeyError):
            return None


class MachineCode:
    """A function of machine code, to be called from Python; other threads run on while it works."""

    def __init__(self, code: Code) -> None:
        self._name = code.symbol
        self._spreads = [_spread(name) for name in code.parameters]
        self._answer = ANSWERS[code.answer]
        self._read = READ[code.answer]
        kinds = [kind for name in code.parameters for kind in _kinds(name)]
        self._engine = _loaded(code.content)
        address = self._engine.get_function_address(code.symbol)
        self._function = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p, ctypes.c_void_p, *kinds)(address)

    def __call__(self, *arguments: Any) -> Any:
        """Call it; raises what the compiled code raises, and TypeError for an array of another kind."""
        answer, failure = self._answer(), ctypes.c_void_p()
        flat = [value for spread, one in zip(self._spreads, arguments, strict=True) for value in spread(one)]
        status = self._function(ctypes.byref(answer), ctypes.byref(failure), *flat)
        if status not in DONE:
            raise _failure(failure.value, status, self._name)
        return self._read(answer.value)


def _loaded(content: bytes) -> Any:
    """An object file in memory, ready to run."""
    from llvmlite import binding

    binding.initialize_native_target()
    binding.initialize_native_asmprinter()
    for name in UNUSED:
        if binding.address_of_symbol(name) is None:
            binding.add_symbol(name, ctypes.cast(ctypes.pythonapi.Py_FatalError, ctypes.c_void_p).value)
    triple = binding.get_process_triple()
    static = {"reloc": "static"} if triple.startswith(("x86", "i")) else {}
    machine = binding.Target.from_triple(triple).create_target_machine(codemodel="jitdefault", jit=True, **static)
    engine = binding.create_mcjit_compiler(binding.parse_assembly(""), machine)
    engine.add_object_file(binding.object_file.ObjectFileRef.from_data(content))
    engine.finalize_object()
    return engine


def _kinds(name: str) -> list[Any]:
    """The C types that a parameter is spread out into."""
    if name in ARRAY_TYPES:
        _, dimensions = ARRAY_TYPES[name]
        head = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int64, ctypes.c_int64, ctypes.c_void_p]
        return head + [ctypes.c_int64] * (2 * dimensions)
    return [ctypes.c_void_p if name in RECORD_TYPES else ANSWERS[name]]


def _spread(name: str) -> Spread:
    """How an argument is spread out."""
    if name in ARRAY_TYPES:
        dtype, dimensions = ARRAY_TYPES[name]
        return lambda array: _spread_array(array, dtype, dimensions)
    if name in RECORD_TYPES:
        dtype = RECORD_TYPES[name]
        return lambda record: _spread_record(record, dtype)
    return (lambda number: (float(number),)) if name == "float" else (lambda number: (int(number),))


def _spread_array(array: Any, dtype: "np.dtype[Any]", dimensions: int) -> tuple[Any, ...]:
    if not isinstance(array, np.ndarray) or array.dtype != dtype or array.ndim != dimensions:
        raise TypeError(f"compiled code wants an array of {dtype} in {dimensions} dimensions, not {array!r}")
    if not array.flags.c_contiguous:
        raise TypeError("compiled code wants an array without gaps")
    return None, None, array.size, array.itemsize, array.ctypes.data, *array.shape, *array.strides


def _spread_record(record: Any, dtype: "np.dtype[Any]") -> tuple[Any, ...]:
    if not isinstance(record, np.void) or record.dtype != dtype:
        raise TypeError(f"compiled code wants a record of {dtype}, not {record!r}")
    return (np.frombuffer(record, np.uint8).ctypes.data,)


def _failure(address: int | None, status: int, name: str) -> Exception:
    """What compiled code raised: numba keeps it pickled, first its address, then its length."""
    try:
        if address is None:
            raise ValueError(status)
        place, length = ctypes.c_void_p.from_address(address).value, ctypes.c_int32.from_address(address + 8).value
        kind, arguments, *_ = pickle.loads(ctypes.string_at(place or 0, length))
        failure: Exception = kind(*(arguments or ()))
    except Exception:  # another version of numba may keep it in another way
        return RuntimeError(f"compiled code failed with status {status} in {name}")
    return failure
