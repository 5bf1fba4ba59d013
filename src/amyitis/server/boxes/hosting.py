"""What is called in a process with another box (`amyitis.box.process`): it keeps the tables of games there."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from amyitis.box.errors import WorkerLost
from amyitis.game.view import View
from amyitis.service.bounded_cache import BoundedCache
from amyitis.table import Change, Entry, GameMetadata, LogEntry, SeatMetadata, Table
from amyitis.table.messages.shapes import Outlook

T = TypeVar("T")
TABLES_KEPT = 200


@dataclass(frozen=True)
class Snapshot:
    """A game at a ply, as far as a table is described by it; names as in `Game`."""

    seat: str
    is_over: bool
    round: int
    position: str
    legal_moves: list[str]
    last_view: View
    outlook: Outlook

    def forget(self) -> None:
        """Do nothing: the process forgets for itself."""


@dataclass
class Hosted:
    """A table here, and the change that was worked out last: it is made as soon as somebody speaks of its ply."""

    table: Table
    change: Change | None = None


_hosted: BoundedCache[str, Hosted] = BoundedCache(TABLES_KEPT)


def open_table(metadata: GameMetadata, seats: list[SeatMetadata], log: list[LogEntry]) -> tuple[Snapshot, list[Entry]]:
    """Build a table from its log and keep it; raises AmyitisError if the log does not replay."""
    table, entries = Table.rebuild(metadata, seats, log)
    _hosted[metadata.id] = Hosted(table)
    return snapshot(table), entries


def follow(game_id: str, ply: int, log: list[LogEntry]) -> tuple[Snapshot, list[Entry]]:
    """Go on with entries that were appended elsewhere."""
    table = _at(game_id, ply).table
    entries = table.follow(log)
    return snapshot(table), entries


def change(game_id: str, ply: int, make: Callable[..., Change], *arguments: Any) -> Change:
    """Return the change that a method of `Table` works out, with a snapshot of the table after it."""
    hosted = _at(game_id, ply)
    table, made = hosted.table, make(hosted.table, *arguments)
    hosted.change = made
    after = Table(table.metadata, table.seats, made.after[0], made.step.entries[-1].ply, table.seating)
    return Change(made.step, made.entries, snapshot(after))


def ask(game_id: str, ply: int, question: Callable[..., T], *arguments: Any) -> T:
    """Return what a method of `Table` answers."""
    return question(_at(game_id, ply).table, *arguments)


def snapshot(table: Table) -> Snapshot:
    """The table as it is."""
    over = table.game.is_over
    outlook: Outlook = {"options": [], "reasons": []} if over else table.outlook()
    values = (table.game.seat, over, table.round, table.position, table.legal)
    return Snapshot(*values, table.view, outlook)


def _at(game_id: str, ply: int) -> Hosted:
    """The table at a ply; a change that leads there was accepted by the log, and is made now. Raises WorkerLost."""
    hosted = _hosted.get(game_id)
    if hosted is None:
        raise WorkerLost(f"there is no table of game {game_id} in that process")
    change, hosted.change = hosted.change, None
    if change is not None and change.step.entries[-1].ply == ply:
        hosted.table.keep(change)
    if hosted.table.ply != ply:
        del _hosted[game_id]
        raise WorkerLost(f"game {game_id} is at ply {hosted.table.ply} here, not at {ply}")
    _hosted.move_to_end(game_id)
    return hosted
