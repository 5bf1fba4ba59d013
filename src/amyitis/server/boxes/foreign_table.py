"""`ForeignTable`: a table whose rules are in another process, because the game is played with another box."""

from collections import Counter, deque
from collections.abc import Sequence
from typing import Any, ClassVar

from amyitis.box.process import BoxProcess
from amyitis.game.view import View
from amyitis.table import Change, Entry, GameFacts, LogEntry, SeatFacts, Table
from amyitis.table.facts import CHANCE
from amyitis.table.table import ENTRIES_KEPT

from . import hosting


class ForeignTable(Table):
    """A game at its latest ply, as the process with its box sees it.

    What is told of it is here. What asks the rules (moves, tries, reasons) takes its time, and is done from a thread;
    it raises Lost where the process does not have the table any more: then it is opened again.
    """

    apart: ClassVar[bool] = True

    def __init__(self, facts: GameFacts, seats: list[SeatFacts], process: BoxProcess) -> None:
        self.facts, self.seats = facts, seats
        self.ply, self.seating = 0, facts.seating
        self.recent, self.acts, self.undone = deque(maxlen=ENTRIES_KEPT), [], Counter()
        self.online = frozenset()
        self._made = {}
        self._process = process
        self._seen: hosting.Snapshot

    @classmethod
    def open(
        cls, process: BoxProcess, facts: GameFacts, seats: list[SeatFacts], log: list[LogEntry]
    ) -> tuple["ForeignTable", list[Entry]]:
        """The table of a game from its whole log, and every entry; raises AmyitisError if the log does not replay."""
        table = cls(facts, seats, process)
        table._seen, entries = process.call(hosting.open_table, facts, seats, log)
        for entry in entries:
            table._note(entry)
        return table, entries

    def follow(self, log: Sequence[LogEntry], short: bool = False) -> list[Entry]:
        """Go on with entries that were appended elsewhere."""
        seen, entries = self._process.call(hosting.follow, self.facts.id, self.ply, list(log))
        self._seen = seen
        for entry in entries:
            self._note(entry)
        return entries

    def keep(self, change: Change) -> None:
        """Make a change that the log has accepted; the process makes it when it is next spoken to."""
        self._seen = change.after
        for entry in change.entries:
            self._note(entry)

    def _forget(self) -> None:
        """The process forgets for itself."""

    # What is.

    @property
    def decider(self) -> str:
        """The seat that must decide; `$` before the game has begun, and once it is over."""
        return CHANCE if self.gathering else self._seen.decider

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self._seen.over

    @property
    def round(self) -> int:
        """The number of the round."""
        return self._seen.round

    @property
    def position(self) -> str:
        """The position as one line of text."""
        return self._seen.position

    @property
    def legal(self) -> list[str]:
        """The legal moves of whoever decides."""
        return self._seen.legal

    @property
    def view(self) -> View:
        """Everything on the table."""
        return self._seen.view

    def outlook(self) -> dict[str, Any]:
        """What is needed to offer the decision, and to explain it."""
        return self._seen.outlook

    # What may happen.

    def tried(self, tokens: Sequence[str]) -> dict[str, Any]:
        """What comes of a line of moves, tried on a copy; raises Misplaced or Lost."""
        return self._process.call(hosting.tried, self.facts.id, self.ply, list(tokens))

    def reasons(self, tokens: Sequence[str]) -> list[dict[str, Any]]:
        """For each move, whether it is legal now, and why not; raises Malformed or Lost."""
        return self._process.call(hosting.reasons, self.facts.id, self.ply, list(tokens))

    def moved(self, tokens: Sequence[str], actor: str, seats: frozenset[str]) -> Change:
        """The change that a line of moves makes; raises Misplaced, NotYours, DealBetween or Lost."""
        return Change(*self._process.call(hosting.moved, self.facts.id, self.ply, list(tokens), actor, seats))

    def taken_back(self, actor: str, seats: frozenset[str]) -> Change:
        """The change that taking back the last own decision makes; raises NothingToTakeBack or Lost."""
        return Change(*self._process.call(hosting.taken_back, self.facts.id, self.ply, actor, seats))
