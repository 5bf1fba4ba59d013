"""What was worked out of finished games, in the database: films and reviews. The log stays the only truth."""

from typing import TYPE_CHECKING, Any

from sqlalchemy import and_, select
from sqlalchemy.exc import IntegrityError

from .retry import retried
from .schema import films, games, reviews

if TYPE_CHECKING:
    from .store import GameStore

MOST_LISTED = 200


class DerivedStore:
    """Keeps films and reviews, each with the program that made it; part of a `GameStore`."""

    def __init__(self, store: "GameStore") -> None:
        self._store = store

    @retried
    async def film(self, game_id: str, made_by: str) -> bytes | None:
        """The film of a game, or None if there is none that this program made."""
        wanted = select(films.c.film).where(films.c.game_id == game_id, films.c.made_by == made_by)
        async with self._store.reading() as connection:
            return (await connection.execute(wanted)).scalar_one_or_none()

    @retried
    async def keep_film(self, game_id: str, made_by: str, film: bytes) -> None:
        """Keep the film of a game, in place of one that another program made; nothing if the game is gone."""
        row = self._store.insert(films).values(game_id=game_id, made_by=made_by, film=film)
        kept = row.on_conflict_do_update(index_elements=["game_id"], set_={"made_by": made_by, "film": film})
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
    async def unfilmed(self, made_by: str, after: str = "", most: int = MOST_LISTED) -> list[str]:
        """Finished games without a film that this program made, in the order of their ids from behind one on."""
        filmed = and_(films.c.game_id == games.c.id, films.c.made_by == made_by)
        wanted = select(games.c.id).outerjoin(films, filmed).where(games.c.over, films.c.game_id.is_(None))
        async with self._store.reading() as connection:
            found = await connection.execute(wanted.where(games.c.id > after).order_by(games.c.id).limit(most))
            return [str(row[0]) for row in found]
