"""Those who watch a game. Nothing is queued for them: each remembers the last ply it was sent, and is woken for more.

A slow watcher simply gets more entries in its next message; a stuck one is disconnected. No game ever waits for either.
"""

import asyncio
import secrets
from collections import defaultdict
from collections.abc import Collection, Iterable

from amyitis.service.bounded_cache import BoundedCache
from amyitis.service.ports import Clock
from amyitis.table import Entry, Identity, SeatMetadata, Table

ID_BYTES = 9
LOOK_SECONDS = 30.0  # for which a request counts as watching
MOST_LOOKS = 10_000
CLOSE_STEP_SECONDS = 0.02


class Watcher:
    """One who watches: who it is, what it wants to get, and what it was sent already.

    `since` is the last ply it knows, -1 if none. `whole`: it wants the whole game every time. `outlook`: with the
    outlook where it decides. `talk`: it wants to hear what is said; `heard` has what it was sent of that. `away`:
    nobody looks at it, it is a tab that was left open.
    `saw_lobby`: the last thing it was sent was a table that had not begun.
    """

    def __init__(
        self,
        identity: Identity,
        since: int,
        *,
        whole: bool = False,
        outlook: bool = False,
        talk: bool = False,
        away: bool = False,
    ) -> None:
        self.id = secrets.token_urlsafe(ID_BYTES)
        self.identity = identity
        self.since, self.saw_lobby = since, False
        self._seating = self._clock_news = -1
        self.whole, self.outlook, self.talk, self.away = whole, outlook, talk, away
        self.heard: set[int] = set()
        self._online: frozenset[str] = frozenset()
        self._awake = asyncio.Event()

    def is_current(self, table: Table) -> bool:
        """Return whether it was sent everything."""
        known = (self.since, self._seating, self._online, self._clock_news)
        return known == (table.ply, table.seating, table.online, table.clock_news)

    def mark_sent(self, table: Table) -> None:
        """Note that it is sent the table as it is now."""
        self.since, self.saw_lobby = table.ply, table.in_lobby
        self._seating, self._online, self._clock_news = table.seating, table.online, table.clock_news

    def missed(self, table: Table) -> list[Entry] | None:
        """Return the entries it does not know; None if it must get the whole game."""
        known = 0 <= self.since <= table.ply and not self.saw_lobby
        return table.entries_after(self.since) if known and not self.whole else None

    def known_ply(self, table: Table) -> int:
        """Return the last ply it knows; the present one if it has named none."""
        return table.ply if self.since < 0 else min(self.since, table.ply)

    def wake(self) -> None:
        """Tell it that there is something new."""
        self._awake.set()

    async def wait(self) -> None:
        """Wait until there is something new."""
        await self._awake.wait()
        self._awake.clear()


class Watchers:
    """All watchers, by game."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._watchers: defaultdict[str, set[Watcher]] = defaultdict(set)
        self._looks: BoundedCache[str, float] = BoundedCache(MOST_LOOKS)  # of clients without a websocket
        self.closing = False

    def enter(self, game_id: str, watcher: Watcher) -> None:
        """Add a watcher."""
        self._watchers[game_id].add(watcher)

    def leave(self, game_id: str, watcher: Watcher) -> None:
        """Remove a watcher."""
        self._watchers[game_id].discard(watcher)
        if not self._watchers[game_id]:
            del self._watchers[game_id]

    def wake(self, game_id: str) -> None:
        """Wake those who watch a game."""
        for watcher in self._watchers.get(game_id, ()):
            watcher.wake()

    def wake_all(self) -> None:
        """Wake everybody."""
        for game_id in self.watched:
            self.wake(game_id)

    def wake_devices(self, devices: Collection[str]) -> None:
        """Wake those who watch on some devices, to be told that these were revoked."""
        for watchers in self._watchers.values():
            for watcher in watchers:
                if watcher.identity.device in devices:
                    watcher.wake()

    def wake_people(self, people: Collection[str]) -> None:
        """Wake those of these people who watch, to be told that they are banned."""
        for watchers in self._watchers.values():
            for watcher in watchers:
                if watcher.identity.person in people:
                    watcher.wake()

    def mark_seen(self, game_id: str, watcher_id: str | None, identity: Identity, ply: int) -> None:
        """Note that a watcher gets a ply by another way, so that it is not sent twice."""
        for watcher in self._watchers.get(game_id, ()):
            if watcher.id == watcher_id and watcher.identity == identity:
                watcher.since = max(watcher.since, ply)

    def online(self, game_id: str, seats: Iterable[SeatMetadata]) -> frozenset[str]:
        """Return the seats whose holders look at a game."""
        watchers = [watcher for watcher in self._watchers.get(game_id, ()) if not watcher.away]
        return frozenset(seat.seat for seat in seats if any(watcher.identity.may_claim(seat) for watcher in watchers))

    def is_here(self, person: str) -> bool:
        """Return whether a person looks at any game."""
        return any(
            watcher.identity.person == person and not watcher.away
            for game in self._watchers.values()
            for watcher in game
        )

    async def close(self, seconds: float) -> None:
        """Send everyone away; return when they have gone, or after some seconds."""
        self.closing = True
        self.wake_all()
        until = self._clock.monotonic() + seconds
        while self._watchers and self._clock.monotonic() < until:
            await self._clock.sleep(CLOSE_STEP_SECONDS)

    def look(self, game_id: str) -> None:
        """Note that somebody looks at a game without a websocket, and is likely to again."""
        self._looks[game_id] = self._clock.monotonic()

    def watches(self, game_id: str) -> bool:
        """Return whether somebody watches a game, or looked at it just now."""
        looked = self._looks.get(game_id)
        return game_id in self._watchers or (looked is not None and self._clock.monotonic() - looked < LOOK_SECONDS)

    @property
    def watched(self) -> list[str]:
        """The games that somebody watches."""
        return list(self._watchers)

    def __len__(self) -> int:
        return sum(map(len, self._watchers.values()))
