"""Reading a box file: TOML in, a checked `Box` out. Every refusal is one sentence that names the entry.

The dataclasses of the box say which keys an entry has, and what stands there."""

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, fields, is_dataclass
from functools import cache
from pathlib import Path
from types import NoneType
from typing import Annotated, Any, Literal, TypeVar, get_args, get_origin, get_type_hints

from amyitis.box import model, reading, words
from amyitis.box.checks import check_box
from amyitis.box.origin import Origin
from amyitis.box.reading import Entry
from amyitis.errors import BoxError

PACKAGED = Path(__file__).with_name("box.toml")
FORMAT = 1  # of the file; a change that makes old files unreadable adds one
T = TypeVar("T")

# Entries of which one word says which further keys they have: the key of that word, and by word the keys, True for
# those that must be there.
_OWN_KEYS: Mapping[type, tuple[str, Mapping[str, Mapping[str, bool]]]] = {
    model.City: ("kind", {"market": {}, "plant": {"good": True}, "court": {"good": True, "offers": True}}),
    model.CourtCard: (
        "type",
        {
            "banker": {"talents": True, "prestige": False},
            "caravaneer": {"spaces": True, "keep": True, "goods": False},
            "palace": {"prestige": True},
            "gardener": {"quality": True},
        },
    ),
}
# The order of lists whose order in the file means nothing.
_ORDER: Mapping[type, Callable[[Any], Any]] = {
    model.FieldRow: lambda row: words.ROW_NAMES.index(row.row),
    model.PlantCard: lambda card: words.PLANT_CARDS.index(card.card),
    model.CraftCard: lambda card: words.CRAFTS.index(card.craft),
    model.CourtCard: lambda card: (words.COURT_TYPES.index(card.type), card.level),
    model.Tile: lambda tile: (tile.quality, tile.prestige, tile.name),
}


def load_box(path: Path | None = None) -> model.Box:
    """Returns the box in the file at `path`, or the packaged one; raises `BoxError` for a file that cannot be used."""
    return parse_box(packaged_text() if path is None else _text_of(path))


def packaged_text() -> str:
    """Returns the text of the box file that comes with the program."""
    return PACKAGED.read_text(encoding="utf-8")


def parse_box(text: str) -> model.Box:
    """Returns the box written in `text`; raises `BoxError`."""
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BoxError("box file", f"is not TOML: {error}") from error
    box = _box(Entry("", table))
    check_box(box)
    return box


def _text_of(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except FileNotFoundError as error:
        raise BoxError("box file", f"there is no file {path}") from error
    except (OSError, UnicodeDecodeError) as error:
        raise BoxError("box file", f"{path} cannot be read ({error})") from error


@dataclass(frozen=True)
class _Head:
    name: str
    format: int


def _box(file: Entry) -> model.Box:
    """Returns the whole file."""
    head = _read(Entry("box", file.take("box")), _Head)
    if head.format != FORMAT:
        raise BoxError("box.format", f"must be {FORMAT}, but is {head.format}")
    return _read(file, model.Box, name=head.name)


@cache
def _hints(kind: Any) -> dict[str, Any]:
    return get_type_hints(kind, include_extras=True)


def _read(entry: Entry, kind: type[T], **values: Any) -> T:
    """Returns an entry as the dataclass of its kind, each key by the type of its field; one with a default may miss."""
    shape: Any = kind
    hints = _hints(shape)
    word, by_word = _OWN_KEYS.get(kind, ("", {}))
    own = {key for keys in by_word.values() for key in keys}
    for field in fields(shape):
        name, optional = field.name, field.default is not MISSING
        if name in own:
            keys = by_word[values[word]]
            if name not in keys:
                continue
            optional = not keys[name]
        if name not in values and hints[name] is not Origin and (entry.has(name) or not optional):
            values[name] = _value(entry.path(name), entry.take(name), hints[name])
    if "origin" in hints:
        values["origin"] = entry.origin()
    entry.finish()
    return kind(**values)


def _value(path: str, value: object, hint: Any) -> Any:
    """Returns a value of the file as the type of its field wants it."""
    if get_origin(hint) is tuple:
        inner, *more = get_args(hint)
        size = None if Ellipsis in more else 1 + len(more)
        what = f"{size} numbers" if inner is int else f"the {size} sides of the card"
        listed = reading.several(path, value, size, what)
        parts = [_value(f"{path}[{i}]", part, inner) for i, part in enumerate(listed)]
        return tuple(sorted(parts, key=_ORDER[inner]) if inner in _ORDER else parts)
    if int in get_args(hint):  # or a word
        if not isinstance(value, str):
            return reading.number(path, value)
        (hint,) = (one for one in get_args(hint) if one is not int)
    if NoneType in get_args(hint):
        (hint,) = (one for one in get_args(hint) if one is not NoneType)
    if get_origin(hint) is Literal:
        return reading.word(path, value, get_args(hint))
    if get_origin(hint) is Annotated:
        return reading.word(path, value, hint.__metadata__[0])
    if is_dataclass(hint):
        return _read(Entry(path, value), hint)  # type: ignore[arg-type]
    return _READERS[hint](path, value)


_READERS: Mapping[Any, Callable[[str, object], Any]] = {int: reading.number, bool: reading.flag, str: reading.text}
