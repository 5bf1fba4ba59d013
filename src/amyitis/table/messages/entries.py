"""Entries of a log with what they did, and the messages made of them."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, cast

from amyitis.game import Event, Ply
from amyitis.game.view.changes import Changes, changes
from amyitis.notation.tokens import opens_turn
from amyitis.table.metadata import BOT, LogEntry, seat_letter

from .shapes import EntryModel, EventModel

__all__ = ["Changes", "Entry", "Fragment", "as_is", "changes", "entry_message", "event_messages", "ply_message"]

Fragment = Callable[[Any], Any]  # turns a part of a message into what stands for it in there, such as encoded JSON


def as_is(part: Any) -> Any:
    """The part itself."""
    return part


@dataclass(frozen=True)
class Entry:
    """An entry of the log, its events, and what it has changed in the view (None if that was not worked out)."""

    logged: LogEntry
    events: list[Event]
    set: Changes | None = None

    def as_dict(self) -> EntryModel:
        """The entry as JSON, without the change of the view."""
        return entry_message(self.logged, self.events)


def entry_message(logged: LogEntry, events: Iterable[Event]) -> EntryModel:
    """An entry of a log with its events, as JSON."""
    return {
        "ply": logged.ply,
        "kind": logged.kind,
        "seat": seat_letter(logged.seat),
        "token": logged.token,
        "opens_turn": logged.kind == "move" and opens_turn(logged.token),
        "count": logged.count,
        "at": logged.at,
        "by_bot": logged.actor.startswith(BOT),
        "events": event_messages(events),
    }


def event_messages(events: Iterable[Event]) -> list[EventModel]:
    """Events as JSON."""
    return cast(list[EventModel], [event.as_dict() for event in events])


def ply_message(place: int, ply: Ply) -> EntryModel:
    """A move of a record in the shape of a log's entry, as JSON."""
    return entry_message(LogEntry(place, "deal" if ply.is_deal else "move", ply.seat, ply.token, 0, "", 0), ply.events)
