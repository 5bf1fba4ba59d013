"""`Table`: one game at its latest ply, asked, and carried one step further on a copy that the log must accept.

A table holds the game and the latest entries only. What lies before the last deal can never be taken back, so the
moves before it are let go of; whoever wants them gets them from the log (`replaying.py`).
"""

import json
from collections import Counter, deque
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, TypeVar

from amyitis.errors import AmyitisError
from amyitis.game import Game
from amyitis.game.film import changes
from amyitis.game.view import Parts, View, view_of

from .entries import Entry
from .facts import BOT, CHANCE, RECORD, GameFacts, LogEntry, SeatFacts, Step, now
from .outlook import outlook, reason
from .refusals import DealBetween, Misplaced, NothingToTakeBack, NotYours
from .replaying import begin, replayed
from .shortening import is_short
from .tries import try_line

ENTRIES_KEPT = 48
MOST_UNDOS = 60  # of a seat between two deals: enough for anybody who plays, and a log that ends

T = TypeVar("T")


def standing(game: Game) -> str:
    """How a game stands, for lists of games."""
    facts = {"round": game.round, "tiles_left": game.tiles_left, "scores": game.scores}
    return json.dumps(facts, separators=(",", ":"))


@dataclass(frozen=True)
class Change:
    """A step that has been worked out but not yet kept: what to append, the entries, and the table after it.

    `after` is known to the kind of table that made the change alone.
    """

    step: Step
    entries: list[Entry]
    after: Any


@dataclass(eq=False)
class Table:
    """A game at its latest ply.

    `apart` says that the rules are asked in another process, so that what asks them takes its time (`ForeignTable`).
    """

    apart: ClassVar[bool] = False

    facts: GameFacts
    seats: list[SeatFacts]
    game: Game
    ply: int
    seating: int
    recent: deque[Entry] = field(default_factory=lambda: deque(maxlen=ENTRIES_KEPT))
    acts: list[LogEntry] = field(default_factory=list)
    undone: Counter[str] = field(default_factory=Counter)  # how often each seat has taken back since the last deal
    online: frozenset[str] = frozenset()  # the seats whose holders watch
    parts: Parts = field(default_factory=Parts)
    _view: View | None = None
    _made: dict[Hashable, Any] = field(default_factory=dict)

    # Rebuilding.

    @classmethod
    def rebuild(cls, facts: GameFacts, seats: list[SeatFacts], log: Sequence[LogEntry]) -> tuple["Table", list[Entry]]:
        """The table of a game from its whole log, and every entry; raises AmyitisError if the log does not replay.

        Only the latest entries say what they have changed in the view. The log may be a shortened one.
        """
        table = cls(facts, seats, begin(facts, seats), 0, facts.seating)
        return table, table.follow(log, is_short(facts, log))

    def follow(self, log: Sequence[LogEntry], short: bool = False) -> list[Entry]:
        """Go on with entries that were appended elsewhere; raises AmyitisError where the log does not fit."""
        entries, first = list[Entry](), max(0, len(log) - ENTRIES_KEPT)
        view = self.view if first == 0 else None
        for place, (logged, events, behind) in enumerate(replayed(self.facts, self.game, log, self.ply, short)):
            before, view = view, None
            if place >= first - 1:
                view = self.game.view(self.parts) if behind is None else view_of(behind, self.parts)
            set_ = changes(before, view) if before is not None and view is not None else None
            entries.append(Entry(logged, events, set_))
            self._note(entries[-1])  # at once: what is let go of at a deal must not be what follows it
        self._view = view
        return entries

    def keep(self, change: Change) -> None:
        """Make a change that the log has accepted."""
        game, view = change.after
        self.game = game
        for entry in change.entries:
            self._note(entry)
        self._view = view

    def _note(self, entry: Entry) -> None:
        logged = entry.logged
        self.ply = logged.ply
        self._made.clear()
        self.recent.append(entry)
        if logged.kind == "undo":
            del self.acts[len(self.acts) - logged.count :]
            self.undone[logged.seat] += 1
        elif logged.kind == "move":
            self.acts.append(logged)
        if logged.kind == "deal" or logged.ply == self.facts.deals_from:
            self.acts.clear()
            self.undone.clear()
            self._forget()

    def _forget(self) -> None:
        """The moves before a deal, and those of a record, cannot be taken back."""
        self.game.forget()

    # What is.

    @property
    def decider(self) -> str:
        """The seat that must decide; `$` before the game has begun, and once it is over."""
        return CHANCE if self.gathering else self.game.seat

    @property
    def gathering(self) -> bool:
        """Whether the game has not begun: seats are open, or shares of the seed are missing."""
        return self.facts.stage is not None

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.game.is_over

    @property
    def round(self) -> int:
        """The number of the round."""
        return self.game.round

    @property
    def position(self) -> str:
        """The position as one line of text."""
        return self.game.position

    @property
    def legal(self) -> list[str]:
        """The legal moves of whoever decides."""
        return list(self.game.legal_moves)

    def outlook(self) -> dict[str, Any]:
        """What is needed to offer the decision, and to explain it, without asking again."""
        return outlook(self.game)

    def tried(self, tokens: Sequence[str]) -> dict[str, Any]:
        """What comes of a line of moves, tried on a copy that cannot deal; raises Misplaced."""
        return try_line(Game(self.game.state), self.ply, tokens)

    def reasons(self, tokens: Sequence[str]) -> list[dict[str, Any]]:
        """For each move, whether it is legal now, and why not; raises Malformed."""
        return [reason(token, self.game.why_not(token)) for token in tokens]

    def bot_to_play(self, watched: bool) -> str | None:
        """The bot that must decide, if there is one; bots alone at a table play only while somebody watches."""
        seat = self.seat(self.decider)
        if seat is None or seat.bot is None or self.over:
            return None
        alone = all(one.bot is not None for one in self.seats)
        return None if alone and not watched else seat.bot

    def seat(self, letter: str) -> SeatFacts | None:
        """A seat by its letter."""
        return next((seat for seat in self.seats if seat.seat == letter), None)

    @property
    def view(self) -> View:
        """Everything on the table, made once for each ply."""
        if self._view is None:
            self._view = self.game.view(self.parts)
        return self._view

    def made(self, name: Hashable, make: Callable[[], T]) -> T:
        """What `make` gives, made once for each ply: for what is told to several."""
        if name not in self._made:
            self._made[name] = make()
        made: T = self._made[name]
        return made

    def entries_after(self, since: int) -> list[Entry] | None:
        """The entries behind a ply; None if they are no longer at hand."""
        missing = self.ply - since
        if missing > len(self.recent):
            return None
        return list(self.recent)[len(self.recent) - missing :] if missing > 0 else []

    # What may happen.

    def moved(self, tokens: Sequence[str], actor: str, seats: frozenset[str]) -> Change:
        """The change that a line of moves makes; raises Misplaced, NotYours or DealBetween, with nothing done."""
        game, entries, at, view = self.game.copy(), list[Entry](), now(), self.view
        for place, token in enumerate(tokens):
            if place and entries[-1].logged.kind == "deal":
                raise DealBetween(f"{token} would come after a deal: send it once the deal is known", place)
            if game.seat not in seats and not game.is_over:
                raise NotYours(game.seat, place)
            before = len(game.plies)
            try:
                game.push(token)
            except AmyitisError as problem:
                raise Misplaced(place, problem) from problem
            plies = game.plies[before:]
            for number, ply in enumerate(plies, 1):
                here = self.ply + 1 + len(entries)
                if ply.is_deal:
                    logged = LogEntry(here, "deal", CHANCE, ply.token, 0, CHANCE, at)
                else:
                    logged = LogEntry(here, "move", ply.seat, ply.token, 0, actor, at)
                last = view
                view = game.view(self.parts) if number == len(plies) else view_of(plies[number].before, self.parts)
                entries.append(Entry(logged, list(ply.events), changes(last, view)))
        return self._change(game, entries, view)

    def taken_back(self, actor: str, seats: frozenset[str]) -> Change:
        """The change that taking back the last own decision makes, bots' answers to it included.

        Raises NothingToTakeBack if another person has acted since, a deal was made, or the game is over.
        """
        if self.over:
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
            if self.undone[act.seat] >= MOST_UNDOS:
                raise NothingToTakeBack(f"a seat takes back at most {MOST_UNDOS} times between two deals")
            game = self.game.copy()
            for _ in range(count):
                game.undo()
            logged, view = LogEntry(self.ply + 1, "undo", act.seat, "", count, actor, now()), game.view(self.parts)
            return self._change(game, [Entry(logged, [], changes(self.view, view))], view)
        raise NothingToTakeBack("no decision of yours has been made since the last deal")

    def can_take_back(self, actor: str, seats: frozenset[str]) -> bool:
        """Whether `taken_back` would work."""
        if self.over:
            return False
        last = next((act for act in reversed(self.acts) if not act.actor.startswith(BOT)), None)
        if last is None or last.actor == RECORD or self.undone[last.seat] >= MOST_UNDOS:
            return False
        return last.actor == actor or last.seat in seats

    def _change(self, game: Game, entries: list[Entry], view: View) -> Change:
        logged = [entry.logged for entry in entries]
        head = (game.seat, game.is_over, game.result, standing(game))
        return Change(Step(self.facts.id, self.ply, logged, *head), entries, (game, view))
