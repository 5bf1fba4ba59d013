"""Accounts, passkeys, proofs, invitations and bans in the store."""

import asyncio
import secrets
from dataclasses import replace

import pytest

from amyitis.store import GameStore
from amyitis.table.people.accounts import Account, Passkey
from tests.store.storing import with_store


@pytest.fixture
def person() -> str:
    return secrets.token_hex(6)


def account(person: str, looks: str | None = None) -> Account:
    return Account(person, looks or person, 1, None, "recovery")


def passkey(person: str, key: str = "key") -> Passkey:
    return Passkey(person + key, person, "example.org", "phone", b"public", 1, None)


def test_a_name_is_one_accounts_alone(database: str, person: str) -> None:
    other = person + "x"

    async def work(store: GameStore) -> None:
        accounts = store.accounts
        made = await asyncio.gather(
            accounts.make(account(person, "looks" + person), "Anna", None, None),
            accounts.make(account(other, "looks" + person), "Anna", None, None),
        )
        assert sorted(made) == ["made", "name_taken"]
        winner, loser = (person, other) if made[0] == "made" else (other, person)
        assert await accounts.is_taken("looks" + person, loser)
        assert not await accounts.is_taken("looks" + person, winner)
        assert await accounts.make(account(winner, "new" + person), "Eve", None, None) == "has_one"
        assert await store.people.name(winner) == "Anna"
        assert await accounts.make(account(loser), "Ben", None, None) == "made"
        assert not await accounts.rename(loser, "", "Anna", "looks" + person)
        assert await accounts.rename(loser, "", "Cleo", "cleo" + person)
        assert await store.people.name(loser) == "Cleo"
        assert (await accounts.named("cleo" + person)) == account(loser, "cleo" + person)

    with_store(database, work)


def test_an_invitation_is_used_up_with_the_account_that_it_makes(database: str, person: str) -> None:
    async def work(store: GameStore) -> None:
        accounts, code = store.accounts, "code" + person
        await accounts.invite(code, 2, 60)
        assert await accounts.make(account(person + "1"), "A", code, None) == "made"
        assert await accounts.make(account(person + "3", person + "1"), "A", code, None) == "name_taken"
        assert await accounts.make(account(person + "2"), "B", code, None) == "made", "a refusal costs no use"
        assert await accounts.make(account(person + "4"), "C", code, None) == "no_invitation"
        await accounts.invite(code + "late", 1, -1)
        assert await accounts.make(account(person + "4"), "C", code + "late", None) == "no_invitation"

    with_store(database, work)


def test_a_challenge_and_a_recovery_code_are_used_once(database: str, person: str) -> None:
    async def work(store: GameStore) -> None:
        accounts = store.accounts
        await accounts.begin("c" + person, person, 60)
        assert not await accounts.finish("c" + person, "somebody else")
        assert sorted(await asyncio.gather(*(accounts.finish("c" + person, person) for _ in range(3)))) == [
            *(False, False),
            True,
        ]
        await accounts.begin("d" + person, person, -1)
        assert not await accounts.finish("d" + person, person)
        await accounts.make(account(person), "A", None, passkey(person))
        used = await asyncio.gather(*(accounts.use_recovery(person, "recovery", f"next{n}") for n in range(3)))
        assert sorted(used) == [False, False, True]

    with_store(database, work)


def test_passkeys_and_proofs(database: str, person: str) -> None:
    async def work(store: GameStore) -> None:
        accounts = store.accounts
        await accounts.make(account(person), "A", None, passkey(person))
        assert not await accounts.add_passkey(passkey(person), ""), "it is known already"
        assert await accounts.add_passkey(replace(passkey(person, "second"), created=2), "")
        await accounts.used_passkey(person + "second")
        assert [key.used is None for key in await accounts.passkeys(person)] == [True, False]
        assert not await accounts.remove_passkey("somebody else", person + "key")
        assert await accounts.remove_passkey(person, person + "key")
        assert await accounts.passkey(person + "key") is None
        await accounts.prove(person + "desk", 60)
        assert await accounts.proven(person + "desk")
        await accounts.prove(person + "desk", -1)
        assert not await accounts.proven(person + "desk")
        await store.devices.keep(person + "desk", person, "desk")
        await store.devices.revoke(person, [person + "desk"])
        assert await accounts.knows(person, [person + "desk", "x"]) == person + "desk", "though it was revoked"
        assert await accounts.knows("somebody else", [person + "desk"]) is None

    with_store(database, work)


def test_an_operator_lists_members_and_the_banned(database: str, person: str) -> None:
    async def work(store: GameStore) -> None:
        await store.accounts.make(account(person), "Anna", None, passkey(person))
        await store.people.change(person + "guest", name="Guest")
        await store.accounts.ban(person + "guest")
        members = {member.person: member for member in await store.accounts.members()}
        mine, guest = members[person], members[person + "guest"]
        assert (mine.name, mine.passkeys, mine.password, mine.banned) == ("Anna", 1, False, False)
        assert (guest.created, guest.banned) == (None, True)
        assert person + "guest" in await store.accounts.banned()
        await store.accounts.unban(person + "guest")
        assert person + "guest" not in await store.accounts.banned()

    with_store(database, work)
