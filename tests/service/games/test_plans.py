"""Turns that are planned ahead: played if nothing they need has changed, else dropped with a word."""

import asyncio
from typing import Any

import pytest

from amyitis.service.events import TurnChanged
from amyitis.service.handlers import plans as handlers
from amyitis.service.handlers import seats as seat_handlers
from amyitis.service.problems import BadRequest, Conflict, Forbidden, IllegalMove, Stale
from amyitis.service.routing import Call
from amyitis.service.service import Service
from amyitis.service.shapes.requests import LeaveRequest, PlanRequest, TryRequest
from amyitis.table import Identity, Table
from amyitis.table.metadata import seat_letter
from tests.server.running import Databases
from tests.service.games.timed import player, timed_game
from tests.service.running import running_service, with_service

PEOPLE = ("ann", "ben")


def other(table: Table) -> tuple[Identity, str]:
    """Whoever waits, and their seat."""
    seat = next(seat for seat in table.seats if seat.seat != table.decider)
    return Identity(person=seat.person), seat.seat


async def tried(service: Service, table: Table, *tokens: str) -> dict[str, Any]:
    """What whoever waits sees of their turn."""
    me, seat = other(table)
    request = TryRequest(ply=table.ply, tokens=list(tokens))
    return dict(await handlers.try_turn(service, Call(me, ""), table.metadata.id, seat_letter(seat), request))


async def plan(
    service: Service, table: Table, *tokens: str, ply: int | None = None, who: Identity | None = None
) -> Any:
    """Whoever waits plans a turn."""
    me, seat = other(table)
    request = PlanRequest(ply=table.ply if ply is None else ply, tokens=list(tokens))
    return await handlers.plan_turn(service, Call(who or me, ""), table.metadata.id, seat_letter(seat), request)


async def settled(service: Service, table: Table) -> Table:
    """The table once nobody looks at plans any more."""
    while service.plans.looking:
        await asyncio.sleep(0.001)
    return await service.tables.table(table.metadata.id)


async def new_table(service: Service, seed: int = 7) -> Table:
    return await service.lifecycle.create(timed_game(service.clock.now(), None, *PEOPLE, seed=seed))


async def move(service: Service, table: Table, *tokens: str) -> Table:
    """Whoever must decide moves."""
    await service.moves.move(table.metadata.id, table.ply, tokens, player(table))
    return await settled(service, table)


def test_a_planned_turn_is_played_when_it_comes_if_nothing_it_needs_has_changed(database: str) -> None:
    async def work(service: Service) -> None:
        table = await new_table(service)
        me, seat = other(table)
        ahead = await tried(service, table)
        assert "priest/1" in ahead["legal"]
        assert ahead["tried"]["outlook"] is not None
        assert (await tried(service, table, "priest/1"))["tried"]["steps"][0]["question"] == "temple"
        with pytest.raises(BadRequest, match="whole turn"):
            await plan(service, table, "priest/1")
        game = await plan(service, table, "priest/1", "ishtar")
        assert game["plan"] == {"seat": seat, "tokens": ["priest/1", "ishtar"], "dropped": None, "refusal": None}
        # Nobody else sees it.
        table = await service.tables.table(table.metadata.id)
        for somebody in (player(table), Identity()):
            assert service.serializer.game(table, somebody)["plan"] is None
        decider, ply = table.decider, table.ply
        table = await move(service, table, "pass")
        assert [(one.logged.seat, one.logged.token) for one in table.entries_after(ply) or []] == [
            (decider, "pass"),
            (seat, "priest/1"),
            (seat, "ishtar"),
        ]
        assert {one.plan for one in table.seats} == {""}
        assert table.can_take_back(me.actor, me.seats(table.seats))

    with_service(database, work)


def test_a_turn_whose_card_is_gone_is_dropped_with_the_reason_and_its_owner_is_called(database: str) -> None:
    async def work(service: Service) -> None:
        turns = list[str]()
        service.events.subscribe(TurnChanged, lambda event: turns.append(event.table.decider))
        table = await new_table(service)
        me, seat = other(table)
        await plan(service, table, "priest/1", "ishtar")
        table = await move(service, table, "priest/1", "ishtar")
        assert table.decider == seat
        dropped = service.serializer.game(table, me)["plan"]
        assert dropped is not None
        assert (dropped["dropped"], dropped["refusal"] and dropped["refusal"]["token"]) == ("illegal", "priest/1")
        assert turns[-2:] == [seat, seat]  # whoever is called by the second one knows that the plan is gone
        table = await move(service, table, "pass")
        assert {one.plan for one in table.seats} == {""}

    with_service(database, work)


def test_a_turn_that_would_bring_something_else_is_dropped(database: str) -> None:
    async def work(service: Service) -> None:
        table = await new_table(service, seed=19)  # a peasant in each group
        me, _seat = other(table)
        await plan(service, table, "peasant/2", "top")
        table = await move(service, table, "peasant/1", "top")
        dropped = service.serializer.game(table, me)["plan"]
        assert dropped is not None
        assert (dropped["dropped"], dropped["refusal"]) == ("changed", None)

    with_service(database, work)


def test_who_may_not_plan_and_what_is_no_plan(database: str) -> None:
    async def work(service: Service) -> None:
        table = await new_table(service)
        _me, seat = other(table)
        for nobody in (Identity(), Identity(person="eve"), player(table)):
            with pytest.raises(Forbidden):
                await plan(service, table, "pass", who=nobody)
        with pytest.raises(IllegalMove):
            await plan(service, table, "go:Uruk")
        with pytest.raises(BadRequest):
            await plan(service, table, "pass", "pass")
        with pytest.raises(Stale):
            await plan(service, table, "pass", ply=table.ply - 1)
        await plan(service, table, "pass")
        game = await plan(service, table)
        assert game["plan"] is None
        await plan(service, table, "pass")
        call, game_id = Call(other(table)[0], ""), table.metadata.id
        await seat_handlers.leave(service, call, game_id, seat_letter(seat), LeaveRequest(bot="random"))
        assert {one.plan for one in (await service.tables.table(game_id)).seats} == {""}
        await seat_handlers.come_back(service, call, game_id, seat_letter(seat))
        table = await move(service, table, "pass")
        with pytest.raises(Conflict):
            await plan(service, table, "pass")  # who has passed has no turn to come

    with_service(database, work)


def test_a_server_that_starts_plays_the_turns_that_one_which_died_has_left(databases: Databases) -> None:
    database = databases.sqlite()

    async def died(service: Service) -> str:
        table = await new_table(service)
        await plan(service, table, "pass")
        service.plans.looking.add(table.metadata.id)  # it dies before it has looked
        await service.moves.move(table.metadata.id, table.ply, ["peasant/1", "top"], player(table))
        return table.metadata.id

    async def started(service: Service) -> None:
        service.plans.start()
        while not any(entry.token == "pass" for entry in await service.store.log(game_id)):
            await asyncio.sleep(0.01)

    game_id = with_service(database, died)
    with_service(database, started)


def test_two_servers_play_a_planned_turn_once(postgresql: str) -> None:
    async def work() -> None:
        async with running_service(postgresql) as one, running_service(postgresql) as two:
            table = await new_table(one)
            await plan(one, table, "pass")
            game_id = table.metadata.id
            await two.tables.table(game_id)
            await one.moves.move(game_id, table.ply, ["peasant/1", "top"], player(table))
            two.tables.heard(game_id)
            await two.tables.table(game_id, fresh=True)
            for service in (one, two):
                table = await settled(service, table)
            assert [entry.token for entry in await one.store.log(game_id)].count("pass") == 1
            assert {seat.plan for seat in await one.store.seats(game_id)} == {""}

    asyncio.run(work())
