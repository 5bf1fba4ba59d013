"""Rows of the database and the dataclasses that they stand for."""

from dataclasses import asdict, fields
from typing import Any

from sqlalchemy import RowMapping

from amyitis.table import LogEntry, SeatMetadata

from .schema import log

ENTRY = [log.c[field.name] for field in fields(LogEntry)]  # in their order: a log is read as tuples


def seat_of(row: RowMapping) -> SeatMetadata:
    """Return the seat of a row."""
    return SeatMetadata(**{field.name: row[field.name] for field in fields(SeatMetadata)})


def of_game(game_id: str, part: SeatMetadata | LogEntry) -> dict[str, Any]:
    """Return the row of something that belongs to a game."""
    return {"game_id": game_id, **asdict(part)}
