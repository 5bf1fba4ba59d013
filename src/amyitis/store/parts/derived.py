"""What is computed from finished games, in the database: replays and reviews. The log stays the only source."""

from contextlib import suppress
from typing import Any

from sqlalchemy import Table, and_, select
from sqlalchemy.exc import IntegrityError

from amyitis.store.retry import retried
from amyitis.store.schema import games, replays, reviews

from .part import StorePart

MOST_LISTED = 200


class DerivedStore(StorePart):
    """Keeps replays and reviews, each with the program that made it."""

    async def replay(self, game_id: str, made_by: str) -> bytes | None:
        """Return the replay of a game, or None if there is none that this program made."""
        query = select(replays.c.replay).where(replays.c.game_id == game_id, replays.c.made_by == made_by)
        return await self._store.value(query)

    async def keep_replay(self, game_id: str, made_by: str, replay: bytes) -> None:
        """Keep the replay of a game."""
        await self._keep(replays, game_id, {"made_by": made_by, "replay": replay})

    async def review(self, game_id: str) -> tuple[str, bytes] | None:
        """Return the program that reviewed a game, and the review; None if there is none."""
        rows = await self._store.rows(select(reviews).where(reviews.c.game_id == game_id))
        return (rows[0]["made_by"], rows[0]["review"]) if rows else None

    async def keep_review(self, game_id: str, made_by: str, review: bytes) -> None:
        """Keep the review of a game."""
        await self._keep(reviews, game_id, {"made_by": made_by, "review": review})

    @retried
    async def _keep(self, table: Table, game_id: str, values: dict[str, Any]) -> None:
        """Write what belongs to a game, in place of what another program made; nothing if the game is gone."""
        with suppress(IntegrityError):
            await self._write(self._store.upsert(table, {"game_id": game_id, **values}, "game_id"))

    async def without_replay(self, made_by: str, after: str = "", most: int = MOST_LISTED) -> list[str]:
        """Return finished games without a replay that this program made, ordered by id from behind one on."""
        made = and_(replays.c.game_id == games.c.id, replays.c.made_by == made_by)
        query = select(games.c.id).outerjoin(replays, made).where(games.c.over, replays.c.game_id.is_(None))
        return await self._store.values(query.where(games.c.id > after).order_by(games.c.id).limit(most))
