"""Those who watch a game. Nothing is queued for them: each knows the last ply it was sent, and is woken for more.

A slow watcher simply gets more entries in its next message; a stuck one is let go of. No game ever waits for either.
"""

import asyncio
import secrets
import time
from collections import defaultdict
from collections.abc import Callable, Iterable

from amyitis.table import Asker, Entry, SeatFacts, Table

from .bounded_cache import BoundedCache

ID_BYTES = 9
LOOK_SECONDS = 30.0  # for which a look counts as watching
MOST_LOOKS = 10_000


class Watcher:
    """One who watches: who it is, what it wants to be told, and what it was told already.

    `bare`: what it was told of is a table that gathers. Whoever comes with a ply knows one that is laid.
    """

    def __init__(self, who: Asker, since: int, *, whole: bool = False, ahead: bool = False) -> None:
        self.id = secrets.token_urlsafe(ID_BYTES)
        self.who = who
        self.since, self.bare = since, False
        self.whole, self.ahead = whole, ahead
        self._seating = -1
        self._online: frozenset[str] = frozenset()
        self._awake = asyncio.Event()

    def knows(self, table: Table) -> bool:
        """Whether it was told all there is."""
        return (self.since, self._seating, self._online) == (table.ply, table.seating, table.online)

    def told(self, table: Table) -> None:
        """It is told of the table as it is now."""
        self.since, self.bare = table.ply, table.gathering
        self._seating, self._online = table.seating, table.online

    def missed(self, table: Table) -> list[Entry] | None:
        """The entries it does not know; None if it is to be told of the whole game."""
        known = 0 <= self.since <= table.ply and not self.bare
        return table.entries_after(self.since) if known and not self.whole else None

    def known_ply(self, table: Table) -> int:
        """The last ply it knows of a table that it is told of as a whole: the present one if it has named none."""
        return table.ply if self.since < 0 else min(self.since, table.ply)

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
        self._looked: BoundedCache[str, float] = BoundedCache(MOST_LOOKS)  # by those without a websocket, and when
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

    def wake_those(self, wanted: Callable[[Asker], bool]) -> None:
        """Wake some of them, wherever they watch."""
        for watcher in [one for watchers in self._watchers.values() for one in watchers if wanted(one.who)]:
            watcher.wake()

    def saw(self, game_id: str, watcher_id: str | None, who: Asker, ply: int) -> None:
        """A watcher is told of a ply another way, so it is not told again."""
        for watcher in self._watchers.get(game_id, ()):
            if watcher.id == watcher_id and watcher.who == who:
                watcher.since = max(watcher.since, ply)

    def online(self, game_id: str, seats: Iterable[SeatFacts]) -> frozenset[str]:
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

    def look(self, game_id: str) -> None:
        """Somebody looks at a game without a websocket, and will again."""
        self._looked[game_id] = time.monotonic()

    def watches(self, game_id: str) -> bool:
        """Whether somebody watches a game, or has looked at it just now."""
        return game_id in self._watchers or time.monotonic() - self._looked.get(game_id, -LOOK_SECONDS) < LOOK_SECONDS

    @property
    def watched(self) -> list[str]:
        """The games that somebody watches."""
        return list(self._watchers)

    def __len__(self) -> int:
        return sum(map(len, self._watchers.values()))
