"""What an object file of LLVM's for WebAssembly holds, as far as our functions need it.

The format is that of the tool conventions (Linking.md): sections as in a module, and beside them a table of symbols and
the places at which numbers are still to be filled in.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from .encoding import Reader, sections

CUSTOM, TYPES, IMPORTS, FUNCTIONS, MEMORY, GLOBALS, EXPORTS, CODE, DATA = 0, 1, 2, 3, 5, 6, 7, 10, 11
FUNCTION, LINEAR_MEMORY, GLOBAL = 0, 2, 3  # what an import is
SYMBOL_TABLE, SEGMENT_INFO = 8, 5
FUNCTION_SYMBOL, DATA_SYMBOL, SECTION_SYMBOL = 0, 1, 3
LOCAL, UNDEFINED, NAMED = 0x02, 0x10, 0x40
WITH_ADDEND = (3, 4, 5, 8, 9)
STACK_POINTER = "__stack_pointer"


@dataclass(frozen=True)
class Symbol:
    """A function or a global by its number, or a place in a segment of data."""

    kind: int
    flags: int
    name: str
    index: int
    offset: int = 0


@dataclass(frozen=True)
class Relocation:
    """A place in a section at which a number is to be filled in."""

    kind: int
    at: int
    symbol: int
    addend: int


@dataclass
class ObjectFile:
    """The parts of an object file."""

    kept: dict[int, bytes] = field(default_factory=dict)  # sections that stay as they are, or nearly so
    imports: list[tuple[str, int]] = field(default_factory=list)  # functions from outside, with their types
    segments: list[tuple[int, bytes]] = field(default_factory=list)  # where the bytes begin in the section, and they
    alignments: list[int] = field(default_factory=list)
    symbols: list[Symbol] = field(default_factory=list)
    relocations: Mapping[int, list[Relocation]] = field(default_factory=dict)


def read_object_file(content: bytes) -> ObjectFile:
    """Take an object file apart; raises ValueError if there is something in it that we do not know."""
    parts = ObjectFile()
    order: list[int] = []
    relocations: dict[int, list[Relocation]] = {}
    customs: list[Reader] = []
    for kind, payload in sections(content):
        order.append(kind)
        if kind == CUSTOM:
            customs.append(Reader(payload))
        else:
            parts.kept[kind] = payload
    _read_imports(parts)
    _read_segments(parts)
    for reader in customs:
        title = reader.name()
        if title == "linking":
            _read_linking(parts, reader)
        elif title in ("reloc.CODE", "reloc.DATA"):
            target = order[reader.number()]
            relocations[target] = reader.several(lambda reader=reader: _relocation(reader))  # type: ignore[misc]
    parts.relocations = relocations
    return parts


def _read_imports(parts: ObjectFile) -> None:
    reader = Reader(parts.kept.get(IMPORTS, b"\0"))
    for _ in range(reader.number()):
        _, title, kind = reader.name(), reader.name(), reader.byte()
        if kind == FUNCTION:
            parts.imports.append((title, reader.number()))
        elif kind == LINEAR_MEMORY:
            for _ in range(1 + reader.number()):
                reader.number()
        elif kind == GLOBAL and title == STACK_POINTER:
            reader.take(2)
        else:
            raise ValueError(f"the code wants {title} from outside, and there is no such thing")


def _read_segments(parts: ObjectFile) -> None:
    reader = Reader(parts.kept.get(DATA, b"\0"))
    for _ in range(reader.number()):
        if reader.number() != 0 or reader.byte() != 0x41:
            raise ValueError("a segment of data that does not say where it goes")
        reader.signed()
        reader.byte()
        size = reader.number()
        parts.segments.append((reader.at, reader.take(size)))


def _read_linking(parts: ObjectFile, reader: Reader) -> None:
    reader.number()  # the version of the conventions
    while reader.at < len(reader.content):
        kind, inner = reader.byte(), Reader(reader.block())
        if kind == SEGMENT_INFO:
            for _ in range(inner.number()):
                inner.name()
                parts.alignments.append(1 << inner.number())
                inner.number()
        elif kind == SYMBOL_TABLE:
            parts.symbols = inner.several(lambda inner=inner: _symbol(parts, inner))  # type: ignore[misc]


def _symbol(parts: ObjectFile, reader: Reader) -> Symbol:
    kind, flags = reader.byte(), reader.number()
    if kind == DATA_SYMBOL:
        title = reader.name()
        if flags & UNDEFINED:
            raise ValueError(f"the code wants {title} from outside, and there is no such thing")
        index, offset, _ = reader.number(), reader.number(), reader.number()
        return Symbol(kind, flags, title, index, offset)
    index = reader.number()
    own_name = kind != SECTION_SYMBOL and (not flags & UNDEFINED or flags & NAMED)
    return Symbol(kind, flags, reader.name() if own_name else "", index)


def _relocation(reader: Reader) -> Relocation:
    kind, at, symbol = reader.byte(), reader.number(), reader.number()
    return Relocation(kind, at, symbol, reader.signed() if kind in WITH_ADDEND else 0)
