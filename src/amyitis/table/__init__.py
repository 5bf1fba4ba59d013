"""What a table does, whoever asks: seats, turns, tries, undo, entries, and what is told to whom.

Without network or database, and with nothing but the standard library: a server and a static page both use it.
"""

from .asker import Asker
from .entries import Entry
from .facts import GameFacts, LogEntry, NewGame, SeatFacts, Step, now
from .table import Change, Table

__all__ = ["Asker", "Change", "Entry", "GameFacts", "LogEntry", "NewGame", "SeatFacts", "Step", "Table", "now"]
