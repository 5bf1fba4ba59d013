"""Games for tests of the store, and a store that is open for as long as one works with it."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

from amyitis.store import GameStore
from amyitis.table import GameFacts, LogEntry, NewGame, SeatFacts, Step, now
from tests.table.sitting import kept, play_on, table_of

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
    row = GameFacts(
        game_id, owner, now(), now(), 1, "box", 2, False, False, True, "start", "1", False, "n", "c", 0, 0, 0, "K",
        False, "*",
    )  # fmt: skip
    return NewGame(
        row, [SeatFacts("W", 0, "Ann", owner, None, None, 0), SeatFacts("K", 1, "Bot", None, "random", None, 0)]
    )


def step(game_id: str, ply: int, token: str = "pass", over: bool = False) -> Step:
    """A move of the person, as the log takes it."""
    return Step(game_id, ply - 1, [LogEntry(ply, "move", "W", token, 0, "me", now())], "W", over, "*")


async def filled(url: str, moves: int = 60) -> GameStore:
    """An open store with a game in it."""
    store = await GameStore.open(url)
    new = kept()
    await store.create(new)
    await store.derived.keep_film(new.game.id, "us", b"\x00film")
    table = table_of(new)
    for change in play_on(table, moves):
        await store.append(change.step)
    return store
