"""Reading one entry of a box file, key by key; every complaint names the entry."""

from collections.abc import Sequence
from typing import Any, TypeVar

from amyitis.box.origin import Mark, Origin
from amyitis.errors import BoxError

W = TypeVar("W", bound=str)  # one of the words that an entry may use

LARGEST = 199  # far above anything printed, and safe for the counters of the engine


class Entry:
    """A table of the file with its name; each reader takes a key out, `finish` refuses what nobody took.

    All methods raise `BoxError` for a missing key or a value of the wrong type.
    """

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

    def number(self, key: str) -> int:
        """Returns a whole number from 0 to `LARGEST`."""
        return _number(self.path(key), self.take(key))

    def number_or_zero(self, key: str) -> int:
        """Returns a whole number, 0 where the key is left out."""
        return self.number(key) if self.has(key) else 0

    def numbers(self, key: str) -> tuple[int, ...]:
        """Returns a list of whole numbers."""
        return tuple(_number(f"{self.path(key)}[{i}]", value) for i, value in enumerate(self._list(key)))

    def pair(self, key: str) -> tuple[int, int]:
        """Returns exactly two numbers."""
        first, second = self._exactly(2, key)
        return first, second

    def triple(self, key: str) -> tuple[int, int, int]:
        """Returns exactly three numbers, for 2, 3 and 4 players."""
        two, three, four = self._exactly(3, key)
        return two, three, four

    def flag(self, key: str) -> bool:
        """Returns true or false."""
        value = self.take(key)
        if not isinstance(value, bool):
            raise BoxError(self.path(key), f"must be true or false, not {_kind(value)}")
        return value

    def text(self, key: str) -> str:
        """Returns a text that is not empty."""
        return _text(self.path(key), self.take(key))

    def text_or_none(self, key: str) -> str | None:
        """Returns a text, None where the key is left out."""
        return self.text(key) if self.has(key) else None

    def word(self, key: str, words: tuple[W, ...]) -> W:
        """Returns one of the given words."""
        return _word(self.path(key), self.take(key), words)

    def word_or_none(self, key: str, words: tuple[W, ...]) -> W | None:
        """Returns one of the given words, None where the key is left out."""
        return self.word(key, words) if self.has(key) else None

    def words(self, key: str, words: tuple[W, ...]) -> tuple[W, ...]:
        """Returns a list of some of the given words."""
        return tuple(_word(f"{self.path(key)}[{i}]", value, words) for i, value in enumerate(self._list(key)))

    def table(self, key: str) -> "Entry":
        """Returns a table inside this one."""
        return Entry(self.path(key), self.take(key))

    def tables(self, key: str) -> list["Entry"]:
        """Returns a list of tables inside this one, numbered from 0."""
        return [Entry(f"{self.path(key)}[{i}]", value) for i, value in enumerate(self._list(key))]

    def origin(self) -> Origin:
        """Returns the mark and the source, which every entry has; nothing else may be left, so this is read last."""
        path, value = self.path("mark"), self.take("mark")
        named = value if isinstance(value, dict) else {"": value}
        if not named:
            raise BoxError(path, "must not be empty")
        words = tuple(Mark)
        marks = ((part, _word(f"{path}.{part}" if part else path, mark, words)) for part, mark in named.items())
        origin = Origin(tuple(marks), self.text("source"))
        self.finish()
        return origin

    def finish(self) -> None:
        """Refuse keys that nothing has asked for."""
        for key in self._left:
            raise BoxError(self.path(key), "is not a key this entry has")

    def _list(self, key: str) -> list[Any]:
        value = self.take(key)
        if not isinstance(value, list):
            raise BoxError(self.path(key), f"must be a list, not {_kind(value)}")
        return value

    def _exactly(self, size: int, key: str) -> tuple[int, ...]:
        values = self.numbers(key)
        if len(values) != size:
            raise BoxError(self.path(key), f"must hold {size} numbers, not {len(values)}")
        return values


def _kind(value: object) -> str:
    """Returns a value in the words of a complaint."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict):
        return "a table"
    if isinstance(value, list):
        return "a list"
    return repr(value)


def _number(path: str, value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise BoxError(path, f"must be a whole number, not {_kind(value)}")
    if value < 0:
        raise BoxError(path, f"must not be negative, but is {value}")
    if value > LARGEST:
        raise BoxError(path, f"must be at most {LARGEST}, but is {value}")
    return value


def _text(path: str, value: object) -> str:
    if not isinstance(value, str):
        raise BoxError(path, f"must be a text, not {_kind(value)}")
    if not value.strip():
        raise BoxError(path, "must not be empty")
    return value


def _word(path: str, value: object, words: tuple[W, ...]) -> W:
    text = _text(path, value)
    for word in words:
        if word == text:
            return word
    raise BoxError(path, f"must be one of {', '.join(words)}, not {text!r}")


def require(holds: bool, entry: str, problem: str) -> None:
    """Raise `BoxError` for `entry` unless something holds."""
    if not holds:
        raise BoxError(entry, problem)


def require_each(entry: str, found: Sequence[str], expected: Sequence[str]) -> None:
    """Raise `BoxError` unless every expected word is there exactly once, in this order."""
    for word in expected:
        require(word in found, entry, f"{word} is missing")
        require(found.count(word) == 1, entry, f"{word} is there twice")
    require(tuple(found) == tuple(expected), entry, f"must be in the order {', '.join(expected)}")
