"""Boxes in the database: those of owners, for the games that are played with them."""

from sqlalchemy import select

from .part import StorePart
from .retry import retried
from .schema import boxes


class BoxStore(StorePart):
    """Keeps owners' boxes by their digests."""

    @retried
    async def keep(self, digest: str, name: str, text: str) -> None:
        """Keep an owner's box."""
        async with self._store.transaction() as connection:
            row = self._store.insert(boxes).values(digest=digest, name=name, text=text)
            await connection.execute(row.on_conflict_do_nothing())

    async def text(self, digest: str) -> str | None:
        """Return the file of an owner's box, or None."""
        return await self._store.value(select(boxes.c.text).where(boxes.c.digest == digest))
