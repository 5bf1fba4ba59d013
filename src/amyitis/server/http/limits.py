"""How much one client may ask for: a bucket of requests that fills again, counts of games and of open sockets."""

import time
from collections import OrderedDict, defaultdict, deque

from amyitis.server.settings import Limits
from amyitis.server.token_buckets import TokenBuckets

from .refusals import TooMuch

MOST_CLIENTS = 10_000
HOUR = 3600.0


class RateLimiter:
    """Counts what clients, by their network address, ask for."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self._requests = TokenBuckets(limits.requests_at_once, limits.requests_per_second)
        self._made: OrderedDict[str, deque[float]] = OrderedDict()
        self._sockets: defaultdict[str, int] = defaultdict(int)
        self.open_sockets = 0

    def request(self, client: str, cost: float = 1.0) -> None:
        """One request, or one that is as dear as several; raises TooMuch."""
        wait = self._requests.take(client, cost)
        if wait:
            raise TooMuch("too many requests", wait)

    def new_game(self, client: str) -> None:
        """One new game; raises TooMuch."""
        now = time.monotonic()
        made = self._made.pop(client, deque())
        while made and made[0] < now - HOUR:
            made.popleft()
        self._made[client] = made
        while len(self._made) > MOST_CLIENTS:
            self._made.popitem(last=False)
        if len(made) >= self.limits.games_per_hour:
            raise TooMuch(f"at most {self.limits.games_per_hour} new games an hour", made[0] + HOUR - now)
        made.append(now)

    def enter(self, client: str) -> bool:
        """One more socket; False if there are too many."""
        if self.open_sockets >= self.limits.sockets or self._sockets[client] >= self.limits.sockets_per_client:
            return False
        self.open_sockets += 1
        self._sockets[client] += 1
        return True

    def leave(self, client: str) -> None:
        """One socket less."""
        self.open_sockets -= 1
        self._sockets[client] -= 1
        if not self._sockets[client]:
            del self._sockets[client]
