"""The clock of this machine, for the times that the store itself writes."""

import time


def now() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000
