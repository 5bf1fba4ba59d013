"""`Presence`: when the holders of seats were last here, kept in the database so that every server knows."""

import asyncio
import contextlib
import logging
from collections.abc import Callable, Iterable

from amyitis.store import GameStore
from amyitis.table import now

BEAT_SECONDS = 20.0

logger = logging.getLogger(__name__)

SeatKey = tuple[str, str]  # of a game, and its letter


class Presence:
    """Notes who was here, and writes it down from time to time; `here` says who watches now."""

    def __init__(self, store: GameStore, here: Callable[[], Iterable[SeatKey]]) -> None:
        self._store, self._here = store, here
        self._seen: dict[SeatKey, int] = {}
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Write down who was here, every few seconds."""
        self._task = asyncio.create_task(self._beat())

    def saw(self, game_id: str, seats: Iterable[str]) -> None:
        """The holders of these seats were here just now."""
        at = now()
        self._seen.update({(game_id, seat): at for seat in seats})

    async def write(self) -> None:
        """Write down what is known."""
        at = now()
        self._seen.update(dict.fromkeys(self._here(), at))
        seen, self._seen = self._seen, {}
        if seen:
            await self._store.saw([(game_id, seat, when) for (game_id, seat), when in seen.items()])

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(BEAT_SECONDS)
            try:
                await self.write()
            except Exception:
                logger.exception("writing down who is here failed")

    async def stop(self) -> None:
        """Write down who was here, for the last time."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        with contextlib.suppress(Exception):
            await self.write()
