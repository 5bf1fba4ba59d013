"""`Table`: one game at its latest ply.

A table holds the game and its latest entries. Nothing before the last deal can be taken back, so the table forgets the
moves before it; `replaying.py` gets them from the log.

`move` and `take_back` work out a `Change` on a copy. Once the log has accepted the change, `keep` makes it.
"""

import json
from collections import Counter, deque
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, TypeVar

from amyitis.errors import AmyitisError
from amyitis.game import Game
from amyitis.game.replay import result_text
from amyitis.game.view import Parts, View

from .clocks.time_control import Clocks, TimeControl
from .conduct import Conduct
from .errors import BadMove, DealBetween, NothingToTakeBack, NotYours
from .likeness import likeness
from .messages.entries import Entry, changes
from .messages.outlook import outlook, refusal_message
from .messages.shapes import Outlook, Refusal, Tried, TurnAhead
from .metadata import BOT, CHANCE, RECORD, GameMetadata, LogEntry, SeatMetadata, Step
from .people.absence import compared
from .plans import turn_of
from .replaying import initial_game, plies_to_look_at, replay_entries, seed_of
from .tries import try_line

ENTRIES_KEPT = 48
MOST_UNDOS = 60  # of a seat between two deals: more than a player needs, and it bounds the log

T = TypeVar("T")


def standing(game: Game) -> str:
    """How a game stands, as JSON for lists of games."""
    stands = {"round": game.round, "tiles_left": game.tiles_left, "scores": game.scores}
    return json.dumps(stands, separators=(",", ":"))


@dataclass(frozen=True)
class Change:
    """A step that is worked out but not yet kept: what to append, its entries, and the table after it.

    Only the class of table that made a change knows what its `after` is.
    """

    step: Step
    entries: list[Entry]
    after: Any


@dataclass(eq=False)
class Table:
    """A game at its latest ply.

    `remote` says that the rules run in another process, so that calls which need them block for a while.
    """

    remote: ClassVar[bool] = False

    metadata: GameMetadata
    seats: list[SeatMetadata]
    game: Game
    ply: int
    seating: int
    recent: deque[Entry] = field(default_factory=lambda: deque(maxlen=ENTRIES_KEPT))
    acts: list[LogEntry] = field(default_factory=list)  # the moves since the last deal
    undos: Counter[str] = field(default_factory=Counter)  # of each seat since the last deal
    online: frozenset[str] = frozenset()  # the seats whose holders watch
    conduct: Conduct = field(default_factory=Conduct)
    clocks: Clocks | None = None
    clock_news: int = 0  # counts what only the clocks have to say
    parts: Parts = field(default_factory=Parts)
    _view: View | None = None
    _cache: dict[Hashable, Any] = field(default_factory=dict)

    # From the log.

    @classmethod
    def rebuild(
        cls, metadata: GameMetadata, seats: list[SeatMetadata], log: Sequence[LogEntry]
    ) -> tuple["Table", list[Entry]]:
        """The table of a game from its whole log, and every entry; raises AmyitisError if the log does not replay.

        Only the latest entries have their changes of the view.
        """
        clocks = clocks_of(metadata)
        table = cls(metadata, seats, initial_game(metadata, seats), 0, metadata.seating, clocks=clocks)
        return table, table.follow(log)

    def follow(self, log: Sequence[LogEntry]) -> list[Entry]:
        """Play entries that were appended elsewhere; raises AmyitisError if they do not replay."""
        entries, first = list[Entry](), max(0, len(log) - ENTRIES_KEPT)
        view = self.view if first == 0 else None
        played = replay_entries(self.metadata, log, self.game, self.ply, seed=seed_of(self.metadata))
        for place, (logged, events, look) in enumerate(played):
            before, view = view, look(self.parts) if place >= first - 1 else None
            set_ = changes(before, view) if before is not None and view is not None else None
            entries.append(Entry(logged, events, set_))
            self._note(entries[-1])  # before the next entry is played: a deal forgets the moves up to it
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
        self._cache.clear()
        self.recent.append(entry)
        self.conduct.note(logged)
        if self.clocks is not None:
            self.clocks.note(logged)
        if logged.kind == "undo":
            del self.acts[len(self.acts) - logged.count :]
            self.undos[logged.seat] += 1
        elif logged.kind == "move":
            self.acts.append(logged)
        if logged.kind == "deal" or logged.ply == self.metadata.deals_from:
            self.acts.clear()
            self.undos.clear()
            self.game.forget()  # the moves up to a deal, and those of a record, cannot be taken back

    # How it stands.

    @property
    def decider(self) -> str:
        """The seat that must decide; `$` before the game has begun, and once it is over."""
        return CHANCE if self.in_lobby or self.over else self.game.seat

    @property
    def in_lobby(self) -> bool:
        """Whether the game has not begun: seats are open, or shares of the seed are missing."""
        return self.metadata.stage is not None

    @property
    def over(self) -> bool:
        """Whether the game has ended, by the rules or before."""
        return self.conduct.ending.ended or self.game.is_over

    @property
    def result(self) -> str:
        """Scores and winners as in a record; `*` while the game is running."""
        return self.cached("result", lambda: result_text(self.game, self.conduct.ending))

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
        """The legal moves of the seat that decides."""
        return list(self.game.legal_moves)

    @property
    def view(self) -> View:
        """Everything on the table, made once for each ply."""
        if self._view is None:
            self._view = self.game.view(self.parts)
        return self._view

    def outlook(self) -> Outlook:
        """All that is needed to offer the decision and to explain it, as JSON."""
        return outlook(self.game)

    def try_line(self, tokens: Sequence[str]) -> Tried:
        """Try a line of moves on a copy that cannot deal, and return it as JSON; raises BadMove."""
        return try_line(Game(self.game.state), self.ply, tokens)

    def try_turn(self, seat: str, tokens: Sequence[str]) -> TurnAhead:
        """Try a turn of a seat as if it came now, and return it as JSON; raises BadMove and NoTurnAhead."""
        game = turn_of(self.game, seat)
        shown, legal = changes(self.view, game.view()), list(game.legal_moves)
        return {"set": shown, "legal": legal, "tried": try_line(game, self.ply, tokens)}

    def refusals(self, tokens: Sequence[str]) -> list[Refusal]:
        """For each move, whether it is legal now, and why not, as JSON; raises Malformed."""
        return [refusal_message(token, self.game.why_not(token)) for token in tokens]

    def bot_to_play(self, watched: bool) -> str | None:
        """The bot that must decide, or None; a table of bots alone plays only while somebody watches."""
        decider = self.seat(self.decider)
        if decider is None or decider.bot is None or self.over:
            return None
        only_bots = all(seat.bot is not None for seat in self.seats)
        return None if only_bots and not watched else decider.bot

    def seat(self, letter: str) -> SeatMetadata | None:
        """A seat by its letter."""
        return next((seat for seat in self.seats if seat.seat == letter), None)

    def entries_after(self, since: int) -> list[Entry] | None:
        """The entries after a ply; None if the table does not hold them any more."""
        missing = self.ply - since
        if missing > len(self.recent):
            return None
        return list(self.recent)[len(self.recent) - missing :] if missing > 0 else []

    def cached(self, name: Hashable, make: Callable[[], T]) -> T:
        """What `make` returns, called once for each ply: for parts of messages that go to several people."""
        if name not in self._cache:
            self._cache[name] = make()
        value: T = self._cache[name]
        return value

    # What players do.

    def move(self, tokens: Sequence[str], actor: str, seats: frozenset[str], at: int, spent: int = 0) -> Change:
        """Work out a line of moves, charging their seat's clock; raises BadMove, NotYours or DealBetween."""
        game, entries, view = self.game.copy(), list[Entry](), self.view
        for place, token in enumerate(tokens):
            if place and entries[-1].logged.kind == "deal":
                raise DealBetween(f"{token} would come after a deal: send it once the deal is known", place)
            if game.seat not in seats and not game.is_over:
                raise NotYours(game.seat, place)
            first = len(game.plies)
            try:
                game.push(token)
            except AmyitisError as problem:
                raise BadMove(place, problem) from problem
            for ply, look in plies_to_look_at(game, first):
                number = self.ply + 1 + len(entries)
                if ply.is_deal:
                    logged = LogEntry(number, "deal", CHANCE, ply.token, 0, CHANCE, at)
                else:
                    logged = LogEntry(number, "move", ply.seat, ply.token, 0, actor, at, 0 if entries else spent)
                before, view = view, look(self.parts)
                entries.append(Entry(logged, list(ply.events), changes(before, view)))
        return self._change(game, entries, view)

    def take_back(self, actor: str, seats: frozenset[str], at: int, spent: int = 0) -> Change:
        """Work out the undo of the player's last decision, and of the bots' answers to it.

        The time since then is charged to the player whose clock was running.

        Raises NothingToTakeBack if another person has acted since, or a bot for a person in a game of several, if a
        deal was made, or the game is over.
        """
        count, act = self._last_decision(actor, seats)
        game = self.game.copy()
        for _ in range(count):
            game.undo()
        logged = LogEntry(self.ply + 1, "undo", act.seat, "", count, actor, at, spent)
        view = game.view(self.parts)
        return self._change(game, [Entry(logged, [], changes(self.view, view))], view)

    def can_take_back(self, actor: str, seats: frozenset[str]) -> bool:
        """Whether `take_back` would work."""
        try:
            self._last_decision(actor, seats)
        except NothingToTakeBack:
            return False
        return True

    def _last_decision(self, actor: str, seats: frozenset[str]) -> tuple[int, LogEntry]:
        """The player's last decision, and how many moves lead back to before it; raises NothingToTakeBack."""
        if self.over:
            raise NothingToTakeBack("the game is over and its deals are revealed")
        for count, act in enumerate(reversed(self.acts), 1):
            if act.actor.startswith(BOT):
                if self._stands_in(act.seat):  # who left their seat to a bot for a moment would have its advice
                    raise NothingToTakeBack("a bot has decided for a player since your last decision")
                continue
            if act.actor == RECORD:
                break
            if act.actor != actor and act.seat not in seats:
                raise NothingToTakeBack("another player has acted since your last decision")
            if self.undos[act.seat] >= MOST_UNDOS:
                raise NothingToTakeBack(f"a seat takes back at most {MOST_UNDOS} times between two deals")
            return count, act
        raise NothingToTakeBack("no decision of yours has been made since the last deal")

    def _stands_in(self, letter: str) -> bool:
        """Whether a bot's moves at a seat were a person's to make, in a game of several people."""
        seat = self.seat(letter)
        return seat is not None and seat.person is not None and compared(self.metadata, self.seats)

    def happen(self, events: Sequence[LogEntry]) -> Change:
        """Work out entries of kind `table`, which leave the position as it is."""
        return self._change(self.game, [Entry(logged, [], {}) for logged in events], self.view)

    def _change(self, game: Game, entries: list[Entry], view: View) -> Change:
        logged = [entry.logged for entry in entries]
        ending = self.conduct.after(logged).ending
        over = game.is_over or ending.ended
        row = likeness(game.state) if compared(self.metadata, self.seats) else ""
        decider = CHANCE if over else game.seat
        step = Step(self.metadata.id, self.ply, logged, decider, over, result_text(game, ending), standing(game), row)
        return Change(step, entries, (game, view))


def clocks_of(metadata: GameMetadata) -> Clocks | None:
    """The clocks of a game before its log; None if it is played without any."""
    control = TimeControl.parse(metadata.clock)
    return None if control is None else Clocks(control, metadata.created)
