"""Boxes in the database: those of owners, for the games that are played with them."""

from typing import TYPE_CHECKING

from sqlalchemy import select

from .retry import retried
from .schema import boxes

if TYPE_CHECKING:
    from .store import GameStore


class BoxStore:
    """Keeps owners' boxes by their digests; part of a `GameStore`."""

    def __init__(self, store: "GameStore") -> None:
        self._store = store

    @retried
    async def keep(self, digest: str, name: str, text: str) -> None:
        """Keep an owner's box."""
        async with self._store.transaction() as connection:
            row = self._store.insert(boxes).values(digest=digest, name=name, text=text)
            await connection.execute(row.on_conflict_do_nothing())

    @retried
    async def text(self, digest: str) -> str | None:
        """The file of an owner's box, or None."""
        async with self._store.reading() as connection:
            found = await connection.execute(select(boxes.c.text).where(boxes.c.digest == digest))
            return found.scalar_one_or_none()
