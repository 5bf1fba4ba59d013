"""Games for tests of the store, and a store that is open for as long as one works with it."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

from amyitis.game import Switches
from amyitis.store import GameStore
from amyitis.table import GameMetadata, LogEntry, NewGame, SeatMetadata, Step
from tests.table.sitting import AT, kept, play_on, table_of

T = TypeVar("T")


def with_store(database: str, work: Callable[[GameStore], Awaitable[T]]) -> T:
    """Do something with a store, and close it."""

    async def run() -> T:
        store = await GameStore.open(database)
        try:
            return await work(store)
        finally:
            await store.close()

    return asyncio.run(run())


def game(game_id: str, owner: str = "me") -> NewGame:
    """A new game of a person and a bot."""
    metadata = GameMetadata(
        id=game_id,
        owner=owner,
        created=AT,
        updated=AT,
        rules_version=1,
        box="box",
        players=2,
        switches=Switches(palace=True, full_lap=True),
        public=True,
        start="start",
        decider="K",
        over=False,
        result="*",
        standing="",
        seed="1",
        nonce="n",
        commitment="c",
    )
    ann = SeatMetadata("W", 0, "Ann", owner, None, None, 0)
    return NewGame(metadata, [ann, SeatMetadata("K", 1, "Bot", None, "random", None, 0)])


def step(game_id: str, ply: int, token: str = "pass", over: bool = False) -> Step:
    """A move of the person, as the log takes it."""
    return Step(game_id, ply - 1, [LogEntry(ply, "move", "W", token, 0, "me", AT)], "W", over, "*", "")


async def filled(url: str, moves: int = 60) -> GameStore:
    """An open store with a game in it."""
    store = await GameStore.open(url)
    new = kept()
    await store.create(new)
    await store.derived.keep_replay(new.metadata.id, "us", b"\x00replay")
    table = table_of(new)
    for change in play_on(table, moves):
        await store.append(change.step)
    return store
