"""People in the store: their names, and who is forgotten."""

import secrets

from amyitis.store import GameStore
from amyitis.store.parts.part import now
from amyitis.table.people.accounts import Account
from tests.store.storing import game, with_store


def test_people_have_names(database: str) -> None:
    async def work(store: GameStore) -> None:
        assert await store.people.name("p") is None
        await store.people.change("p", name="Ann")
        await store.people.change("p", name="Bea")
        assert await store.people.name("p") == "Bea"

    with_store(database, work)


def test_people_who_never_sat_anywhere_are_forgotten(database: str) -> None:
    async def work(store: GameStore) -> None:
        name = secrets.token_urlsafe(6)
        idle, owner = f"idle-{name}", f"owner-{name}"
        for person in (idle, owner):
            await store.people.change(person, name=person)
        await store.create(game(secrets.token_urlsafe(9), owner))
        await store.people.forget(now() - 10_000_000)
        assert await store.people.name(idle) == idle, "not so soon"
        assert await store.people.forget(now() + 1) >= 1
        assert await store.people.name(idle) is None
        assert await store.people.name(owner) == owner

    with_store(database, work)


def test_who_has_an_account_or_a_ban_is_not_forgotten(database: str) -> None:
    async def work(store: GameStore) -> None:
        name = secrets.token_urlsafe(6)
        member, banned = f"member-{name}", f"banned-{name}"
        await store.accounts.make(Account(member, member, 1, None, "code"), "Anna", None, None)
        await store.people.change(banned, name="Bad")
        await store.accounts.ban(banned)
        await store.people.forget(now() + 1)
        assert await store.people.name(member) == "Anna"
        assert await store.people.name(banned) == "Bad"

    with_store(database, work)
