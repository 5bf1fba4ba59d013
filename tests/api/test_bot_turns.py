"""The turns of bots, whoever thinks for them."""

import asyncio
from collections.abc import Callable

import pytest

from amyitis.api.bot_turns import BaseBotTurns
from amyitis.api.refusals import Stale
from amyitis.api.refusing import moved_by_bot
from amyitis.api.watchers import Watchers
from amyitis.table import Table
from tests.table.sitting import kept, move, table_of


class Turns(BaseBotTurns):
    """Bots that choose their first move. So many of them come too `late`; unless `mine`, another server plays."""

    def __init__(
        self, table: Table, on_choice: Callable[[], None] = lambda: None, *, late: int = 0, mine: bool = True
    ) -> None:
        async def find(_game_id: str) -> Table:
            return table

        super().__init__(Watchers(), find)
        self._table, self._on_choice, self._late, self._mine = table, on_choice, late, mine
        self.moves, self.problems = list[str](), list[str]()

    async def _choose(self, table: Table, bot: str) -> str:
        self._on_choice()
        assert bot == "random"
        return table.legal[0]

    async def _move(self, game_id: str, ply: int, move: str, bot: str) -> None:
        if self._late:
            self._late -= 1
            raise Stale("the game has gone on")
        self._table.keep(moved_by_bot(self._table, ply, move, bot))
        self.moves.append(move)

    async def _may_play(self, game_id: str, ply: int) -> bool:
        return self._mine

    def _failed(self, game_id: str, problem: Exception) -> None:
        self.problems.append(str(problem))

    async def played(self) -> None:
        """Show the table, twice, and wait until nobody plays there any more."""
        for _ in range(2):
            self.consider(self._table)
        assert len(self._busy) <= 1, "one who plays for all bots of a table"
        await asyncio.gather(*self._busy.values())


@pytest.fixture
def table() -> Table:
    """A table at which a bot must decide, and then a person."""
    table = table_of(kept(bot="K"))
    while table.decider != "K":
        move(table, table.legal[0])
    return table


def test_bots_play_until_a_person_must_decide(table: Table) -> None:
    turns = Turns(table)
    asyncio.run(turns.played())
    assert turns.moves
    assert (table.decider, turns.problems) == ("W", [])


def test_the_turn_of_another_server_is_left_to_it(table: Table) -> None:
    turns = Turns(table, mine=False)
    asyncio.run(turns.played())
    assert (turns.moves, table.decider) == ([], "K")


def test_a_move_that_comes_too_late_is_chosen_again(table: Table) -> None:
    chosen_at = list[int]()
    turns = Turns(table, lambda: chosen_at.append(table.ply), late=1)
    asyncio.run(turns.played())
    assert chosen_at[0] == chosen_at[1]
    assert (table.decider, turns.problems) == ("W", [])


def test_what_fails_is_told_and_the_next_one_tries_again(table: Table) -> None:
    def fail() -> None:
        raise ValueError("no thought")

    turns = Turns(table, fail)
    asyncio.run(turns.played())
    assert (turns.problems, turns.moves) == (["no thought"], [])
    asyncio.run(turns.played())
    assert len(turns.problems) == 2
