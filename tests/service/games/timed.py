"""A service whose time is the tests' own, and games with clocks in it."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

from amyitis.game import Game
from amyitis.service.games.new_games import control_of
from amyitis.service.service import Service
from amyitis.service.shapes.requests import ClockRequest
from amyitis.table import Identity, NewGame, Table
from amyitis.table.new_games import Start, new_game
from tests.server.clocks import Clock
from tests.server.running import FAILED_AFTER
from tests.service.running import running_service
from tests.table.sitting import seats

ANN, BEN = Identity(person="ann"), Identity(person="ben")
SLEEPERS = 3  # in a service: the ticks, the heartbeats, and who looks at what is due
STEP = 0.1  # seconds: the clock goes on as slowly as a server that is well looks at it


class WallClock(Clock):
    """A clock whose time of day can be set; what is steady goes on."""

    def __init__(self) -> None:
        super().__init__()
        self.ahead = 1_700_000_000_000
        self.sleepers = 0  # how many sleep by this clock when all work is done

    def now(self) -> int:
        """The time of day."""
        return self.ahead + super().now()

    async def serve(self, seconds: float) -> None:
        """Go on in small steps, as for a server that is there all the time."""
        for _ in range(round(seconds / STEP)):
            await self.go_on(STEP)
            await self.done()

    async def stand_still(self, seconds: float) -> None:
        """Go on at once: nobody was served."""
        await self.go_on(seconds)
        await self.done()

    async def done(self) -> None:
        """Wait until the work that is due is done: the database takes real time."""
        while sum(not timer.cancelled for timer in self._timers) < self.sleepers:
            await asyncio.sleep(0.001)


@asynccontextmanager
async def timed_service(database: str, clock: WallClock | None = None) -> AsyncIterator[tuple[Service, WallClock]]:
    """A service that measures and looks at clocks, by a time of the tests' own."""
    clock = clock or WallClock()
    async with running_service(database, clock=clock) as service:
        await service.clocks.start()
        service.time_up.start()
        clock.sleepers += SLEEPERS
        await clock.done()
        yield service, clock
        clock.sleepers -= SLEEPERS


def with_timed(database: str, work: Callable[[Service, WallClock], Awaitable[None]]) -> None:
    """Do some work with such a service, within a time."""

    async def run() -> None:
        async with asyncio.timeout(FAILED_AFTER), timed_service(database) as (service, clock):
            await work(service, clock)

    asyncio.run(run())


def timed_game(at: int, clock: ClockRequest | None, *holders: str, seed: int = 7) -> NewGame:
    """A new game of some people with clocks, or without."""
    game, sitting = Game.new(len(holders), seed), seats(*holders)
    control = "" if clock is None else str(control_of(clock))
    return new_game(Start(game, seed), sitting, holders[0], at, public=False, title="", clock=control)


def live(bank: int = 60, increment: int = 5, when_up: str = "stand_in") -> ClockRequest:
    """Live clocks."""
    return ClockRequest(kind="live", allowance=bank, increment=increment, when_up=when_up)  # type: ignore[arg-type]


def player(table: Table) -> Identity:
    """The player to decide."""
    seat = table.seat(table.decider)
    assert seat is not None
    return Identity(person=seat.person)
