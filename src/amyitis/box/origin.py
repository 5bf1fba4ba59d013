"""How sure a fact of a box is, where it comes from, and an entry with both as plain data."""

from dataclasses import dataclass, fields, is_dataclass
from enum import StrEnum
from typing import Any


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


def plain(value: Any) -> Any:
    """Returns an entry as lists and dictionaries, `mark` and `source` beside its facts, as in the file."""
    if isinstance(value, Origin):
        marks = {part: str(mark) for part, mark in value.marks}
        return {"mark": marks.get("", marks), "source": value.source}
    if is_dataclass(value):
        named = {field.name: plain(getattr(value, field.name)) for field in fields(value)}
        return named | named.pop("origin", {})
    return [plain(inner) for inner in value] if isinstance(value, tuple) else value
