"""What happens at a table beside the moves: resigning, time that is up, pauses, proposals, the end by consent.

Each is an entry of the log of kind `table`, whose token is one of `TOKENS`. The position stays as it is.

- `resign`, `time`: the seat is out for good; a bot plays it on, and its holder has lost.
- `time:stand-in`: the time of the seat is up, and a bot plays until its holder returns.
- `left`, `back`: the holder of the seat left it to a bot, or came back: what the clock needs to know.
- `ask:pause`, `ask:end`, `decline`: a proposal, or agreement with it; and the refusal, which ends it.
- `pause`, `resume`, `end`, `begin`: what comes of it, and the first moment of a game with clocks. A move ends a pause.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, get_args

from amyitis.notation.endings import Ending, Reason

from .metadata import LogEntry, SeatMetadata

Proposal = Literal["pause", "end"]
PROPOSALS: tuple[Proposal, ...] = get_args(Proposal)
RESIGN, TIME, STAND_IN, LEFT, BACK = "resign", "time", "time:stand-in", "left", "back"
ASK, DECLINE, PAUSE, RESUME, END, BEGIN = "ask:", "decline", "pause", "resume", "end", "begin"
TOKENS = (RESIGN, TIME, STAND_IN, LEFT, BACK, *(ASK + what for what in PROPOSALS), DECLINE, PAUSE, RESUME, END, BEGIN)
MOST_EVENTS = 40  # of a seat between two deals: it bounds the log


@dataclass
class Conduct:
    """Who is out, whether the game is paused or was ended, and what is proposed; from the entries of the log."""

    ending: Ending = field(default_factory=Ending)
    paused: bool = False
    proposal: Proposal | None = None
    agreed: frozenset[str] = frozenset()  # the seats that want what is proposed
    events: Counter[str] = field(default_factory=Counter)  # of each seat since the last deal

    def after(self, entries: Sequence[LogEntry]) -> "Conduct":
        """How it is after further entries; this one stays as it is."""
        if all(entry.kind != "table" for entry in entries):
            return self
        later = replace(self, events=Counter(self.events))
        for entry in entries:
            later.note(entry)
        return later

    def note(self, entry: LogEntry) -> None:
        """Follow an entry of the log."""
        if entry.kind == "deal":
            self.events.clear()
        if entry.kind == "move":
            self.paused = False
        if entry.kind != "table":
            return
        token = entry.token
        self.events[entry.seat] += 1
        if token in (RESIGN, TIME):
            reason: Reason = "resigned" if token == RESIGN else "time"
            self.ending = Ending({**self.ending.out, entry.seat: reason}, self.ending.ended)
        elif token == END:
            self.ending = Ending(self.ending.out, ended=True)
        elif token in (PAUSE, RESUME):
            self.paused = token == PAUSE
        if token.startswith(ASK):
            what: Proposal = "pause" if token == ASK + "pause" else "end"
            self.agreed = (self.agreed if what == self.proposal else frozenset()) | {entry.seat}
            self.proposal = what
        elif token in (DECLINE, PAUSE, END):
            self.proposal, self.agreed = None, frozenset()

    def is_agreed(self, seats: Iterable[SeatMetadata], asking: str, back_since: int | None = None) -> bool:
        """Whether everybody wants what is proposed once a seat does, too.

        These are the people who play themselves, and with `back_since` all others who may come back and were here since
        then: nobody ends a game behind the back of somebody who is late.
        """
        agreed, wanted, people = self.agreed | {asking}, set[str](), set[str]()
        for seat in seats:
            person = seat.person or seat.former
            plays = seat.person is not None and seat.bot is None
            late = back_since is not None and seat.seen >= back_since
            if person is not None and seat.seat not in self.ending.out and (plays or late):
                wanted.add(person)
                people |= {person} if seat.seat in agreed else set()
        return wanted <= people

    def ends_without(self, seats: Sequence[SeatMetadata], leaving: str) -> bool:
        """Whether the game ends when a seat is out: only one is left, or no person plays any more."""
        staying = [seat for seat in seats if seat.seat not in self.ending.out and seat.seat != leaving]
        return len(staying) < 2 or all(seat.person is None for seat in staying if not seat.is_open)
