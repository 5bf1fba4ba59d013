"""Accounts in the database: names, passwords, passkeys, recovery codes, fresh proofs, invitations and bans."""

from collections.abc import Collection
from dataclasses import asdict, fields
from typing import Literal

from sqlalchemy import ColumnElement, delete, exists, func, insert, or_, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from amyitis.store.notices import BANS
from amyitis.store.people_tables import (
    account_invitations,
    accounts,
    bans,
    ceremonies,
    devices,
    passkeys,
    people,
    proofs,
    tombstones,
)
from amyitis.store.retry import in_time, retried
from amyitis.table.people.accounts import Account, Member, Passkey
from amyitis.table.people.identity import Revoked

from .devices import database_now
from .part import StorePart, now

Made = Literal["made", "name_taken", "no_invitation", "has_one"]


class AccountStore(StorePart):
    """Keeps accounts."""

    @property
    def _now(self) -> ColumnElement[int]:
        return database_now(self._store.shared)

    async def of(self, person: str) -> Account | None:
        """Return the account of a person, or None."""
        return await self._account(accounts.c.person == person)

    async def named(self, looks: str) -> Account | None:
        """Return the account whose name looks so, or None."""
        return await self._account(accounts.c.looks == looks)

    async def _account(self, which: ColumnElement[bool]) -> Account | None:
        rows = await self._store.rows(select(accounts).where(which))
        return Account(**rows[0]) if rows else None

    @retried
    async def is_taken(self, looks: str, person: str) -> bool:
        """Return whether a name belongs to somebody else's account, or to somebody who was removed."""
        async with self._store.reading() as connection:
            return await self._is_taken(connection, looks, person)

    @staticmethod
    async def _is_taken(connection: AsyncConnection, looks: str, person: str) -> bool:
        theirs = exists().where(accounts.c.looks == looks, accounts.c.person != person)
        gone = exists().where(tombstones.c.looks == looks)
        return bool((await connection.execute(select(or_(theirs, gone)))).scalar_one())

    @in_time
    async def make(self, account: Account, name: str, invitation: str | None, passkey: Passkey | None) -> Made:
        """Keep a new account with its name, and use its invitation up if it needs one."""
        try:
            async with self._store.transaction() as connection:
                if await self._is_taken(connection, account.looks, account.person):
                    return "name_taken"
                if invitation is not None and not await self._use(connection, invitation):
                    return "no_invitation"
                await connection.execute(insert(accounts).values(**asdict(account)))
                await connection.execute(self._store.people.named(account.person, name))
                if passkey is not None:
                    await connection.execute(insert(passkeys).values(**asdict(passkey)))
        except IntegrityError:
            return "has_one" if await self.of(account.person) is not None else "name_taken"
        return "made"

    @in_time
    async def rename(self, person: str, device: str, name: str, looks: str) -> bool:
        """Change the name of an account; False if it is taken, or the device was revoked."""
        changed = update(accounts).where(accounts.c.person == person).values(looks=looks)
        try:
            async with self._store.transaction() as connection:
                may = await self._store.devices.has_rights(connection, device)
                if not may or await self._is_taken(connection, looks, person):
                    return False
                await connection.execute(changed)
                await connection.execute(self._store.people.named(person, name))
        except IntegrityError:
            return False
        return True

    @in_time
    async def renew_recovery(self, person: str, device: str, recovery: str) -> bool:
        """Keep another recovery code; False if the device was revoked."""
        async with self._store.transaction() as connection:
            if not await self._store.devices.has_rights(connection, device):
                return False
            await connection.execute(update(accounts).where(accounts.c.person == person).values(recovery=recovery))
        return True

    @in_time
    async def set_password(self, person: str, device: str, password: str | None) -> Revoked | None:
        """Keep another password and end all other devices; None, and nothing happens, if this one was revoked.

        It is one transaction: of two devices that change the password at once, the second one has lost its rights.
        """
        async with self._store.transaction() as connection:
            mine = await self._store.devices.lock(connection, person)
            if not await self._store.devices.has_rights(connection, device):
                return None
            await connection.execute(update(accounts).where(accounts.c.person == person).values(password=password))
            return await self._store.devices.end(connection, person, [other for other in mine if other != device])

    @in_time
    async def use_recovery(self, person: str, used: str, fresh: str) -> bool:
        """Use a recovery code up, and keep the next one; False if it is not the code of this account."""
        this = (accounts.c.person == person, accounts.c.recovery == used)
        return await self._write(update(accounts).where(*this).values(recovery=fresh)) == 1

    @in_time
    async def reset(self, person: str, recovery: str) -> bool:
        """End password, passkeys and devices of an account, and keep another recovery code; False if there is none."""
        lost = update(accounts).where(accounts.c.person == person).values(password=None, recovery=recovery)
        async with self._store.transaction() as connection:
            mine = await self._store.devices.lock(connection, person)
            await self._store.devices.end(connection, person, mine)
            await connection.execute(delete(passkeys).where(passkeys.c.person == person))
            return (await connection.execute(lost)).rowcount == 1

    # Passkeys.

    async def passkeys(self, person: str) -> list[Passkey]:
        """Return the passkeys of a person, the oldest first."""
        rows = await self._store.rows(select(passkeys).where(passkeys.c.person == person).order_by(passkeys.c.created))
        return [Passkey(**row) for row in rows]

    async def passkey(self, key: str) -> Passkey | None:
        """Return a passkey, or None."""
        rows = await self._store.rows(select(passkeys).where(passkeys.c.id == key))
        return Passkey(**rows[0]) if rows else None

    @in_time
    async def add_passkey(self, passkey: Passkey, device: str) -> bool:
        """Keep a passkey; False if it is known already, or the device was revoked."""
        row = self._store.insert(passkeys).values(**asdict(passkey))
        async with self._store.transaction() as connection:
            if not await self._store.devices.has_rights(connection, device):
                return False
            return (await connection.execute(row.on_conflict_do_nothing())).rowcount == 1

    @retried
    async def used_passkey(self, key: str) -> None:
        """Note that a passkey was used."""
        await self._write(update(passkeys).where(passkeys.c.id == key).values(used=now()))

    @in_time
    async def rename_passkey(self, person: str, key: str, name: str) -> bool:
        """Name a passkey of a person; False if they have no such one."""
        this = (passkeys.c.person == person, passkeys.c.id == key)
        return await self._write(update(passkeys).where(*this).values(name=name)) == 1

    @in_time
    async def remove_passkey(self, person: str, key: str) -> bool:
        """Remove a passkey of a person; False if they have no such one, or no other way to sign in."""
        other = passkeys.alias()
        another = exists().where(other.c.person == person, other.c.id != key)
        password = exists().where(accounts.c.person == person, accounts.c.password.is_not(None))
        this = (passkeys.c.person == person, passkeys.c.id == key, or_(another, password))
        async with self._store.transaction() as connection:
            mine = select(accounts.c.person).where(accounts.c.person == person)
            await connection.execute(mine.with_for_update())  # two at once do not take each other for the other way in
            return (await connection.execute(delete(passkeys).where(*this))).rowcount == 1

    @in_time
    async def begin(self, challenge_hash: str, person: str, seconds: float) -> None:
        """Keep a challenge for some seconds; those whose time is over go."""
        async with self._store.transaction() as connection:
            await connection.execute(delete(ceremonies).where(ceremonies.c.until < self._now))
            row = {"challenge_hash": challenge_hash, "person": person, "until": self._now + int(seconds * 1000)}
            await connection.execute(insert(ceremonies).values(**row))

    @in_time
    async def finish(self, challenge_hash: str, person: str) -> bool:
        """Use a challenge up; False if it is not this person's, unknown, or its time is over."""
        this = (ceremonies.c.challenge_hash == challenge_hash, ceremonies.c.person == person)
        async with self._store.transaction() as connection:
            used = delete(ceremonies).where(*this).returning(ceremonies.c.until >= self._now)
            return bool((await connection.execute(used)).scalar_one_or_none())

    # Fresh proofs.

    @retried
    async def prove(self, device: str, seconds: float) -> None:
        """Note that somebody has just shown on a device who they are; it counts for some seconds."""
        until = self._now + int(seconds * 1000)
        async with self._store.transaction() as connection:
            await connection.execute(delete(proofs).where(proofs.c.until < self._now))
            await connection.execute(self._store.upsert(proofs, {"device": device, "until": until}, "device"))

    async def proven(self, device: str) -> bool:
        """Return whether a device has a fresh proof."""
        query = select(proofs.c.device).where(proofs.c.device == device, proofs.c.until >= self._now)
        return await self._store.value(query) is not None

    async def knows(self, person: str, ids: Collection[str]) -> str | None:
        """Return the oldest of these devices that is or was the person's, or None."""
        known = select(devices.c.id).where(devices.c.person == person, devices.c.id.in_(ids))
        return await self._store.value(known.order_by(devices.c.created, devices.c.id).limit(1))

    # Invitations to make an account.

    @in_time
    async def invite(self, code_hash: str, uses: int, seconds: float) -> None:
        """Keep an invitation for some people and some seconds; those whose time is over go."""
        async with self._store.transaction() as connection:
            await connection.execute(delete(account_invitations).where(account_invitations.c.until < self._now))
            row = {"code_hash": code_hash, "uses": uses, "until": self._now + int(seconds * 1000)}
            await connection.execute(insert(account_invitations).values(**row))

    async def _use(self, connection: AsyncConnection, code_hash: str) -> bool:
        invitation = account_invitations.c
        this = (invitation.code_hash == code_hash, invitation.uses > 0, invitation.until >= self._now)
        used = update(account_invitations).where(*this).values(uses=invitation.uses - 1)
        return (await connection.execute(used)).rowcount == 1

    # Bans.

    @retried
    async def ban(self, person: str) -> None:
        """Ban a person; their links and the keys of their seats end. Their cookies stay, and are refused."""
        async with self._store.transaction() as connection:
            row = self._store.insert(bans).values(person=person, at=now())
            await connection.execute(row.on_conflict_do_nothing())
            await self._store.devices.lock(connection, person)
            await self._store.devices.end(connection, person, ())
            await self._store.notify(connection, BANS)

    @retried
    async def unban(self, person: str) -> None:
        """Ban a person no longer."""
        async with self._store.transaction() as connection:
            await connection.execute(delete(bans).where(bans.c.person == person))
            await self._store.notify(connection, BANS)

    async def banned(self) -> set[str]:
        """Return the people who are banned."""
        return set(await self._store.values(select(bans.c.person)))

    # For operators.

    async def members(self) -> list[Member]:
        """Return the people with accounts, and those who are banned, in the order of their names."""
        keys = select(func.count()).where(passkeys.c.person == people.c.id).scalar_subquery()
        seen = select(func.max(devices.c.seen)).where(devices.c.person == people.c.id).scalar_subquery()
        query = (
            select(
                people.c.id.label("person"),
                people.c.name,
                accounts.c.created,
                accounts.c.password.is_not(None).label("password"),
                keys.label("passkeys"),
                seen.label("seen"),
                bans.c.person.is_not(None).label("banned"),
            )
            .join_from(people, accounts, accounts.c.person == people.c.id, isouter=True)
            .join(bans, bans.c.person == people.c.id, isouter=True)
            .where(or_(accounts.c.person.is_not(None), bans.c.person.is_not(None)))
            .order_by(people.c.name)
        )
        names = [field.name for field in fields(Member)]
        return [Member(**{name: row[name] for name in names}) for row in await self._store.rows(query)]
