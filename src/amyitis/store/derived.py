"""What was worked out of finished games, in the database: replays and reviews. The log stays the only truth."""

from typing import TYPE_CHECKING, Any

from sqlalchemy import and_, select
from sqlalchemy.exc import IntegrityError

from .retry import retried
from .schema import games, replays, reviews

if TYPE_CHECKING:
    from .store import GameStore

MOST_LISTED = 200


class DerivedStore:
    """Keeps replays and reviews, each with the program that made it; part of a `GameStore`."""

    def __init__(self, store: "GameStore") -> None:
        self._store = store

    @retried
    async def replay(self, game_id: str, made_by: str) -> bytes | None:
        """The replay of a game, or None if there is none that this program made."""
        wanted = select(replays.c.replay).where(replays.c.game_id == game_id, replays.c.made_by == made_by)
        async with self._store.reading() as connection:
            return (await connection.execute(wanted)).scalar_one_or_none()

    @retried
    async def keep_replay(self, game_id: str, made_by: str, replay: bytes) -> None:
        """Keep the replay of a game, in place of one that another program made; nothing if the game is gone."""
        row = self._store.insert(replays).values(game_id=game_id, made_by=made_by, replay=replay)
        kept = row.on_conflict_do_update(index_elements=["game_id"], set_={"made_by": made_by, "replay": replay})
        await self._keep_unless_gone(kept)

    @retried
    async def review(self, game_id: str) -> tuple[str, bytes] | None:
        """The review of a game and the program that made it, or None if there is none."""
        wanted = select(reviews.c.made_by, reviews.c.review).where(reviews.c.game_id == game_id)
        async with self._store.reading() as connection:
            row = (await connection.execute(wanted)).one_or_none()
        return None if row is None else (row.made_by, row.review)

    @retried
    async def keep_review(self, game_id: str, made_by: str, review: bytes) -> None:
        """Keep the review of a game, in place of one that another program made; nothing if the game is gone."""
        row = self._store.insert(reviews).values(game_id=game_id, made_by=made_by, review=review)
        await self._keep_unless_gone(
            row.on_conflict_do_update(index_elements=["game_id"], set_={"made_by": made_by, "review": review})
        )

    async def _keep_unless_gone(self, kept: Any) -> None:
        """Write a row of something that belongs to a game; nothing if the game is gone."""
        try:
            async with self._store.transaction() as connection:
                await connection.execute(kept)
        except IntegrityError:
            pass

    @retried
    async def without_replay(self, made_by: str, after: str = "", most: int = MOST_LISTED) -> list[str]:
        """Finished games without a replay that this program made, in the order of their ids from behind one on."""
        made = and_(replays.c.game_id == games.c.id, replays.c.made_by == made_by)
        wanted = select(games.c.id).outerjoin(replays, made).where(games.c.over, replays.c.game_id.is_(None))
        async with self._store.reading() as connection:
            found = await connection.execute(wanted.where(games.c.id > after).order_by(games.c.id).limit(most))
            return [str(row[0]) for row in found]
