"""What is told of a game as it happens: the messages of the server's websocket, one after the other."""

import asyncio
from collections.abc import Callable

from amyitis.api.refusals import Refused
from amyitis.api.watchers import Watcher
from amyitis.table import Table

from .bot_turns import BotTurns
from .games import ME, TELLER, LocalGames
from .routes.routing import encoded

# Called with each message as JSON, and with nothing once there is no such game any more.
Tell = Callable[[str | None], None]


class Live:
    """Tells those who watch."""

    def __init__(self, games: LocalGames, bots: BotTurns) -> None:
        self._games, self._bots = games, bots
        self._tasks: dict[int, asyncio.Task[None]] = {}

    def open(self, number: int, game_id: str, since: int, tell: Tell, *, whole: bool, ahead: bool) -> None:
        """Begin to tell of a game, under a number; `since` is the last ply known, -1 for none."""
        watcher = Watcher(ME, since, whole=whole, ahead=ahead)
        self._tasks[number] = asyncio.create_task(self._run(game_id, watcher, tell))

    def close(self, number: int) -> None:
        """Tell no more."""
        task = self._tasks.pop(number, None)
        if task is not None:
            task.cancel()

    async def _run(self, game_id: str, watcher: Watcher, tell: Tell) -> None:
        tell(encoded({"type": "hello", "watcher": watcher.id}))
        self._games.enter(game_id, watcher)
        try:
            self._bots.consider(await self._games.table(game_id))  # bots alone have waited for somebody to come
            while True:
                table = await self._games.table(game_id)
                if not watcher.knows(table):
                    message = await self._message(table, watcher)
                    watcher.told(table)
                    tell(message)
                await watcher.wait()
        except Refused:
            tell(None)
        finally:
            self._games.leave(game_id, watcher)

    async def _message(self, table: Table, watcher: Watcher) -> str:
        """What the watcher does not know yet: an update if it can be, else the whole game."""
        entries = watcher.missed(table)
        if entries is not None:
            return encoded(TELLER.update(table, watcher.who, entries, ahead=watcher.ahead))
        missed = [entry.as_dict() for entry in await self._games.entries_after(table, watcher.known_ply(table))]
        return encoded(TELLER.game(table, watcher.who, missed, ahead=watcher.ahead))
