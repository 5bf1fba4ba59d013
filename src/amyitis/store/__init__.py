"""The log of games: appended to, never changed; on SQLite or PostgreSQL."""

from .rows import GameRow, LogRow, NewGame, SeatRow
from .store import GameStore, Taken

__all__ = ["GameRow", "GameStore", "LogRow", "NewGame", "SeatRow", "Taken"]
