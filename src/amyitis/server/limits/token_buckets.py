"""Token buckets: how much somebody may ask for, some at once and then at a rate."""

import time

from amyitis.service.bounded_cache import BoundedCache

MOST_KEPT = 10_000


class Budget:
    """One bucket, full at first: how much may be asked for, some at once and then at a rate."""

    __slots__ = ("_at_once", "_left", "_per_second", "_then")

    def __init__(self, at_once: float, per_second: float) -> None:
        self._at_once, self._per_second = at_once, per_second
        self._left, self._then = at_once, time.monotonic()

    def take(self, cost: float) -> bool:
        """Take what something costs; False, and nothing is taken, if that is not there."""
        left = self._filled()
        if cost > left:
            return False
        self._left = left - cost
        return True

    def charge(self, cost: float) -> float:
        """Take what something costs, down to nothing; returns the seconds to wait, 0 if there was at least one left."""
        left = self._filled()
        self._left = max(0.0, left - cost)
        return 0.0 if left >= 1 else (1 - left) / self._per_second

    def _filled(self) -> float:
        """Fill the bucket as far as its time has come; returns what is in it."""
        now = time.monotonic()
        self._left = min(self._at_once, self._left + (now - self._then) * self._per_second)
        self._then = now
        return self._left


class TokenBuckets:
    """A bucket for each name; those used longest ago are let go of."""

    def __init__(self, at_once: float, per_second: float) -> None:
        self._at_once, self._per_second = at_once, per_second
        self._buckets: BoundedCache[str, Budget] = BoundedCache(MOST_KEPT)

    def take(self, name: str, cost: float = 1.0) -> float:
        """Take what something costs out of a bucket; returns the seconds to wait, 0 if there was at least one left.

        One who has to wait is charged too, down to an empty bucket.
        """
        bucket = self._buckets.get(name) or Budget(self._at_once, self._per_second)
        self._buckets[name] = bucket
        return bucket.charge(cost)

    def __len__(self) -> int:
        return len(self._buckets)
