"""What the parts of a `GameStore` share: the store itself, and the clock for the times that it writes."""

import time
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from amyitis.store.store import GameStore


def now() -> int:
    """Return the milliseconds since 1970, by the clock of this machine."""
    return time.time_ns() // 1_000_000


class StorePart:
    """A part of a `GameStore`, by which it reads and writes."""

    def __init__(self, store: "GameStore") -> None:
        self._store = store

    async def _write(self, statement: Any) -> int:
        """Run one statement in a transaction of its own; return how many rows it changed."""
        async with self._store.transaction() as connection:
            return (await connection.execute(statement)).rowcount
