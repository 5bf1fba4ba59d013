"""Talk that is read while somebody says something, and talk of very many."""

import asyncio
from collections import Counter
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from amyitis.service.clock import SystemClock
from amyitis.service.events import EventBus
from amyitis.service.games.watching.watchers import Watcher, Watchers
from amyitis.service.problems import TooMuch
from amyitis.service.talk import AT_ONCE_SECONDS, MOST_OF_ADDRESS, Talk
from amyitis.store import GameStore
from amyitis.store.parts import talk as kept_talk
from amyitis.table import Identity
from amyitis.table.people.talk import MOST_LATEST, Place, Said, Side
from tests.server.running import Databases
from tests.store.storing import with_store

ANN: Any = SimpleNamespace(seat="W", person="ann", name="Ann")
TABLE = Place("game", [ANN])


class SlowStore:
    """Answers a read with what it held when the read began, once it is released."""

    def __init__(self) -> None:
        self.said, self.release = list[Said](), asyncio.Event()

    async def say(self, said: Said) -> Said:
        self.said.append(replace(said, id=len(self.said) + 1))
        return self.said[-1]

    async def latest(self, game_id: str, side: Side) -> list[Said]:
        before = [said for said in self.said if said.side == side]
        await self.release.wait()
        return before

    async def muted(self, person: str) -> set[str]:
        return set()


def test_a_read_that_a_message_overtakes_is_not_cached() -> None:
    async def run() -> list[str]:
        store: Any = SlowStore()
        clock = SystemClock()
        talk = Talk(store, clock, Watchers(clock), EventBus())
        ann = Identity(person="ann")
        early = asyncio.create_task(talk.heard(ann, TABLE))
        await asyncio.sleep(0)
        await talk.say(ann, "192.0.2.1", TABLE, "Ann", "text", "overtaking")
        store.release.set()
        assert await early == []
        return [said.text for said in await talk.heard(ann, TABLE)]

    assert asyncio.run(run()) == ["overtaking"]


def test_a_read_between_the_store_and_the_answer_hears_a_message_once() -> None:
    async def run() -> list[str]:
        store: Any = SlowStore()
        store.release.set()
        clock = SystemClock()
        talk = Talk(store, clock, Watchers(clock), EventBus())
        ann, keep = Identity(person="ann"), store.say

        async def say(said: Said) -> Said:
            kept: Said = await keep(said)
            await talk.heard(ann, TABLE)
            return kept

        store.say = say
        await talk.say(ann, "192.0.2.1", TABLE, "Ann", "text", "once")
        return [said.text for said in await talk.heard(ann, TABLE)]

    assert asyncio.run(run()) == ["once"]


def test_a_crowd_neither_fills_the_memory_nor_drowns_the_players() -> None:
    """Strangers who watch say 30 times as much as is kept to be read."""

    async def run() -> None:
        store: Any = SlowStore()
        store.release.set()
        clock = SystemClock()
        talk = Talk(store, clock, Watchers(clock), EventBus())
        watcher = Watcher(Identity(person="one"), 0, talk=True)
        await talk.say(Identity(person="ann"), "192.0.2.1", TABLE, "Ann", "text", "good luck")
        for number in range(30 * MOST_LATEST):
            await talk.say(Identity(person=f"{number}"), f"{number}", TABLE, "Bad", "text", "spam")
            await talk.news(watcher, TABLE)
        heard = await talk.heard(watcher.identity, TABLE)
        assert [said.person for said in heard[-1:]] == [f"{number}"]
        assert len(heard) == len(watcher.heard) == MOST_LATEST, "an answer and what a watcher remembers are bounded"
        assert [said.text for said in await talk.heard(Identity(person="ann"), TABLE)] == ["good luck"]

    asyncio.run(run())


def test_many_cookies_of_one_address_say_as_much_as_a_few_people() -> None:
    async def run() -> None:
        store, now = SlowStore(), 0.0
        clock: Any = SimpleNamespace(now=lambda: 0, monotonic=lambda: now)
        talk = Talk(store, clock, Watchers(SystemClock()), EventBus())  # type: ignore[arg-type]

        async def say_each() -> Counter[bool]:
            said = Counter[bool]()
            for number in range(3 * MOST_OF_ADDRESS):
                try:
                    await talk.say(Identity(person=f"{number}"), "192.0.2.1", TABLE, None, "text", f"{now}")
                    said[True] += 1
                except TooMuch:
                    said[False] += 1
            return said

        assert await say_each() == {True: MOST_OF_ADDRESS, False: 2 * MOST_OF_ADDRESS}
        await talk.say(Identity(person="ann"), "192.0.2.2", TABLE, "Ann", "text", "others may")
        now += AT_ONCE_SECONDS
        assert (await say_each())[True] == MOST_OF_ADDRESS

    asyncio.run(run())


def test_each_side_of_a_table_keeps_its_own(databases: Databases, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept_talk, "MOST_KEPT", 3)

    async def work(store: GameStore) -> None:
        await store.talk.say(Said(0, "game", "table", "ann", "W", "Ann", 0, "text", "good luck"))
        for number in range(5):
            await store.talk.say(Said(0, "game", "watchers", "bad", "", "Bad", 0, "text", f"{number}"))
        assert [said.text for said in await store.talk.latest("game", "table")] == ["good luck"]
        assert [said.text for said in await store.talk.latest("game", "watchers")] == ["2", "3", "4"]

    with_store(databases.sqlite(), work)
