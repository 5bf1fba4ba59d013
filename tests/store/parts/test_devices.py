"""Devices and links in the store, and what ends when rights are taken away."""

import asyncio
import secrets
import time
from collections.abc import Awaitable, Callable
from dataclasses import replace

import pytest
from sqlalchemy import insert

from amyitis.store import GameStore
from amyitis.store.parts.devices import MOST_DEVICES
from amyitis.store.people_tables import devices as devices_table
from amyitis.table.people.identity import Revoked
from tests.server.running import Databases
from tests.store.storing import game, with_store


@pytest.fixture
def person() -> str:
    return secrets.token_hex(6)


def test_a_link_works_once_and_not_when_its_time_is_over(database: str, person: str) -> None:
    async def work(store: GameStore) -> None:
        devices = store.devices
        await devices.keep(person + "phone", person, "phone")
        assert await devices.add_link(person + "a", person, 60, person + "phone")
        assert await devices.take_link(person + "a", person + "desk", "desk") == (person, Revoked())
        assert {device.name for device in await devices.of(person)} == {"phone", "desk"}
        assert await devices.take_link(person + "a", person + "again", "desk") is None
        await devices.add_link(person + "b", person, -1, person + "phone")
        assert await devices.take_link(person + "b", person + "late", "desk") is None

    with_store(database, work)


def test_revoking_ends_devices_links_and_keys_together(database: str, person: str) -> None:
    async def work(store: GameStore) -> None:
        devices, new = store.devices, game(secrets.token_urlsafe(9), person)
        new = replace(new, seats=[replace(new.seats[0], key_hash="k" * 64), new.seats[1]])
        await store.create(new)
        for name in ("phone", "desk", "stolen"):
            await devices.keep(person + name, person, name)
        await devices.add_link(person + "made by a thief", person, 60, person + "stolen")
        assert await devices.revoke("somebody else", [person + "stolen"]) == Revoked()
        assert await devices.whose_link(person + "made by a thief") == person, "nothing of theirs ended"
        gone = await devices.revoke(person, [person + "stolen"])
        assert gone == Revoked(frozenset([person + "stolen"]), 1, frozenset([new.metadata.id]))
        assert await devices.take_link(person + "made by a thief", person + "loot", "") is None
        # What the thief had begun just before comes too late.
        assert not await devices.add_link(person + "late", person, 60, person + "stolen")
        seat = (await store.seats(new.metadata.id))[0]
        assert not await store.change_seat(new.metadata.id, seat, {"key_hash": "l" * 64}, person + "stolen")
        assert [seat.key_hash for seat in await store.seats(new.metadata.id)] == [None, None]
        assert await store.head(new.metadata.id) == (0, 1), "those who watch are told"
        assert await devices.revoke(person, [person + "stolen"]) == Revoked()
        assert {device.name for device in await devices.of(person)} == {"phone", "desk"}
        assert (await devices.revoke(person, but=person + "desk")).devices == {person + "phone"}
        assert [device.name for device in await devices.of(person)] == ["desk"]
        assert {person + "phone", person + "stolen"} <= await devices.revoked()
        assert person + "desk" not in await devices.revoked()

    with_store(database, work)


def test_a_person_has_so_many_devices_and_the_one_seen_longest_ago_makes_room(database: str, person: str) -> None:
    async def work(store: GameStore) -> None:
        for number in range(MOST_DEVICES):
            assert await store.devices.keep(f"{person}-{number}", person, "one") == Revoked()
            await asyncio.sleep(0.002)
        await store.devices.keep(f"{person}-0", person, "seen again")
        gone = await store.devices.keep(f"{person}-new", person, "another")
        assert gone.devices == {f"{person}-1"}
        assert len(await store.devices.of(person)) == MOST_DEVICES
        assert f"{person}-1" in await store.devices.revoked()

    with_store(database, work)


async def fill_with_revoked(store: GameStore, rows: int) -> None:
    async with store.transaction() as connection:
        row = {"person": "many", "name": "", "created": 1, "seen": 1, "revoked": 1}
        await connection.execute(insert(devices_table), [{"id": f"old-{number}", **row} for number in range(rows)])


async def until(ready: Callable[[], Awaitable[bool]]) -> None:
    limit = time.monotonic() + 20
    while not await ready():
        assert time.monotonic() < limit
        await asyncio.sleep(0.02)


def test_other_servers_hear_which_devices_and_read_nothing(databases: Databases, person: str) -> None:
    url = databases.postgresql()

    async def work() -> None:
        here, there, heard, calls = await GameStore.open(url), await GameStore.open(url), set[str](), list[int]()

        def on_revoked(ids: set[str]) -> None:
            heard.update(ids)
            calls.append(len(ids))

        await there.listen(lambda _game: None, on_revoked, lambda: None)
        await fill_with_revoked(here, 2000)
        names = [f"{person}-{number}" for number in range(15)]
        for name in names:
            await here.devices.keep(name, person, "one")
        reads = list[str]()

        async def read(since: int = 0) -> set[str]:
            reads.append("read")
            return set()

        there.devices.revoked = read  # type: ignore[method-assign]
        for name in names:
            await here.devices.revoke(person, [name])

        async def all_heard() -> bool:
            return heard == set(names)

        await until(all_heard)
        assert (reads, sum(calls)) == ([], 15)
        assert len(calls) < 15, "those of a moment come together"
        del there.devices.revoked
        assert await there.devices.revoked(since=2) == set(names), "after a gap only the late ones are read"
        await here.close()
        await there.close()

    asyncio.run(work())
