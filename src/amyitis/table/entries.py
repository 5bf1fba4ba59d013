"""Entries of a log with what they did: the events, and the change of the view."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from amyitis.game import Event, Ply
from amyitis.game.film import Changes

from .facts import BOT, LogEntry


@dataclass(frozen=True)
class Entry:
    """An entry of the log, its events, and what it has changed in the view (None where nobody has looked)."""

    logged: LogEntry
    events: list[Event]
    set: Changes | None = None

    def as_dict(self) -> dict[str, Any]:
        """The entry as plain data, without the change of the view."""
        return entry_facts(self.logged, self.events)


def entry_facts(logged: LogEntry, events: Iterable[Event]) -> dict[str, Any]:
    """An entry of a log with its events, as plain data."""
    return {
        "ply": logged.ply,
        "kind": logged.kind,
        "seat": logged.seat,
        "token": logged.token,
        "count": logged.count,
        "at": logged.at,
        "by_bot": logged.actor.startswith(BOT),
        "events": [event.as_dict() for event in events],
    }


def ply_facts(place: int, ply: Ply) -> dict[str, Any]:
    """A move of a record as an entry of a log, as plain data."""
    return entry_facts(LogEntry(place, "deal" if ply.is_deal else "move", ply.seat, ply.token, 0, "", 0), ply.events)
