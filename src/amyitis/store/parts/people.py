"""People in the database: their names, and who is forgotten."""

from typing import Any

from sqlalchemy import delete, exists, select

from amyitis.store.people_tables import accounts, bans, devices, people
from amyitis.store.retry import retried
from amyitis.store.schema import games, push_subscriptions, quiet_hours, seats, webhooks

from .part import StorePart, now


class PeopleStore(StorePart):
    """Keeps people."""

    async def name(self, person: str) -> str | None:
        """Return a person's name, or None if they have none."""
        return await self._store.value(select(people.c.name).where(people.c.id == person)) or None

    @retried
    async def change(self, person: str, *, name: str) -> None:
        """Keep a person's name."""
        await self._write(self.named(person, name))

    def named(self, person: str, name: str) -> Any:
        """Return the statement that keeps a person's name."""
        row = self._store.insert(people).values(id=person, name=name, created=now())
        return row.on_conflict_do_update(index_elements=["id"], set_={"name": name})

    @retried
    async def forget(self, before: int) -> int:
        """Forget people who came before a time, made no game and sit nowhere; returns how many they were.

        Who has an account stays, and so does a ban.
        """
        plays = exists().where(seats.c.person == people.c.id)
        owns = exists().where(games.c.owner == people.c.id)
        known_here = (exists().where(column == people.c.id) for column in (accounts.c.person, bans.c.person))
        idle = (people.c.created < before, ~plays, ~owns, *(~condition for condition in known_here))
        gone = delete(people).where(*idle).returning(people.c.id)
        known = exists().where(people.c.id == devices.c.person)
        sits, made = (exists().where(column == devices.c.person) for column in (seats.c.person, games.c.owner))
        unused = delete(devices).where(devices.c.seen < before, devices.c.revoked.is_(None), ~known, ~sits, ~made)
        async with self._store.transaction() as connection:
            forgotten = (await connection.execute(gone)).scalars().all()
            for column in (webhooks.c.person, push_subscriptions.c.person, quiet_hours.c.person):
                await connection.execute(delete(column.table).where(column.in_(forgotten)))
            await connection.execute(unused)
            return len(forgotten)
