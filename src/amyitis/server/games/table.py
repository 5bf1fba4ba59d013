"""One game on the server: rebuilt from its log, asked, and carried one step further on a copy that the log must accept.

A `Table` holds the game and the latest entries only. What lies before the last deal can never be taken back, so the
moves before it are let go of; whoever wants them gets them from the log (`history.py`).
"""

import json
from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from amyitis.errors import AmyitisError
from amyitis.game import Event, Game
from amyitis.game.replay import result_of
from amyitis.store import GameRow, LogRow, SeatRow
from amyitis.store.rows import RECORD
from amyitis.store.store import Step, now

BOT = "bot:"
CHANCE = "$"
ENTRIES_KEPT = 48
ENCODER = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False)  # made once: that takes longer than using it


def to_json(value: Any) -> str:
    """Plain data as compact JSON."""
    return ENCODER.encode(value)


def begin(row: GameRow, seats: list[SeatRow]) -> Game:
    """The game of a row before anything in its log: from its seed, or from a position that it goes on from."""
    seed = int(row.seed)
    if not row.seeded_start:
        return Game.from_position(row.start, None if row.deals_from else seed)
    limited, palace, letters = row.limited_supply, row.palace, "".join(seat.seat for seat in seats)
    game = Game.new(row.players, seed, limited_supply=limited, palace=palace, colours=letters, first=row.first)
    if game.start != row.start:
        raise AmyitisError(f"game {row.id} starts from another position than these rules and this box set up")
    return game


def standing(game: Game) -> str:
    """How a game stands, for lists of games."""
    return to_json({"round": game.round, "tiles_left": game.tiles_left, "scores": game.scores})


@dataclass(frozen=True)
class Entry:
    """An entry of the log with what it did."""

    row: LogRow
    events: list[Event]

    @cached_property
    def json(self) -> str:
        """The entry as JSON."""
        return to_json(self.as_dict())

    def as_dict(self) -> dict[str, Any]:
        """The entry as the API gives it out."""
        return entry_facts(self.row, self.events)


def entry_facts(row: LogRow, events: Iterable[Event]) -> dict[str, Any]:
    """An entry of a log with what it did, as plain data."""
    return {
        "ply": row.ply,
        "kind": row.kind,
        "seat": row.seat,
        "token": row.token,
        "count": row.count,
        "at": row.at,
        "by_bot": row.actor.startswith(BOT),
        "events": [event.as_dict() for event in events],
    }


@dataclass(frozen=True)
class Change:
    """A step that has been worked out but not yet kept: what to append, and the game after it."""

    step: Step
    game: Game
    entries: list[Entry]


class DealBetween(AmyitisError):
    """A line of moves that goes on after a deal, which nobody can know beforehand."""

    def __init__(self, message: str, place: int) -> None:
        self.place = place
        super().__init__(message)


class NotYours(AmyitisError):
    """The decision is another seat's."""

    def __init__(self, seat: str, place: int) -> None:
        self.seat, self.place = seat, place
        super().__init__(f"the decision is {seat}'s")


class Misplaced(AmyitisError):
    """The move at a place of a line is malformed or illegal; `problem` says why."""

    def __init__(self, place: int, problem: AmyitisError) -> None:
        self.place, self.problem = place, problem
        super().__init__(str(problem))


class NothingToTakeBack(AmyitisError):
    """The last decision may not be taken back by the one who asks; the message says why."""


@dataclass
class Table:
    """A game at its latest ply."""

    row: GameRow
    seats: list[SeatRow]
    game: Game
    ply: int
    seating: int
    recent: deque[Entry] = field(default_factory=lambda: deque(maxlen=ENTRIES_KEPT))
    acts: list[LogRow] = field(default_factory=list)
    online: frozenset[str] = frozenset()  # the seats whose holders watch through this server
    _drawn: tuple[int, str, str, str] | None = None

    # Rebuilding.

    @classmethod
    def rebuild(cls, row: GameRow, seats: list[SeatRow], rows: Iterable[LogRow]) -> tuple["Table", list[Entry]]:
        """The table of a game from its whole log, and every entry; raises AmyitisError if the log does not replay."""
        table, entries = cls(row, seats, begin(row, seats), 0, row.seating), list[Entry]()
        for entry in replayed(row, table.game, rows):
            table._note(entry)
            entries.append(entry)
        return table, entries

    def follow(self, rows: Iterable[LogRow]) -> list[Entry]:
        """Go on with entries that were appended elsewhere."""
        entries = list(replayed(self.row, self.game, rows, self.ply))
        for entry in entries:
            self._note(entry)
        return entries

    def keep(self, change: Change) -> None:
        """Make a change that the log has accepted."""
        self.game = change.game
        for entry in change.entries:
            self._note(entry)

    def _note(self, entry: Entry) -> None:
        row = entry.row
        self.ply = row.ply
        self.recent.append(entry)
        if row.kind == "undo":
            del self.acts[len(self.acts) - row.count :]
        elif row.kind == "move":
            self.acts.append(row)
        else:
            self.acts.clear()
            if row.ply >= self.row.deals_from:
                self.game.forget()

    # What is.

    @property
    def decider(self) -> str:
        """The seat that must decide; `$` once the game is over."""
        return self.game.seat

    def seat(self, letter: str) -> SeatRow | None:
        """A seat by its letter."""
        return next((seat for seat in self.seats if seat.seat == letter), None)

    def view_json(self) -> str:
        """The view as JSON, made once for each ply."""
        return self._drawn_now()[1]

    def legal_json(self) -> str:
        """The legal moves as JSON, made once for each ply."""
        return self._drawn_now()[2]

    def position_json(self) -> str:
        """The position as JSON, made once for each ply."""
        return self._drawn_now()[3]

    def _drawn_now(self) -> tuple[int, str, str, str]:
        if self._drawn is None or self._drawn[0] != self.ply:
            game = self.game
            legal = to_json(list(game.legal_moves))
            self._drawn = (self.ply, to_json(game.view()), legal, to_json(game.position))
        return self._drawn

    def recent_after(self, since: int) -> list[str] | None:
        """The entries behind a ply as JSON; None if they are no longer at hand."""
        missing = self.ply - since
        if missing > len(self.recent):
            return None
        return [entry.json for entry in list(self.recent)[len(self.recent) - missing :]] if missing > 0 else []

    # What may happen.

    def moved(self, tokens: Sequence[str], actor: str, seats: frozenset[str]) -> Change:
        """The change that a line of moves makes; raises Misplaced, NotYours or DealBetween, with nothing done."""
        game, entries, at = self.game.copy(), list[Entry](), now()
        for place, token in enumerate(tokens):
            if place and entries[-1].row.kind == "deal":
                raise DealBetween(f"{token} would come after a deal: send it once the deal is known", place)
            if game.seat not in seats and not game.is_over:
                raise NotYours(game.seat, place)
            before = len(game.plies)
            try:
                game.push(token)
            except AmyitisError as problem:
                raise Misplaced(place, problem) from problem
            for ply in game.plies[before:]:
                number = self.ply + 1 + len(entries)
                if ply.is_deal:
                    row = LogRow(number, "deal", CHANCE, ply.token, 0, CHANCE, at)
                else:
                    row = LogRow(number, "move", ply.seat, ply.token, 0, actor, at)
                entries.append(Entry(row, ply.events))
        return self._change(game, entries)

    def taken_back(self, actor: str, seats: frozenset[str]) -> Change:
        """The change that taking back the last own decision makes, bots' answers to it included.

        Raises NothingToTakeBack if another person has acted since, a deal was made, or the game is over.
        """
        if self.game.is_over:
            raise NothingToTakeBack("the game is over and its deals are revealed")
        count = 0
        for act in reversed(self.acts):
            count += 1
            if act.actor.startswith(BOT):
                continue
            if act.actor == RECORD:
                break
            if act.actor != actor and act.seat not in seats:
                raise NothingToTakeBack("another player has acted since your last decision")
            game = self.game.copy()
            for _ in range(count):
                game.undo()
            row = LogRow(self.ply + 1, "undo", act.seat, "", count, actor, now())
            return self._change(game, [Entry(row, [])])
        raise NothingToTakeBack("no decision of yours has been made since the last deal")

    def can_take_back(self, actor: str, seats: frozenset[str]) -> bool:
        """Whether `taken_back` would work."""
        if self.game.is_over:
            return False
        last = next((act for act in reversed(self.acts) if not act.actor.startswith(BOT)), None)
        return last is not None and last.actor != RECORD and (last.actor == actor or last.seat in seats)

    def _change(self, game: Game, entries: list[Entry]) -> Change:
        rows = [entry.row for entry in entries]
        head = (game.seat, game.is_over, result_of(game), standing(game))
        return Change(Step(self.row.id, self.ply, rows, *head), game, entries)


def replayed(row: GameRow, game: Game, rows: Iterable[LogRow], ply: int = 0) -> Iterable[Entry]:
    """Play log entries on a game, one by one; raises AmyitisError where the log does not fit."""
    for entry in rows:
        if entry.ply != ply + 1:
            raise AmyitisError(f"game {row.id}: entry {ply + 1} of its log is missing")
        ply = entry.ply
        yield Entry(entry, _replay(row, game, entry))
        if ply == row.deals_from:
            game.deal_from(int(row.seed))


def _replay(row: GameRow, game: Game, entry: LogRow) -> list[Event]:
    if entry.kind == "undo":
        for _ in range(entry.count):
            game.undo()
        return []
    if entry.kind == "move" or entry.ply <= row.deals_from:
        before = len(game.plies)
        game.push(entry.token)
        return game.plies[before].events
    last = game.plies[-1] if game.plies else None
    if last is None or not last.is_deal or last.token != entry.token:
        raise AmyitisError(f"game {row.id}: entry {entry.ply} of its log deals otherwise than its seed")
    return last.events
