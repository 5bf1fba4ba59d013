"""Challenges in the database: games whose deal others play, too, and the one try that each person has."""

from sqlalchemy import select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from amyitis.store.retry import in_time
from amyitis.store.schema import challenge_tries, games, seats
from amyitis.table import GameMetadata
from amyitis.table.errors import AlreadyPlayed, TryKept

from .part import StorePart


class ChallengeStore(StorePart):
    """Keeps which games belong to a challenge."""

    async def games(self, challenge: str) -> list[GameMetadata]:
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
            sitting = select(seats.c.person).where(seats.c.game_id == game_id, seats.c.person.is_not(None))
            for person in (await connection.execute(sitting)).scalars().all():
                await self.note_try(connection, challenge, person, game_id)
            await self._store.notify(connection, game_id)
        return challenge

    async def note_try(self, connection: AsyncConnection, challenge: str, person: str, game_id: str) -> None:
        """Note a person's one try, with the game that is being written; raises AlreadyPlayed if they have another."""
        row = self._store.insert(challenge_tries).values(challenge=challenge, person=person, game_id=game_id)
        if (await connection.execute(row.on_conflict_do_nothing())).rowcount != 1:
            mine = (challenge_tries.c.challenge == challenge, challenge_tries.c.person == person)
            theirs = await connection.execute(select(challenge_tries.c.game_id).where(*mine))
            raise AlreadyPlayed(str(theirs.scalar_one()))

    async def refuse_if_try(self, connection: AsyncConnection, game_id: str) -> None:
        """Raise TryKept for a game of a challenge."""
        tried = select(challenge_tries.c.person).where(challenge_tries.c.game_id == game_id)
        if (await connection.execute(tried.limit(1))).first() is not None:
            raise TryKept("a game of a challenge stays: everybody has one try")
