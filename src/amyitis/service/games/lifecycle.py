"""`Lifecycle`: a game is created, waits in the lobby, begins, is followed by a rematch, and may be deleted."""

import logging
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from typing import Any

from amyitis.service.background_tasks import BackgroundTasks, logged
from amyitis.service.events import EventBus, TableChanged, TableLoaded, TurnChanged
from amyitis.service.ports import Ports
from amyitis.service.problems import Conflict, Forbidden, NotFound, Refused
from amyitis.table import LogEntry, NewGame, SeatMetadata, Table
from amyitis.table.conduct import BACK, LEFT
from amyitis.table.errors import Taken, TryKept
from amyitis.table.lobby import begin_game, latest_stage, next_stage
from amyitis.table.metadata import Coach

from .clocks.table_clocks import TableClocks
from .tables import Tables
from .watching.presence import Presence
from .watching.watchers import Watchers

NewRematch = Callable[[Table], Coroutine[Any, Any, NewGame | None]]
ChangeSeat = Callable[[Table, SeatMetadata], dict[str, Any]]
EXPIRE_MILLISECONDS = 30 * 24 * 3600_000  # after which a table that has not begun is cleared away
QUICKER = "somebody else was quicker"

logger = logging.getLogger(__name__)


def _check_lobby(table: Table) -> None:
    if not table.in_lobby:
        raise Conflict("the game has begun")


def seat_of(table: Table, letter: str) -> SeatMetadata:
    """Return a seat of a table; raises NotFound."""
    seat = table.seat(letter)
    if seat is None:
        raise NotFound(f"this game has no seat {letter}")
    return seat


class Lifecycle:
    """Creates games, changes their seats, and takes them from the lobby to their beginning."""

    def __init__(
        self,
        ports: Ports,
        events: EventBus,
        tables: Tables,
        watchers: Watchers,
        presence: Presence,
        clocks: TableClocks,
    ) -> None:
        self._store, self._boxes, self._clock, self._events = ports.store, ports.boxes, ports.clock, events
        self._tables, self._watchers, self._presence = tables, watchers, presence
        self._clocks = clocks
        self._share_seconds = ports.quotas.share_seconds
        self._changes, self._timers = BackgroundTasks(), BackgroundTasks()
        self._deadlines: dict[str, int] = {}
        events.subscribe(TableLoaded, lambda event: self._consider(event.table))
        events.subscribe(TableChanged, lambda event: self._consider(event.table))

    async def create(self, new: NewGame) -> Table:
        """Keep a new game; return its table."""
        await self._store.create(new)
        table = await self._tables.table(new.metadata.id)
        self._events.publish(TableChanged(table))
        self._events.publish(TurnChanged(table))
        return table

    async def rematch(self, game_id: str, make: NewRematch) -> tuple[Table, bool]:
        """Return the game that follows one, and whether it is new; `make` checks and makes it. Raises a Refused."""

        async def follow() -> tuple[Table, bool]:
            async with self._tables.lock(game_id):
                table = await self._tables.current(game_id, fresh=True)
                new, follower = await make(table), table.metadata.rematch
                if new is not None and follower is None:
                    with self._dropped_if_unknown(table):
                        follower = await self._store.create(new, rematch_of=game_id)
                    table.metadata, table.seating = replace(table.metadata, rematch=follower), table.seating + 1
            assert follower is not None
            self._events.publish(TableChanged(table))
            after, made = await self._tables.table(follower), new is not None and follower == new.metadata.id
            if made:
                self._events.publish(TableChanged(after))
                self._events.publish(TurnChanged(after))
            return after, made

        return await self._changes.finish(follow())

    async def delete(self, game_id: str, check: Callable[[Table], None]) -> None:
        """Delete a game if `check` does not refuse and no others play in it."""

        async def remove() -> None:
            async with self._tables.lock(game_id):
                check(await self._tables.current(game_id, fresh=True))
                try:
                    deleted = await self._store.delete(game_id)
                except TryKept as problem:
                    raise Forbidden(str(problem), key="challenge_kept") from None
                if not deleted:
                    raise Forbidden("other people play in this game: leave your seat to a bot instead")
                self._tables.forget(game_id)
            self._watchers.wake(game_id)

        await self._changes.finish(remove())

    async def expire(self) -> int:
        """Delete games that have waited for people for a month; return how many they were."""
        waiting = await self._store.waiting_since(self._clock.now() - EXPIRE_MILLISECONDS)
        for game_id in waiting:
            with suppress(Refused):  # it was deleted meanwhile, or has begun
                await self.delete(game_id, _check_lobby)
        return len(waiting)

    async def change_seat(self, game_id: str, letter: str, make: ChangeSeat, device: str | None = None) -> Table:
        """Change a seat; `make` checks and returns the changes, none if it is so already. Raises a Refused.

        With a device it is changed only if that was not revoked.
        With its last seat taken a table may go on to its beginning.
        """

        async def change() -> Table:
            async with self._tables.lock(game_id):
                table = await self._tables.current(game_id)
                seat, stage = seat_of(table, letter), table.metadata.stage
                changes = make(table, seat)
                if not changes:
                    return table
                await self._clocks.prepare(table)
                event = self._clocks.seat_event(table, seat, changes)
                with self._dropped_if_unknown(table):
                    if event is not None and event.token == LEFT:
                        await self._append(table, event)
                    if not await self._store.change_seat(game_id, seat, changes, device):
                        raise Conflict(QUICKER)
                    table.seats = await self._store.seats(game_id)
                    table.seating += 1
                    self._presence.update(table)
                    if event is not None and event.token == BACK:
                        await self._append(table, event)
                    table = await self._advance(table)
            self._events.publish(TableChanged(table))
            if table.metadata.stage != stage:
                self._events.publish(TurnChanged(table))
            return table

        return await self._changes.finish(change())

    async def _append(self, table: Table, event: LogEntry) -> None:
        """Append what a change of a seat means for its clock; raises Conflict if somebody was quicker."""
        change = await self._boxes.ask(table, lambda known: known.happen([event]))
        try:
            await self._store.append(self._clocks.with_due(table, change.step))
        except Taken:
            raise Conflict(QUICKER) from None
        table.keep(change)

    @contextmanager
    def _dropped_if_unknown(self, table: Table) -> Iterator[None]:
        """Drop a table if something is raised within.

        Somebody was quicker, or the database went away and may have written all the same: the next request reads it.
        """
        try:
            yield
        except BaseException:
            self._tables.drop(table.metadata.id)
            raise

    async def change_coach(self, game_id: str, make: Callable[[Table], Coach]) -> Table:
        """Turn the coach on or off; `make` checks and says which. Raises a Refused."""

        async def change() -> Table:
            async with self._tables.lock(game_id):
                table = await self._tables.current(game_id, fresh=True)
                was, coach = table.metadata.coach, make(table)
                if coach == was:
                    return table
                with self._dropped_if_unknown(table):
                    if not await self._store.change_coach(game_id, was, coach):
                        raise Conflict(QUICKER)
                table.metadata, table.seating = replace(table.metadata, coach=coach), table.seating + 1
            self._events.publish(TableChanged(table))
            return table

        return await self._changes.finish(change())

    # The lobby.

    def _consider(self, table: Table) -> None:
        """Advance a table in the lobby: now if there is nothing to wait for, else when its deadline is over."""
        game_id, until = table.metadata.id, table.metadata.stage_until
        if not table.in_lobby:
            return
        # Advancing loads the table again, which comes back here: never without a reason.
        if next_stage(table.metadata, table.seats, self._clock.now(), self._share_seconds) is not None:
            self._timers.start(self._advance_at(game_id, None))
        if until is not None and self._deadlines.get(game_id) != until:
            self._deadlines[game_id] = until
            self._timers.start(self._advance_at(game_id, until))

    async def _advance_at(self, game_id: str, until: int | None) -> None:
        # Refused: the game was deleted meanwhile.
        with logged(logger, "a table could not begin", game=game_id), suppress(Refused):
            while until is not None and (left := until - self._clock.now()) > 0:
                await self._clock.sleep(left / 1000)
            if until is not None and self._deadlines.get(game_id) == until:
                del self._deadlines[game_id]
            await self._changes.finish(self._advance_game(game_id))

    async def _advance_game(self, game_id: str) -> None:
        async with self._tables.lock(game_id):
            before = await self._tables.current(game_id, fresh=True)
            table = await self._advance(before)
            if table is before:
                return
        self._events.publish(TableChanged(table))
        if not table.in_lobby:
            self._events.publish(TurnChanged(table))

    async def _advance(self, table: Table) -> Table:
        """Return the table of a game in the lobby as far as it can go; the same one if it is there already.

        The caller holds the game's lock. Where another server was quicker the table is loaded and looked at again: of
        two servers that write the last two shares at the same time, neither has seen both of them before.
        """
        while (was := table.metadata.stage) is not None:
            metadata = latest_stage(table.metadata, table.seats, self._clock.now(), self._share_seconds)
            if metadata is table.metadata:
                break
            entries: list[LogEntry] = []
            if metadata.stage is None:
                log = await self._tables.log(table.metadata) if metadata.start else []
                metadata, entries = await self._boxes.call(
                    metadata.box, begin_game, metadata, table.seats, log, self._clock.now()
                )
            try:
                await self._store.advance(metadata, was, table.seating, entries)
            finally:
                self._tables.drop(metadata.id)
            table = await self._tables.current(metadata.id)
        return table

    async def stop(self) -> None:
        """Cancel the deadlines, and finish the changes that have begun."""
        await self._timers.stop()
        await self._changes.wait()
