"""Figures for Prometheus; each server has a registry of its own."""

from collections.abc import Callable

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

BUCKETS = (0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)


class Metrics:
    """What is counted."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self._requests = Counter(
            "amyitis_requests", "Requests answered", ["method", "route", "status"], registry=self.registry
        )
        self._seconds = Histogram(
            "amyitis_request_seconds", "Time to answer a request", ["route"], buckets=BUCKETS, registry=self.registry
        )
        self._known: dict[tuple[str, str, int], tuple[Counter, Histogram]] = {}
        self.moves = Counter("amyitis_moves", "Moves accepted", ["by"], registry=self.registry)
        self._alerts = Counter("amyitis_alerts", "Calls to people away", ["by", "result"], registry=self.registry)
        self.sockets = Gauge("amyitis_sockets", "Open websockets", registry=self.registry)
        self.bots_thinking = Gauge("amyitis_bots_thinking", "Games that wait for a bot here", registry=self.registry)
        self.bot_failures = Gauge("amyitis_bot_failures", "Bot workers that were late or died", registry=self.registry)

    def follow(self, thinking: Callable[[], float], failures: Callable[[], float]) -> None:
        """Take the figures of bots whenever they are asked for."""
        self.bots_thinking.set_function(thinking)
        self.bot_failures.set_function(failures)

    def request(self, method: str, route: str, status: int, seconds: float) -> None:
        """One request was answered."""
        key = (method, route, status)
        known = self._known.get(key)
        if known is None:  # to find them by their labels takes longer than to count
            known = self._requests.labels(method, route, str(status)), self._seconds.labels(route)
            self._known[key] = known
        known[0].inc()
        known[1].observe(seconds)

    def alert(self, by: str, result: str) -> None:
        """Count a webhook or push message that was sent, or could not be."""
        self._alerts.labels(by, result).inc()

    def text(self) -> bytes:
        """All figures as Prometheus reads them."""
        return generate_latest(self.registry)
