"""One table: seats, turns, tries, undo, the entries of a game's log, and what is sent of them to whom.

It has no network, no database and no clock: whatever depends on the time is given it (`at`, in milliseconds since
1970). It needs nothing but the standard library, so the server and the browser edition both use it.
"""

from .messages.entries import Entry
from .metadata import GameMetadata, LogEntry, NewGame, SeatMetadata, Step
from .people.identity import Identity
from .table import Change, Table

__all__ = ["Change", "Entry", "GameMetadata", "Identity", "LogEntry", "NewGame", "SeatMetadata", "Step", "Table"]
