"""Long logs without what was taken back in them: a table, a record, a moment need no more.

Games of before could be carried on and taken back without end, and such a log must not have to fit into memory.
"""

from collections.abc import Iterable, Sequence

from amyitis.errors import AmyitisError

from .facts import GameFacts, LogEntry


class ShortLog:
    """A log as it is read, page by page; the latest `kept` of its `length` entries stay as they are."""

    def __init__(self, game_id: str, length: int, kept: int) -> None:
        self._id, self._kept_from = game_id, length - kept
        self._ply = 0
        self.entries: list[LogEntry] = []

    def read(self, page: Iterable[LogEntry]) -> None:
        """Some more of the log; raises AmyitisError where an entry is missing."""
        for entry in page:
            if entry.ply != self._ply + 1:
                raise AmyitisError(f"game {self._id}: entry {self._ply + 1} of its log is missing")
            self._ply = entry.ply
            if entry.kind == "undo" and entry.ply <= self._kept_from:
                del self.entries[len(self.entries) - entry.count :]
            else:
                self.entries.append(entry)


def is_short(facts: GameFacts, log: Sequence[LogEntry]) -> bool:
    """Whether a game's log was shortened: it has fewer entries than the game has plies."""
    return len(log) < facts.ply
