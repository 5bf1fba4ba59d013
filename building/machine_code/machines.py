"""How addresses are written into the instructions of each processor: the relocations that LLVM makes of our functions.

The numbers of relocations are those of the processors' ELF supplements (x86-64 psABI, ELF for the Arm 64-bit
Architecture).
"""

import struct
from collections.abc import Callable
from dataclasses import dataclass

X86_64, AARCH64 = 62, 183  # as object files number processors

# Writes an address (1) that is wanted at a place (2): content, kind of relocation, offset, 1, 2.
Fill = Callable[[bytearray, int, int, int, int], None]


@dataclass(frozen=True)
class Machine:
    """What differs between processors."""

    page: int  # the largest that a system may have
    whole: int  # the relocation of a whole address
    relative: int  # the loader's relocation that adds where the library lies
    imported: int  # the loader's relocation that fills in the address of a function from outside
    stub: Callable[[int, int], bytes]  # instructions at a place that jump to the address kept in another
    fill: Fill


def _stub_x86_64(at: int, kept: int) -> bytes:
    return b"\xff\x25" + struct.pack("<i", kept - at - 6)  # jmp *kept(%rip)


PC32, PLT32 = 2, 4


def _fill_x86_64(content: bytearray, kind: int, offset: int, target: int, at: int) -> None:
    """Distances of 32 bits."""
    if kind not in (PC32, PLT32):
        raise ValueError(f"a relocation of a kind that we do not know ({kind})")
    struct.pack_into("<i", content, offset, target - at)


ADRP_X16, LOAD_X17, BRANCH_X17 = 0x90000010, 0xF9400211, 0xD61F0220
PREL32, ADR_PREL_PG_HI21, ADD_ABS_LO12, JUMP26, CALL26 = 261, 275, 277, 282, 283
LOADS = {278: 0, 284: 1, 285: 2, 286: 3, 299: 4}  # loads and stores of 1 to 16 bytes: the power of two they count in


def _stub_aarch64(at: int, kept: int) -> bytes:
    first = ADRP_X16 | _page_bits(kept, at)
    return struct.pack("<3I", first, LOAD_X17 | (kept & 0xFFF) >> 3 << 10, BRANCH_X17)


def _page_bits(target: int, at: int) -> int:
    """The distance in pages of 4 KiB, as `adrp` holds it."""
    pages = (target >> 12) - (at >> 12)
    if not -(1 << 20) <= pages < 1 << 20:
        raise ValueError("an address is too far away")
    return (pages & 3) << 29 | (pages >> 2 & 0x7FFFF) << 5


def _fill_aarch64(content: bytearray, kind: int, offset: int, target: int, at: int) -> None:
    """Pages and places in them, distances of calls, distances of 32 bits."""
    if kind == PREL32:
        struct.pack_into("<i", content, offset, target - at)
        return
    (word,) = struct.unpack_from("<I", content, offset)
    if kind == ADR_PREL_PG_HI21:
        word |= _page_bits(target, at)
    elif kind == ADD_ABS_LO12:
        word |= (target & 0xFFF) << 10
    elif kind in LOADS:
        word |= (target & 0xFFF) >> LOADS[kind] << 10
    elif kind in (JUMP26, CALL26) and -(1 << 27) <= target - at < 1 << 27:
        word |= (target - at) >> 2 & 0x3FFFFFF
    else:
        raise ValueError(f"a relocation of a kind that we do not know ({kind})")
    struct.pack_into("<I", content, offset, word)


MACHINES = {
    X86_64: Machine(0x1000, 1, 8, 6, _stub_x86_64, _fill_x86_64),
    AARCH64: Machine(0x10000, 257, 1027, 1025, _stub_aarch64, _fill_aarch64),
}
