"""A clock for tests: its time goes on only as it is told to, however busy the machine is."""

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Any

ROUNDING = 1e-6  # seconds


class Timer:
    """Something that is to be done at a time."""

    def __init__(self, at: float, work: Callable[[], object]) -> None:
        self.at, self.work = at, work
        self.cancelled = False

    def cancel(self) -> None:
        """Do not do it."""
        self.cancelled = True


class Clock:
    """A time of the tests' own: whoever sleeps by it, or has set a timer, wakes when that time has come."""

    def __init__(self) -> None:
        self.seconds = 1000.0
        self._timers: list[Timer] = []

    def monotonic(self) -> float:
        """The time, in seconds."""
        return self.seconds

    def now(self) -> int:
        """The time in milliseconds, as logs of games have it."""
        return round(1000 * self.seconds)

    def call_later(self, seconds: float, work: Callable[..., object], *given: Any) -> Timer:
        """Do something after some seconds."""
        self._timers.append(Timer(self.seconds + seconds, partial(work, *given)))
        return self._timers[-1]

    async def sleep(self, seconds: float) -> None:
        """Wait for some seconds."""
        woken = asyncio.Event()
        timer = self.call_later(seconds, woken.set)
        try:
            await woken.wait()
        finally:
            timer.cancel()

    async def go_on(self, seconds: float) -> None:
        """So much later; whoever has waited for that goes as far as they can."""
        self.seconds += seconds
        due = [timer for timer in self._timers if timer.at <= self.seconds + ROUNDING]
        self._timers = [timer for timer in self._timers if timer not in due]
        for timer in due:
            if not timer.cancelled:
                timer.work()
        await settled()

    def within(self, real: Any) -> Any:
        """A module or an event loop as it is, but with this time."""
        return _WithTime(real, self)


class _WithTime:
    """What has a clock of its own, seen with another one."""

    def __init__(self, real: Any, clock: Clock) -> None:
        self._real, self._clock = real, clock

    def __getattr__(self, name: str) -> Any:
        return getattr(self._clock if name in ("monotonic", "sleep", "call_later") else self._real, name)


async def settled() -> None:
    """Let everybody go as far as they can."""
    for _ in range(20):
        await asyncio.sleep(0)
