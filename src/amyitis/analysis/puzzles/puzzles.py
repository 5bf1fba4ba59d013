"""Puzzles: positions from engine games with one clear best move. They come with the package (`puzzles.jsonl`).

A line of the file is one puzzle. `making.py` makes them; a test plays every one on the table.
"""

import datetime
import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from functools import cache, cached_property
from pathlib import Path

from amyitis.analysis.review.reasons import Reason, reasons_between
from amyitis.box.tables import BOX_DIGEST
from amyitis.errors import AmyitisError, Malformed
from amyitis.files import write_atomically
from amyitis.game import Game
from amyitis.game.view.shape import Kind, Seat
from amyitis.notation.position_parser import parse_position

FILE = Path(__file__).parent / "puzzles.jsonl"
# What may follow a right move, each with what may follow it: all right choices of the player, but of the others only
# the reply that the puzzle plays. Empty where the puzzle ends.
FollowUps = dict[str, "FollowUps"]

# Where on the table a question is answered.
PARTS = {
    "row": "fields", "temple": "temples", "dig": "canals", "sell": "market", "pay": "goods",
    "court": "court", "plant": "garden", "take": "goods", "ishtar": "temples", "swap": "goods", "drop": "goods",
    "bonus": "palace",
}  # fmt: skip


LAST_ROUND, SEVERAL_TURNS = "last round", "several turns"  # themes
# What a reason for a move is about.
THEMES = {
    "camels": "camels", "goods": "goods", "talents": "talents", "court": "court", "gardeners": "garden",
    "tiles": "garden", "canals": "canals", "temple": "temples", "pushed": "temples", "first": "tempo",
    "turns": "tempo", "caravan": "caravan", "ends": LAST_ROUND, "goes_on": LAST_ROUND,
}  # fmt: skip


class NoPuzzles(AmyitisError):
    """There are no puzzles for the box in use, or none with the requested theme."""


@dataclass(frozen=True)
class Puzzle:
    """A position, its best move, and how far the next best lies behind: points of win share with their interval.

    The lines begin with the two moves and end with the round. The identity is the hash of the position. `follow_ups`
    has every right choice after the best move, to the end of the turn. Where the next turn is as clear, the others'
    reply and the right choices of that turn follow, too (`turns.py`). A proven puzzle is searched to the end of
    the game: its best move wins more than any other, however everybody plays.
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

    @cached_property
    def turns(self) -> int:
        """How many turns are to be found."""
        line = self.lines()[0]
        return sum(at < len(line) for at in turn_starts(Game.from_position(self.position), line))

    def progress(self, moves: Sequence[str]) -> "Progress":
        """How far some moves from the position on have come.

        Raises Malformed or IllegalMove, also for a move that is not what the puzzle plays for the others.
        """
        game = Game.from_position(self.position)
        left: FollowUps | None = {self.best: self.follow_ups}
        wrong = None
        for count, move in enumerate(moves, 1):
            if left is not None and wrong is None and not is_asked(game, self.seat) and move not in left:
                raise Malformed(f"{move} is not what follows in this puzzle: that is {' '.join(left) or 'nothing'}")
            game.push(move)
            if wrong is None:
                left = left.get(move) if left else left
                wrong = count if left is None else None
        if left is None:
            return Progress(list(moves[:wrong]), None, [], 0)
        reply = []
        while left and not is_asked(game, self.seat):
            ((move, left),) = left.items()
            game.push(move)
            reply.append(move)
        starts = turn_starts(Game.from_position(self.position), [*moves, *reply])
        return Progress(list(moves), left, reply, min(len(starts), self.turns))

    def lines(self) -> list[list[str]]:
        """All right lines: whole turns, with the others' replies between them."""
        return [[self.best, *rest] for rest in _lines(self.follow_ups)]

    def reasons(self) -> list[Reason]:
        """Why the best move is better than the second."""
        return reasons_between(parse_position(self.position), self.best_line, self.second_line)


@dataclass(frozen=True)
class Progress:
    """How far somebody has come: their moves, up to the first wrong one, and what may follow; None after a wrong one.

    `reply` has the moves that follow by themselves: those of the others, and those without a choice. `turn` is the turn
    that is asked for after them, from 1.
    """

    moves: list[str]
    left: FollowUps | None
    reply: list[str]
    turn: int

    @property
    def right(self) -> bool:
        """Whether all moves are right."""
        return self.left is not None

    @property
    def solved(self) -> bool:
        """Whether nothing is left to find."""
        return self.left == {}


def is_asked(game: Game, seat: str) -> bool:
    """Whether a seat has a choice."""
    return game.seat == seat and len(game.legal_moves) > 1


def turn_starts(start: Game, moves: Sequence[str]) -> list[int]:
    """The places in a line where its first player has a choice in a new turn; the place behind the line is one, too.

    A turn ends with a pass, or when somebody else or a new action is asked for.
    """
    game, starts, is_new = start.copy(), list[int](), True
    for at in range(len(moves) + 1):
        is_new |= game.seat != start.seat or game.question == "action"
        if is_new and is_asked(game, start.seat):
            starts.append(at)
            is_new = False
        if at < len(moves):
            game.push(moves[at])
            is_new |= moves[at] == "pass"
    return starts


def _lines(follow_ups: FollowUps) -> list[list[str]]:
    if not follow_ups:
        return [[]]
    return [[token, *rest] for token, further in follow_ups.items() for rest in _lines(further)]


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


def themes_of(question: str, best: str, reasons: Sequence[Reason], *, is_last: bool, turns: int = 1) -> list[str]:
    """The themes of a decision: the part of the table, those of the reasons for the best move, and two marks."""
    speaking = {THEMES[reason.key] for reason in reasons if reason.favours == "best" and reason.key in THEMES}
    marks = {LAST_ROUND: is_last, SEVERAL_TURNS: turns > 1}
    return sorted(speaking | {part_of(question, best)} | {name for name, holds in marks.items() if holds})


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
