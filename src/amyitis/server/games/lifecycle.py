"""`Lifecycle`: a game is made, gathers, begins, is followed by another, and may be thrown away."""

from collections.abc import Callable, Coroutine
from dataclasses import replace
from typing import Any

from amyitis.api.gathering import Gathering
from amyitis.api.watchers import Watchers
from amyitis.server.boxes.boxes import Boxes
from amyitis.server.refusals import Forbidden
from amyitis.store import GameStore
from amyitis.table import LogEntry, NewGame, Table
from amyitis.table.gathering import begun, latest_stage

from .changes import Changes
from .history import whole_log
from .tables import Tables

NewRematch = Callable[[Table], Coroutine[Any, Any, NewGame | None]]


class Lifecycle:
    """Makes games, takes those that gather on to their beginning, and throws games away."""

    def __init__(
        self, store: GameStore, boxes: Boxes, tables: Tables, watchers: Watchers, changes: Changes, share_seconds: float
    ) -> None:
        self._store, self._boxes, self._tables = store, boxes, tables
        self._watchers, self._changes = watchers, changes
        self._share_seconds = share_seconds
        self.gathering = Gathering(self._advance, share_seconds)
        changes.on_gather = self.gathering.consider

    async def create(self, new: NewGame) -> Table:
        """Keep a new game; returns its table."""
        await self._store.create(new)
        table = await self._tables.table(new.game.id)
        self._changes.on_change(table)
        self.gathering.consider(table)
        self._changes.on_turn(table)
        return table

    async def rematch(self, game_id: str, make: NewRematch) -> tuple[Table, bool]:
        """The game that follows one, and whether it is new; `make` checks and makes it if need be. Raises a Refused."""

        async def follow() -> tuple[Table, bool]:
            async with self._tables.lock(game_id):
                table = await self._tables.current(game_id, surely=True)
                new, follower = await make(table), table.facts.rematch
                if new is not None and follower is None:
                    follower = await self._store.create(new, rematch_of=game_id)
                    table.facts, table.seating = replace(table.facts, rematch=follower), table.seating + 1
            assert follower is not None
            self._changes.tell(table)
            after, made = await self._tables.table(follower), new is not None and follower == new.game.id
            if made:
                self._changes.on_change(after)
                self._changes.on_turn(after)
            return after, made

        return await self._changes.finish(follow())

    async def delete(self, game_id: str, check: Callable[[Table], None]) -> None:
        """Throw a game away if `check` does not refuse and no others play in it; whoever watches is told."""

        async def throw() -> None:
            async with self._tables.lock(game_id):
                check(await self._tables.current(game_id, surely=True))
                if not await self._store.delete(game_id):
                    raise Forbidden("other people play in this game: leave your seat to a bot instead")
                self._tables.forget(game_id)
            self._watchers.wake(game_id)

        await self._changes.finish(throw())

    # Tables that gather.

    async def _advance(self, game_id: str) -> None:
        """Take a game that gathers as far as it can go: to its next stage, and on to its beginning."""

        async def advance() -> None:
            async with self._tables.lock(game_id):
                before = await self._tables.current(game_id, surely=True)
                table = await self.advanced(before)
                if table is before:
                    return
            self._changes.tell(table)
            if not table.gathering:
                self._changes.on_turn(table)

        await self._changes.finish(advance())

    async def advanced(self, table: Table) -> Table:
        """The table of a game that gathers, as far as it can go; the same one if it is there already.

        For one who holds the game's lock. Where somebody was quicker it is read anew and looked at again: of two
        servers that write the last two shares at the same time, neither has seen both of them before.
        """
        while (was := table.facts.stage) is not None:
            facts = latest_stage(table.facts, table.seats, self._share_seconds)
            if facts is table.facts:
                break
            entries: list[LogEntry] = []
            if facts.stage is None:
                log = await whole_log(self._store, table.facts) if facts.start else []
                facts, entries = await self._boxes.call(facts.box, begun, facts, table.seats, log)
            await self._store.advance(facts, was, table.seating, entries)
            self._tables.drop(facts.id)
            table = await self._tables.current(facts.id)
        return table
