"""Films: the view at the start of a game and what every entry of its log changes, for replays.

To make one is to play the game over, so the film of a finished game is kept in the database, packed, as soon as the
game ends. It says by which program it was made: another one makes its own, of all games of old as it finds time.
"""

import asyncio
import logging
import zlib
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Coroutine, Iterable
from itertools import pairwise
from typing import Any

from amyitis.errors import AmyitisError
from amyitis.game import Game
from amyitis.game.film import changes
from amyitis.game.game import Ply
from amyitis.game.view import Parts, view_of
from amyitis.server.http.refusals import Refused
from amyitis.sources import package_digest
from amyitis.store import GameRow, GameStore, LogRow, SeatRow

from .history import keep, replay_entry, whole_log
from .table import Entry, Table, entry_facts, to_json

MADE_BY = package_digest("box", "rules", "notation", "game", "server")
FILMS_KEPT = 24
REST_SECONDS = 0.5  # between two films of games of old: whoever plays comes first

logger = logging.getLogger(__name__)


def film_of_log(row: GameRow, rows: Iterable[LogRow]) -> str:
    """A game as JSON: the view at the start, then each entry with what has changed on the table."""
    game, parts, frames = Game.from_position(row.start), Parts(), []
    start = last = game.view(parts)
    for entry in rows:
        done = Entry(entry, replay_entry(game, entry))
        before, last = last, game.view(parts)
        frames.append(f'{{"entry":{done.json},"set":{to_json(changes(before, last))}}}')
    return f'{{"start":{to_json(start)},"frames":[{",".join(frames)}]}}'


def film_of_plies(game: Game) -> dict[str, Any]:
    """The same for a game in memory, as plain data."""
    plies, parts = game.plies, Parts()
    views = [view_of(s, parts) for s in [*(ply.before for ply in plies), game.state]]
    frames = [
        {"entry": ply_facts(place, ply), "set": changes(before, after)}
        for place, (ply, (before, after)) in enumerate(zip(plies, pairwise(views), strict=True), 1)
    ]
    return {"start": views[0], "frames": frames}


def ply_facts(place: int, ply: Ply) -> dict[str, Any]:
    """A move of a record as an entry of a log."""
    row = LogRow(place, "deal" if ply.is_deal else "move", ply.seat, ply.token, 0, "", 0)
    return entry_facts(row, ply.events)


def _packed(row: GameRow, rows: Iterable[LogRow]) -> bytes:
    return zlib.compress(film_of_log(row, rows).encode())


class Films:
    """Makes films and keeps them: those of finished games in the database, the latest ones in memory."""

    def __init__(self, store: GameStore, find: Callable[[str], Awaitable[tuple[GameRow, list[SeatRow]]]]) -> None:
        self._store, self._find = store, find
        self._kept: OrderedDict[str, tuple[int, bytes]] = OrderedDict()
        self._tasks: set[asyncio.Task[None]] = set()
        self._filming = asyncio.Lock()

    def start(self) -> None:
        """Begin to film the finished games that have no film yet."""
        self._begin(self._catch_up())

    async def stop(self) -> None:
        """Leave what is not done to the next start."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def consider(self, table: Table) -> None:
        """Film a game if it is over."""
        if table.game.is_over:
            self._begin(self._shoot(table.row.id))

    async def film(self, game_id: str) -> tuple[GameRow, list[SeatRow], str]:
        """A game, who sits where, and its film as JSON; raises NotFound."""
        row, seats = await self._find(game_id)
        ply, packed = self._kept.get(game_id, (-1, b""))
        if ply != row.ply:
            packed = await self._found_or_made(row)
            keep(self._kept, game_id, (row.ply, packed), FILMS_KEPT)
        return row, seats, zlib.decompress(packed).decode()

    async def _found_or_made(self, row: GameRow) -> bytes:
        kept = await self._store.film(row.id, MADE_BY) if row.over else None
        if kept is not None:
            return kept
        made = await asyncio.to_thread(_packed, row, await whole_log(self._store, row))
        if row.over:
            await self._store.keep_film(row.id, MADE_BY, made)
        return made

    async def _shoot(self, game_id: str) -> None:
        """Film a game beforehand, one after the other; nobody waits for it, so nobody is told if it fails."""
        try:
            async with self._filming:
                row, _seats = await self._find(game_id)
                await self._found_or_made(row)
        except Refused:
            pass  # it was thrown away meanwhile, or is of other rules or another box
        except AmyitisError as problem:
            logger.warning("no film", extra={"game": game_id, "error": str(problem)})
        except Exception:
            logger.exception("filming failed", extra={"game": game_id})

    async def _catch_up(self) -> None:
        last = ""
        try:
            while games := await self._store.unfilmed(MADE_BY, after=last):
                for last in games:
                    await self._shoot(last)
                    await asyncio.sleep(REST_SECONDS)
        except Exception:
            logger.exception("looking for games without a film failed")

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
