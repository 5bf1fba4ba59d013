"""The linker: small modules of LLVM as shared libraries, loaded and called where they are for this machine."""

import ctypes
import struct
from pathlib import Path
from typing import Any

import pytest

from amyitis.engine.prebuilt.targets import LINUX_ARM, LINUX_X86, targets_here
from building.machine_code.linking import linked
from building.machine_code.machines import MACHINES, X86_64
from building.machine_code.object_file import MAGIC, read_object_file
from tests.compiling import needs_compiler

# Tables with and without addresses, functions of our own and of the C library, and memory that is written to.
TEXT = """
@names = private constant [2 x ptr] [ptr @first, ptr @second]
@first = private constant [6 x i8] c"first\\00"
@second = private constant [7 x i8] c"second\\00"
@weights = private constant [4 x double] [double 1.0, double 2.0, double 4.0, double 8.0]
@count = private global i64 40
declare double @exp(double)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
define ptr @"a.name"(i64 %i) {
  %place = getelementptr [2 x ptr], ptr @names, i64 0, i64 %i
  %name = load ptr, ptr %place
  ret ptr %name
}
define double @"a.weight"(i64 %i, double %x) {
  %place = getelementptr [4 x double], ptr @weights, i64 0, i64 %i
  %weight = load double, ptr %place
  %grown = call double @exp(double %x)
  %product = fmul double %weight, %grown
  ret double %product
}
define i64 @"a.counted"() noinline {
  %old = load i64, ptr @count
  %new = add i64 %old, 1
  store i64 %new, ptr @count
  ret i64 %new
}
define i64 @"a.twice"(ptr %target, i64 %size) {
  call void @llvm.memset.p0.i64(ptr %target, i8 7, i64 %size, i1 false)
  %once = call i64 @"a.counted"()
  %twice = call i64 @"a.counted"()
  ret i64 %twice
}
"""


def object_file(triple: str) -> bytes:
    binding: Any = pytest.importorskip("llvmlite.binding")
    binding.initialize_all_targets()
    binding.initialize_all_asmprinters()
    machine = binding.Target.from_triple(triple).create_target_machine(opt=2, reloc="pic", codemodel="default")
    return bytes(machine.emit_object(binding.parse_assembly(TEXT)))


@needs_compiler
@pytest.mark.skipif(not targets_here(), reason="no library is made for this system")
def test_a_library_is_loaded_and_called(tmp_path: Path) -> None:
    path = tmp_path / "small.so"
    path.write_bytes(linked(object_file(targets_here()[0].triple)))
    library = ctypes.CDLL(str(path))
    name, weight, twice = (library[f"a.{one}"] for one in ("name", "weight", "twice"))
    name.restype, weight.restype, twice.restype = ctypes.c_char_p, ctypes.c_double, ctypes.c_int64
    assert [name(ctypes.c_int64(i)) for i in range(2)] == [b"first", b"second"]
    assert weight(ctypes.c_int64(3), ctypes.c_double(0.0)) == 8.0
    assert weight(ctypes.c_int64(0), ctypes.c_double(1.0)) == pytest.approx(2.718281828459045)
    room = ctypes.create_string_buffer(9)
    assert twice(room, ctypes.c_int64(8)) == 42
    assert room.raw == b"\7" * 8 + b"\0"
    with pytest.raises(AttributeError):
        library["a.nothing"]


@needs_compiler
@pytest.mark.parametrize(("triple", "page"), [(LINUX_X86, 0x1000), (LINUX_ARM, 0x10000)])
def test_what_is_written_is_not_run_and_the_stack_neither(triple: str, page: int) -> None:
    library = linked(object_file(triple))
    (count,) = struct.unpack_from("<H", library, 56)
    headers = [struct.unpack_from("<IIQQQQQQ", library, 64 + 56 * i) for i in range(count)]
    loaded = [one for one in headers if one[0] == 1]
    assert [flags for _, flags, *_ in loaded] == [4, 5, 6]  # read, run, write
    assert all(at % page == offset % page for _, _, offset, at, *_ in loaded)
    first = [at // page for _, _, _, at, *_ in loaded]
    last = [(at + size - 1) // page for _, _, _, at, _, size, *_ in loaded]
    assert all(end < begin for end, begin in zip(last, first[1:], strict=False)), "parts share a page"
    assert [flags for kind, flags, *_ in headers if kind == 0x6474E551] == [6]


def test_addresses_in_instructions_of_arm() -> None:
    fill = MACHINES[183].fill
    code = bytearray(struct.pack("<4I", 0x90000000, 0x91000000, 0xF9400000, 0x94000000))
    fill(code, 275, 0, 0x12345678, 0x1000)  # adrp x0, the page
    fill(code, 277, 4, 0x12345678, 0x1004)  # add x0, x0, the place in it
    fill(code, 286, 8, 0x12345678, 0x1008)  # ldr x0, [x0, the place in it]
    fill(code, 283, 12, 0x800, 0x100C)  # bl, backwards
    assert struct.unpack("<4I", code) == (0x90091A20, 0x9119E000, 0xF9433C00, 0x97FFFDFD)
    with pytest.raises(ValueError, match="do not know"):
        fill(code, 999, 0, 0, 0)


def test_what_is_no_object_file_is_refused() -> None:
    with pytest.raises(ValueError, match="no object file"):
        read_object_file(b"<html>")
    with pytest.raises(ValueError, match="linked already"):
        read_object_file(MAGIC.ljust(16, b"\0") + struct.pack("<HH", 3, X86_64) + bytes(44))
