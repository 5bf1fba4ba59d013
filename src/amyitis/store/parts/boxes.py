"""Boxes in the database: those of owners, for the games that are played with them."""

from sqlalchemy import select

from amyitis.store.retry import retried
from amyitis.store.schema import boxes

from .part import StorePart


class BoxStore(StorePart):
    """Keeps owners' boxes by their digests."""

    @retried
    async def keep(self, digest: str, name: str, text: str) -> None:
        """Keep an owner's box."""
        row = self._store.insert(boxes).values(digest=digest, name=name, text=text)
        await self._write(row.on_conflict_do_nothing())

    async def text(self, digest: str) -> str | None:
        """Return the file of an owner's box, or None."""
        return await self._store.value(select(boxes.c.text).where(boxes.c.digest == digest))
