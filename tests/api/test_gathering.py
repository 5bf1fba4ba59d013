"""Tables that gather: when one is taken on to its beginning."""

import asyncio
from dataclasses import replace

import pytest

from amyitis.api.gathering import Gathering
from amyitis.game import Switches
from amyitis.game.fair_deals import new_secret, seal_of
from amyitis.table import SeatFacts, Table
from amyitis.table.bare_table import bare_table
from amyitis.table.beginning import Beginning, new_game
from tests.server.clocks import Clock, clock_of_gathering


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """The time of tables that gather."""
    return clock_of_gathering(monkeypatch)


def test_a_table_that_waits_for_shares_is_left_alone_until_its_time_is_over(clock: Clock) -> None:
    """To take a table on is to read it again, where servers share a database: it must not go round in circles."""
    letters = [SeatFacts(letter, place, "", letter, None, None, 0) for place, letter in enumerate("WK")]
    sitting = [replace(seat, seal=seal_of(new_secret())) for seat in letters]
    taken_on: list[str] = []

    async def advance(game_id: str) -> None:
        taken_on.append(game_id)

    async def gather(seats: list[SeatFacts], seconds: float) -> int:
        """How often a table is taken on that has ten seconds and is looked at five times, after some seconds."""
        new = new_game(Beginning(bare_table(2, Switches(), 2, "WK")), sitting, "W", public=False, title="")
        facts = replace(new.game, stage="reveal", stage_until=clock.milliseconds() + 10_000)
        gathering = Gathering(advance, 10)
        taken_on.clear()
        for _look in range(5):
            gathering.consider(Table.rebuild(facts, seats, [])[0])
        await clock.go_on(seconds)
        await gathering.stop()
        return len(taken_on)

    assert asyncio.run(gather(sitting, 9.999)) == 0
    assert asyncio.run(gather(sitting, 10)) == 1
    assert asyncio.run(gather([replace(seat, share="ab" * 32) for seat in sitting], 0)) == 5
