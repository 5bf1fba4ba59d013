"""A box as plain data, ready for JSON."""

from dataclasses import fields, is_dataclass
from typing import Any

from .origin import Origin


def plain(value: Any) -> Any:
    """Returns an entry as lists and dictionaries, `mark` and `source` beside its facts, as in the file."""
    if isinstance(value, Origin):
        marks = {part: str(mark) for part, mark in value.marks}
        return {"mark": marks.get("", marks), "source": value.source}
    if is_dataclass(value):
        named = {field.name: plain(getattr(value, field.name)) for field in fields(value)}
        return named | named.pop("origin", {})
    return [plain(inner) for inner in value] if isinstance(value, tuple) else value
