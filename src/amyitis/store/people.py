"""People in the database: their names, where they want to be told of their turn, and who is forgotten."""

from typing import TYPE_CHECKING

from sqlalchemy import delete, exists, select

from .clock import now
from .retry import retried
from .schema import devices, games, people, seats

if TYPE_CHECKING:
    from .store import GameStore


class PeopleStore:
    """Keeps people; part of a `GameStore`."""

    def __init__(self, store: "GameStore") -> None:
        self._store = store

    @retried
    async def name(self, person: str) -> str | None:
        """The name of a person, or None if unknown."""
        async with self._store.reading() as connection:
            found = await connection.execute(select(people.c.name).where(people.c.id == person))
            return found.scalar_one_or_none() or None

    @retried
    async def webhook(self, person: str) -> str | None:
        """Where a person wants to be told of their turn, or None."""
        async with self._store.reading() as connection:
            found = await connection.execute(select(people.c.webhook).where(people.c.id == person))
            return found.scalar_one_or_none()

    @retried
    async def change(self, person: str, **changes: str | None) -> None:
        """Keep a person's name or webhook."""
        async with self._store.transaction() as connection:
            row = self._store.insert(people).values(**{"id": person, "name": "", "created": now()} | changes)
            await connection.execute(row.on_conflict_do_update(index_elements=["id"], set_=changes))

    @retried
    async def forget(self, before: int) -> int:
        """Forget people who came before a time, made no game and sit nowhere; returns how many they were."""
        plays = exists().where(seats.c.person == people.c.id)
        owns = exists().where(games.c.owner == people.c.id)
        gone = delete(people).where(people.c.created < before, ~plays, ~owns)
        known = exists().where(people.c.id == devices.c.person)
        sits, made = (exists().where(column == devices.c.person) for column in (seats.c.person, games.c.owner))
        unused = delete(devices).where(devices.c.seen < before, devices.c.revoked.is_(None), ~known, ~sits, ~made)
        async with self._store.transaction() as connection:
            forgotten = (await connection.execute(gone)).rowcount
            await connection.execute(unused)
            return forgotten
