"""`RemoteTable`: a table whose rules are in another process, because the game is played with another box."""

from collections import Counter, deque
from collections.abc import Callable, Sequence
from typing import Any, ClassVar, cast

from amyitis.box.process import BoxProcess
from amyitis.game import Game
from amyitis.table import Change, Entry, GameMetadata, LogEntry, SeatMetadata, Table
from amyitis.table.conduct import Conduct
from amyitis.table.messages.shapes import Outlook, Refusal, Tried, TurnAhead
from amyitis.table.table import ENTRIES_KEPT, clocks_of

from . import hosting


class RemoteTable(Table):
    """A game at its latest ply, as the process with its box sees it.

    A snapshot of it is here. What needs the rules (moves, tries, reasons) takes its time, and is done from a thread; it
    raises WorkerLost where the process does not have the table any more: then it is opened again.
    """

    remote: ClassVar[bool] = True

    def __init__(self, metadata: GameMetadata, seats: list[SeatMetadata], process: BoxProcess) -> None:
        self.metadata, self.seats = metadata, seats
        self.ply, self.seating = 0, metadata.seating
        self.recent, self.acts, self.undos = deque(maxlen=ENTRIES_KEPT), [], Counter()
        self.online = frozenset()
        self.conduct, self.clocks = Conduct(), clocks_of(metadata)
        self._cache = {}
        self._process = process

    @classmethod
    def open(
        cls, process: BoxProcess, metadata: GameMetadata, seats: list[SeatMetadata], log: list[LogEntry]
    ) -> tuple["RemoteTable", list[Entry]]:
        """The table of a game from its whole log, and every entry; raises AmyitisError if the log does not replay."""
        table = cls(metadata, seats, process)
        snapshot, entries = process.call(hosting.open_table, metadata, seats, log)
        table._show(snapshot, entries)
        return table, entries

    def follow(self, log: Sequence[LogEntry]) -> list[Entry]:
        """Go on with entries that were appended elsewhere."""
        snapshot, entries = self._process.call(hosting.follow, self.metadata.id, self.ply, list(log))
        self._show(snapshot, entries)
        return entries

    def keep(self, change: Change) -> None:
        """Make a change that the log has accepted; the process makes it when it is next spoken to."""
        self._show(change.after, change.entries)

    def _show(self, snapshot: hosting.Snapshot, entries: list[Entry]) -> None:
        # A snapshot has what the properties of a table read of a game; whatever needs the rules is overridden here.
        self.game, self._view, self._outlook = cast(Game, snapshot), snapshot.last_view, snapshot.outlook
        for entry in entries:
            self._note(entry)

    def outlook(self) -> Outlook:
        """What is needed to offer the decision, and to explain it."""
        return self._outlook

    # What may happen.

    def try_line(self, tokens: Sequence[str]) -> Tried:
        """What comes of a line of moves, tried on a copy; raises BadMove or WorkerLost."""
        line: Tried = self._process.call(hosting.ask, self.metadata.id, self.ply, Table.try_line, list(tokens))
        return line

    def try_turn(self, seat: str, tokens: Sequence[str]) -> TurnAhead:
        """A turn of a seat as if it came now; raises BadMove, NoTurnAhead or WorkerLost."""
        ahead: TurnAhead
        ahead = self._process.call(hosting.ask, self.metadata.id, self.ply, Table.try_turn, seat, list(tokens))
        return ahead

    def refusals(self, tokens: Sequence[str]) -> list[Refusal]:
        """For each move, whether it is legal now, and why not; raises Malformed or WorkerLost."""
        return self._process.call(hosting.ask, self.metadata.id, self.ply, Table.refusals, list(tokens))

    def move(self, tokens: Sequence[str], actor: str, seats: frozenset[str], at: int, spent: int = 0) -> Change:
        """The change that a line of moves makes; raises BadMove, NotYours, DealBetween or WorkerLost."""
        return self._change_by(Table.move, list(tokens), actor, seats, at, spent)

    def take_back(self, actor: str, seats: frozenset[str], at: int, spent: int = 0) -> Change:
        """The change that taking back the last own decision makes; raises NothingToTakeBack or WorkerLost."""
        return self._change_by(Table.take_back, actor, seats, at, spent)

    def happen(self, events: Sequence[LogEntry]) -> Change:
        """The change that entries of kind `table` make; raises WorkerLost."""
        return self._change_by(Table.happen, list(events))

    def _change_by(self, make: Callable[..., Change], *arguments: Any) -> Change:
        return self._process.call(hosting.change, self.metadata.id, self.ply, make, *arguments)
