"""Clocks at a table: what is charged, what is given back, what happens when a time is up."""

import asyncio
from contextlib import aclosing
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import update

from amyitis.service.bounded_cache import BoundedCache
from amyitis.service.events import TimeIsUp, TimeRunsOut
from amyitis.service.games import seats as seat_rules
from amyitis.service.games.clocks.table_clocks import LAG_PER_MOVE, MOST_LAG
from amyitis.service.games.new_games import control_of
from amyitis.service.games.watching.live import MOST_ALIKE, watch_game
from amyitis.service.games.watching.watchers import Watcher
from amyitis.service.problems import BadRequest, Conflict, TooMuch
from amyitis.service.service import Service
from amyitis.service.shapes.requests import ClockRequest
from amyitis.store.schema import metadata
from amyitis.table import Identity, Table
from amyitis.table.clocks.serving import Outage
from amyitis.table.conduct import MOST_EVENTS
from tests.server.running import Databases
from tests.service.accounts.people import ME, Town, in_town
from tests.service.games.timed import ANN, STEP, WallClock, live, player, timed_game, timed_service, with_timed

TOLERANCE = 200  # milliseconds
EVE = Identity(person="eve")


async def begun(service: Service, clock: WallClock, request: ClockRequest | None, *holders: str) -> Table:
    """The table of a game that has just begun."""
    return await service.lifecycle.create(timed_game(clock.now(), request, *holders))


async def moved(service: Service, table: Table, thought: int | None = None) -> Table:
    """Play the first legal move for the player to decide."""
    return await service.moves.move(table.metadata.id, table.ply, [table.legal[0]], player(table), thought=thought)


def spent(table: Table) -> int:
    """What the latest move was charged."""
    return next(entry.logged.spent for entry in reversed(table.recent) if entry.logged.kind == "move")


def test_a_move_is_charged_what_it_took_and_a_table_without_clocks_nothing(database: str) -> None:
    async def work(service: Service, clock: WallClock) -> None:
        table = await begun(service, clock, live(), "ann", "ben")
        seat = table.decider
        await clock.serve(7)
        message = service.clocks.message(table)
        assert message is not None
        assert message["running"] == seat
        assert message["left"][seat] == 65_000 - 7000
        table = await moved(service, table)
        assert spent(table) == 7000
        free = await begun(service, clock, None, "ann", "ben")
        await clock.serve(3)
        assert spent(await moved(service, free)) == 0
        assert service.clocks.message(free) is None
        again = await service.tables.table(table.metadata.id)
        service.tables.drop(table.metadata.id)
        fresh = await service.tables.table(table.metadata.id)
        assert fresh.clocks == again.clocks  # the log alone says how the clocks stand

    with_timed(database, work)


def test_nobody_pays_while_the_server_stands_still_or_its_clock_is_set(databases: Databases) -> None:
    async def work(service: Service, clock: WallClock) -> None:
        table = await begun(service, clock, live(), "ann", "ben")
        await clock.serve(2)
        await clock.stand_still(500)  # as SIGSTOP does, or a machine that sleeps
        await clock.serve(1)
        assert abs(service.clocks.spent(table) - 3000) <= TOLERANCE
        message = service.clocks.message(table)
        assert message is not None
        assert abs(message["given_back"] - 500_000) <= TOLERANCE
        clock.ahead += 3_600_000  # set forward
        await clock.serve(1)
        assert abs(service.clocks.spent(table) - 4000) <= TOLERANCE
        clock.ahead -= 2 * 3_600_000  # and back
        await clock.serve(1)
        assert service.clocks.spent(table) <= 5000 + TOLERANCE
        table = await moved(service, table)
        await clock.serve(2)
        assert service.clocks.spent(table) <= 2000 + TOLERANCE
        assert not table.conduct.ending.out

    with_timed(databases.sqlite(), work)


def test_a_long_outage_is_not_forgotten_for_many_short_ones(databases: Databases) -> None:
    async def work(service: Service, clock: WallClock) -> None:
        table = await begun(service, clock, live(), "ann", "ben")
        await clock.stand_still(500)
        for at in range(clock.now() - 10_000, clock.now()):
            service.clocks.served._keep(Outage(at, at + 1))
        await clock.serve(1)
        assert abs(service.clocks.spent(table) - 1000) <= TOLERANCE

    with_timed(databases.sqlite(), work)


def test_a_server_that_was_killed_costs_nobody_anything(database: str) -> None:
    """The next one knows from the heartbeats when nobody was there."""

    async def run() -> None:
        clock = WallClock()
        async with timed_service(database, clock) as (first, _clock):
            table = await begun(first, clock, live(), "ann", "ben")
            await clock.serve(3)
            first.clocks.served._beating = False  # as if it had been killed: it says nothing when it stops
        clock.seconds += 600
        async with timed_service(database, clock) as (second, _clock):
            table = await second.tables.table(table.metadata.id)
            for _ in range(10):
                await clock.serve(0.1)
                assert second.clocks.spent(table) + 1500 >= 3000
            assert second.clocks.spent(table) <= 4000 + TOLERANCE

    asyncio.run(run())


def test_a_warning_comes_at_a_fifth_and_then_a_stand_in_plays_until_its_owner_returns(database: str) -> None:
    async def work(service: Service, clock: WallClock) -> None:
        warned, up = list[TimeRunsOut](), list[TimeIsUp]()
        service.events.subscribe(TimeRunsOut, warned.append)
        service.events.subscribe(TimeIsUp, up.append)
        table = await begun(service, clock, live(), "ann", "ben")
        game_id, letter, identity = table.metadata.id, table.decider, player(table)
        for _ in range(67):
            await clock.serve(1)
            if not warned and service.clocks.left(table, letter) < 10_000:
                raise AssertionError("no warning")
        assert [event.seat for event in warned] == [letter]
        assert abs(warned[0].left - 12_000) <= 1500
        table = await service.tables.table(game_id)
        assert [event.seat for event in up] == [letter]
        assert table.recent[-1].logged.token == "time:stand-in"
        assert table.clocks is not None
        assert table.clocks.left(letter) == 0
        seat = table.seat(letter)
        assert seat is not None
        with pytest.raises(Conflict, match="this turn"):
            seat_rules.come_back(table, seat, identity)
        while table.decider == letter:
            table = await service.moves.bot_move(game_id, table.ply, table.legal[0], "Steward")
        table = await service.lifecycle.change_seat(
            game_id, letter, lambda known, mine: seat_rules.come_back(known, mine, identity)
        )
        assert table.seat(letter).bot is None  # type: ignore[union-attr]
        assert not table.conduct.ending.out

    with_timed(database, work)


@pytest.mark.parametrize("holders", [("ann", "ben"), ("ann", "ben", "cid")])
def test_who_loses_by_time_is_out_and_two_cannot_go_on(databases: Databases, holders: tuple[str, ...]) -> None:
    async def work(service: Service, clock: WallClock) -> None:
        table = await begun(service, clock, live(when_up="loss"), *holders)
        letter, game_id = table.decider, table.metadata.id
        for _ in range(68):
            await clock.serve(1)
        table = await service.tables.table(game_id)
        assert dict(table.conduct.ending.out) == {letter: "time"}
        assert table.over == (len(holders) == 2)
        kept = await service.store.game(game_id)
        assert kept is not None
        assert kept.over == table.over
        if table.over:
            assert kept.result.endswith(": " + next(seat.seat for seat in table.seats if seat.seat != letter))
        else:
            table = await service.tables.table(game_id)
            seat = table.seat(letter)
            assert seat is not None
            assert seat.bot is not None
            with pytest.raises(Conflict, match="does not come back"):
                seat_rules.come_back(table, seat, Identity(person=seat.person))

    with_timed(databases.sqlite(), work)


def test_a_game_that_cannot_be_read_stops_no_other_clock(databases: Databases) -> None:
    async def work(service: Service, clock: WallClock) -> None:
        broken = await begun(service, clock, live(), "ann", "ben")
        await clock.serve(0.2)
        table = await begun(service, clock, live(), "ann", "ben")
        games = metadata.tables["games"]
        async with service.store.transaction() as connection:  # type: ignore[attr-defined]
            this = games.c.id == broken.metadata.id
            await connection.execute(update(games).where(this).values(box="no such box", due=clock.now()))
            await connection.execute(update(games).where(games.c.id == table.metadata.id).values(due=clock.now() + 1))
        service.tables.drop(broken.metadata.id)
        up = list[str]()
        service.events.subscribe(TimeRunsOut, lambda event: up.append(event.table.metadata.id))
        await clock.serve(55)
        assert up == [table.metadata.id]

    with_timed(databases.sqlite(), work)


def test_where_nothing_happens_the_time_stays_up_and_moves_are_taken(databases: Databases) -> None:
    async def work(service: Service, clock: WallClock) -> None:
        table = await begun(service, clock, live(when_up="nothing"), "ann", "ben")
        for _ in range(70):
            await clock.serve(1)
        table = await service.tables.table(table.metadata.id)
        assert service.clocks.left(table, table.decider) == 0
        assert spent(await moved(service, table)) == 65_000

    with_timed(databases.sqlite(), work)


def test_lag_is_free_within_a_quota(databases: Databases) -> None:
    async def work(service: Service, clock: WallClock) -> None:
        table = await begun(service, clock, live(), "ann", "ann")
        charged = []
        for _ in range(8):
            await clock.serve(2)
            table = await moved(service, table, thought=500)
            charged.append(spent(table))
        free = sum(2000 - one for one in charged)
        assert charged[0] == 500
        assert all(500 <= one <= 2000 for one in charged)
        assert free <= 2 * MOST_LAG + 8 * LAG_PER_MOVE
        await clock.serve(1)
        assert spent(await moved(service, table, thought=5000)) == 1000  # who says more than it took pays what it took

    with_timed(databases.sqlite(), work)


def test_a_slow_clock_sleeps_with_its_owner(database: str) -> None:
    """As the table shows it, and as it is charged."""

    async def work(town: Town) -> None:
        anna = await town.someone()
        await anna.ask("POST", "/me", {"name": "Anna"})
        day = {"kind": "slow", "allowance": 24 * 3600}
        game_id = (await anna.ask("POST", "/games", {"seats": [ME, ME], "clock": day}, 201))["game"]["id"]
        assert not (await anna.ask("GET", f"/games/{game_id}"))["clock"]["asleep"]
        now, hour = datetime.now(UTC), timedelta(hours=1)
        quiet = f"{now - hour:%H:%M}-{now + hour:%H:%M}"
        await anna.ask("POST", "/me/alerts", {"quiet": quiet, "zone": "UTC"})
        game = await anna.ask("GET", f"/games/{game_id}")
        assert game["clock"]["asleep"]
        assert game["clock"]["left"][game["decider"]] == 24 * 3_600_000
        moved = await anna.ask("POST", f"/games/{game_id}/moves", {"ply": game["ply"], "tokens": [game["legal"][0]]})
        assert moved["clock"]["asleep"]
        assert (await town.app.state.context.store.log(game_id))[-1].spent == 0

    in_town(database, work)


def test_leaving_and_coming_back_is_no_way_to_get_time(database: str) -> None:
    async def work(service: Service, clock: WallClock) -> None:
        await service.bots.stop()  # the Steward never moves before its owner is back
        table = await begun(service, clock, live(), "ann", "ann")
        game_id, letter = table.metadata.id, table.decider
        await clock.serve(20)
        left = service.clocks.left(table, letter)
        table = await service.lifecycle.change_seat(
            game_id, letter, lambda known, mine: seat_rules.hand_over(known, mine, ANN, "Steward")
        )
        assert service.clocks.running(table) is None
        await clock.serve(30)
        table = await service.lifecycle.change_seat(
            game_id, letter, lambda known, mine: seat_rules.come_back(known, mine, ANN)
        )
        assert service.clocks.left(table, letter) == left
        await clock.serve(1)
        assert service.clocks.left(table, letter) == left - 1000

    with_timed(database, work)


def test_leaving_again_and_again_fills_no_log(databases: Databases) -> None:
    async def work(service: Service, clock: WallClock) -> None:
        table = await begun(service, clock, live(), "ann", "ann")
        game_id, letter = table.metadata.id, table.decider

        async def leave() -> Table:
            return await service.lifecycle.change_seat(
                game_id, letter, lambda known, mine: seat_rules.hand_over(known, mine, ANN, "Steward")
            )

        for _ in range(MOST_EVENTS // 2):
            await leave()
            table = await service.lifecycle.change_seat(
                game_id, letter, lambda known, mine: seat_rules.come_back(known, mine, ANN)
            )
        with pytest.raises(TooMuch):
            await leave()
        assert table.conduct.events[letter] == MOST_EVENTS

    with_timed(databases.sqlite(), work)


@pytest.mark.parametrize(
    ("request_", "field"),
    [
        (ClockRequest(kind="slow", allowance=3600), "allowance"),
        (ClockRequest(kind="live", allowance=24 * 3600), "allowance"),
        (ClockRequest(kind="slow", allowance=24 * 3600, increment=5), "increment"),
        (ClockRequest(kind="live", allowance=600, increment=0), "increment"),
    ],
)
def test_clocks_that_make_no_sense_are_refused(request_: ClockRequest, field: str) -> None:
    with pytest.raises(BadRequest) as refused:
        control_of(request_)
    assert refused.value.facts["field"] == f"clock.{field}"


def test_of_two_servers_one_sees_that_a_time_is_up(postgresql: str) -> None:
    async def run() -> None:
        clock, seen = WallClock(), list[TimeIsUp | TimeRunsOut]()
        async with timed_service(postgresql, clock) as (one, _clock), timed_service(postgresql, clock) as (two, _clock):
            for service in (one, two):
                service.events.subscribe(TimeIsUp, seen.append)
                service.events.subscribe(TimeRunsOut, seen.append)
            table = await begun(one, clock, live(), "ann", "ben")
            await clock.serve(68)
            log = await one.store.log(table.metadata.id)
            assert [entry.token for entry in log if entry.kind == "table"] == ["time:stand-in"]
            assert [type(event).__name__ for event in seen] == ["TimeRunsOut", "TimeIsUp"]
            after = await two.tables.table(table.metadata.id, fresh=True)
            assert after.clocks == (await one.tables.table(table.metadata.id, fresh=True)).clocks

    asyncio.run(run())


def test_watchers_who_come_again_and_again_fill_no_memory(databases: Databases) -> None:
    async def work(service: Service, clock: WallClock) -> None:
        table = await begun(service, clock, live(600, 5), "ann", "ben")
        for _ in range(2 * MOST_ALIKE):
            await clock.serve(STEP)  # the clocks show another time
            async with aclosing(watch_game(service, table.metadata.id, Watcher(EVE, 0), "")) as messages:  # type: ignore[type-var]
                assert b"hello" in await anext(messages)
                assert b'"update"' in await anext(messages)
        assert sum(len(kept) for kept in table._cache.values() if isinstance(kept, BoundedCache)) == MOST_ALIKE
        assert len(table._cache) < MOST_ALIKE, "nothing else is kept for each of them"

    with_timed(databases.sqlite(), work)
