"""What people say at a table, those who sit there and those who watch among themselves; or all of them in the lobby."""

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from amyitis.table.metadata import SeatMetadata

Side = Literal["table", "watchers"]  # who is meant: those who sit there, or those who watch
SIDES: tuple[Side, ...] = get_args(Side)
Kind = Literal["text", "reaction"]
Reaction = Literal["star", "drop", "plant", "camel", "moon", "sun"]  # pictures of the page

LONGEST = 300
MOST_LATEST = 100  # of a side of a table: what is read and told
MOST_MARKS = 3  # on one letter: more than any language writes


@dataclass(frozen=True)
class Place:
    """Where people talk: a table, or the lobby, where nobody sits. In `public` strangers hear."""

    id: str
    seats: Sequence[SeatMetadata] = ()
    public: bool = True


LOBBY = Place("lobby")  # no game has this id: theirs are longer


@dataclass(frozen=True)
class Said:
    """Something that was said; `seat` is empty for those who watch."""

    id: int
    game_id: str
    side: Side
    person: str
    seat: str
    name: str
    at: int
    kind: Kind
    text: str


@dataclass(frozen=True)
class Report:
    """What somebody has reported, as an operator reads it."""

    id: int
    game_id: str
    person: str
    name: str
    text: str
    reporter: str
    at: int


def clean_text(text: str) -> str:
    """Return what somebody writes as one line without control or direction marks; few marks on each letter."""
    kept, marks = list[str](), 0
    for letter in unicodedata.normalize("NFC", " ".join(text.split())):
        kind = unicodedata.category(letter)[0]
        marks = marks + 1 if kind == "M" else 0
        if kind != "C" and marks <= MOST_MARKS:
            kept.append(letter)
    return " ".join("".join(kept).split())
