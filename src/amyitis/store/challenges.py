"""Challenges in the database: games whose deal others play, too."""

from typing import TYPE_CHECKING

from sqlalchemy import select, update

from amyitis.table import GameFacts

from .retry import in_time
from .schema import games

if TYPE_CHECKING:
    from .store import GameStore


class ChallengeStore:
    """Keeps which games belong to a challenge; part of a `GameStore`."""

    def __init__(self, store: "GameStore") -> None:
        self._store = store

    async def games(self, challenge: str) -> list[GameFacts]:
        """The games of a challenge, the first that was made first."""
        return await self._store.listed(select(games).where(games.c.challenge == challenge).order_by(games.c.created))

    @in_time
    async def make(self, game_id: str, challenge: str) -> str:
        """Make a game a challenge; returns the name of the one that it is already."""
        this = games.c.id == game_id
        free = update(games).where(this, games.c.challenge.is_(None))
        async with self._store.transaction() as connection:
            done = await connection.execute(free.values(challenge=challenge, seating=games.c.seating + 1))
            if done.rowcount != 1:
                return str((await connection.execute(select(games.c.challenge).where(this))).scalar_one())
            await self._store.notify(connection, game_id)
        return challenge
