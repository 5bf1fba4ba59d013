"""Films: the view at the start of a game and what every entry of its log changes, for replays.

To make one is to play the game over, so the film of a finished game is kept in the database, packed, as soon as the
game ends. It says by which program it was made: another one makes its own, of all games of old as it finds time.
"""

import asyncio
import logging
import zlib

from amyitis.api.background_tasks import BackgroundTasks
from amyitis.api.bounded_cache import BoundedCache
from amyitis.errors import AmyitisError
from amyitis.server.boxes.boxes import Boxes
from amyitis.server.boxes.replaying import packed_film
from amyitis.server.refusals import Refused
from amyitis.sources import package_digest
from amyitis.store import GameStore
from amyitis.table import GameFacts, SeatFacts, Table

from .history import Find, whole_log

MADE_BY = package_digest("box", "rules", "notation", "game", "table")
FILMS_KEPT = 24
REST_SECONDS = 0.5  # between two films of games of old: whoever plays comes first

logger = logging.getLogger(__name__)


class Films:
    """Makes films and keeps them: those of finished games in the database, the latest ones in memory."""

    def __init__(self, store: GameStore, find: Find, boxes: Boxes) -> None:
        self._store, self._find, self._boxes = store, find, boxes
        self._kept: BoundedCache[str, tuple[int, bytes]] = BoundedCache(FILMS_KEPT)
        self._tasks = BackgroundTasks()
        self._filming = asyncio.Lock()

    def start(self) -> None:
        """Begin to film the finished games that have no film yet."""
        self._tasks.start(self._catch_up())

    async def stop(self) -> None:
        """Leave what is not done to the next start."""
        await self._tasks.stop()

    def consider(self, table: Table) -> None:
        """Film a game if it is over."""
        if table.over:
            self._tasks.start(self._make_beforehand(table.facts.id))

    async def film(self, game_id: str) -> tuple[GameFacts, list[SeatFacts], bytes]:
        """A game, who sits where, and its film as JSON; raises NotFound."""
        facts, seats = await self._find(game_id)
        ply, packed = self._kept.get(game_id, (-1, b""))
        if ply != facts.ply:
            packed = await self._found_or_made(facts)
            self._kept[game_id] = facts.ply, packed
        return facts, seats, zlib.decompress(packed)

    async def _found_or_made(self, facts: GameFacts) -> bytes:
        kept = await self._store.derived.film(facts.id, MADE_BY) if facts.over else None
        if kept is not None:
            return kept
        made = await self._boxes.call(facts.box, packed_film, facts, await whole_log(self._store, facts))
        if facts.over:
            await self._store.derived.keep_film(facts.id, MADE_BY, made)
        return made

    async def _make_beforehand(self, game_id: str) -> None:
        """Film a game beforehand, one after the other; nobody waits for it, so nobody is told if it fails."""
        try:
            async with self._filming:
                facts, _seats = await self._find(game_id)
                await self._found_or_made(facts)
        except Refused:
            pass  # it was thrown away meanwhile, or its box is not here
        except AmyitisError as problem:
            logger.warning("no film", extra={"game": game_id, "error": str(problem)})
        except Exception:
            logger.exception("filming failed", extra={"game": game_id})

    async def _catch_up(self) -> None:
        last = ""
        try:
            while games := await self._store.derived.unfilmed(MADE_BY, after=last):
                for last in games:
                    await self._make_beforehand(last)
                    await asyncio.sleep(REST_SECONDS)
        except Exception:
            logger.exception("looking for games without a film failed")
