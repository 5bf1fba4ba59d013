"""`Changes`: what every change of a game has in common. It is brought to its end, and then everyone is told."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

from amyitis.api.background_tasks import BackgroundTasks
from amyitis.api.watchers import Watchers
from amyitis.table import Table

T = TypeVar("T")
Told = Callable[[Table], None]


def _nobody(_table: Table) -> None:
    """Nobody is told."""


class Changes:
    """Changes of games that are under way, and who is told of those that are made.

    `on_change` is called with a table that has changed, `on_turn` when another seat must decide now, and `on_gather`
    with a changed table after all others were told: one that gathers may go on to its beginning.
    """

    def __init__(self, watchers: Watchers) -> None:
        self._watchers = watchers
        self.on_change: Told = _nobody
        self.on_turn: Told = _nobody
        self.on_gather: Told = _nobody
        self._tasks = BackgroundTasks()

    async def finish(self, work: Coroutine[Any, Any, T]) -> T:
        """Do something to its end, even if the one who waits for it goes away."""
        return await asyncio.shield(self._tasks.start(work))

    def tell(self, table: Table) -> None:
        """Tell everyone of a table that has changed."""
        self._watchers.wake(table.facts.id)
        self.on_change(table)
        self.on_gather(table)

    def drop_callbacks(self) -> None:
        """From now on nothing new begins with a change: only those who watch are told, and tables that gather go on."""
        self.on_change = self.on_turn = _nobody

    async def wait(self) -> None:
        """Wait until everything begun has ended."""
        await self._tasks.wait()
