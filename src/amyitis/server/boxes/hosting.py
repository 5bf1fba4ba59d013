"""What is called in a process with another box (`amyitis.box.process`): it keeps the tables of games there."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from amyitis.api.bounded_cache import BoundedCache
from amyitis.box.process import Lost
from amyitis.game.view import View
from amyitis.table import Change, Entry, GameFacts, LogEntry, SeatFacts, Step, Table

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
    outlook: dict[str, Any]


@dataclass
class Hosted:
    """A table here, and the change that was worked out last: it is made as soon as somebody speaks of its ply."""

    table: Table
    change: Change | None = None


_hosted: BoundedCache[str, Hosted] = BoundedCache(TABLES_KEPT)


def open_table(facts: GameFacts, seats: list[SeatFacts], log: list[LogEntry]) -> tuple[Snapshot, list[Entry]]:
    """Build a table from its log and keep it; raises AmyitisError if the log does not replay."""
    table, entries = Table.rebuild(facts, seats, log)
    _hosted[facts.id] = Hosted(table)
    return snapshot(table), entries


def follow(game_id: str, ply: int, log: list[LogEntry]) -> tuple[Snapshot, list[Entry]]:
    """Go on with entries that were appended elsewhere."""
    table = _at(game_id, ply).table
    entries = table.follow(log)
    return snapshot(table), entries


def moved(game_id: str, ply: int, tokens: Sequence[str], actor: str, seats: frozenset[str]) -> tuple[Step, Any, Any]:
    """The change that a line of moves makes: what to append, its entries, and the table after it."""
    hosted = _at(game_id, ply)
    return _worked_out(hosted, hosted.table.moved(tokens, actor, seats))


def taken_back(game_id: str, ply: int, actor: str, seats: frozenset[str]) -> tuple[Step, Any, Any]:
    """The change that taking back the last own decision makes."""
    hosted = _at(game_id, ply)
    return _worked_out(hosted, hosted.table.taken_back(actor, seats))


def tried(game_id: str, ply: int, tokens: Sequence[str]) -> dict[str, Any]:
    """What comes of a line of moves, tried on a copy."""
    return _at(game_id, ply).table.tried(tokens)


def reasons(game_id: str, ply: int, tokens: Sequence[str]) -> list[dict[str, Any]]:
    """For each move, whether it is legal now, and why not."""
    return _at(game_id, ply).table.reasons(tokens)


def snapshot(table: Table) -> Snapshot:
    """The table as it is."""
    outlook = {} if table.over else table.outlook()
    facts = (table.ply, table.decider, table.over, table.round, table.position, table.legal)
    return Snapshot(*facts, table.view, outlook)


def _at(game_id: str, ply: int) -> Hosted:
    """The table at a ply; a change that leads there was accepted by the log, and is made now. Raises Lost."""
    hosted = _hosted.get(game_id)
    if hosted is None:
        raise Lost(f"there is no table of game {game_id} in that process")
    change, hosted.change = hosted.change, None
    if change is not None and change.step.entries[-1].ply == ply:
        hosted.table.keep(change)
    if hosted.table.ply != ply:
        del _hosted[game_id]
        raise Lost(f"game {game_id} is at ply {hosted.table.ply} here, not at {ply}")
    _hosted.move_to_end(game_id)
    return hosted


def _worked_out(hosted: Hosted, change: Change) -> tuple[Step, Any, Any]:
    """Remember a change, and look at the table behind it."""
    hosted.change = change
    table = hosted.table
    after = Table(table.facts, table.seats, change.after[0], change.step.entries[-1].ply, table.seating)
    return change.step, change.entries, snapshot(after)
