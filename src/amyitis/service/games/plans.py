"""`Plans`: plays turns that were planned ahead, or drops them with a word to their owners (`table/plans.py`)."""

import logging
from collections.abc import Callable
from contextlib import suppress

from amyitis.service.analysis.fair_play import FairPlay
from amyitis.service.background_tasks import BackgroundTasks, logged, repeat
from amyitis.service.events import EventBus, TableChanged, TableLoaded, TurnChanged
from amyitis.service.ports import Ports
from amyitis.service.problems import Refused, Stale
from amyitis.table import Identity, SeatMetadata, Table
from amyitis.table.plans import Plan, checked, plan_of

from .lifecycle import Lifecycle
from .moves import Moves
from .tables import Tables

SWEEP_SECONDS = 30.0  # between looks for turns that a server which died has left

logger = logging.getLogger(__name__)


class Plans:
    """Looks at the planned turn of the player to decide. Of several servers, the one that appends the move plays it."""

    def __init__(
        self,
        ports: Ports,
        events: EventBus,
        tables: Tables,
        lifecycle: Lifecycle,
        moves: Moves,
        fair_play: FairPlay,
        is_banned: Callable[[Identity], bool],
    ) -> None:
        self._store, self._clock, self._events, self._tables = ports.store, ports.clock, events, tables
        self._lifecycle, self._moves, self._fair_play, self._is_banned = lifecycle, moves, fair_play, is_banned
        self.looking: set[str] = set()
        self._tasks = BackgroundTasks()
        events.subscribe(TableChanged, lambda event: self._consider(event.table))
        events.subscribe(TableLoaded, lambda event: self._consider(event.table))

    def start(self) -> None:
        """Look for planned turns that wait, from time to time."""
        self._tasks.start(repeat(self._sweep, self._clock, SWEEP_SECONDS, logger))

    async def stop(self) -> None:
        """Leave what waits to the next start."""
        await self._tasks.stop()

    async def _sweep(self) -> None:
        for game_id in await self._store.planned_turns():
            self._take_up(game_id)

    def _consider(self, table: Table) -> None:
        if any(_is_due(table, seat) for seat in table.seats):
            self._take_up(table.metadata.id)

    def _take_up(self, game_id: str) -> None:
        if game_id not in self.looking:
            self.looking.add(game_id)
            self._tasks.start(self._look(game_id))

    async def _look(self, game_id: str) -> None:
        # Refused: another server was quicker, or the game was deleted meanwhile.
        with logged(logger, "a planned turn failed", game=game_id), suppress(Refused):
            while True:
                table = await self._tables.table(game_id)
                seat = next((seat for seat in table.seats if _is_due(table, seat)), None)
                if seat is None or not await self._look_at(table, seat):
                    break
        self.looking.discard(game_id)

    async def _look_at(self, table: Table, seat: SeatMetadata) -> bool:
        """Play or drop the plan of a seat; return whether to look at its game again."""
        game_id, plan, holder = table.metadata.id, plan_of(seat), Identity(person=seat.person)
        if plan is None or self._is_banned(holder):
            return False
        after: Plan | None = None
        if plan.is_pending:
            after = await self._tables.ask(game_id, lambda known: checked(known, seat.seat, plan))
        if after is not None and after.is_pending:
            try:
                await self._fair_play.check_table(table, "")
                await self._moves.move(game_id, table.ply, plan.tokens, holder)
            except Stale:
                return True
            except Refused:
                after = plan.because("changed")
            else:
                after = None
        text = "" if after is None else str(after)
        table = await self._lifecycle.change_seat(
            game_id, seat.seat, lambda _table, now: {"plan": text} if now.plan == seat.plan else {}
        )
        if after is not None:
            self._events.publish(TurnChanged(table))
        return True


def _is_due(table: Table, seat: SeatMetadata) -> bool:
    """Whether something is to be done: the turn of a plan has come, or that of a dropped one has gone."""
    plan = plan_of(seat) if seat.plan and seat.bot is None and not table.in_lobby else None
    return plan is not None and plan.is_pending == (table.decider == seat.seat)
