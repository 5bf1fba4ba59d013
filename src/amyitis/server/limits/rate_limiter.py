"""Rate limits: a token bucket of requests for each client, and counts by the hour and of open sockets.

A request has an ordinary body and takes an ordinary time; a larger or a longer one counts as several.
"""

import time
from collections import defaultdict, deque
from math import ceil

from amyitis.server.settings import Limits
from amyitis.service.bounded_cache import BoundedCache
from amyitis.service.problems import TooMuch

from .bound_log import BoundLog
from .token_buckets import TokenBuckets

MOST_CLIENTS = 10_000
HOUR = 3600.0
REQUESTS = "requests"
ORDINARY_BYTES, ORDINARY_SECONDS = 8 * 1024, 0.01  # of one request: its body, and processor time
# What is limited by the hour, in words; the setting is called as here, followed by `_per_hour`.
HOURLY = {
    "games": "new games",
    "people": "new people",
    "expensive_bots": "seats for bots that think long",
    "reviews": "reviews",
    "evaluations": "moves or positions evaluated",
    "sign_ins": "attempts to sign in or to register",
    "guesses": "attempts with the password of one account",
    "exports": "exports of what is kept about somebody",
    "coaching": "questions to the coach",
    "reports": "reports",
    "mails": "mails to confirm an address",
    "alert_tests": "test messages",
}


class HourlyCount:
    """Counts what each client got within an hour."""

    def __init__(self, words: str, setting: str, most: int) -> None:
        self._words, self._setting, self._most = words, setting, most
        self._got: BoundedCache[str, deque[float]] = BoundedCache(MOST_CLIENTS)

    def take(self, client: str, number: int) -> None:
        """Count some more; raises TooMuch, and counts nothing, if that would be too many within an hour."""
        now = time.monotonic()
        got = self._got.get(client, deque())
        while got and got[0] < now - HOUR:
            got.popleft()
        self._got[client] = got
        if number and len(got) + number > self._most:
            wait = got[0] + HOUR - now if got else HOUR
            facts = {"most": self._most, "minutes": ceil(wait / 60)}
            raise TooMuch(f"at most {self._most} {self._words} an hour", wait, key=self._setting, facts=facts)
        got.extend([now] * number)


class RateLimiter:
    """Limits what clients, by their network address or person, may ask for; the `Quotas` of the server."""

    def __init__(self, limits: Limits, log: BoundLog | None = None) -> None:
        self.limits, self.log = limits, log or BoundLog()
        self.running_games, self.absent_seconds = limits.running_games, limits.absent_seconds
        self.share_seconds, self.alert_pause_seconds = limits.share_seconds, limits.alert_pause_seconds
        self._requests = TokenBuckets(limits.requests_at_once, limits.requests_per_second)
        self._hourly = {
            name: HourlyCount(words, f"{name}_per_hour", getattr(limits, f"{name}_per_hour"))
            for name, words in HOURLY.items()
        }
        self._sockets: defaultdict[str, int] = defaultdict(int)
        self.open_sockets = 0

    def charge(self, what: str, owner: str, amount: float = 1.0) -> None:
        """Charge a client or person for something; raises TooMuch."""
        if what == REQUESTS:
            self.request(owner, amount)
            return
        try:
            self._hourly[what].take(owner, int(amount))
        except TooMuch:
            self.log.hit(f"{what}_per_hour", owner)
            raise

    def request(self, client: str, cost: float = 1.0) -> None:
        """Charge one request, or one that costs as much as several; raises TooMuch."""
        wait = self._requests.take(client, cost)
        if wait:
            self.log.hit("requests_per_second", client)
            raise TooMuch("too many requests", wait, key="requests_per_second")

    def spend(self, client: str, seconds: float, size: int = 0) -> None:
        """Charge what a request turned out to cost: seconds of the processor, and bytes."""
        if client:
            self._requests.take(client, seconds / ORDINARY_SECONDS + size / ORDINARY_BYTES)

    def enter(self, client: str) -> bool:
        """Open one more socket; False if there are too many."""
        if self.open_sockets >= self.limits.sockets or self._sockets.get(client, 0) >= self.limits.sockets_per_client:
            self.log.hit("sockets", client)
            return False
        self.open_sockets += 1
        self._sockets[client] += 1
        return True

    def leave(self, client: str) -> None:
        """Close a socket."""
        self.open_sockets -= 1
        self._sockets[client] -= 1
        if not self._sockets[client]:
            del self._sockets[client]
