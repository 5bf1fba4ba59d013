"""Tables in the lobby: when one is taken on to its beginning."""

import asyncio
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from amyitis.game import Switches
from amyitis.game.deals.fair_deals import new_secret, seal_of
from amyitis.rules import RULES_VERSION
from amyitis.service.events import EventBus, TableLoaded
from amyitis.service.games.lifecycle import Lifecycle
from amyitis.table import SeatMetadata, Table
from amyitis.table.new_games import Start, new_game
from amyitis.table.replaying import bare_table
from tests.server.clocks import Clock


def test_a_table_that_waits_for_shares_is_left_alone_until_its_time_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """To take a table on is to read it again, where servers share a database: it must not go round in circles."""
    letters = [SeatMetadata(letter, place, "", letter, None, None, 0) for place, letter in enumerate("WK")]
    sitting = [replace(seat, seal=seal_of(new_secret())) for seat in letters]
    advanced: list[str] = []

    async def advance(_lifecycle: Lifecycle, game_id: str) -> None:
        advanced.append(game_id)

    async def wait(seats: list[SeatMetadata], seconds: float) -> int:
        """How often a table is taken on that has ten seconds and is loaded five times, after some seconds."""
        clock, events = Clock(), EventBus()
        start = Start(bare_table(2, Switches(), RULES_VERSION, "WK"))
        new = new_game(start, sitting, "W", clock.now(), public=False, title="")
        metadata = replace(new.metadata, stage="reveal", stage_until=clock.now() + 10_000)
        unused: Any = None  # nothing is asked of the store, the boxes, the tables and the watchers
        quotas = SimpleNamespace(share_seconds=10)
        ports: Any = SimpleNamespace(store=unused, boxes=unused, clock=clock, quotas=quotas)
        lifecycle = Lifecycle(ports, events, unused, unused, unused, unused)
        advanced.clear()
        for _load in range(5):
            events.publish(TableLoaded(Table.rebuild(metadata, seats, [])[0]))
        await clock.go_on(0)
        await clock.go_on(seconds)
        await lifecycle.stop()
        return len(advanced)

    monkeypatch.setattr(Lifecycle, "_advance_game", advance)
    assert asyncio.run(wait(sitting, 9.999)) == 0
    assert asyncio.run(wait(sitting, 10)) == 1
    assert asyncio.run(wait([replace(seat, share="ab" * 32) for seat in sitting], 0)) == 5
