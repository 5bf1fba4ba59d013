"""People in the store: their names, who is forgotten, and their devices."""

import secrets

from amyitis.store import GameStore
from amyitis.table import now
from tests.store.storing import game, with_store


def test_people_have_names(database: str) -> None:
    async def work(store: GameStore) -> None:
        assert await store.people.name("p") is None
        await store.people.change("p", webhook="https://example.org/")
        assert await store.people.name("p") is None
        await store.people.change("p", name="Ann")
        await store.people.change("p", name="Bea")
        assert await store.people.name("p") == "Bea"
        assert await store.people.webhook("p") == "https://example.org/"
        await store.people.change("p", webhook=None)
        assert (await store.people.name("p"), await store.people.webhook("p")) == ("Bea", None)
        assert await store.people.webhook("nobody") is None

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


def test_devices_and_links(database: str) -> None:
    """A device that is gone stays gone; a link works once, and not when its time is over."""
    person = secrets.token_hex(6)

    async def work(store: GameStore) -> None:
        devices = store.devices
        for name in ("phone", "desk"):
            await devices.keep(person + name, person, name)
        assert {one.name for one in await devices.of(person)} == {"phone", "desk"}
        assert not await devices.revoke("somebody else", person + "phone")
        assert await devices.revoke(person, person + "phone")
        assert not await devices.revoke(person, person + "phone")
        assert [one.name for one in await devices.of(person)] == ["desk"]
        await devices.revoke_others(person, person + "desk", f"~{person}")
        assert {person + "phone", f"~{person}"} <= await devices.revoked()
        assert person + "desk" not in await devices.revoked()
        await devices.add_link(person + "a", person, 60)
        assert await devices.take_link(person + "a") == person
        assert await devices.take_link(person + "a") is None
        await devices.add_link(person + "b", person, -1)
        assert await devices.take_link(person + "b") is None

    with_store(database, work)
