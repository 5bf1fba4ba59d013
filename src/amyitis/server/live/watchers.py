"""Those who watch a game. Nothing is queued for them: each knows the last ply it was sent, and is woken for more.

A slow watcher simply gets more entries in its next message; a stuck one is let go of. No game ever waits for either.
"""

import asyncio
import time
from collections import defaultdict
from collections.abc import Iterable

from amyitis.server.people.identity import Asker
from amyitis.store import SeatRow


class Watcher:
    """One who watches: who it is, what was sent already, and whether there is more."""

    def __init__(self, who: Asker, since: int) -> None:
        self.who = who
        self.since = since
        self.seating = -1
        self.online: frozenset[str] = frozenset()
        self._awake = asyncio.Event()

    def wake(self) -> None:
        """There is something new."""
        self._awake.set()

    async def wait(self) -> None:
        """Until there is something new."""
        await self._awake.wait()
        self._awake.clear()


class Watchers:
    """All watchers, by game."""

    def __init__(self) -> None:
        self._watchers: defaultdict[str, set[Watcher]] = defaultdict(set)
        self.closing = False

    def enter(self, game_id: str, watcher: Watcher) -> None:
        """Watch a game."""
        self._watchers[game_id].add(watcher)

    def leave(self, game_id: str, watcher: Watcher) -> None:
        """Watch it no more."""
        self._watchers[game_id].discard(watcher)
        if not self._watchers[game_id]:
            del self._watchers[game_id]

    def wake(self, game_id: str) -> None:
        """Wake those who watch a game."""
        for watcher in self._watchers.get(game_id, ()):
            watcher.wake()

    def online(self, game_id: str, seats: Iterable[SeatRow]) -> frozenset[str]:
        """The seats whose holders watch a game."""
        watchers = self._watchers.get(game_id, ())
        return frozenset(seat.seat for seat in seats if any(one.who.may_claim(seat) for one in watchers))

    async def close(self, seconds: float) -> None:
        """Send everyone home; returns when they have gone, or after some seconds."""
        self.closing = True
        for game_id in self.watched:
            self.wake(game_id)
        until = time.monotonic() + seconds
        while self._watchers and time.monotonic() < until:
            await asyncio.sleep(0.02)

    @property
    def watched(self) -> list[str]:
        """The games that somebody watches."""
        return list(self._watchers)

    def __len__(self) -> int:
        return sum(map(len, self._watchers.values()))
