"""`BaseBotTurns`: the turns of bots, of one table one after the other; who thinks for them is said elsewhere."""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable
from contextlib import suppress

from amyitis.table import Table

from .refusals import Stale
from .watchers import Watchers


class BaseBotTurns(ABC):
    """Plays for bots at every table that it is shown, until a person must decide or the game is over.

    `find` brings a table up to date.
    """

    def __init__(self, watchers: Watchers, find: Callable[[str], Awaitable[Table]]) -> None:
        self._watchers, self._find = watchers, find
        self._busy: dict[str, asyncio.Task[None]] = {}

    @abstractmethod
    async def _choose(self, table: Table, bot: str) -> str:
        """The move that a bot chooses, where it has a choice."""

    @abstractmethod
    async def _move(self, game_id: str, ply: int, move: str, bot: str) -> None:
        """Play a bot's move; raises Stale if the game has gone on since."""

    @abstractmethod
    def _failed(self, game_id: str, problem: Exception) -> None:
        """A turn could not be played to its end."""

    async def _may_play(self, _game_id: str, _ply: int) -> bool:
        """Whether this turn is ours, and not another server's."""
        return True

    def consider(self, table: Table) -> None:
        """Play for a bot if it must decide at this table."""
        if self._bot_to_play(table) is not None:
            self._take_up(table.facts.id)

    def _bot_to_play(self, table: Table) -> str | None:
        """The bot that must decide, if there is one."""
        return table.bot_to_play(self._watchers.watches(table.facts.id))

    def _take_up(self, game_id: str) -> None:
        if game_id not in self._busy:
            task = asyncio.create_task(self._play(game_id))
            self._busy[game_id] = task
            task.add_done_callback(lambda _task: self._busy.pop(game_id, None))

    async def _play(self, game_id: str) -> None:
        try:
            while await self._play_one(game_id):
                pass
        except Exception as problem:
            self._failed(game_id, problem)

    async def _play_one(self, game_id: str) -> bool:
        """Play one move; False if there is none to play here."""
        table = await self._find(game_id)
        bot, ply = self._bot_to_play(table), table.ply
        if bot is None or not await self._may_play(game_id, ply):
            return False
        legal = table.legal
        move = legal[0] if len(legal) == 1 else await self._choose(table, bot)
        with suppress(Stale):
            await self._move(game_id, ply, move, bot)
        return True
