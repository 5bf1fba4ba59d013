"""The log of games: appended to, never changed; on SQLite or PostgreSQL."""

from .store import GameStore, Taken

__all__ = ["GameStore", "Taken"]
