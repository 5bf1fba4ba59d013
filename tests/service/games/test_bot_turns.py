"""The turns of bots, whoever computes for them."""

import asyncio
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from amyitis.service.bounded_cache import BoundedCache
from amyitis.service.events import BotFailed, EventBus, TableChanged
from amyitis.service.games.bot_turns import BotTurns
from amyitis.service.games.watching.watchers import Watchers
from amyitis.service.problems import Stale
from amyitis.table import Table
from tests.server.clocks import Clock
from tests.table.sitting import AT, kept, move, table_of


class Edition:
    """A store, an analyzer, tables and moves for one table, at which bots choose their first move.

    So many moves come too `late`; unless `mine`, another server plays.
    """

    def __init__(
        self, table: Table, on_choice: Callable[[], None] = lambda: None, *, late: int = 0, mine: bool = True
    ) -> None:
        self._table, self._on_choice, self._late, self._mine = table, on_choice, late, mine
        self.moves, self.problems, self.owners = list[str](), list[str](), list[str]()

    async def table(self, _game_id: str) -> Table:
        return self._table

    async def claim(self, *_claimed: object) -> bool:
        return self._mine

    async def choose(self, table: Table, bot: str, owner: str) -> str:
        self._on_choice()
        assert bot == "random"
        self.owners.append(owner)
        return table.legal[0]

    async def bot_move(self, _game_id: str, ply: int, token: str, bot: str) -> None:
        if self._late:
            self._late -= 1
            raise Stale("the game has moved on")
        assert ply == self._table.ply
        self._table.keep(self._table.move([token], f"bot:{bot}", frozenset(self._table.decider), AT))
        self.moves.append(token)

    async def play(self) -> None:
        """Show the table, twice, and wait until nobody plays there any more."""
        events, clock = EventBus(), Clock()
        here: Any = self
        ports: Any = SimpleNamespace(store=here, analyzer=here, clock=clock)
        turns = BotTurns(ports, events, here, Watchers(clock), here)
        events.subscribe(BotFailed, lambda event: self.problems.append(str(event.problem)))
        for _ in range(2):
            events.publish(TableChanged(self._table))
        assert turns.running <= 1, "one who plays for all bots of a table"
        while turns.running:
            await asyncio.sleep(0)


@pytest.fixture
def table() -> Table:
    """A table at which a bot must decide, and then a person."""
    table = table_of(kept(bot="K"))
    while table.decider != "K":
        move(table, table.legal[0])
    return table


def test_bots_play_until_a_person_must_decide(table: Table) -> None:
    edition = Edition(table)
    asyncio.run(edition.play())
    assert edition.moves
    assert (table.decider, edition.problems) == ("W", [])
    assert set(edition.owners) <= {table.metadata.owner}


def test_the_turn_of_another_server_is_left_to_it(table: Table) -> None:
    edition = Edition(table, mine=False)
    asyncio.run(edition.play())
    assert (edition.moves, table.decider) == ([], "K")


def test_a_move_that_comes_too_late_is_chosen_again(table: Table) -> None:
    chosen_at = list[int]()
    edition = Edition(table, lambda: chosen_at.append(table.ply), late=1)
    asyncio.run(edition.play())
    assert chosen_at[0] == chosen_at[1]
    assert (table.decider, edition.problems) == ("W", [])


def test_what_fails_is_told_and_the_next_one_tries_again(table: Table) -> None:
    def fail() -> None:
        raise ValueError("no thought")

    edition = Edition(table, fail)
    asyncio.run(edition.play())
    assert (edition.problems, edition.moves) == (["no thought"], [])
    asyncio.run(edition.play())
    assert len(edition.problems) == 2


def test_whoever_acts_pays_and_whoever_looks_does_not() -> None:
    owners: BoundedCache[str, str] = BoundedCache(2)
    assert owners.get("g", "owner") == "owner"
    owners.setdefault("g", "watcher")
    assert owners.get("g", "owner") == "watcher"
    owners["g"] = "player"
    owners.setdefault("g", "stranger")
    assert owners.get("g", "owner") == "player"
    for game in "hij":
        owners.setdefault(game, "watcher")
    assert list(owners) == ["i", "j"]
