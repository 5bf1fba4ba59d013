"""Whole games told from their logs: every entry with what it did, films for replay, the table at any ply.

Telling a game takes some ten milliseconds, so it is done beside the event loop, and the games last asked for are kept.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterable
from typing import Any, NamedTuple

from amyitis.game import Event, Game
from amyitis.game.film import Film
from amyitis.game.game import Ply
from amyitis.notation.records import Record, Turn, parse_record
from amyitis.store import GameRow, GameStore, LogRow, SeatRow

from .refusals import BadRequest
from .table import ENTRIES_KEPT, Entry, Table, entry_facts, to_json

MOST_PLIES = 5000  # of a record that is sent here
GAMES_KEPT = 12
FILMS_KEPT = 6


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
    return Told(row, game, [Entry(entry, _retell(game, entry)) for entry in rows])


def _retell(game: Game, entry: LogRow) -> list[Event]:
    if entry.kind != "undo":
        return game.push(entry.token)
    for _ in range(entry.count):
        game.undo()
    return []


def film_of_log(row: GameRow, rows: Iterable[LogRow]) -> str:
    """A game as JSON for a replay: the view at the start, then each entry with what has changed on the table."""
    game = Game.from_position(row.start)
    film = Film(game)
    frames = []
    for entry in rows:
        told = Entry(entry, _retell(game, entry))
        frames.append(f'{{"entry":{told.json},"set":{to_json(film.frame())}}}')
    head = to_json({"id": row.id, "ply": len(frames), "over": game.is_over})
    return f'{head[:-1]},"film":{{"start":{to_json(film.start)},"frames":[{",".join(frames)}]}}}}'


def film_of_plies(game: Game) -> dict[str, Any]:
    """The same for a game in memory, as plain data."""
    again = Game.from_position(game.start)
    film, frames = Film(again), []
    for place, ply in enumerate(game.plies, 1):
        again.push_id(ply.action)
        frames.append({"entry": ply_facts(place, ply), "set": film.frame()})
    return {"start": film.start, "frames": frames}


def ply_facts(place: int, ply: Ply) -> dict[str, Any]:
    """A move of a record as an entry of a log."""
    row = LogRow(place, "deal" if ply.is_deal else "move", ply.seat, ply.token, 0, "", 0)
    return entry_facts(row, ply.events)


class Archive:
    """Tells games from their logs; the latest ones are remembered."""

    def __init__(self, store: GameStore, find: Callable[[str], Awaitable[tuple[GameRow, list[SeatRow]]]]) -> None:
        self._store, self._find = store, find
        self._told: OrderedDict[str, list[Entry]] = OrderedDict()
        self._films: OrderedDict[tuple[str, int], str] = OrderedDict()

    def remember(self, game_id: str, entries: list[Entry]) -> None:
        """Keep the entries of a game for those who may ask."""
        if len(entries) > ENTRIES_KEPT:
            _keep(self._told, game_id, entries, GAMES_KEPT)

    def forget(self, game_id: str) -> None:
        """Let go of a game that is gone."""
        self._told.pop(game_id, None)
        for place in [place for place in self._films if place[0] == game_id]:
            del self._films[place]

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

    async def film(self, game_id: str) -> str:
        """A game as a film, as JSON; raises NotFound."""
        row, _seats = await self._find(game_id)
        known = self._films.get((game_id, row.ply))
        if known is None:
            rows = await self._store.log(game_id, upto=row.ply)
            known = await asyncio.to_thread(film_of_log, row, rows)
            _keep(self._films, (game_id, row.ply), known, FILMS_KEPT)
        return known


def _keep(shelf: OrderedDict[Any, Any], place: Any, thing: Any, room: int) -> None:
    shelf[place] = thing
    shelf.move_to_end(place)
    while len(shelf) > room:
        shelf.popitem(last=False)
