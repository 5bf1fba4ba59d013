"""The devices of people, and the links by which one goes on with another, in the database."""

from collections.abc import Collection
from dataclasses import fields

from sqlalchemy import BigInteger, ColumnElement, cast, delete, func, insert, literal, select, update
from sqlalchemy.dialects import postgresql
from sqlalchemy.ext.asyncio import AsyncConnection

from amyitis.store.people_tables import devices, links
from amyitis.store.retry import in_time, retried
from amyitis.store.schema import games, push_subscriptions, seats
from amyitis.table.people.identity import Device, Revoked

from .part import StorePart, now

MOST_DEVICES = 20  # of a person; a further one takes the place of the one that was seen longest ago


def database_now(shared: bool) -> ColumnElement[int]:
    """The time in milliseconds: the database's own where servers share one, whose clocks may differ."""
    if not shared:
        return literal(now(), BigInteger)
    return cast(func.floor(func.extract("epoch", func.clock_timestamp()) * 1000), postgresql.BIGINT)


class DeviceStore(StorePart):
    """Keeps the devices and links."""

    @retried
    async def keep(self, device: str, person: str, name: str) -> Revoked:
        """Keep a device; one that is known already was seen again. Returns what had to make room for it."""
        async with self._store.transaction() as connection:
            return await self._keep(connection, device, person, name)

    async def _keep(self, connection: AsyncConnection, device: str, person: str, name: str) -> Revoked:
        row = self._store.insert(devices).values(
            id=device, person=person, name=name, created=now(), seen=now(), revoked=None
        )
        await connection.execute(row.on_conflict_do_update(index_elements=["id"], set_={"seen": now()}))
        others = select(devices.c.id).where(
            devices.c.person == person, devices.c.revoked.is_(None), devices.c.id != device
        )
        latest_first = others.order_by(devices.c.seen.desc(), devices.c.created.desc()).offset(MOST_DEVICES - 1)
        too_many = (await connection.execute(latest_first)).scalars().all()
        return await self.end(connection, person, too_many) if too_many else Revoked()

    @staticmethod
    async def has_rights(connection: AsyncConnection, device: str) -> bool:
        """Whether a device was not revoked; if not, a revocation waits until this transaction has ended."""
        known = select(devices.c.revoked).where(devices.c.id == device).with_for_update(read=True)
        return (await connection.execute(known)).scalar_one_or_none() is None

    async def of(self, person: str) -> list[Device]:
        """The devices of a person, the one that was seen last first."""
        wanted = select(devices).where(devices.c.person == person, devices.c.revoked.is_(None))
        rows = await self._store.rows(wanted.order_by(devices.c.seen.desc()).limit(MOST_DEVICES))
        return [Device(**{field.name: row[field.name] for field in fields(Device)}) for row in rows]

    @in_time
    async def revoke(self, person: str, which: Collection[str] | None = None, but: str | None = None) -> Revoked:
        """Take the rights of devices of a person away: of these, or of all, `but` for one.

        Their pending links and the keys of all their seats end in the same transaction, since the holder of such a
        device may have made them. Nothing ends if the person has none of these devices.
        """
        async with self._store.transaction() as connection:
            mine = await self.lock(connection, person)
            ending = [device for device in mine if device != but and (which is None or device in which)]
            return await self.end(connection, person, ending) if ending or which is None else Revoked()

    @retried
    async def end_keys(self, person: str) -> Revoked:
        """End the links of a person and the keys of their seats; their devices stay."""
        async with self._store.transaction() as connection:
            await self.lock(connection, person)
            return await self.end(connection, person, ())

    async def lock(self, connection: AsyncConnection, person: str) -> list[str]:
        """Lock the devices of a person that have rights, in the order of their ids; return them.

        Transactions that end devices, or use a link up, do so first: two at once do not wait for each other for ever.
        """
        mine = select(devices.c.id).where(devices.c.person == person, devices.c.revoked.is_(None))
        mine = mine.order_by(devices.c.id).with_for_update()
        await connection.execute(mine)
        return list((await connection.execute(mine)).scalars().all())  # with one that was added while this waited

    async def end(self, connection: AsyncConnection, person: str, ending: Collection[str]) -> Revoked:
        """End devices of a person, with all their links and the keys of all their seats."""
        gone = update(devices).where(devices.c.id.in_(ending), devices.c.revoked.is_(None))
        await connection.execute(gone.values(revoked=database_now(self._store.shared)))
        ended_links = await connection.execute(delete(links).where(links.c.person == person))
        await connection.execute(delete(push_subscriptions).where(push_subscriptions.c.device.in_(ending)))
        held = select(seats.c.game_id).where(seats.c.person == person, seats.c.key_hash.is_not(None)).distinct()
        # In the order of their ids, so that two who do this at once do not wait for each other for ever.
        keyed = sorted((await connection.execute(held)).scalars().all())
        for game_id in keyed:
            await self._store.lock(connection, game_id)
            this = (seats.c.game_id == game_id, seats.c.person == person)
            await connection.execute(update(seats).where(*this).values(key_hash=None))
            await connection.execute(update(games).where(games.c.id == game_id).values(seating=games.c.seating + 1))
            await self._store.notify(connection, game_id)
        await self._store.notify_revoked(connection, ending)
        return Revoked(frozenset(ending), ended_links.rowcount, frozenset(keyed))

    async def revoked(self, since: int = 0) -> set[str]:
        """Return the devices that were revoked since a time."""
        return set(await self._store.values(select(devices.c.id).where(devices.c.revoked >= since)))

    @in_time
    async def add_link(self, code_hash: str, person: str, seconds: float, device: str) -> bool:
        """Keep a link that lets another device be this person, for some seconds; older ones that are over go.

        False, and there is none, if the device that makes it was revoked.
        """
        at = database_now(self._store.shared)
        async with self._store.transaction() as connection:
            if not await self.has_rights(connection, device):
                return False
            await connection.execute(delete(links).where(links.c.until < at))
            row = {"code_hash": code_hash, "person": person, "until": at + int(seconds * 1000)}
            await connection.execute(insert(links).values(**row))
        return True

    async def whose_link(self, code_hash: str) -> str | None:
        """The person of a link, which stays; None if there is none, or its time is over."""
        at = database_now(self._store.shared)
        return await self._store.value(
            select(links.c.person).where(links.c.code_hash == code_hash, links.c.until >= at)
        )

    @in_time
    async def take_link(self, code_hash: str, device: str, name: str) -> tuple[str, Revoked] | None:
        """Use a link up: the device is its person's; who that is, and what had to make room for it.

        None if there is no such link, or its time is over.
        """
        at = database_now(self._store.shared)
        used = delete(links).where(links.c.code_hash == code_hash).returning(links.c.person, links.c.until >= at)
        whose = select(links.c.person).where(links.c.code_hash == code_hash)
        async with self._store.transaction() as connection:
            await self.lock(connection, (await connection.execute(whose)).scalar_one_or_none() or "")
            link = (await connection.execute(used)).first()
            if link is None or not link[1]:
                return None
            return str(link[0]), await self._keep(connection, device, str(link[0]), name)
