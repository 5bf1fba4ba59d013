"""How sure a fact of a box is, and where it comes from."""

from dataclasses import dataclass
from enum import StrEnum


class Mark(StrEnum):
    """How sure a fact is."""

    CERTAIN = "certain"
    LIKELY = "likely"
    RECONSTRUCTED = "reconstructed"


@dataclass(frozen=True, slots=True)
class Origin:
    """How sure an entry is, part by part (a part named "" is the whole entry), and where it comes from."""

    marks: tuple[tuple[str, Mark], ...]
    source: str

    def __str__(self) -> str:
        return ", ".join(f"{part} {mark}" if part else str(mark) for part, mark in self.marks)
