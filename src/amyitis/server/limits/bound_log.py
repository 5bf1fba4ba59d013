"""One line in the log when a limit is hit, however often it is."""

import logging
import time

from amyitis.service.bounded_cache import BoundedCache

SILENT_SECONDS = 60.0
MOST_KEPT = 1000

logger = logging.getLogger("amyitis.server.bounds")


class BoundLog:
    """Says that a bound was hit: at once the first time, then at most once a minute for each bound and address."""

    def __init__(self) -> None:
        self._said: BoundedCache[tuple[str, str], tuple[float, int]] = BoundedCache(MOST_KEPT)

    def hit(self, bound: str, address: str) -> None:
        """A bound was hit by somebody at an address."""
        now = time.monotonic()
        said, silent = self._said.get((bound, address), (-SILENT_SECONDS, 0))
        if now - said >= SILENT_SECONDS:
            logger.warning("a bound was hit", extra={"bound": bound, "address": address, "times": silent + 1})
            said, silent = now, 0
        else:
            silent += 1
        self._said[bound, address] = (said, silent)
