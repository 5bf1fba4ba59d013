"""Whole games told from their logs: every entry with what it did, the table at any ply.

Telling a game takes some ten milliseconds, so it is done beside the event loop, and the games last asked for are kept.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterable
from typing import Any, NamedTuple

from amyitis.game import Event, Game
from amyitis.notation.records import Record, Turn, parse_record
from amyitis.store import GameRow, GameStore, LogRow, SeatRow

from .refusals import BadRequest
from .table import ENTRIES_KEPT, Entry, Table

MOST_PLIES = 5000  # of a record that is sent here
GAMES_KEPT = 12


class Told(NamedTuple):
    """A whole game: its row, the game with every move since the start, and the entries of its log."""

    row: GameRow
    game: Game
    entries: list[Entry]


def read_record(text: str) -> Record:
    """A record that is sent here; raises Malformed, and BadRequest for one that is longer than any game."""
    record = parse_record(text)
    if sum(len(entry.tokens) for entry in record.entries if isinstance(entry, Turn)) > MOST_PLIES:
        raise BadRequest(f"a record has at most {MOST_PLIES} moves", field="record")
    return record


def retell(row: GameRow, rows: Iterable[LogRow]) -> Told:
    """The whole game with every move since the start, for records and for those who have seen nothing yet.

    The deals are in the log too, so no seed is needed, and a game can be shown as it was between a move and a deal.
    """
    game = Game.from_position(row.start)
    return Told(row, game, [Entry(entry, replay_entry(game, entry)) for entry in rows])


def replay_entry(game: Game, entry: LogRow) -> list[Event]:
    """Make an entry of a log on a game; answers with what it did."""
    if entry.kind != "undo":
        return game.push(entry.token)
    for _ in range(entry.count):
        game.undo()
    return []


class Archive:
    """Tells games from their logs; the latest ones are remembered."""

    def __init__(self, store: GameStore, find: Callable[[str], Awaitable[tuple[GameRow, list[SeatRow]]]]) -> None:
        self._store, self._find = store, find
        self._told: OrderedDict[str, list[Entry]] = OrderedDict()

    def remember(self, game_id: str, entries: list[Entry]) -> None:
        """Keep the entries of a game for those who may ask."""
        if len(entries) > ENTRIES_KEPT:
            keep(self._told, game_id, entries, GAMES_KEPT)

    def forget(self, game_id: str) -> None:
        """Let go of a game that is gone."""
        self._told.pop(game_id, None)

    async def told(self, game_id: str, upto: int | None = None) -> Told:
        """A whole game, or as far as a ply; raises NotFound."""
        row, _seats = await self._find(game_id)
        rows = await self._store.log(game_id, upto=row.ply if upto is None else min(upto, row.ply))
        return await asyncio.to_thread(retell, row, rows)

    async def entries_after(self, table: Table, since: int) -> list[str]:
        """The entries behind a ply up to the table's own, as JSON texts."""
        recent = table.recent_after(since)
        if recent is not None:
            return recent
        known = self._told.get(table.row.id)
        later = None if known is None else table.recent_after(len(known))
        if known is None or later is None:
            ply = table.ply
            known = (await self.told(table.row.id, ply)).entries
            self.remember(table.row.id, known)
            later = table.recent_after(ply) or []
        texts = await asyncio.to_thread(lambda: [entry.json for entry in known[since:]])
        return texts + later


def keep(shelf: OrderedDict[Any, Any], place: Any, thing: Any, room: int) -> None:
    """Put something on a shelf; what was put there longest ago makes room."""
    shelf[place] = thing
    shelf.move_to_end(place)
    while len(shelf) > room:
        shelf.popitem(last=False)
