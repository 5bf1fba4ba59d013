"""Turns for replays: to play a whole game over takes its time, so few do at once, and everybody gets a turn."""

from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from amyitis.server.fair_queue import FairQueue
from amyitis.server.refusals import TooMuch

AT_ONCE = 2
MOST_OF_ONE = 24  # that wait, or are under way, for one client
RETRY_SECONDS = 2.0


class ReplayTurns:
    """Shares out replays between clients; whoever has too many waiting is refused."""

    def __init__(self) -> None:
        self._queue = FairQueue(AT_ONCE)
        self._asked: Counter[str] = Counter()

    @asynccontextmanager
    async def turn(self, client: str) -> AsyncIterator[None]:
        """A turn for a client; raises TooMuch."""
        if self._asked[client] >= MOST_OF_ONE:
            raise TooMuch("too many games are played over for you at the moment", RETRY_SECONDS)
        self._asked[client] += 1
        try:
            async with self._queue.place(client):
                yield
        finally:
            self._asked[client] -= 1
            if not self._asked[client]:
                del self._asked[client]
