"""Game records (`.amy`): header lines, one line per turn, and after each round a hash of the position.

This module knows the text alone; `game/replay.py` plays a record and catches a drift.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from amyitis.box.tables import BOX_DIGEST, BOX_NAME, SEAT_LETTERS
from amyitis.errors import Malformed

from .positions import CHANCE_LETTER, HASH_LENGTH
from .several import BYTE_ORDER_MARK, GAME, RecordText
from .tokens import parse_token

GAME_NAME = "Amyitis"
UNFINISHED = "*"
# The headers that every record has, written from the game itself.
STANDARD_HEADERS = ("Game", "Rules", "Box", "Players", "Start", "Result")

_KEY = re.compile(r"[A-Za-z][A-Za-z0-9]*")
_HEADER = re.compile(rf'\[(?P<key>{_KEY.pattern}) "(?P<value>(?:[^"\\]|\\["\\])*)"\]')
_CHECK = re.compile(rf"round (?P<round>[0-9]{{1,9}}) (?P<hash>[0-9a-f]{{{HASH_LENGTH}}})")


@dataclass(frozen=True)
class Turn:
    """The moves of one line: the line's number, the seat's letter, the tokens."""

    line: int
    seat: str
    tokens: tuple[str, ...]


@dataclass(frozen=True)
class Check:
    """The end of a round: the line's number, the round, and the hash of the position after it."""

    line: int
    round: int
    hash: str


@dataclass
class Record:
    """A record as read: headers in their order (with the line of each), then turns and checks in theirs."""

    headers: dict[str, str] = field(default_factory=dict)
    header_lines: dict[str, int] = field(default_factory=dict)
    entries: list[Turn | Check] = field(default_factory=list)

    @property
    def further_headers(self) -> dict[str, str]:
        """The headers that the game itself does not write."""
        return {key: value for key, value in self.headers.items() if key not in STANDARD_HEADERS}


def parse_record(text: str) -> Record:
    """Returns the record that a text holds; raises Malformed, naming the line."""
    if not isinstance(text, str):
        raise Malformed(f"a record is a text, not {text!r:.60}")
    record = Record()
    first_line = text.first_line if isinstance(text, RecordText) else 1
    for number, line in enumerate(text.removeprefix(BYTE_ORDER_MARK).splitlines(), first_line):
        content, _, comment = line.partition(";") if not line.lstrip().startswith("[") else (line, "", "")
        content = content.strip()
        if content.startswith("["):
            _read_header(record, number, content)
        elif content:
            try:
                record.entries.append(_read_turn(number, content))
            except Malformed:
                check_box(record)  # with another box there are other moves: that is to be said first
                raise
        check = _CHECK.fullmatch(comment.strip())
        if check:
            record.entries.append(Check(number, int(check["round"]), check["hash"]))
    for key in ("Rules", "Box", "Start"):
        if key not in record.headers:
            raise Malformed(f'the record has no header [{key} "..."]')
    return record


def check_box(record: Record) -> None:
    """Raise Malformed if a record names another box than the one in use."""
    box = record.headers.get("Box", BOX_DIGEST)
    if box.split()[-1:] != [BOX_DIGEST]:
        raise Malformed(
            f"line {record.header_lines['Box']}: the record was played with the box {box:.60}, not with {BOX_NAME} "
            f"{BOX_DIGEST}, which is in use here: give the file of that box with --box, or name it in AMYITIS_BOX"
        )


def _read_header(record: Record, number: int, content: str) -> None:
    header = _HEADER.fullmatch(content)
    if not header:
        raise Malformed(f'line {number}: {content[:60]!r} is not a header like [Key "value"]')
    key = header["key"]
    if key == GAME and key in record.headers:
        raise Malformed(f"line {number}: a second game begins here, and one is wanted")
    if key in record.headers:
        raise Malformed(f"line {number}: the header {key:.60} is there twice (see line {record.header_lines[key]})")
    if record.entries:
        raise Malformed(f"line {number}: the header {key:.60} stands after the first turn")
    record.headers[key] = re.sub(r"\\(.)", r"\1", header["value"])
    record.header_lines[key] = number


def _read_turn(number: int, content: str) -> Turn:
    seat, *tokens = content.split()
    if seat not in (*SEAT_LETTERS, CHANCE_LETTER):
        raise Malformed(
            f"line {number}: a turn begins with one of {' '.join(SEAT_LETTERS)} {CHANCE_LETTER}, not {seat[:60]!r}"
        )
    if not tokens:
        raise Malformed(f"line {number}: {seat} has no moves")
    for token in tokens:
        try:
            parse_token(token)
        except Malformed as problem:
            raise Malformed(f"line {number}: {problem}") from None
    return Turn(number, seat, tuple(tokens))


def write_record(headers: Mapping[str, str], lines: Iterable[str]) -> str:
    """Returns the text of a record from its headers and the lines below them; raises Malformed for a wrong header."""
    given: Iterable[tuple[Any, Any]] = headers.items()
    written = []
    for key, value in given:
        if not (isinstance(key, str) and _KEY.fullmatch(key)):
            raise Malformed(f"{key!r:.60} cannot name a header: letters and digits do, a letter first")
        if not isinstance(value, str):
            raise Malformed(f"the header {key} is a text, not {value!r:.60}")
        escaped = re.sub(r'(["\\])', r"\\\1", " ".join(value.split()))
        written.append(f'[{key} "{escaped}"]')
    return "\n".join([*written, "", *lines]) + "\n"


def check_line(round_no: int, position_hash: str) -> str:
    """Returns the line that closes a round."""
    return f"; round {round_no} {position_hash}"
