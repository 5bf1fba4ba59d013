"""`GameService`: what happens in games. A move takes one way: who, ply, rules, log; only then everyone is told."""

import asyncio
from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeVar

from amyitis.api.refusing import moved_by_bot, refusals_of
from amyitis.api.watchers import Watchers
from amyitis.box.process import Lost
from amyitis.server.boxes.boxes import Boxes
from amyitis.server.live.presence import Presence
from amyitis.store import GameStore, Taken
from amyitis.table import Asker, Change, Table
from amyitis.table.gathering import SHARE_SECONDS

from .changes import Changes
from .lifecycle import Lifecycle
from .refusing import deciding, stale
from .seating import Seating
from .tables import Tables

T = TypeVar("T")


class Telling(NamedTuple):
    """How one who moves is told: not again by the websocket of this name, and with the outlook if it is asked for."""

    watcher: str | None = None
    ahead: bool = False


TO_ALL = Telling()


class GameService:
    """Moves, undo and questions to a table; its parts look after whatever else becomes of games."""

    def __init__(self, store: GameStore, cached_games: int, boxes: Boxes, share_seconds: float = SHARE_SECONDS) -> None:
        self.store = store
        self.boxes = boxes
        self.watchers = Watchers()
        self.tables = Tables(store, cached_games, boxes)
        self.presence = Presence(store, self.watchers, self.tables.known)
        self.changes = Changes(self.watchers)
        self.lifecycle = Lifecycle(store, boxes, self.tables, self.watchers, self.changes, share_seconds)
        self.seating = Seating(store, self.tables, self.presence, self.changes, self.lifecycle)
        self.tables.on_load = self._loaded
        self.tables.on_news = self.watchers.wake

    def _loaded(self, table: Table) -> None:
        self.presence.look(table)
        self.lifecycle.gathering.consider(table)

    async def table(self, game_id: str, surely: bool = False) -> Table:
        """The table of a game, up to date (see `Tables.table`); raises NotFound."""
        return await self.tables.table(game_id, surely)

    async def move(self, game_id: str, ply: int, tokens: Sequence[str], asker: Asker, told: Telling = TO_ALL) -> Table:
        """Play moves for a person or program. Raises a Refused."""

        def make(table: Table) -> Change:
            return table.moved(tokens, asker.actor, deciding(table, ply, asker, told.ahead))

        return await self._step(game_id, make, asker, told)

    async def bot_move(self, game_id: str, ply: int, token: str, bot: str) -> Table:
        """Play a bot's move; raises Stale if the game has gone on since, or the seat is no longer a bot's."""
        return await self._step(game_id, lambda table: moved_by_bot(table, ply, token, bot), Asker())

    async def undo(self, game_id: str, ply: int, asker: Asker, told: Telling = TO_ALL) -> Table:
        """Take back the last own decision. Raises a Refused."""

        def make(table: Table) -> Change:
            return table.taken_back(asker.actor, deciding(table, ply, asker, told.ahead))

        return await self._step(game_id, make, asker, told)

    async def _step(self, game_id: str, make: Callable[[Table], Change], asker: Asker, told: Telling = TO_ALL) -> Table:
        """Work a change out, append it, make it, tell everyone; whatever becomes of the one who asked."""

        async def step() -> Table:
            async with self.tables.lock(game_id):
                table, change = await self._worked_out(game_id, make)
                await self._append(table, change, asker, told)
                decided = table.decider
                table.keep(change)
                self.watchers.saw(game_id, told.watcher, asker, table.ply)
                self.presence.saw(game_id, asker.seats(table.seats))
            self.changes.tell(table)
            if table.decider != decided:
                self.changes.on_turn(table)
            return table

        return await self.changes.finish(step())

    async def _worked_out(self, game_id: str, make: Callable[[Table], Change]) -> tuple[Table, Change]:
        """The table, and the change to be made; a table that its process has lost is opened again. Raises a Refused."""
        for last in (False, True):
            table = await self.tables.current(game_id)
            with refusals_of(table):
                if not table.apart:
                    return table, make(table)
                try:
                    return table, await asyncio.to_thread(make, table)
                except Lost:
                    self.tables.drop(game_id)
                    if last:
                        raise
        raise AssertionError("either it was worked out, or something was raised")

    async def ask(self, game_id: str, question: Callable[[Table], T]) -> T:
        """What is asked of a table's rules, beside the event loop if they are in another process. Raises a Refused."""
        table = await self.table(game_id)
        with refusals_of(table):
            if not table.apart:
                return question(table)
            try:
                return await asyncio.to_thread(question, table)
            except Lost:
                self.tables.drop(game_id)
        table = await self.table(game_id)
        with refusals_of(table):
            return await asyncio.to_thread(question, table)

    async def _append(self, table: Table, change: Change, asker: Asker, told: Telling) -> None:
        game_id = table.facts.id
        try:
            await self.store.append(change.step)
        except Taken:
            if self.store.shared:
                await self.tables.catch_up(table)
            else:
                self.tables.drop(game_id)
                table = await self.tables.current(game_id)
            raise stale(table, asker, told.ahead) from None
        except BaseException:
            # Whether it was written is not known: the next one who asks reads the log.
            self.tables.drop(game_id)
            raise

    # News of other servers.

    def heard(self, game_id: str) -> None:
        """Another server says that a game has changed."""
        self.tables.heard(game_id)
        self.watchers.wake(game_id)

    def gap(self) -> None:
        """News may have been missed: everyone looks again."""
        self.tables.gap()
        for game_id in self.watchers.watched:
            self.watchers.wake(game_id)

    async def stop(self) -> None:
        """Wait until everything begun has ended."""
        await self.lifecycle.gathering.stop()
        await self.presence.stop()
        await self.changes.wait()
