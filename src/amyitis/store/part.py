"""What the parts of a `GameStore` share: the store itself, and the clock for the times that it writes."""

import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .store import GameStore


def now() -> int:
    """Return the milliseconds since 1970, by the clock of this machine."""
    return time.time_ns() // 1_000_000


class StorePart:
    """A part of a `GameStore`, by which it reads and writes."""

    def __init__(self, store: "GameStore") -> None:
        self._store = store
