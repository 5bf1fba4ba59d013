"""Files with several games, one record after the other: `cat *.amy > all.amy`. Nothing here needs a box."""

import re
from collections.abc import Sequence

BYTE_ORDER_MARK = "\ufeff"  # some editors write it before everything else
START, GAME = "Start", "Game"

_KEY = re.compile(r'\s*\[([A-Za-z][A-Za-z0-9]*) "')


def split_records(text: str) -> list[str]:
    """Returns the texts of the records in a text, one for each game; at least one.

    A game begins with headers, among them `Start`, that stand after the moves of another one. Each text begins with as
    many empty lines as there are before it, so that whoever reads it names the lines of the file.
    """
    lines = text.removeprefix(BYTE_ORDER_MARK).splitlines()
    begins, moved, seen = [0], False, set[str]()
    for number, line in enumerate(lines):
        header = _KEY.match(line)
        if header is None:
            moved = moved or _is_turn(line)
            continue
        if (moved and _names_start(lines, number)) or (header[1] == GAME and GAME in seen):
            begins.append(number)
            moved, seen = False, set()
        seen.add(header[1])
    ends = [*begins[1:], len(lines)]
    return ["\n" * begin + "\n".join(lines[begin:end]) + "\n" for begin, end in zip(begins, ends, strict=True)]


def _is_turn(line: str) -> bool:
    return bool(line.partition(";")[0].strip())


def _names_start(lines: Sequence[str], first: int) -> bool:
    """Whether the headers from a line on, up to the next move, name the start of a game."""
    for line in lines[first:]:
        header = _KEY.match(line)
        if header is None and _is_turn(line):
            return False
        if header is not None and header[1] == START:
            return True
    return False
