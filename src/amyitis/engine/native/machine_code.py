"""Machine code in a file, called without the compiler that made it: a warm start needs no numba, and half the time.

Numba leaves the code of a function as an object file. It is loaded through llvmlite and called as a C function, with
each array spread out into the numbers that numba's code wants: its size, its address, its shape and its strides.
"""

import ctypes
import hmac
import json
import pickle
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from amyitis.engine.arguments import checker
from amyitis.engine.cache import seal
from amyitis.engine.record import ARRAY_TYPES, RECORD_TYPES
from amyitis.files import write_atomically

FILE = "machine-code"
C_TYPES: dict[str, Any] = {
    "int": ctypes.c_int64,
    "float": ctypes.c_double,
    "bool": ctypes.c_uint8,
    "NoneType": ctypes.c_int64,
}
READ: dict[str, Callable[[Any], Any]] = {"int": int, "float": float, "bool": bool, "NoneType": lambda value: None}
DONE = (0, -2)  # what compiled code says when all went well, with a result and with none
BOUND = "bound"  # the name of code that knows its arguments
UNUSED = ("NRT_MemInfo_call_dtor",)  # named by numba's code, but called only for memory that numba itself took

Spread = Callable[[Any], tuple[Any, ...]]


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
            found = cls(content, str(about["symbol"]), tuple(about["parameters"]), about["result"])
            whole = hmac.compare_digest(str(about["seal"]), found._seal(folder))
        except (OSError, ValueError, KeyError, TypeError):
            return None
        return found if whole and (found.parameters, found.result) == (parameters, result) else None

    def _seal(self, folder: Path) -> str:
        """The seal of all of it; the folder's name is a digest of what the code was made from.

        A loader ends the program if it is given something else than machine code for this very processor.
        """
        return seal(folder, repr((self.symbol, self.parameters, self.result)).encode() + self.content)


class MachineCode:
    """A function of machine code, to be called from Python; other threads run on while it works."""

    def __init__(self, code: Code) -> None:
        self._name = code.symbol
        self._spreads = [_spread(name) for name in code.parameters]
        self._result = C_TYPES[code.result]
        self._read = READ[code.result]
        self._kinds = kinds = [kind for name in code.parameters for kind in _c_types(name)]
        self._engine = _loaded(code.content)
        address = self._engine.get_function_address(code.symbol)
        if not address:
            raise ValueError(f"the machine code has no function {code.symbol}")
        self._function = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p, ctypes.c_void_p, *kinds)(address)

    def __call__(self, *arguments: Any) -> Any:
        """Call it; raises what the compiled code raises, and TypeError for an array of another kind."""
        result, failure = self._result(), ctypes.c_void_p()
        flat = [value for spread, one in zip(self._spreads, arguments, strict=True) for value in spread(one)]
        status = self._function(ctypes.byref(result), ctypes.byref(failure), *flat)
        if status not in DONE:
            raise _failure(failure.value, status, self._name)
        return self._read(result.value)

    def bind(self, *arguments: Any) -> Callable[[], Any]:
        """The same call with these arguments for ever, some ten times quicker; arrays are read where they lie now."""

        result, failure = self._result(), ctypes.c_void_p()
        flat = [value for spread, one in zip(self._spreads, arguments, strict=True) for value in spread(one)]
        places = [ctypes.addressof(result), ctypes.addressof(failure)]
        kinds = [ctypes.c_void_p, ctypes.c_void_p, *self._kinds]
        address = ctypes.cast(self._function, ctypes.c_void_p).value
        assert address is not None
        engine, run = bound_code(address, kinds, places + flat)
        kept = (self, engine, arguments)

        def call(kept: Any = kept) -> Any:
            status = run()
            if status not in DONE:
                raise _failure(failure.value, status, self._name)
            return self._read(result.value)

        return call


def _loaded(content: bytes) -> Any:
    """An object file in memory, ready to run."""
    engine, binding = _machine("")
    engine.add_object_file(binding.object_file.ObjectFileRef.from_data(content))
    engine.finalize_object()
    return engine


def loaded_module(text: str) -> Any:
    """A module in the words of LLVM, in memory and ready to run."""
    engine, _ = _machine(text)
    engine.finalize_object()
    return engine


def _machine(text: str) -> tuple[Any, Any]:
    """What runs code of this processor, with a module; and the library it comes from."""
    from llvmlite import binding

    binding.initialize_native_target()
    binding.initialize_native_asmprinter()
    for name in UNUSED:
        if binding.address_of_symbol(name) is None:
            binding.add_symbol(name, ctypes.cast(ctypes.pythonapi.Py_FatalError, ctypes.c_void_p).value)
    triple = binding.get_process_triple()
    static = {"reloc": "static"} if triple.startswith(("x86", "i")) else {}
    machine = binding.Target.from_triple(triple).create_target_machine(codemodel="jitdefault", jit=True, **static)
    return binding.create_mcjit_compiler(binding.parse_assembly(text), machine), binding


def _c_types(name: str) -> list[Any]:
    """The C types that a parameter is spread out into."""
    if name in ARRAY_TYPES:
        _, dimensions = ARRAY_TYPES[name]
        head = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int64, ctypes.c_int64, ctypes.c_void_p]
        return head + [ctypes.c_int64] * (2 * dimensions)
    return [ctypes.c_void_p if name in RECORD_TYPES else C_TYPES[name]]


def _spread(name: str) -> Spread:
    """How an argument is checked and spread out."""
    check = checker(name)
    if name in ARRAY_TYPES:
        return lambda array: _spread_array(check(array))
    if name in RECORD_TYPES:
        return lambda record: (np.frombuffer(check(record), np.uint8).ctypes.data,)
    return lambda number: (check(number),)


def _spread_array(array: Any) -> tuple[Any, ...]:
    return None, None, array.size, array.itemsize, array.ctypes.data, *array.shape, *array.strides


def _failure(address: int | None, status: int, name: str) -> Exception:
    """What compiled code raised: numba keeps it pickled, first its address, then its length."""
    try:
        if address is None:
            raise ValueError(status)
        place, length = ctypes.c_void_p.from_address(address).value, ctypes.c_int32.from_address(address + 8).value
        kind, arguments, *_ = pickle.loads(ctypes.string_at(place or 0, length))
        failure: Exception = kind(*(arguments or ()))
    except Exception:  # whatever was found there instead
        return RuntimeError(f"compiled code failed with status {status} in {name}")
    return failure


def bound_code(address: int, kinds: Sequence[Any], values: Sequence[Any]) -> tuple[Any, Callable[[], int]]:
    """What calls the C function at an address with these values; returns what must be kept alive, and the call.

    It is a few instructions that know all values, so that a call passes none. The function returns a status of 32
    bits; `kinds` are the C types of its parameters.
    """
    from llvmlite import ir

    types = [_type(ir, kind) for kind in kinds]
    module = ir.Module(BOUND)
    target = ir.FunctionType(ir.IntType(32), types)
    function = ir.Function(module, ir.FunctionType(ir.IntType(32), []), BOUND)
    builder = ir.IRBuilder(function.append_basic_block())
    word = ir.IntType(64)
    callee = builder.inttoptr(ir.Constant(word, address), target.as_pointer())
    given = [_constant(ir, builder, one, value) for one, value in zip(types, values, strict=True)]
    builder.ret(builder.call(callee, given))
    engine = loaded_module(str(module))
    return engine, ctypes.CFUNCTYPE(ctypes.c_int32)(engine.get_function_address(BOUND))


def _type(ir: Any, kind: Any) -> Any:
    if kind is ctypes.c_void_p:
        return ir.IntType(8).as_pointer()
    return ir.DoubleType() if kind is ctypes.c_double else ir.IntType(8 * ctypes.sizeof(kind))


def _constant(ir: Any, builder: Any, kind: Any, value: Any) -> Any:
    if isinstance(kind, ir.PointerType):
        return builder.inttoptr(ir.Constant(ir.IntType(64), value or 0), kind)
    return ir.Constant(kind, value if isinstance(kind, ir.DoubleType) else int(value))
