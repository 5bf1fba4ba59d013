"""`Replays`: the view at the start of a game and what every entry of its log changes.

The replay of a finished game is kept in the store, compressed, as soon as the game ends. It names the code that made
it; other code makes its own, of all finished games as it finds time.
"""

import asyncio
import logging
import zlib
from contextlib import suppress
from typing import Any

from amyitis.service.background_tasks import BackgroundTasks, logged
from amyitis.service.bounded_cache import BoundedCache
from amyitis.service.codec import Codec
from amyitis.service.events import EventBus, TableChanged
from amyitis.service.games.tables import Tables
from amyitis.service.ports import Ports
from amyitis.service.problems import Refused
from amyitis.sources import package_digest
from amyitis.table import GameMetadata, LogEntry, SeatMetadata
from amyitis.table.replaying import replay_of_log

MADE_BY = package_digest("box", "rules", "notation", "game", "table")
REPLAYS_KEPT = 24
PAUSE_SECONDS = 0.5  # between two replays of older games: players come first

logger = logging.getLogger(__name__)


def packed_replay(metadata: GameMetadata, log: list[LogEntry], codec: Codec) -> bytes:
    """Return the replay of a game as it is kept: compressed JSON."""
    return zlib.compress(codec.encode(replay_of_log(metadata, log, codec.fragment)))


class Replays:
    """Makes replays and keeps them: those of finished games in the store, the latest ones in memory."""

    def __init__(self, ports: Ports, events: EventBus, tables: Tables) -> None:
        self._store, self._boxes, self._clock = ports.store, ports.boxes, ports.clock
        self._tables, self._codec = tables, ports.codec
        self._kept: BoundedCache[str, tuple[int, bytes]] = BoundedCache(REPLAYS_KEPT)
        self._tasks, self._working, self._stopped = BackgroundTasks(), asyncio.Lock(), False
        events.subscribe(TableChanged, self._consider)

    def start(self) -> None:
        """Make the replays of finished games that have none yet."""
        self._tasks.start(self._catch_up())

    async def stop(self) -> None:
        """Leave what is not done to the next start."""
        self._stopped = True
        await self._tasks.stop()

    def _consider(self, event: TableChanged) -> None:
        if event.table.over and not self._stopped:
            self._tasks.start(self._make_beforehand(event.table.metadata.id))

    async def replay(self, game_id: str, owner: str) -> tuple[GameMetadata, list[SeatMetadata], Any]:
        """Return a game, its seats, and its replay as a JSON fragment; raises NotFound."""
        metadata, seats = await self._tables.metadata(game_id)
        ply, packed = self._kept.get(game_id, (-1, b""))
        if ply != metadata.ply:
            packed = await self._find_or_make(metadata, owner)
            self._kept[game_id] = metadata.ply, packed
        return metadata, seats, self._codec.encoded(zlib.decompress(packed))

    async def _find_or_make(self, metadata: GameMetadata, owner: str) -> bytes:
        kept = await self._store.derived.replay(metadata.id, MADE_BY) if metadata.over else None
        if kept is not None:
            return kept
        log = await self._tables.log(metadata)
        packed = await self._boxes.call(metadata.box, packed_replay, metadata, log, self._codec, owner=owner)
        if metadata.over:
            await self._store.derived.keep_replay(metadata.id, MADE_BY, packed)
        return packed

    async def _make_beforehand(self, game_id: str) -> None:
        """Make one replay at a time; nobody waits for it, so a failure is only logged."""
        # Refused: it was deleted meanwhile, or its box is not available.
        with logged(logger, "making a replay failed", game=game_id), suppress(Refused):
            async with self._working:
                metadata, _seats = await self._tables.metadata(game_id)
                await self._find_or_make(metadata, "")

    async def _catch_up(self) -> None:
        last = ""
        with logged(logger, "looking for games without a replay failed"):
            while games := await self._store.derived.without_replay(MADE_BY, after=last):
                for last in games:
                    await self._make_beforehand(last)
                    await self._clock.sleep(PAUSE_SECONDS)
