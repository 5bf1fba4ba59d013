"""`TimeUp`: looks at the clocks that are due, warns whose time runs out, and does what was decided for when it is up.

A game says itself when it must be looked at (`due`). Of several servers, the one that writes the next due time does
what there is to do; if it dies then, the game is due again soon.
"""

import logging

from amyitis.service.background_tasks import BackgroundTasks, log_problem, repeat
from amyitis.service.bounded_cache import BoundedCache
from amyitis.service.events import EventBus, TimeIsUp, TimeRunsOut
from amyitis.service.games.moves import Moves
from amyitis.service.games.stand_ins import StandIns
from amyitis.service.games.tables import Tables
from amyitis.service.ports import Ports
from amyitis.service.problems import NotFound
from amyitis.table import LogEntry, Table
from amyitis.table.clocks.time_control import UP
from amyitis.table.conduct import END, STAND_IN, TIME
from amyitis.table.metadata import CHANCE, SERVER

from .table_clocks import LEASE, TableClocks

LOOK_SECONDS = 1.0
MISSING_WAIT = 2000  # milliseconds after which a clock is looked at again, while another server is missing
MOST_WARNED = 10_000

logger = logging.getLogger(__name__)


class TimeUp:
    """Looks at the clocks of all games that are due."""

    def __init__(
        self, ports: Ports, events: EventBus, tables: Tables, clocks: TableClocks, moves: Moves, stand_ins: StandIns
    ) -> None:
        self._store, self._clock, self._events = ports.store, ports.clock, events
        self._tables, self._clocks, self._moves, self._stand_ins = tables, clocks, moves, stand_ins
        self._warned: BoundedCache[tuple[str, int], bool] = BoundedCache(MOST_WARNED)
        self._tasks = BackgroundTasks()

    def start(self) -> None:
        """Look again and again."""
        if self._store.has_clocks:
            self._tasks.start(repeat(self._watch, self._clock, LOOK_SECONDS, logger))

    async def stop(self) -> None:
        """Leave what is due to the next start."""
        await self._tasks.stop()

    async def _watch(self) -> None:
        for game_id, was in await self._store.timing.due(self._clock.now()):
            await self._try_to_look(game_id, was)

    async def _try_to_look(self, game_id: str, was: int) -> None:
        """Look at a game; one that cannot be looked at (its box is not here) holds up no other, and is tried again."""
        try:
            await self._look(game_id, was)
        except Exception as problem:
            log_problem(logger, problem, "a clock failed", game=game_id)
            await self._store.timing.claim(game_id, was, self._clock.now() + LEASE)

    async def _look(self, game_id: str, was: int) -> None:
        """Look at a game whose clocks are due; of several servers, one does what there is to do."""
        now, timing = self._clock.now(), self._store.timing
        try:
            table = await self._tables.table(game_id, fresh=True)
            await self._clocks.prepare(table)
        except NotFound:
            return
        seat, clocks = self._clocks.running(table), table.clocks
        if seat is None or clocks is None:
            if await timing.claim(game_id, was, None) and not table.over and is_out(table, table.decider):
                await self._stand_ins.take_over(table, table.decider)  # the server that saw them leave has died
            return
        if self._clocks.served.is_missing_somebody:
            await timing.claim(game_id, was, now + MISSING_WAIT)
            return
        left, control, waking = self._clocks.left_before(table, seat.seat), clocks.control, self._clocks.waking(table)
        spent = self._clocks.served.counted(clocks.since, waking)
        if spent >= left:
            due = None if control.when_up == "nothing" else now + LEASE
            if await timing.claim(game_id, was, due):
                self._events.publish(TimeIsUp(table, seat.seat))
                if due is not None:
                    await self._time_is_up(game_id, seat.seat)
            return
        warn = left - control.warning
        if spent >= warn:
            due = self._clocks.served.moment_after(clocks.since, left, waking)
            if await timing.claim(game_id, was, due) and warn > 0 and not self._warned.get((game_id, table.ply)):
                self._warned[game_id, table.ply] = True
                self._events.publish(TimeRunsOut(table, seat.seat, left - spent))
        else:
            await timing.claim(game_id, was, self._clocks.served.moment_after(clocks.since, warn, waking))

    async def _time_is_up(self, game_id: str, letter: str) -> None:
        """Write into the log that the time of a seat is up, and let a bot play it."""

        def events(table: Table) -> list[LogEntry]:
            seat, clocks = self._clocks.running(table), table.clocks
            if seat is None or clocks is None or seat.seat != letter:
                return []
            spent, left, at = self._clocks.spent(table), self._clocks.left_before(table, letter), self._clock.now()
            if spent < left:
                return []
            token = STAND_IN if clocks.control.when_up == "stand_in" else TIME
            up = LogEntry(table.ply + 1, "table", letter, token, 0, SERVER, at, spent)
            if token == TIME and table.conduct.ends_without(table.seats, letter):
                return [up, LogEntry(table.ply + 2, "table", CHANCE, END, 0, SERVER, at)]
            return [up]

        table = await self._tables.table(game_id, fresh=True)
        last = table.recent[-1].logged if table.recent else None
        if last is None or last.kind != "table" or last.token not in UP or last.seat != letter:
            table = await self._moves.happen(game_id, events)
        if not table.over and (is_out(table, letter) or self._clocks.left(table, letter) == 0):
            await self._stand_ins.take_over(table, letter)


def is_out(table: Table, letter: str) -> bool:
    """Return whether a seat has left the game for good, and nobody plays it yet."""
    seat = table.seat(letter)
    return seat is not None and seat.bot is None and letter in table.conduct.ending.out
