"""`Gathering`: takes tables on to their beginning as soon as everyone is there, or when their time is over."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

from amyitis.table import Table, now
from amyitis.table.gathering import next_stage

from .background_tasks import BackgroundTasks
from .refusals import Refused

logger = logging.getLogger(__name__)


class Gathering:
    """Looks after tables that gather: one that waits for each whose time runs."""

    def __init__(self, advance: Callable[[str], Awaitable[None]], seconds: float) -> None:
        self._advance, self._seconds = advance, seconds
        self._tasks = BackgroundTasks()
        self._until: dict[str, int] = {}

    def consider(self, table: Table) -> None:
        """Take a table on: now if there is nothing to wait for, else when its time is over."""
        game_id, until = table.facts.id, table.facts.stage_until
        if not table.gathering or any(seat.is_open for seat in table.seats):
            return
        # A table is looked at whenever it is read, and to take it on is to read it again: never without a reason.
        if next_stage(table.facts, table.seats, now(), self._seconds) is not None:
            self._tasks.start(self._later(game_id, None))
        if until is not None and self._until.get(game_id) != until:
            self._until[game_id] = until
            self._tasks.start(self._later(game_id, until))

    async def _later(self, game_id: str, until: int | None) -> None:
        try:
            while until is not None and (left := until - now()) > 0:
                await asyncio.sleep(left / 1000)
            if until is not None and self._until.get(game_id) == until:
                del self._until[game_id]
            await self._advance(game_id)
        except Refused:
            pass  # the game was thrown away meanwhile
        except Exception:
            logger.exception("a table could not begin", extra={"game": game_id})

    async def stop(self) -> None:
        """Leave the tables to whoever looks at them next."""
        await self._tasks.stop()
