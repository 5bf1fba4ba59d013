"""What an ELF object file of LLVM's holds, as far as our functions need it.

The format is that of the System V ABI: sections, a table of symbols, and relocations, the places at which addresses
are still to be filled in.
"""

import struct
from collections.abc import Iterator
from dataclasses import dataclass, field

MAGIC = b"\x7fELF\x02\x01\x01"  # 64 bits, the lowest byte first
RELOCATABLE = 1
SECTION = struct.Struct("<IIQQQQIIQQ")
SYMBOL = struct.Struct("<IBBHQQ")
RELOCATION = struct.Struct("<QQq")
PROGBITS, SYMTAB, RELA, NOBITS = 1, 2, 4, 8  # kinds of sections
WRITABLE, LOADED, EXECUTABLE = 1, 2, 4  # flags of sections
UNDEFINED, ABSOLUTE = 0, 0xFFF1  # sections of symbols that have none
GLOBAL = 1
EH_FRAME = ".eh_frame"  # how to unwind the stack, for exceptions of C++


@dataclass(frozen=True)
class Symbol:
    """A place in a section; without a section, something from outside."""

    name: str
    section: int | None
    offset: int
    exported: bool


@dataclass(frozen=True)
class Relocation:
    """A place in a section at which an address is to be filled in."""

    kind: int
    at: int
    symbol: Symbol
    addend: int


@dataclass
class Section:
    """Bytes that are loaded, with the places to be filled in."""

    flags: int
    content: bytearray
    alignment: int
    relocations: list[Relocation] = field(default_factory=list)


@dataclass(frozen=True)
class ObjectFile:
    """The parts of an object file: for which processor, the sections by their numbers, and what it exports."""

    machine: int
    sections: dict[int, Section]
    exported: list[Symbol]


def read_object_file(content: bytes) -> ObjectFile:
    """Take an object file apart; raises ValueError if there is something in it that we do not know."""
    if not content.startswith(MAGIC):
        raise ValueError("this is no object file of 64 bits")
    kind, machine = struct.unpack_from("<HH", content, 16)
    if kind != RELOCATABLE:
        raise ValueError("this is no object file, but linked already")
    (table,) = struct.unpack_from("<Q", content, 40)
    count, names_at = struct.unpack_from("<HH", content, 60)
    headers = [SECTION.unpack_from(content, table + i * SECTION.size) for i in range(count)]
    names = [_text(content, headers[names_at][4] + header[0]) for header in headers]
    sections: dict[int, Section] = {}
    for i, (_, sort, flags, _, at, size, _, _, alignment, _) in enumerate(headers):
        if flags & LOADED and sort in (PROGBITS, NOBITS) and names[i] != EH_FRAME:
            loaded = bytearray(size) if sort == NOBITS else bytearray(content[at : at + size])
            sections[i] = Section(flags, loaded, alignment)
    symbols: list[Symbol] = []
    for header in headers:
        if header[1] == SYMTAB:
            symbols = list(_symbols(content, header, headers[header[6]][4]))
    for header in headers:
        if header[1] == RELA and header[7] in sections:
            sections[header[7]].relocations = list(_relocations(content, header, symbols))
    return ObjectFile(machine, sections, [one for one in symbols if one.exported])


def _symbols(content: bytes, header: tuple[int, ...], names: int) -> Iterator[Symbol]:
    for at in range(header[4], header[4] + header[5], SYMBOL.size):
        name, info, _, section, value, _ = SYMBOL.unpack_from(content, at)
        if section > UNDEFINED and section >= 0xFF00 and section != ABSOLUTE:
            raise ValueError(f"{_text(content, names + name)} is in no section")
        defined = UNDEFINED < section < 0xFF00
        yield Symbol(_text(content, names + name), section if defined else None, value, info >> 4 == GLOBAL and defined)


def _relocations(content: bytes, header: tuple[int, ...], symbols: list[Symbol]) -> Iterator[Relocation]:
    for at in range(header[4], header[4] + header[5], RELOCATION.size):
        place, info, addend = RELOCATION.unpack_from(content, at)
        yield Relocation(info & 0xFFFFFFFF, place, symbols[info >> 32], addend)


def _text(content: bytes, at: int) -> str:
    return content[at : content.index(b"\0", at)].decode()
