"""What is called in a process with another box (`amyitis.box.process`): it keeps the tables of games there."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from amyitis.errors import WorkerLost
from amyitis.game.view import View
from amyitis.service.bounded_cache import BoundedCache
from amyitis.table import Change, Entry, GameMetadata, LogEntry, SeatMetadata, Step, Table
from amyitis.table.shapes import Outlook, Refusal, Tried

TABLES_KEPT = 200


@dataclass(frozen=True)
class Snapshot:
    """A table as it is at a ply: all that is asked of the rules to tell of it."""

    ply: int
    decider: str
    over: bool
    round: int
    position: str
    legal: list[str]
    view: View
    outlook: Outlook


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


def move(
    game_id: str, ply: int, tokens: Sequence[str], actor: str, seats: frozenset[str], at: int
) -> tuple[Step, Any, Any]:
    """The change that a line of moves makes: what to append, its entries, and the table after it."""
    hosted = _at(game_id, ply)
    return _remember(hosted, hosted.table.move(tokens, actor, seats, at))


def take_back(game_id: str, ply: int, actor: str, seats: frozenset[str], at: int) -> tuple[Step, Any, Any]:
    """The change that taking back the last own decision makes."""
    hosted = _at(game_id, ply)
    return _remember(hosted, hosted.table.take_back(actor, seats, at))


def try_line(game_id: str, ply: int, tokens: Sequence[str]) -> Tried:
    """What comes of a line of moves, tried on a copy."""
    return _at(game_id, ply).table.try_line(tokens)


def refusals(game_id: str, ply: int, tokens: Sequence[str]) -> list[Refusal]:
    """For each move, whether it is legal now, and why not."""
    return _at(game_id, ply).table.refusals(tokens)


def snapshot(table: Table) -> Snapshot:
    """The table as it is."""
    outlook: Outlook = {"options": [], "reasons": []} if table.over else table.outlook()
    values = (table.ply, table.decider, table.over, table.round, table.position, table.legal)
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


def _remember(hosted: Hosted, change: Change) -> tuple[Step, Any, Any]:
    """Remember a change, and look at the table behind it."""
    hosted.change = change
    table = hosted.table
    after = Table(table.metadata, table.seats, change.after[0], change.step.entries[-1].ply, table.seating)
    return change.step, change.entries, snapshot(after)
