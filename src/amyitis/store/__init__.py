"""The log of games: appended to, never changed; on SQLite or PostgreSQL."""

from .opening import Unusable
from .retry import DatabaseAway
from .store import GameStore, Taken

__all__ = ["DatabaseAway", "GameStore", "Taken", "Unusable"]
