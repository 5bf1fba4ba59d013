"""The log of games: appended to, never changed; on SQLite or PostgreSQL."""

from amyitis.table.errors import AlreadyPlayed, Taken, TryKept

from .opening import Unusable
from .retry import DatabaseAway
from .store import GameStore

__all__ = ["AlreadyPlayed", "DatabaseAway", "GameStore", "Taken", "TryKept", "Unusable"]
