"""The small things of which files of WebAssembly are made: numbers of any length, names, sections."""

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

T = TypeVar("T")

HEADER = b"\0asm\1\0\0\0"
PADDED = 5  # bytes of a number that is filled in later


class Reader:
    """Reads one thing after the other."""

    def __init__(self, content: bytes, at: int = 0) -> None:
        self.content, self.at = content, at

    def byte(self) -> int:
        """The next byte."""
        self.at += 1
        return self.content[self.at - 1]

    def take(self, count: int) -> bytes:
        """So many bytes."""
        self.at += count
        return self.content[self.at - count : self.at]

    def number(self) -> int:
        """A number from 0 up (LEB128)."""
        value = shift = 0
        while True:
            byte = self.byte()
            value |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return value

    def signed(self) -> int:
        """A number that may be negative (signed LEB128)."""
        start = self.at
        value = self.number()
        bits = 7 * (self.at - start)
        return value - (1 << bits) if value >> (bits - 1) else value

    def block(self) -> bytes:
        """Bytes behind their length."""
        return self.take(self.number())

    def name(self) -> str:
        """A name."""
        return self.block().decode()

    def several(self, read_item: Callable[[], T]) -> list[T]:
        """Things behind their number."""
        return [read_item() for _ in range(self.number())]


def sections(content: bytes) -> Iterator[tuple[int, bytes]]:
    """The sections of a file with their ids; raises ValueError if it is no WebAssembly."""
    if not content.startswith(HEADER):
        raise ValueError("this is no WebAssembly")
    reader = Reader(content, len(HEADER))
    while reader.at < len(content):
        yield reader.byte(), reader.block()


def number(value: int) -> bytes:
    """A number from 0 up, as short as can be."""
    written = bytearray()
    while value > 0x7F:
        written.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes([*written, value])


def padded(value: int) -> bytes:
    """A number of 32 bits in five bytes, to be put where room was left for it; a negative one as its 35 lowest bits."""
    parts = [value >> 7 * i & 0x7F for i in range(PADDED)]
    return bytes([*(part | 0x80 for part in parts[:-1]), parts[-1]])


def block(content: bytes) -> bytes:
    """Bytes behind their length."""
    return number(len(content)) + content


def name(text: str) -> bytes:
    """A name."""
    return block(text.encode())


def several(things: Iterable[bytes]) -> bytes:
    """Things behind their number."""
    items = list(things)
    return number(len(items)) + b"".join(items)


def section(kind: int, content: bytes) -> bytes:
    """A section of a file."""
    return bytes([kind]) + block(content)


def constant(value: int) -> bytes:
    """The expression for a number of 32 bits, from 0 up."""
    return b"\x41" + padded(value) + b"\x0b"
