"""Token buckets: how much somebody may ask for, some at once and then at a rate."""

import time
from collections import OrderedDict

MOST_KEPT = 10_000


class Budget:
    """One bucket: how much may be asked for, some at once and then at a rate."""

    def __init__(self, at_once: float, per_second: float) -> None:
        self._at_once, self._per_second = at_once, per_second
        self._left, self._then = at_once, time.monotonic()

    def take(self, cost: float) -> bool:
        """Take what something costs; False, and nothing is taken, if that is not there."""
        now = time.monotonic()
        self._left = min(self._at_once, self._left + (now - self._then) * self._per_second)
        self._then = now
        if cost > self._left:
            return False
        self._left -= cost
        return True


class TokenBuckets:
    """A bucket for each name, full at first and filled again at a rate; those used longest ago are let go of."""

    def __init__(self, at_once: float, per_second: float) -> None:
        self._at_once, self._per_second = at_once, per_second
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, name: str, cost: float = 1.0) -> float:
        """Take what something costs out of a bucket; returns the seconds to wait, 0 if there was at least one left.

        One who has to wait is charged too, down to an empty bucket.
        """
        now = time.monotonic()
        left, then = self._buckets.pop(name, (self._at_once, now))
        left = min(self._at_once, left + (now - then) * self._per_second)
        self._buckets[name] = (max(0.0, left - cost), now)
        while len(self._buckets) > MOST_KEPT:
            self._buckets.popitem(last=False)
        return 0.0 if left >= 1 else (1 - left) / self._per_second

    def __len__(self) -> int:
        return len(self._buckets)
