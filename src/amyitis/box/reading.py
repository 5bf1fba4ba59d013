"""Reading one entry of a box file, key by key; every complaint names the entry."""

from collections.abc import Sequence
from typing import Any, TypeVar

from amyitis.box.origin import Mark, Origin
from amyitis.errors import BoxError

W = TypeVar("W", bound=str)  # one of the words that an entry may use

LARGEST = 199  # far above anything printed, and safe for the counters of the engine


class Entry:
    """A table of the file with its name: keys are taken out, `finish` refuses what nobody took. Raises `BoxError`."""

    def __init__(self, name: str, table: object) -> None:
        self.name = name
        if not isinstance(table, dict):
            raise BoxError(name, f"must be a table, not {_kind(table)}")
        self._left: dict[str, Any] = dict(table)

    def path(self, key: str) -> str:
        """Returns the full name of a key of this entry."""
        return f"{self.name}.{key}" if self.name else key

    def take(self, key: str) -> object:
        """Returns the raw value of a key that must be there."""
        if key not in self._left:
            raise BoxError(self.path(key), "is missing")
        return self._left.pop(key)

    def has(self, key: str) -> bool:
        """Returns whether a key that may be left out is there."""
        return key in self._left

    def origin(self) -> Origin:
        """Returns the mark and the source, which every entry has."""
        path, value = self.path("mark"), self.take("mark")
        named = value if isinstance(value, dict) else {"": value}
        if not named:
            raise BoxError(path, "must not be empty")
        words = tuple(Mark)
        marks = ((part, word(f"{path}.{part}" if part else path, mark, words)) for part, mark in named.items())
        return Origin(tuple(marks), text(self.path("source"), self.take("source")))

    def finish(self) -> None:
        """Refuse keys that nothing has asked for."""
        for key in self._left:
            raise BoxError(self.path(key), "is not a key this entry has")


def _kind(value: object) -> str:
    """Returns a value in the words of a complaint."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict):
        return "a table"
    if isinstance(value, list):
        return "a list"
    return repr(value)


def several(path: str, value: object, size: int | None, what: str) -> list[Any]:
    """Returns the items of a list, of a size if it must have one: so many of `what`."""
    if not isinstance(value, list):
        raise BoxError(path, f"must be a list, not {_kind(value)}")
    if size not in (None, len(value)):
        raise BoxError(path, f"must hold {what}, not {len(value)}")
    return value


def number(path: str, value: object) -> int:
    """Returns a whole number from 0 to `LARGEST`."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise BoxError(path, f"must be a whole number, not {_kind(value)}")
    if value < 0:
        raise BoxError(path, f"must not be negative, but is {value}")
    if value > LARGEST:
        raise BoxError(path, f"must be at most {LARGEST}, but is {value}")
    return value


def flag(path: str, value: object) -> bool:
    """Returns true or false."""
    if not isinstance(value, bool):
        raise BoxError(path, f"must be true or false, not {_kind(value)}")
    return value


def text(path: str, value: object) -> str:
    """Returns a text that is not empty."""
    if not isinstance(value, str):
        raise BoxError(path, f"must be a text, not {_kind(value)}")
    if not value.strip():
        raise BoxError(path, "must not be empty")
    return value


def word(path: str, value: object, words: Sequence[W]) -> W:
    """Returns one of the given words."""
    written = text(path, value)
    for known in words:
        if known == written:
            return known
    raise BoxError(path, f"must be one of {', '.join(words)}, not {written!r}")


def require(holds: bool, entry: str, problem: str) -> None:
    """Raise `BoxError` for `entry` unless something holds."""
    if not holds:
        raise BoxError(entry, problem)


def require_each(entry: str, words: Sequence[str], expected: Sequence[str]) -> None:
    """Raise `BoxError` unless every expected word is there exactly once, in this order."""
    for word in expected:
        require(word in words, entry, f"{word} is missing")
        require(words.count(word) == 1, entry, f"{word} is there twice")
    require(tuple(words) == tuple(expected), entry, f"must be in the order {', '.join(expected)}")
