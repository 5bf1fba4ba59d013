"""Makes a shared library that any system with ELF can load of one object file: what a linker does, for us alone.

LLVM has linked all functions already. What is left is to say where in memory the sections lie, to fill in addresses
that are known by then, and to leave the others to the system's loader: those of the few functions of the C library
that are called, and places in tables that hold addresses. The programs that come with a linker are a hundred
megabytes, and none is on every machine that builds the package (`docs/explanation/dependencies.md`).
"""

import struct
from collections.abc import Sequence

from .machines import MACHINES
from .object_file import EXECUTABLE, MAGIC, SYMBOL, WRITABLE, ObjectFile, Section, Symbol, read_object_file

SHARED = 3  # the kind of file that a shared library is
HEADER, PROGRAM = struct.Struct("<16sHHIQQQIHHHHHH"), struct.Struct("<IIQQQQQQ")
DYNAMIC_RELOCATION, ENTRY = struct.Struct("<QQq"), struct.Struct("<QQ")
WORD = struct.Struct("<Q")
LOAD, DYNAMIC, STACK = 1, 2, 0x6474E551  # kinds of program headers
READ, WRITE, RUN = 4, 2, 1
LIBRARIES = ("libm.so.6", "libc.so.6")  # (musl takes these names for itself)
# Tags of the dynamic section.
NEEDED, HASH, STRINGS, SYMBOLS, RELA, RELA_SIZE, RELA_ENTRY = 1, 4, 5, 6, 7, 8, 9
STRINGS_SIZE, SYMBOL_ENTRY = 10, 11
GLOBAL_FUNCTION = 1 << 4 | 2
SOMEWHERE = 1  # the section of a symbol: loaders only look whether it is 0


def linked(content: bytes) -> bytes:
    """The shared library that an object file becomes; raises ValueError if it cannot become one."""
    return _Linker(read_object_file(content)).library()


class _Linker:
    """Lays the sections out in three parts (read, run, write), and fills in addresses."""

    def __init__(self, file: ObjectFile) -> None:
        if file.machine not in MACHINES:
            raise ValueError(f"object files of processor {file.machine} are not known")
        self._file, self._machine = file, MACHINES[file.machine]
        self._imports = sorted({
            one.symbol.name
            for section in file.sections.values()
            for one in section.relocations
            if one.symbol.section is None
        })  # fmt: skip
        self._places: dict[int, int] = {}  # where each section begins
        self._dynamic: list[tuple[int, int, int]] = []  # relocations for the loader: place, kind and symbol, addend

    def library(self) -> bytes:
        """The whole file."""
        exported = self._file.exported
        names = _Names([*LIBRARIES, *self._imports, *(one.name for one in exported)])
        symbols = len(self._imports) + len(exported) + 1
        hashes = struct.pack(f"<{3 + symbols}I", 1, symbols, 1, 0, *range(2, symbols), 0)  # one chain of all symbols
        tables = sum(
            one.symbol.section is not None for each in self._file.sections.values() for one in each.relocations
        )
        room = (tables + len(self._imports)) * DYNAMIC_RELOCATION.size  # at most
        heading = HEADER.size + 5 * PROGRAM.size
        at_hash = _aligned(heading, 8)
        at_symbols = _aligned(at_hash + len(hashes), 8)
        at_names = at_symbols + symbols * SYMBOL.size
        at_relocations = _aligned(at_names + len(names.content), 8)
        read_end = self._lay_out(at_relocations + room, 0)
        run_start = _aligned(read_end, 64) + self._machine.page
        stubs = _aligned(self._lay_out(run_start, EXECUTABLE), 16)
        stub_size = _aligned(len(self._machine.stub(0, 0)), 16)
        run_end = stubs + len(self._imports) * stub_size
        write_start = _aligned(run_end, 64) + self._machine.page
        addresses = _aligned(self._lay_out(write_start, WRITABLE), 16)
        at_dynamic = addresses + 8 * len(self._imports)
        dynamic_size = ENTRY.size * (len(LIBRARIES) + 9)
        write_end = at_dynamic + dynamic_size

        memory = bytearray(write_end)
        for i in range(len(self._imports)):
            self._dynamic.append((addresses + 8 * i, (i + 1) << 32 | self._machine.imported, 0))
            stub = self._machine.stub(stubs + i * stub_size, addresses + 8 * i)
            memory[stubs + i * stub_size : stubs + i * stub_size + len(stub)] = stub
        outside = {name: stubs + i * stub_size for i, name in enumerate(self._imports)}
        for number, section in self._file.sections.items():
            self._fill_in(section, self._places[number], outside)
            memory[self._places[number] : self._places[number] + len(section.content)] = section.content
        relocations = b"".join(DYNAMIC_RELOCATION.pack(*one) for one in self._dynamic)
        table = [SYMBOL.pack(0, 0, 0, 0, 0, 0)]
        table += [SYMBOL.pack(names.at(name), GLOBAL_FUNCTION, 0, 0, 0, 0) for name in self._imports]
        table += [
            SYMBOL.pack(names.at(one.name), GLOBAL_FUNCTION, 0, SOMEWHERE, self._address(one), 0) for one in exported
        ]
        dynamic = [(NEEDED, names.at(name)) for name in LIBRARIES]
        dynamic += [(HASH, at_hash), (STRINGS, at_names), (STRINGS_SIZE, len(names.content)), (SYMBOLS, at_symbols)]
        dynamic += [(SYMBOL_ENTRY, SYMBOL.size), (RELA, at_relocations), (RELA_SIZE, len(relocations))]
        dynamic += [(RELA_ENTRY, DYNAMIC_RELOCATION.size), (0, 0)]
        parts = [(0, read_end, READ), (run_start, run_end, READ | RUN), (write_start, write_end, READ | WRITE)]
        for at, content in (
            (0, self._heading(parts, at_dynamic, dynamic_size)),
            (at_hash, hashes),
            (at_symbols, b"".join(table)),
            (at_names, names.content),
            (at_relocations, relocations),
            (at_dynamic, b"".join(ENTRY.pack(*one) for one in dynamic)),
        ):
            memory[at : at + len(content)] = content
        return b"".join(_padded(memory[start:end]) for start, end, _ in parts)

    def _lay_out(self, at: int, wanted: int) -> int:
        """Give each section of a kind its place; returns where they end."""
        for number, section in self._file.sections.items():
            if section.flags & (EXECUTABLE | WRITABLE) == wanted:
                at = self._places[number] = _aligned(at, section.alignment)
                at += len(section.content)
        return at

    def _address(self, symbol: Symbol) -> int:
        assert symbol.section is not None
        return self._places[symbol.section] + symbol.offset

    def _fill_in(self, section: Section, start: int, outside: dict[str, int]) -> None:
        """Write the addresses that a section wants, or leave them to the loader."""
        for one in section.relocations:
            if one.symbol.section is None and not one.symbol.name:
                raise ValueError("an address of nothing")
            target = outside[one.symbol.name] if one.symbol.section is None else self._address(one.symbol)
            if one.kind == self._machine.whole:
                if not section.flags & WRITABLE:
                    raise ValueError(f"the address of {one.symbol.name} stands where nothing can be written")
                self._dynamic.append((start + one.at, self._machine.relative, target + one.addend))
            else:
                self._machine.fill(section.content, one.kind, one.at, target + one.addend, start + one.at)

    def _heading(self, parts: Sequence[tuple[int, int, int]], dynamic: int, dynamic_size: int) -> bytes:
        """The headers of the file and of what is loaded; parts lie in the file one behind the other."""
        identity = MAGIC.ljust(16, b"\0")
        header = HEADER.pack(
            identity, SHARED, self._file.machine, 1, 0, HEADER.size, 0, 0, HEADER.size, PROGRAM.size, 5, 0, 0, 0
        )
        programs, before = [], 0
        for start, end, flags in parts:
            size = end - start
            programs.append(PROGRAM.pack(LOAD, flags, before, start, start, size, size, self._machine.page))
            shift, before = start - before, before + len(_padded(bytes(size)))
        programs.append(
            PROGRAM.pack(DYNAMIC, READ | WRITE, dynamic - shift, dynamic, dynamic, dynamic_size, dynamic_size, 8)
        )
        programs.append(PROGRAM.pack(STACK, READ | WRITE, 0, 0, 0, 0, 0, 16))  # nothing on the stack is run
        return header + b"".join(programs)


class _Names:
    """Names behind each other, each ended by a zero."""

    def __init__(self, names: Sequence[str]) -> None:
        self.content, self._at = b"\0", dict[str, int]()
        for name in names:
            self._at[name] = len(self.content)
            self.content += name.encode() + b"\0"

    def at(self, name: str) -> int:
        return self._at[name]


def _aligned(at: int, alignment: int) -> int:
    return -(-at // max(alignment, 1)) * max(alignment, 1)


def _padded(part: "bytes | bytearray") -> bytes:
    """A part of the file: the next begins at a multiple of 64, as it does in memory."""
    return bytes(part).ljust(_aligned(len(part), 64), b"\0")
