"""Whole games from their logs: every entry with what it did, the table at any ply.

Telling a game takes some ten milliseconds, so it is done beside the event loop, and the games last asked for are kept.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterable
from typing import Any, NamedTuple

from amyitis.game import Event, Game
from amyitis.notation.records import Record, Turn, parse_record
from amyitis.server.http.refusals import BadRequest, NotFound
from amyitis.store import GameRow, GameStore, LogRow, SeatRow

from .table import ENTRIES_KEPT, Entry, Table

MOST_PLIES = 5000  # of a record that is sent here
GAMES_KEPT = 12


class WholeGame(NamedTuple):
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


def replay_log(row: GameRow, rows: Iterable[LogRow]) -> WholeGame:
    """The whole game with every move since the start, for records and for those who have seen nothing yet.

    The deals are in the log too, so no seed is needed, and a game can be shown as it was between a move and a deal.
    """
    game = Game.from_position(row.start)
    return WholeGame(row, game, [Entry(entry, replay_entry(game, entry)) for entry in rows])


def replay_entry(game: Game, entry: LogRow) -> list[Event]:
    """Make an entry of a log on a game; answers with what it did."""
    if entry.kind != "undo":
        return game.push(entry.token)
    for _ in range(entry.count):
        game.undo()
    return []


async def whole_log(store: GameStore, row: GameRow, upto: int | None = None) -> list[LogRow]:
    """The log of a game, or as far as a ply; raises NotFound if the game was thrown away meanwhile."""
    wanted = row.ply if upto is None else min(upto, row.ply)
    rows = await store.log(row.id, upto=wanted)
    if len(rows) != wanted:
        raise NotFound("there is no such game")
    return rows


class History:
    """Tells games from their logs; the latest ones are remembered."""

    def __init__(self, store: GameStore, find: Callable[[str], Awaitable[tuple[GameRow, list[SeatRow]]]]) -> None:
        self._store, self._find = store, find
        self._kept: OrderedDict[str, list[Entry]] = OrderedDict()

    def remember(self, game_id: str, entries: list[Entry]) -> None:
        """Keep the entries of a game for those who may ask."""
        if len(entries) > ENTRIES_KEPT:
            keep(self._kept, game_id, entries, GAMES_KEPT)

    def forget(self, game_id: str) -> None:
        """Let go of a game that is gone."""
        self._kept.pop(game_id, None)

    async def whole(self, game_id: str, upto: int | None = None) -> WholeGame:
        """A whole game, or as far as a ply; raises NotFound."""
        row, _seats = await self._find(game_id)
        rows = await whole_log(self._store, row, upto)
        return await asyncio.to_thread(replay_log, row, rows)

    async def entries_after(self, table: Table, since: int) -> list[str]:
        """The entries behind a ply up to the table's own, as JSON texts.

        The table may go on while older entries are told, so it is looked at last: there are exactly as many entries as
        it has plies when this returns.
        """
        while (recent := table.recent_after(since)) is None:
            known = self._kept.get(table.row.id)
            if known is None or table.recent_after(len(known)) is None:
                known = (await self.whole(table.row.id, table.ply)).entries
                self.remember(table.row.id, known)
            texts = await asyncio.to_thread(_texts, known[since:])
            later = table.recent_after(since + len(texts))
            if later is not None:
                return texts + later
        return recent


def _texts(entries: list[Entry]) -> list[str]:
    return [entry.json for entry in entries]


def keep(cache: OrderedDict[Any, Any], key: Any, thing: Any, room: int) -> None:
    """Keep something in a cache; what was kept longest ago makes room."""
    cache[key] = thing
    cache.move_to_end(key)
    while len(cache) > room:
        cache.popitem(last=False)
