"""`Moves`: playing, taking back, and what else happens at a table.

A move takes one way: identity, ply, rules, log; only then is everyone notified.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace

from amyitis.service.background_tasks import BackgroundTasks
from amyitis.service.events import EventBus, Moved, TableChanged, TurnChanged
from amyitis.service.ports import Ports
from amyitis.service.problems import Conflict, Forbidden, Stale
from amyitis.service.shapes.requests import Moving
from amyitis.table import Change, Identity, LogEntry, Table
from amyitis.table.errors import Taken
from amyitis.table.messages.serializing import Serializer
from amyitis.table.metadata import BOT

from .clocks.table_clocks import TableClocks
from .tables import Tables
from .watching.presence import Presence
from .watching.watchers import Watchers

DEFAULT = Moving()


class Moves:
    """Plays moves of people, programs and bots."""

    def __init__(
        self,
        ports: Ports,
        events: EventBus,
        tables: Tables,
        watchers: Watchers,
        presence: Presence,
        serializer: Serializer,
        clocks: TableClocks,
    ) -> None:
        self._store, self._clock, self._events = ports.store, ports.clock, events
        self._tables, self._watchers, self._presence, self._serializer = tables, watchers, presence, serializer
        self._clocks = clocks
        self.tasks = BackgroundTasks()

    async def move(
        self,
        game_id: str,
        ply: int,
        tokens: Sequence[str],
        identity: Identity,
        options: Moving = DEFAULT,
        thought: int | None = None,
    ) -> Table:
        """Play moves for a person or program, who has `thought` for so many milliseconds. Raises a Refused."""

        def change(table: Table) -> Change:
            seats = self._deciding(table, ply, identity, options.outlook)
            spent = self._clocks.spent(table, thought) if table.decider in seats else 0
            return table.move(tokens, identity.actor, seats, self._clock.now(), spent)

        table = await self._step(game_id, change, identity, options)
        self._events.publish(Moved("program" if identity.key_hash else "person", len(tokens)))
        return table

    async def bot_move(self, game_id: str, ply: int, token: str, bot: str) -> Table:
        """Play a bot's move; raises Stale if the game has moved on, or the seat is no longer a bot's."""

        def change(table: Table) -> Change:
            seat = table.seat(table.decider)
            if table.ply != ply or seat is None or seat.bot is None:
                raise Stale("the bot's turn is over")
            return table.move([token], BOT + bot, frozenset(table.decider), self._clock.now())

        table = await self._step(game_id, change, Identity(), DEFAULT)
        self._events.publish(Moved("bot", 1))
        return table

    async def undo(self, game_id: str, ply: int, identity: Identity, options: Moving = DEFAULT) -> Table:
        """Take back the last own decision. Raises a Refused."""

        def change(table: Table) -> Change:
            seats = self._deciding(table, ply, identity, options.outlook)
            return table.take_back(identity.actor, seats, self._clock.now(), self._clocks.spent(table))

        return await self._step(game_id, change, identity, options)

    async def happen(
        self, game_id: str, events: Callable[[Table], list[LogEntry]], identity: Identity | None = None
    ) -> Table:
        """Append what else has happened at a table; nothing if `events` returns none. Raises a Refused."""

        def change(table: Table) -> Change | None:
            entries = events(table)
            return table.happen(entries) if entries else None

        return await self._step(game_id, change, identity or Identity(), DEFAULT)

    def stale(self, table: Table, identity: Identity, outlook: bool = False) -> Stale:
        """Return the refusal for a client that has not seen the latest ply, with the game as it is now."""
        game = self._serializer.game(table, identity, outlook=outlook)
        return Stale(f"the game is at ply {table.ply} now", ply=table.ply, game=game)

    def _deciding(self, table: Table, ply: int, identity: Identity, outlook: bool) -> frozenset[str]:
        """The seats that the identity may decide for; raises Forbidden if there is none, Stale if the ply is old."""
        mine = identity.seats(table.seats)
        if not mine:
            raise Forbidden("you hold no seat in this game")
        if table.in_lobby:
            raise Conflict("the game has not begun: it waits until everybody sits at the table", ply=table.ply)
        if table.conduct.ending.ended:
            raise Conflict("the game was ended", key="game_over", ply=table.ply)
        if ply != table.ply and not self._same_position(table, ply):
            raise self.stale(table, identity, outlook)
        return mine

    @staticmethod
    def _same_position(table: Table, ply: int) -> bool:
        """Whether nothing has changed on the table since a ply: somebody has proposed a pause, or resigned."""
        entries = table.entries_after(ply) if ply < table.ply else None
        return entries is not None and all(entry.logged.kind == "table" for entry in entries)

    async def _step(
        self, game_id: str, change: Callable[[Table], Change | None], identity: Identity, options: Moving
    ) -> Table:
        """Compute a change, append it, apply it, notify everyone, even if the client has gone away meanwhile."""

        async def current(game_id: str) -> Table:
            table = await self._tables.current(game_id)
            await self._clocks.prepare(table)
            return table

        async def step() -> Table:
            async with self._tables.lock(game_id):
                table, computed = await self._tables.asked(game_id, current, change)
                if computed is None:
                    return table
                computed = replace(computed, step=self._clocks.with_due(table, computed.step))
                await self._append(table, computed, identity, options)
                decider = table.decider
                table.keep(computed)
                self._watchers.mark_seen(game_id, options.watcher, identity, table.ply)
                self._presence.saw(game_id, identity.seats(table.seats))
            self._events.publish(TableChanged(table))
            if table.decider != decider:
                self._events.publish(TurnChanged(table))
            await self._clocks.prepare(table)  # the answer shows the clock of the player to decide
            return table

        return await self.tasks.finish(step())

    async def _append(self, table: Table, change: Change, identity: Identity, options: Moving) -> None:
        game_id = table.metadata.id
        try:
            await self._store.append(change.step)
        except Taken:
            if self._store.shared:
                await self._tables.catch_up(table)
            else:
                self._tables.drop(game_id)
                table = await self._tables.current(game_id)
            raise self.stale(table, identity, options.outlook) from None
        except BaseException:
            # Whether it was written is unknown: the next request reads the log.
            self._tables.drop(game_id)
            raise
