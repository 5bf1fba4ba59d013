"""Records as data: games, positions and events one after the other, for programs that look at many games.

>>> from amyitis import play
>>> from amyitis.records import positions_of
>>> game = play(["random", "random"], seed=1)
>>> first = next(positions_of(game))
>>> first.ply, first.seat, first.move in first.legal
(1, 'W', True)
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from amyitis.box.tables import SEAT_LETTERS
from amyitis.errors import AmyitisError
from amyitis.game import Event, Game
from amyitis.game.legal_moves import LegalMoves
from amyitis.notation.positions import position_text
from amyitis.notation.records import parse_record
from amyitis.notation.several import split_records
from amyitis.notation.tokens import token
from amyitis.rules.state import State

__all__ = ["GameRecord", "Position", "events_of", "positions_of", "read_records"]


@dataclass(frozen=True)
class GameRecord:
    """A record: its file, its headers, the game, played back to its end, and which it is of those in the file.

    >>> from pathlib import Path
    >>> from amyitis.records import GameRecord
    >>> GameRecord(Path("one.amy"), {"White": "Ada"}, Game.new(2, seed=7)).headers["White"]
    'Ada'
    """

    path: Path
    headers: dict[str, str]
    game: Game
    number: int = 1


@dataclass(frozen=True)
class Position:
    """A decision of a game: how many moves were made before, whose it is, where, what could be and what was played.

    `state` is the position as the rules have it, `text` the same as one line; moves are tokens.

    >>> from amyitis.records import positions_of
    >>> first, *_ = positions_of(play(["random", "random"], seed=1))
    >>> first.seat, first.move in first.legal, first.text == Game(first.state).position
    ('W', True, True)
    """

    ply: int
    seat: str
    state: State
    legal: tuple[str, ...]
    move: str
    action: int

    @property
    def text(self) -> str:
        """The position as one line of text (`docs/reference/notation.md`)."""
        return position_text(self.state)


def read_records(places: Iterable[str | Path]) -> Iterator[GameRecord]:
    """Returns the games of `.amy` files and of folders of them, in the order of their names.

    A file may hold several games, one after the other.

    Raises Malformed, Illegal or Drift for a record that cannot be played back, naming file and line, and OSError.

    >>> import tempfile
    >>> from pathlib import Path
    >>> from amyitis.records import read_records
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     size = (Path(folder) / "one.amy").write_text(play(["random", "random"], seed=1).record())
    ...     [one.game.is_over for one in read_records([folder])]
    [True]
    """
    for place in map(Path, places):
        for path in sorted(place.rglob("*.amy")) if place.is_dir() else [place]:
            for number, text in enumerate(split_records(path.read_text(encoding="utf-8")), 1):
                try:
                    record = parse_record(text)
                    game = Game.from_record(record)
                except AmyitisError as problem:
                    problem.add_note(f"in {path}")
                    raise
                yield GameRecord(path, dict(record.headers), game, number)


def positions_of(game: Game) -> Iterator[Position]:
    """Returns every decision of a game in order; deals are not decisions.

    >>> from amyitis.records import positions_of
    >>> game = Game.new(2, seed=7)
    >>> events = game.push("pass")
    >>> [(at.ply, at.move, at.move in at.legal) for at in positions_of(game)]  # the deal is ply 0
    [(1, 'pass', True)]
    """
    for number, ply in enumerate(game.plies):
        if ply.seat in SEAT_LETTERS:
            legal = tuple(LegalMoves(ply.before))
            yield Position(number, ply.seat, ply.before, legal, token(ply.action), ply.action)


def events_of(game: Game) -> Iterator[tuple[int, Event]]:
    """Returns all events of a game, each with the number of its move.

    >>> from amyitis.records import events_of
    >>> game = Game.new(2, seed=7)
    >>> [(number, event.what) for number, event in events_of(game)][-1]
    (0, 'deal')
    """
    for number, ply in enumerate(game.plies):
        for event in ply.events:
            yield number, event
