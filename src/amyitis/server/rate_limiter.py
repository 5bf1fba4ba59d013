"""How much one client may ask for: a bucket of requests that fills again, counts of games and of open sockets."""

import time
from collections import defaultdict, deque
from math import ceil

from amyitis.api.bounded_cache import BoundedCache
from amyitis.server.bound_log import BoundLog
from amyitis.server.refusals import TooMuch
from amyitis.server.settings import Limits
from amyitis.server.token_buckets import TokenBuckets

MOST_CLIENTS = 10_000
HOUR = 3600.0


class Hourly:
    """Counts what each client got within an hour."""

    def __init__(self, what: str, bound: str, most: int) -> None:
        self._what, self.bound, self._most = what, bound, most
        self._got: BoundedCache[str, deque[float]] = BoundedCache(MOST_CLIENTS)

    def take(self, client: str, number: int) -> None:
        """So many more; raises TooMuch, and nothing is counted, if that would be too many within an hour."""
        now = time.monotonic()
        got = self._got.get(client, deque())
        while got and got[0] < now - HOUR:
            got.popleft()
        self._got[client] = got
        if number and len(got) + number > self._most:
            wait = got[0] + HOUR - now if got else HOUR
            facts = {"most": self._most, "minutes": ceil(wait / 60)}
            raise TooMuch(f"at most {self._most} {self._what} an hour", wait, key=self.bound, facts=facts)
        got.extend([now] * number)


class RateLimiter:
    """Counts what clients, by their network address, ask for."""

    def __init__(self, limits: Limits, log: BoundLog | None = None) -> None:
        self.limits, self.log = limits, log or BoundLog()
        self._requests = TokenBuckets(limits.requests_at_once, limits.requests_per_second)
        self._made = Hourly("new games", "games_per_hour", limits.games_per_hour)
        self._people = Hourly("new people", "people_per_hour", limits.people_per_hour)
        most = limits.expensive_bots_per_hour
        self._expensive = Hourly("seats for bots that think long", "expensive_bots_per_hour", most)
        self._reviews = Hourly("reviews", "reviews_per_hour", limits.reviews_per_hour)
        self._judgements = Hourly(
            "moves judged or positions analysed", "judgements_per_hour", limits.judgements_per_hour
        )
        self._coaching = Hourly("questions to the coach", "coaching_per_hour", limits.coaching_per_hour)
        self._sockets: defaultdict[str, int] = defaultdict(int)
        self.open_sockets = 0

    def request(self, client: str, cost: float = 1.0) -> None:
        """One request, or one that is as dear as several; raises TooMuch."""
        wait = self._requests.take(client, cost)
        if wait:
            self.log.hit("requests_per_second", client)
            raise TooMuch("too many requests", wait, key="requests_per_second")

    def new_game(self, client: str) -> None:
        """One new game; raises TooMuch."""
        self._hour(self._made, client, 1)

    def new_person(self, client: str) -> None:
        """One more person who is kept; raises TooMuch."""
        self._hour(self._people, client, 1)

    def expensive_bots(self, client: str, seats: int) -> None:
        """Some seats for bots that think long; raises TooMuch."""
        self._hour(self._expensive, client, seats)

    def review(self, client: str) -> None:
        """One review of a record; raises TooMuch."""
        self._hour(self._reviews, client, 1)

    def judgement(self, client: str, times: int = 1) -> None:
        """One move that is judged, with so many times the thought, or one position; raises TooMuch."""
        self._hour(self._judgements, client, times)

    def coaching(self, person: str) -> None:
        """One question of a person to the coach; raises TooMuch."""
        self._hour(self._coaching, person, 1)

    def _hour(self, hourly: "Hourly", client: str, number: int) -> None:
        try:
            hourly.take(client, number)
        except TooMuch:
            self.log.hit(hourly.bound, client)
            raise

    def enter(self, client: str) -> bool:
        """One more socket; False if there are too many."""
        if self.open_sockets >= self.limits.sockets or self._sockets.get(client, 0) >= self.limits.sockets_per_client:
            self.log.hit("sockets", client)
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
