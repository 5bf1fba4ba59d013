"""The system's clock, which both editions use; tests bring their own."""

import asyncio
import time


class SystemClock:
    """The system's time; see `ports.Clock`."""

    def now(self) -> int:
        """Return the milliseconds since 1970."""
        return time.time_ns() // 1_000_000

    def monotonic(self) -> float:
        """Return seconds that never go back."""
        return time.monotonic()

    async def sleep(self, seconds: float) -> None:
        """Wait."""
        await asyncio.sleep(seconds)
