"""What a thief learns and does at the door: times of unknown names, races with their owner, and many at once."""

import asyncio
import os
import statistics
import sys
import threading
import time
from unittest.mock import patch

import pytest

from amyitis.server.limits.bounded_threads import IN_ALL, NICENESS, OF_ADDRESS, BoundedThreads
from amyitis.server.passwords import ArgonPasswords
from amyitis.server.settings import Limits
from amyitis.service.problems import TooMuch
from amyitis.service.routing import Call
from tests.service.accounts.passkey import SoftPasskey
from tests.service.accounts.people import ORIGIN, OTHER, PASSWORD, Town, in_town

TRIES, LIKE = 7, 0.5


@pytest.mark.slow
def test_an_unknown_name_takes_the_time_of_a_known_one(sqlite: str) -> None:
    """In processor time, which a busy machine does not change: without the hash they would differ twentyfold."""

    async def work(town: Town) -> None:
        anna, ben, thief = [await town.someone() for _ in range(3)]
        await anna.register("Anna")
        await ben.register_by_passkey("Ben")
        times: dict[str, list[float]] = {"Anna": [], "Ben": [], "Nobody": []}
        for _ in range(TRIES):
            for name, took in times.items():
                began = time.process_time()
                body = {"name": name, "password": OTHER}
                assert await thief.refused("POST", "/account/sign-in", body) == (403, "wrong_password")
                took.append(time.process_time() - began)
        known, without, unknown = [statistics.median(took) for took in times.values()]
        assert abs(unknown / known - 1) < LIKE
        assert abs(without / known - 1) < LIKE

    in_town(sqlite, work)


def test_who_signs_in_while_the_password_is_changed_stays_outside(database: str) -> None:
    async def work(town: Town) -> None:
        owner, thief = await town.someone(), await town.someone()
        await owner.register("Anna")
        checked, go_on = asyncio.Event(), asyncio.Event()
        devices = town.app.state.service.devices
        add = devices.add

        async def add_late(person: str, agent: str) -> str:
            checked.set()
            await go_on.wait()
            return str(await add(person, agent))

        with patch.object(devices, "add", add_late):
            body = {"name": "Anna", "password": PASSWORD}
            entering = asyncio.create_task(thief.refused("POST", "/account/sign-in", body))
            await checked.wait()
            await owner.ask("POST", "/account/password", {"password": OTHER})
            go_on.set()
            assert await entering == (403, "wrong_password")
        assert not (await thief.ask("GET", "/me"))["known"]
        assert len((await owner.ask("GET", "/me/devices"))["devices"]) == 1

    in_town(database, work)


@pytest.mark.parametrize("what", ["password", "passkeys", "recovery"])
def test_what_a_thief_has_asked_for_before_they_were_thrown_out_changes_nothing(database: str, what: str) -> None:
    """Hashing a password and checking a passkey take a while, and longer if many wait."""

    async def work(town: Town) -> None:
        owner, thief = await town.someone(), await town.someone()
        await owner.register("Anna")
        await thief.sign_in("Anna")
        accounts = town.app.state.service.accounts
        body = {"password": "the thief's password"} if what == "password" else {}
        if what == "passkeys":
            body = {"credential": SoftPasskey(ORIGIN).make(await thief.options("new"))}
        asked, go_on = asyncio.Event(), asyncio.Event()
        need_proof = accounts.need_proof

        async def need_proof_late(call: Call) -> None:
            await need_proof(call)
            if not asked.is_set():
                asked.set()
                await go_on.wait()

        with patch.object(accounts, "need_proof", need_proof_late):
            changing = asyncio.create_task(thief.refused("POST", f"/account/{what}", body))
            await asked.wait()
            recovery = (await owner.ask("POST", "/account/recovery"))["recovery"]
            await owner.ask("POST", "/account/password", {"password": OTHER})
            go_on.set()
            assert (await changing)[0] in (403, 409)
        assert not (await owner.account())["passkeys"]
        await thief.sign_in("Anna", OTHER)
        code = {"name": "Anna", "code": recovery}
        await thief.ask("POST", "/account/sign-in/recovery", code)

    in_town(database, work)


def test_devices_come_and_go_only_so_often(sqlite: str) -> None:
    """Every device that was revoked is remembered for good."""

    async def work(town: Town) -> None:
        me = await town.someone()
        await me.ask("POST", "/me", {})
        for status in (200, 200, 429):
            code = (await me.ask("POST", "/me/link"))["code"]
            await (await town.someone()).ask("POST", "/me/devices", {"code": code}, status)
            await me.ask("DELETE", "/me/devices/others")

    in_town(sqlite, work, Limits(people_per_hour=3))


def test_of_one_address_only_some_wait() -> None:
    async def work() -> None:
        threads = BoundedThreads()
        passwords = ArgonPasswords(threads)
        asked = [passwords.is_right(PASSWORD, None, f"192.0.2.1 person{one}") for one in range(OF_ADDRESS + 3)]
        one_more = [passwords.is_right(PASSWORD, None, "192.0.2.2 somebody")]
        results = await asyncio.gather(*asked, *one_more, return_exceptions=True)
        assert [isinstance(one, TooMuch) for one in results] == [False] * OF_ADDRESS + [True] * 3 + [False]
        crowd = [passwords.is_right(PASSWORD, None, f"192.0.2.{one} person") for one in range(IN_ALL + 2)]
        results = await asyncio.gather(*crowd, return_exceptions=True)
        assert sum(isinstance(one, TooMuch) for one in results) == 2
        threads.stop()

    asyncio.run(work())


def test_the_event_loop_goes_on_while_passwords_are_hashed() -> None:
    def priority() -> int:
        return os.getpriority(os.PRIO_PROCESS, threading.get_native_id())

    async def work() -> None:
        threads = BoundedThreads()
        if sys.platform == "linux":
            before = priority()
            assert await threads.run("x", priority) == min(19, before + NICENESS)
            assert priority() == before
        passwords, steps = ArgonPasswords(threads), 0
        hashing = asyncio.gather(*(passwords.hash(PASSWORD, f"192.0.2.{one} x") for one in range(4)))
        while not hashing.done():
            await asyncio.sleep(0)
            steps += 1
        first, second = (await hashing)[:2]
        assert steps > 20
        assert first.startswith("$argon2id$v=19$m=19456,t=2,p=1$")
        assert first != second
        assert await passwords.is_right(PASSWORD, first, "x y")
        assert not await passwords.is_right(OTHER, first, "x y")
        assert not await passwords.is_right(PASSWORD, "no hash", "x y")
        threads.stop()

    asyncio.run(work())
