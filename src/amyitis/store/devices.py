"""The devices of people, and the links by which one goes on with another, in the database."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sqlalchemy import BigInteger, ColumnElement, cast, delete, func, insert, literal, select, update
from sqlalchemy.dialects import postgresql

from amyitis.table import now

from .retry import retried
from .schema import devices, links

if TYPE_CHECKING:
    from .store import GameStore

REVOKED = "revoked:"  # a notice to the other servers: no game is called so
MOST_LISTED = 100


@dataclass(frozen=True)
class Device:
    """A browser by which a person is known."""

    id: str
    person: str
    name: str
    created: int
    seen: int


def database_now(shared: bool) -> ColumnElement[int]:
    """The time in milliseconds: the database's own where servers share one, whose clocks may differ."""
    if not shared:
        return literal(now(), BigInteger)
    return cast(func.floor(func.extract("epoch", func.clock_timestamp()) * 1000), postgresql.BIGINT)


class DeviceStore:
    """Keeps the devices and links; part of a `GameStore`."""

    def __init__(self, store: "GameStore") -> None:
        self._store = store

    @retried
    async def keep(self, device: str, person: str, name: str) -> None:
        """Keep a device; one that is known already was seen again."""
        row = self._store.insert(devices).values(
            id=device, person=person, name=name, created=now(), seen=now(), revoked=False
        )
        async with self._store.transaction() as connection:
            await connection.execute(row.on_conflict_do_update(index_elements=["id"], set_={"seen": now()}))

    @retried
    async def of(self, person: str) -> list[Device]:
        """The devices of a person, the one that was seen last first."""
        wanted = select(devices).where(devices.c.person == person, ~devices.c.revoked)
        async with self._store.reading() as connection:
            found = await connection.execute(wanted.order_by(devices.c.seen.desc()).limit(MOST_LISTED))
            return [Device(row.id, row.person, row.name, row.created, row.seen) for row in found]

    async def revoke(self, person: str, which: str) -> bool:
        """Take the rights of a device of a person away; False if they have none of this name."""
        mine = update(devices).where(devices.c.id == which, devices.c.person == person, ~devices.c.revoked)
        async with self._store.transaction() as connection:
            done = await connection.execute(mine.values(revoked=True))
            await self._store.notify(connection, REVOKED)
            return done.rowcount == 1

    async def revoke_others(self, person: str, but: str | None, plain: str) -> None:
        """Take the rights of all devices of a person but one away; `plain` stands for cookies that name none."""
        others = update(devices).where(devices.c.person == person, ~devices.c.revoked)
        if but is not None:
            others = others.where(devices.c.id != but)
        async with self._store.transaction() as connection:
            await connection.execute(others.values(revoked=True))
            row = self._store.insert(devices).values(
                id=plain, person=person, name="", created=now(), seen=now(), revoked=True
            )
            await connection.execute(row.on_conflict_do_nothing())
            await self._store.notify(connection, REVOKED)

    @retried
    async def revoked(self) -> set[str]:
        """All devices whose rights are gone."""
        async with self._store.reading() as connection:
            return {str(row[0]) for row in await connection.execute(select(devices.c.id).where(devices.c.revoked))}

    async def add_link(self, code_hash: str, person: str, seconds: float) -> None:
        """Keep a link that lets another device be this person, for some seconds; older ones that are over go."""
        at = database_now(self._store.shared)
        async with self._store.transaction() as connection:
            await connection.execute(delete(links).where(links.c.until < at))
            row = {"code_hash": code_hash, "person": person, "until": at + int(seconds * 1000)}
            await connection.execute(insert(links).values(**row))

    @retried
    async def whose_link(self, code_hash: str) -> str | None:
        """The person of a link, which stays; None if there is none, or its time is over."""
        at = database_now(self._store.shared)
        wanted = select(links.c.person).where(links.c.code_hash == code_hash, links.c.until >= at)
        async with self._store.reading() as connection:
            return (await connection.execute(wanted)).scalar_one_or_none()

    async def take_link(self, code_hash: str) -> str | None:
        """The person of a link, which then is used up; None if there is none, or its time is over."""
        at = database_now(self._store.shared)
        used = delete(links).where(links.c.code_hash == code_hash).returning(links.c.person, links.c.until >= at)
        async with self._store.transaction() as connection:
            found = (await connection.execute(used)).first()
        return str(found[0]) if found is not None and found[1] else None
