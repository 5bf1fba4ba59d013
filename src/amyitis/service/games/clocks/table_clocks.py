"""`TableClocks`: measures what runs on the clocks of a table since the latest entry of its log.

What was charged before stands in the log (`table/clocks/time_control.py`); `time_up.py` acts when a time is up.
"""

from dataclasses import replace

from amyitis.service.bounded_cache import BoundedCache
from amyitis.service.games.tables import Tables
from amyitis.service.games.watching.watchers import Watchers
from amyitis.service.ports import Ports
from amyitis.table import LogEntry, Step, Table
from amyitis.table.clocks.serving import Waking
from amyitis.table.clocks.time_control import UP, TimeControl
from amyitis.table.clocks.waking import outside
from amyitis.table.conduct import BACK, LEFT, RESIGN
from amyitis.table.messages.shapes import ClockModel
from amyitis.table.metadata import SERVER, SeatMetadata, seat_letter

from .served_time import ServedTime

LEASE = 10_000  # milliseconds for which a server has a game whose time is up
WAKING_SECONDS = 30.0
LAG_PER_MOVE, MOST_LAG = 300, 1500  # milliseconds by which the quota of a seat grows, and at most
MOST_SEATS = 10_000


class TableClocks:
    """Measures what runs on the clocks, and what to charge."""

    def __init__(self, ports: Ports, tables: Tables, watchers: Watchers) -> None:
        self._store, self._clock, self._tables, self._watchers = ports.store, ports.clock, tables, watchers
        self._alerts = None if ports.alerting is None else ports.alerting.store
        self.served = ServedTime(ports, self._gap)
        self._waking: BoundedCache[str, tuple[float, Waking | None]] = BoundedCache(MOST_SEATS)
        self._lag: BoundedCache[tuple[str, str], int] = BoundedCache(MOST_SEATS)

    async def start(self) -> None:
        """Count the time from now on."""
        if self._store.has_clocks:
            await self.served.start()

    async def stop(self) -> None:
        """Note that the players were served until now."""
        await self.served.stop()

    def _gap(self) -> None:
        """Tell everybody what was given back."""
        for game_id in self._watchers.watched:
            table = self._tables.cached(game_id)
            if table is not None and table.clocks is not None:
                table.clock_news += 1
                self._watchers.wake(game_id)

    # What runs.

    def running(self, table: Table) -> SeatMetadata | None:
        """Return the seat whose clock runs; None if none does."""
        if table.clocks is None or table.over or table.in_lobby or table.conduct.paused:
            return None
        seat = table.seat(table.decider)
        if seat is None or seat.person is None or seat.bot is not None or seat.seat in table.conduct.ending.out:
            return None
        return seat

    async def prepare(self, table: Table) -> None:
        """Learn the quiet hours of the player whose clock runs, where they matter."""
        seat = self.running(table)
        if seat is None or seat.person is None or table.clocks is None or table.clocks.control.kind != "slow":
            return
        known = self._waking.get(seat.person)
        if known is None or self._clock.monotonic() - known[0] > WAKING_SECONDS:
            quiet = None if self._alerts is None else await self._alerts.quiet_hours(seat.person)
            self._waking[seat.person] = self._clock.monotonic(), None if quiet is None else outside(quiet)

    def forget(self, person: str) -> None:
        """Learn somebody's quiet hours again: they have chosen others."""
        self._waking.pop(person, None)

    def waking(self, table: Table) -> Waking | None:
        """Return the waking hours of the player whose clock runs, as far as they were learned."""
        seat = self.running(table)
        slow = table.clocks is not None and table.clocks.control.kind == "slow"
        return self._waking.get(seat.person or "", (0.0, None))[1] if seat is not None and slow else None

    def spent(self, table: Table, thought: int | None = None) -> int:
        """Return what to charge the running clock now; 0 if none runs.

        `thought` is what the player's own program has measured: as much of the rest as the lag quota allows is free.
        """
        seat = self.running(table)
        if seat is None or table.clocks is None:
            return 0
        counted = self.served.counted(table.clocks.since, self.waking(table))
        if thought is not None:
            counted -= self._compensated(table.metadata.id, seat.seat, max(0, counted - thought))
        return min(counted, self.left_before(table, seat.seat))

    def _compensated(self, game_id: str, seat: str, lag: int) -> int:
        quota = self._lag.get((game_id, seat), MOST_LAG)
        free = min(lag, quota)
        self._lag[game_id, seat] = min(MOST_LAG, quota - free + LAG_PER_MOVE)
        return free

    @staticmethod
    def left_before(table: Table, seat: str) -> int:
        """Return what a seat had left after the latest entry, with what its round adds."""
        assert table.clocks is not None
        deciding = table.legal[0] if seat == table.decider and table.legal else None
        return table.clocks.left(seat, deciding)

    def left(self, table: Table, seat: str) -> int:
        """Return the milliseconds that a seat has left now."""
        running = self.running(table)
        left = self.left_before(table, seat)
        return left if running is None or running.seat != seat else left - self.spent(table)

    def message(self, table: Table) -> ClockModel | None:
        """Return the clocks as they are now, for the players."""
        clocks, running = table.clocks, self.running(table)
        if clocks is None:
            return None
        asleep = False
        if running is not None and (waking := self.waking(table)) is not None:
            now = self._clock.now()
            asleep = next(waking(now))[0] > now
        back = self.served.given_back(clocks.since) if running is not None else 0
        return {
            **control_message(clocks.control),
            "left": {seat_letter(seat.seat): self.left(table, seat.seat) for seat in table.seats},
            "running": seat_letter(running.seat) if running is not None else None,
            "asleep": asleep,
            "given_back": back,
        }

    def with_due(self, table: Table, step: Step) -> Step:
        """Return a step that says when the server must look at the clocks after it."""
        return step if table.clocks is None else replace(step, due=self._due_after(table, step))

    @staticmethod
    def _due_after(table: Table, step: Step) -> int | None:
        """When to look after a step: perhaps too early, never too late."""
        clocks, conduct = table.clocks, table.conduct.after(step.entries)
        seat = table.seat(step.decider)
        if clocks is None or step.over or conduct.paused or seat is None or seat.bot is not None:
            return None
        last = step.entries[-1]
        if last.kind == "table" and last.token == LEFT:
            return None
        if last.kind == "table" and last.token in UP:
            return last.at + LEASE
        spent = sum(entry.spent for entry in step.entries if entry.seat == seat.seat)
        since = last.at if any(map(clocks.restarts, step.entries)) else clocks.since
        return since + max(0, clocks.left(seat.seat) - spent - clocks.control.warning)

    # Seats that change hands.

    def seat_event(self, table: Table, seat: SeatMetadata, changes: dict[str, object]) -> LogEntry | None:
        """Return the entry that a change of a seat makes on its clock: somebody leaves while it runs, or comes back."""
        if table.clocks is None or table.over or table.in_lobby or seat.seat != table.decider:
            return None
        was = seat.person is not None and seat.bot is None
        person, bot = changes.get("person", seat.person), changes.get("bot", seat.bot)
        is_now = person is not None and bot is None
        last = table.recent[-1].logged if table.recent else None
        is_logged = last is not None and last.kind == "table" and last.seat == seat.seat and last.token in (*UP, RESIGN)
        if was == is_now or (is_logged and not is_now):
            return None
        token, spent = (BACK, 0) if is_now else (LEFT, self.spent(table))
        actor = str(person or SERVER)
        return LogEntry(table.ply + 1, "table", seat.seat, token, 0, actor, self._clock.now(), spent)


def control_message(control: TimeControl) -> ClockModel:
    """Return the settings of clocks as JSON, with nothing running."""
    return {
        "kind": control.kind,
        "allowance": control.allowance,
        "increment": control.increment,
        "when_up": control.when_up,
        "warning": control.warning,
        "left": {},
        "running": None,
        "asleep": False,
        "given_back": 0,
    }
