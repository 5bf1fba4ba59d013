"""People in the database: their names, their webhooks, and who is forgotten."""

from sqlalchemy import delete, exists, select

from .part import StorePart, now
from .retry import retried
from .schema import devices, games, people, seats


class PeopleStore(StorePart):
    """Keeps people."""

    async def name(self, person: str) -> str | None:
        """Return a person's name, or None if they have none."""
        return await self._store.value(select(people.c.name).where(people.c.id == person)) or None

    async def webhook(self, person: str) -> str | None:
        """Return the address that a person wants to be notified at, or None."""
        return await self._store.value(select(people.c.webhook).where(people.c.id == person))

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
