"""Makes a module that can be loaded of one object file: what a linker does where there is nothing to be linked.

LLVM has linked all functions already, so what is left is to say where in memory the tables lie, to fill in the numbers
that depend on it, and to name what is exported. A linker of our own for that is a hundred lines; the programs that
come with one are a hundred megabytes (`docs/explanation/dependencies.md`).
"""

from collections.abc import Mapping

from . import object_file as parts
from .encoding import HEADER, block, constant, name, number, padded, section, several
from .object_file import ObjectFile, Relocation, read_object_file

PAGE = 1 << 16
STACK = 4 * PAGE  # at the front, and growing down: one that runs over ends at 0 and traps
HEAP_BASE = "heap_base"  # the export that says where memory is free
I32, VARIABLE, FIXED = 0x7F, 1, 0

# Kinds of numbers to be filled in.
FUNCTION_INDEX, PLACE, SIGNED_PLACE, WORD_PLACE, TYPE_INDEX, GLOBAL_INDEX = 0, 3, 4, 5, 6, 7


def placed(content: bytes, descriptions: Mapping[str, bytes]) -> bytes:
    """The module that an object file becomes, with some descriptions in it; raises ValueError if it cannot become one.

    It exports its memory, every function that is not local, and where memory is free.
    """
    file = read_object_file(content)
    starts, end = _places(file)
    sections = {
        parts.TYPES: file.kept[parts.TYPES],
        parts.IMPORTS: several(name("env") + name(title) + b"\0" + number(kind) for title, kind in file.imports),
        parts.FUNCTIONS: file.kept[parts.FUNCTIONS],
        parts.MEMORY: several([b"\0" + number(-(-end // PAGE))]),
        parts.GLOBALS: several([bytes([I32, VARIABLE]) + constant(STACK), bytes([I32, FIXED]) + constant(end)]),
        parts.EXPORTS: several(_exports(file)),
        parts.CODE: _filled_in(file, parts.CODE, starts),
        parts.DATA: _data(file, starts),
    }
    written = b"".join(section(kind, payload) for kind, payload in sections.items())
    custom = (section(parts.CUSTOM, name(title) + text) for title, text in descriptions.items())
    return HEADER + written + b"".join(custom)


def _places(file: ObjectFile) -> tuple[list[int], int]:
    """Where each segment of data begins, and where all of them end."""
    starts, at = [], STACK
    for (_, content), alignment in zip(file.segments, file.alignments, strict=True):
        at = -(-at // alignment) * alignment
        starts.append(at)
        at += len(content)
    return starts, -(-at // 16) * 16


def _exports(file: ObjectFile) -> list[bytes]:
    """What the module exports."""
    own = [
        name(symbol.name) + bytes([parts.FUNCTION]) + number(symbol.index)
        for symbol in file.symbols
        if symbol.kind == parts.FUNCTION_SYMBOL and not symbol.flags & (parts.LOCAL | parts.UNDEFINED)
    ]
    memory = name("memory") + bytes([parts.LINEAR_MEMORY, 0])
    return [memory, name(HEAP_BASE) + bytes([parts.GLOBAL, 1]), *own]


def _filled_in(file: ObjectFile, kind: int, starts: list[int]) -> bytes:
    """A section with all numbers in their places."""
    content = bytearray(file.kept.get(kind, b"\0"))
    for relocation in file.relocations.get(kind, []):
        value = _number(file, relocation, starts)
        if relocation.kind == WORD_PLACE:
            content[relocation.at : relocation.at + 4] = value.to_bytes(4, "little")
        else:
            filled = padded(value)
            content[relocation.at : relocation.at + len(filled)] = filled
    return bytes(content)


def _number(file: ObjectFile, relocation: Relocation, starts: list[int]) -> int:
    """The number that belongs in a place."""
    if relocation.kind == TYPE_INDEX:
        return relocation.symbol
    symbol = file.symbols[relocation.symbol]
    if relocation.kind in (FUNCTION_INDEX, GLOBAL_INDEX):
        return symbol.index
    if relocation.kind in (PLACE, SIGNED_PLACE, WORD_PLACE) and symbol.kind == parts.DATA_SYMBOL:
        return starts[symbol.index] + symbol.offset + relocation.addend
    raise ValueError(f"a number of a kind that we do not know ({relocation.kind}) for {symbol.name or 'a symbol'}")


def _data(file: ObjectFile, starts: list[int]) -> bytes:
    """The tables, each where it goes."""
    content = _filled_in(file, parts.DATA, starts)
    return several(
        b"\0" + constant(start) + block(content[at : at + len(before)])
        for start, (at, before) in zip(starts, file.segments, strict=True)
    )
