"""`Seating`: who sits where at a table, and whether they have a coach."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from amyitis.server.live.presence import Presence
from amyitis.server.refusals import Conflict, NotFound
from amyitis.store import GameStore
from amyitis.table import SeatFacts, Table
from amyitis.table.facts import Coach

from .changes import Changes
from .lifecycle import Lifecycle
from .tables import Tables


class Seating:
    """Changes seats and coaches; with its last seat taken, a table goes on to its beginning."""

    def __init__(
        self, store: GameStore, tables: Tables, presence: Presence, changes: Changes, lifecycle: Lifecycle
    ) -> None:
        self._store, self._tables, self._presence = store, tables, presence
        self._changes, self._lifecycle = changes, lifecycle

    async def change_seat(self, game_id: str, letter: str, make: Callable[[Table, SeatFacts], dict[str, Any]]) -> Table:
        """Change a seat; `make` checks and gives the changes. Raises a Refused."""

        async def change() -> Table:
            async with self._tables.lock(game_id):
                table = await self._tables.current(game_id)
                seat, stage = table.seat(letter), table.facts.stage
                if seat is None:
                    raise NotFound(f"this game has no seat {letter}")
                changes = make(table, seat)
                if not changes:
                    return table  # it is so already
                if not await self._store.change_seat(game_id, seat, changes):
                    raise Conflict("somebody else was quicker")
                table.seats = await self._store.seats(game_id)
                table.seating += 1
                self._presence.look(table)
                table = await self._lifecycle.advanced(table)
            self._changes.tell(table)
            if table.facts.stage != stage:
                self._changes.on_turn(table)
            return table

        return await self._changes.finish(change())

    async def change_coach(self, game_id: str, make: Callable[[Table], Coach]) -> Table:
        """Give a table a coach, or take it away; `make` checks and says which. Raises a Refused."""

        async def change() -> Table:
            async with self._tables.lock(game_id):
                table = await self._tables.current(game_id, surely=True)
                was, coach = table.facts.coach, make(table)
                if coach == was:
                    return table
                if not await self._store.change_coach(game_id, was, coach):
                    raise Conflict("somebody else was quicker")
                table.facts, table.seating = replace(table.facts, coach=coach), table.seating + 1
            self._changes.tell(table)
            return table

        return await self._changes.finish(change())
