"""Files with several games, one record after the other: `cat *.amy > all.amy`. Nothing here needs a box."""

import re
from collections.abc import Sequence
from typing import Self

BYTE_ORDER_MARK = "\ufeff"  # some editors write it before everything else
START, GAME = "Start", "Game"

_KEY = re.compile(r'\s*\[([A-Za-z][A-Za-z0-9]*) "')


class RecordText(str):
    """The text of one record among several; `first_line` is its first line's number in the file."""

    first_line: int

    def __new__(cls, text: str, first_line: int = 1) -> Self:
        """A text that begins on a line."""
        made = super().__new__(cls, text)
        made.first_line = first_line
        return made


def split_records(text: str) -> list[RecordText]:
    """Returns the texts of the records in a text, one for each game; at least one.

    A game begins with headers, among them `Start`, that stand after the moves of another one. Each text knows where it
    begins, so that errors name the lines of the file.
    """
    lines = text.removeprefix(BYTE_ORDER_MARK).splitlines()
    keys = [_key(line) for line in lines]
    starts = _name_start(lines, keys)
    begins, moved, seen = [0], False, set[str]()
    for number, (line, key) in enumerate(zip(lines, keys, strict=True)):
        if key is None:
            moved = moved or _is_turn(line)
            continue
        if (moved and starts[number]) or (key == GAME and GAME in seen):
            begins.append(number)
            moved, seen = False, set()
        seen.add(key)
    ends = [*begins[1:], len(lines)]
    return [RecordText("\n".join(lines[begin:end]) + "\n", begin + 1) for begin, end in zip(begins, ends, strict=True)]


def _key(line: str) -> str | None:
    """The key of a header line, None for any other."""
    header = _KEY.match(line)
    return None if header is None else header[1]


def _is_turn(line: str) -> bool:
    return bool(line.partition(";")[0].strip())


def _name_start(lines: Sequence[str], keys: Sequence[str | None]) -> list[bool]:
    """For each line: whether the headers from there on, up to the next move, name the start of a game."""
    starts, named = [False] * len(lines), False
    for number in range(len(lines) - 1, -1, -1):
        if keys[number] == START:
            named = True
        elif keys[number] is None and _is_turn(lines[number]):
            named = False
        starts[number] = named
    return starts
