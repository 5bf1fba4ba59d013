"""Heartbeats, outages and due games, on both databases; and waking hours across a change of the clocks."""

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from amyitis.store import GameStore
from amyitis.table.clocks.serving import MISSING, Outage, counted, moment_after
from amyitis.table.clocks.waking import outside
from amyitis.table.metadata import LogEntry, Step
from amyitis.table.people.alerts import QuietHours
from tests.server.running import KINDS, Databases
from tests.store.storing import game, with_store

AT = 1_700_000_000_000
HOUR = 3_600_000


@pytest.fixture(params=KINDS)
def database(request: pytest.FixtureRequest, databases: Databases) -> str:
    """A database of each kind for each test: heartbeats are of all games."""
    return databases.of_kind(request.param)


def test_outages_are_noted_when_nobody_was_there(database: str) -> None:
    async def work(store: GameStore) -> None:
        timing = store.timing
        assert await timing.beat("one", AT) is None
        assert await timing.beat("one", AT + 1000, [Outage(AT + 300, AT + 700)]) is None
        assert await timing.outages(0) == [Outage(AT + 300, AT + 700)]
        await timing.beat("one", AT + 11_000)  # it stood still
        assert (await timing.outages(AT + 5000)) == [Outage(AT + 1000, AT + 11_000)]
        await timing.beat("two", AT + 20_000)  # "one" was killed, and nobody else is there
        assert (await timing.outages(AT + 12_000)) == [Outage(AT + 11_000, AT + 20_000)]
        assert await timing.beat("two", AT + 20_500) is None

    with_store(database, work)


def test_a_missing_server_is_waited_for_and_then_given_up(database: str) -> None:
    async def work(store: GameStore) -> None:
        timing = store.timing
        await timing.beat("one", AT)
        assert await timing.beat("two", AT + 100) is None
        for second in range(1, MISSING // 1000 + 1):
            missing = await timing.beat("two", AT + 1000 * second)
            assert missing == (None if second == 1 else AT)
        assert await timing.beat("two", AT + MISSING + 1000) is None
        assert await timing.outages(0) == [Outage(AT, AT + MISSING + 1000)]

    with_store(database, work)


def test_a_server_that_stops_leaves_the_time_to_the_next_one(database: str) -> None:
    async def work(store: GameStore) -> None:
        timing = store.timing
        await timing.beat("one", AT)
        await timing.leave("one", AT + 400)
        await timing.beat("two", AT + 900)
        assert await timing.outages(0) == [Outage(AT + 400, AT + 900)]
        await timing.beat("three", AT + 1000)
        await timing.leave("two", AT + 1100)  # another one is there
        await timing.beat("three", AT + 1500)
        assert await timing.outages(AT + 1000) == []

    with_store(database, work)


def test_one_of_two_claims_a_due_game_and_a_move_makes_it_due_anew(database: str) -> None:
    async def work(store: GameStore) -> None:
        timing = store.timing
        await store.create(game("g"))
        assert not await timing.running()
        assert not await timing.claim("g", AT, None)
        move = [LogEntry(1, "move", "W", "pass", 0, "me", AT, 1234)]
        await store.append(Step("g", 0, move, "K", False, "*", "", due=AT + 5000))
        assert await timing.running()
        assert await store.log("g") == move
        assert await timing.due(AT + 4999) == []
        assert await timing.due(AT + 5000) == [("g", AT + 5000)]
        assert await timing.claim("g", AT + 5000, AT + 9000)
        assert not await timing.claim("g", AT + 5000, AT + 9001)
        assert await timing.claim("g", AT + 9000, None)
        assert not await timing.running()

    with_store(database, work)


def berlin(*when: int) -> int:
    """A time of the wall clock in Berlin."""
    return round(datetime(*when, tzinfo=ZoneInfo("Europe/Berlin")).timestamp() * 1000)  # type: ignore[misc,arg-type]


@pytest.mark.parametrize(
    ("begun", "ended", "hours"),
    [
        ((2026, 7, 1, 0, 0), (2026, 7, 2, 0, 0), 15),
        ((2026, 3, 28, 20, 0), (2026, 3, 29, 10, 0), 5),  # the night of 23 hours: 20 to 23, 8 to 10
        ((2026, 10, 24, 20, 0), (2026, 10, 25, 10, 0), 5),  # the one of 25
        ((2026, 3, 29, 1, 0), (2026, 3, 29, 7, 59), 0),
    ],
)
def test_a_clock_sleeps_with_its_owner_whatever_the_clocks_do(
    begun: tuple[int, ...], ended: tuple[int, ...], hours: int
) -> None:
    waking = outside(QuietHours(23 * 60, 8 * 60, "Europe/Berlin"))
    assert counted(berlin(*begun), berlin(*ended), [], waking) == hours * HOUR


def test_who_is_awake_at_night_has_the_hour_that_the_night_has() -> None:
    owl = outside(QuietHours(4 * 60, 20 * 60, "Europe/Berlin"))
    for day, hours in (((2026, 3, 28), 7), ((2026, 10, 24), 9), ((2026, 6, 1), 8)):
        noon = berlin(*day, 12)
        assert counted(noon, noon + 20 * HOUR, [], owl) == hours * HOUR
    assert moment_after(berlin(2026, 6, 1, 12), HOUR, [], owl) == berlin(2026, 6, 1, 21)


def test_nobody_sleeps_for_more_than_sixteen_hours_a_day() -> None:
    lazy = outside(QuietHours(8 * 60, 7 * 60, "Europe/Berlin"))
    midnight = berlin(2026, 6, 1, 0)
    assert counted(midnight, midnight + 24 * HOUR, [], lazy) == 8 * HOUR
