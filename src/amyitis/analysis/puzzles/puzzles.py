"""Puzzles: positions from engine games with one clear best move. They come with the package (`puzzles.jsonl`).

A line of the file is one puzzle. `making.py` makes them; a test plays every one on the table.
"""

import datetime
import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path

from amyitis.analysis.review.reasons import Reason, reasons_between
from amyitis.box.tables import BOX_DIGEST
from amyitis.errors import AmyitisError, Malformed
from amyitis.files import write_atomically
from amyitis.game.view.shape import Kind, Seat
from amyitis.notation.position_parser import parse_position

FILE = Path(__file__).parent / "puzzles.jsonl"
# The right answers to the further questions of a turn, each with those that follow it; empty where the turn ends.
FollowUps = dict[str, "FollowUps"]

# Where on the table a question is answered.
PARTS = {
    "row": "fields", "temple": "temples", "dig": "canals", "sell": "market", "pay": "goods",
    "court": "court", "plant": "garden", "take": "goods", "ishtar": "temples", "swap": "goods", "drop": "goods",
    "bonus": "palace",
}  # fmt: skip


# What a reason for a move is about.
THEMES = {
    "camels": "camels", "goods": "goods", "talents": "talents", "court": "court", "gardeners": "garden",
    "tiles": "garden", "canals": "canals", "temple": "temples", "pushed": "temples", "first": "tempo",
    "turns": "tempo", "caravan": "caravan", "ends": "last round", "goes_on": "last round",
}  # fmt: skip


class NoPuzzles(AmyitisError):
    """There are no puzzles for the box in use, or none with the requested theme."""


@dataclass(frozen=True)
class Puzzle:
    """A position, its best move, and how far the next best lies behind: points of win share with their interval.

    The lines begin with the two moves and end with the round. The identity is the hash of the position. `follow_ups`
    has every choice after the best move, to the end of the turn, that is no inaccuracy. A proven puzzle is searched to
    the end of the game: its best move wins more than any other, however everybody plays.
    """

    id: str
    box: str
    players: int
    seat: Seat
    round: int
    question: Kind
    position: str
    best: str
    second: str
    points: float
    low: float
    high: float
    best_line: list[str]
    second_line: list[str]
    themes: list[str]
    difficulty: int
    follow_ups: FollowUps
    proven: bool = False

    def still_to_find(self, turn: Sequence[str]) -> FollowUps | None:
        """What may follow the moves of a turn: nothing if it is whole, None if one of them is wrong."""
        follow_ups: FollowUps | None = {self.best: self.follow_ups}
        for token in turn:
            if follow_ups is None:
                break
            follow_ups = follow_ups.get(token)
        return follow_ups

    def turns(self) -> list[list[str]]:
        """The whole turns that are right."""
        return [[self.best, *rest] for rest in _turns(self.follow_ups)]

    def reasons(self) -> list[Reason]:
        """Why the best move is better than the second."""
        return reasons_between(parse_position(self.position), self.best_line, self.second_line)


def _turns(follow_ups: FollowUps) -> list[list[str]]:
    if not follow_ups:
        return [[]]
    return [[token, *rest] for token, further in follow_ups.items() for rest in _turns(further)]


def read_puzzles(file: Path = FILE) -> list[Puzzle]:
    """The puzzles of a file, in their order; none if it is not there. Raises Malformed, naming the line."""
    if not file.exists():
        return []
    puzzles = []
    for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
        try:
            puzzles.append(Puzzle(**json.loads(line)))
        except (ValueError, TypeError) as problem:
            raise Malformed(f"{file}, line {number}: no puzzle: {problem}") from None
    return puzzles


def write_puzzles(puzzles: Iterable[Puzzle], file: Path) -> None:
    """Write puzzles to a file, one in a line."""
    lines = [json.dumps(asdict(puzzle), ensure_ascii=False) for puzzle in puzzles]
    write_atomically(file, "".join(f"{line}\n" for line in lines))


def part_of(question: str, token: str) -> str:
    """The part of the table where an answer to a question is given."""
    if question != "action":
        return PARTS[question]
    return "caravan" if token.startswith("go:") else "pass" if token == "pass" else "crafts"


def themes_of(question: str, best: str, reasons: Sequence[Reason], *, is_last: bool) -> list[str]:
    """The themes of a decision: the part of the table, those of the reasons for the best move, the last round."""
    speaking = {THEMES[reason.key] for reason in reasons if reason.favours == "best" and reason.key in THEMES}
    return sorted(speaking | {part_of(question, best)} | ({"last round"} if is_last else set()))


@cache
def all_puzzles() -> tuple[Puzzle, ...]:
    """The puzzles of the package for the box in use."""
    return tuple(puzzle for puzzle in read_puzzles() if puzzle.box == BOX_DIGEST)


def themes() -> dict[str, int]:
    """The themes of all puzzles, and how many have each."""
    counts = Counter(theme for puzzle in all_puzzles() for theme in puzzle.themes)
    return dict(sorted(counts.items()))


def puzzle(puzzle_id: str) -> Puzzle:
    """The puzzle of this identity; raises NoPuzzles if there is none."""
    for known in all_puzzles():
        if known.id == puzzle_id:
            return known
    raise NoPuzzles(f"there is no puzzle {puzzle_id!r:.60}")


def next_puzzle(after: str | None = None, theme: str | None = None) -> Puzzle:
    """The puzzle after another in the order of the package (the first follows the last), or the first; of a theme.

    Raises NoPuzzles if there is none.
    """
    wanted = [candidate for candidate in all_puzzles() if theme is None or theme in candidate.themes]
    if not wanted:
        known = ", ".join(themes()) or "none at all"
        raise NoPuzzles(f"there is no puzzle with the theme {theme!r:.60}: the themes are {known}")
    places = [place for place, candidate in enumerate(all_puzzles()) if candidate.id == after]
    if not places:
        return wanted[0]
    order = {candidate.id: place for place, candidate in enumerate(all_puzzles())}
    return next((candidate for candidate in wanted if order[candidate.id] > places[0]), wanted[0])


def daily_puzzle(day: datetime.date) -> Puzzle:
    """The puzzle of a day, the same for everybody; raises NoPuzzles if there is none."""
    if not all_puzzles():
        raise NoPuzzles("there are no puzzles for the box in use")
    drawn = int.from_bytes(hashlib.sha256(f"puzzle of {day.isoformat()}".encode()).digest()[:8])
    return all_puzzles()[drawn % len(all_puzzles())]
