"""Clocks of a table: how much time everybody has, and how much of it is left after the entries of a log.

Every entry says what its seat was charged (`spent`), so nothing here needs to know the time. What happens between the
latest entry and now is measured by the service (`service/games/clocks/table_clocks.py`).
"""

from collections import Counter
from dataclasses import dataclass, field
from typing import Literal, NamedTuple, Self

from amyitis.notation.tokens import opens_turn
from amyitis.table.conduct import BACK, BEGIN, RESUME, STAND_IN, TIME
from amyitis.table.metadata import BOT, LogEntry

SECOND, HOUR = 1000, 3_600_000
WhenUp = Literal["stand_in", "loss", "nothing"]
ClockKind = Literal["live", "slow"]
LEAST_INCREMENT = 5  # seconds of a live clock: who returns after the time was up has so much for a round
STARTS, UP = (BACK, RESUME, BEGIN), (TIME, STAND_IN)
WARN_AT = 5  # a warning comes when one part in so many is left


@dataclass(frozen=True)
class TimeControl:
    """Clocks: `live` ones with a bank and an increment for each round, `slow` ones with a time for each turn.

    `allowance` is the bank or the time for a turn, `increment` what each decision round adds to a bank; milliseconds.
    """

    kind: ClockKind
    allowance: int
    increment: int
    when_up: WhenUp

    @classmethod
    def parse(cls, text: str) -> Self | None:
        """The clocks that `str` has written; None for the empty text."""
        if not text:
            return None
        kind, allowance, increment, when_up = text.split()
        return cls(kind, int(allowance), int(increment), when_up)  # type: ignore[arg-type] # as `str` wrote them

    def __str__(self) -> str:
        return f"{self.kind} {self.allowance} {self.increment} {self.when_up}"

    @property
    def warning(self) -> int:
        """How much is left when its owner is warned."""
        return self.allowance // WARN_AT


class Act(NamedTuple):
    """A move on the clocks: whether a person made it, whether it began a round, and what it and its round took."""

    seat: str
    by_person: bool
    begins: bool
    spent: int
    round_spent: int


@dataclass
class Clocks:
    """How much time each seat has used, after the entries of a log.

    A round is the moves of one seat without a move of another between them; the choice of an action begins a new one.
    Who takes moves back gets no time back: it is carried into the move that they make instead.
    """

    control: TimeControl
    since: int  # from when the running clock counts
    acts: list[Act] = field(default_factory=list)  # those since the last deal, and one before it
    spent: Counter[str] = field(default_factory=Counter)
    rounds: Counter[str] = field(default_factory=Counter)
    carried: Counter[str] = field(default_factory=Counter)
    lost: str | None = None  # the seat whose time for its present round is up

    def note(self, entry: LogEntry) -> None:
        """Follow an entry of the log."""
        seat = entry.seat
        if not self.restarts(entry):
            return
        self.since = entry.at
        self.spent[seat] += entry.spent
        if entry.kind == "table" and entry.token in UP:  # the increment of this round is gone, too
            self.spent[seat] = self.control.allowance + self.control.increment * self.rounds[seat]
            self.lost = seat
        if entry.kind == "move":
            self._move(entry)
            return
        if entry.kind == "undo":
            self._take_back(entry.count)
        elif entry.kind == "deal":
            del self.acts[:-1]
        self.carried[seat] += entry.spent

    @staticmethod
    def restarts(entry: LogEntry) -> bool:
        """Whether the time from an entry on is yet to be charged; otherwise the running clock runs on."""
        return entry.kind != "table" or entry.spent > 0 or entry.token in STARTS

    def _move(self, entry: LogEntry) -> None:
        seat, by_person = entry.seat, not entry.actor.startswith(BOT)
        begins = self.begins(seat, entry.token)
        before = 0 if begins else self.acts[-1].round_spent
        self.acts.append(Act(seat, by_person, begins, entry.spent, before + self.carried.pop(seat, 0) + entry.spent))
        self.rounds[seat] += by_person and begins
        self.lost = None

    def _take_back(self, count: int) -> None:
        for act in self.acts[len(self.acts) - count :]:
            self.rounds[act.seat] -= act.by_person and act.begins
            self.carried[act.seat] += act.spent
        del self.acts[len(self.acts) - count :]

    def begins(self, seat: str, token: str) -> bool:
        """Whether a move of a seat begins a round."""
        return not self.acts or self.acts[-1].seat != seat or opens_turn(token)

    def left(self, seat: str, deciding: str | None = None) -> int:
        """The milliseconds that a seat has left after the latest entry, not below 0.

        `deciding` is a legal move of the seat if it must decide: its round may be a new one.
        """
        control = self.control
        if deciding is not None and seat == self.lost:
            return 0
        if control.kind == "live":
            rounds = self.rounds[seat] + (deciding is not None and self.begins(seat, deciding))
            return max(0, control.allowance + control.increment * rounds - self.spent[seat])
        going_on = deciding is not None and not self.begins(seat, deciding)
        return max(0, control.allowance - self.carried[seat] - (self.acts[-1].round_spent if going_on else 0))
