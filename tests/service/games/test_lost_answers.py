"""The database goes away while something is written: whether it was written is not known, so it is read again."""

import asyncio
from typing import Any

import pytest

from amyitis.service.problems import Conflict
from amyitis.service.service import Service
from amyitis.store import DatabaseAway
from amyitis.table import SeatMetadata, Table
from tests.server.running import Databases
from tests.service.running import running_service, with_service
from tests.table.sitting import kept, move, table_of


def cut_off(monkeypatch: pytest.MonkeyPatch, store: Any, name: str) -> None:
    """Let the answer of the next call of the store be lost, after it was written."""
    write = getattr(store, name)

    async def written(*args: Any, **more: Any) -> None:
        monkeypatch.setattr(store, name, write)
        await write(*args, **more)
        raise DatabaseAway("the answer was lost")

    monkeypatch.setattr(store, name, written)


def test_a_seat_whose_change_was_written_though_its_answer_was_lost(
    databases: Databases, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server hears no news of its own: without reading again it would refuse everybody for ever."""

    def take(_table: Table, seat: SeatMetadata) -> dict[str, object]:
        return {} if seat.bot == "random" else {"bot": "random"}

    async def work(service: Service) -> None:
        new = kept()
        await service.lifecycle.create(new)
        cut_off(monkeypatch, service.store, "change_seat")
        with pytest.raises(DatabaseAway):
            await service.lifecycle.change_seat(new.metadata.id, "K", take)
        table = await service.lifecycle.change_seat(new.metadata.id, "K", take)
        assert table.seats[1].bot == "random"
        assert (await service.tables.table(new.metadata.id)).seats[1].bot == "random"

    with_service(databases.sqlite(), work)


def test_a_seat_that_a_command_has_changed_is_read_again(databases: Databases) -> None:
    async def work(service: Service) -> None:
        new = kept()
        table = await service.lifecycle.create(new)
        await service.store.change_seat(new.metadata.id, table.seats[1], {"votes": "elsewhere"})
        with pytest.raises(Conflict):
            await service.lifecycle.change_seat(new.metadata.id, "K", lambda _table, _seat: {"bot": "random"})
        table = await service.lifecycle.change_seat(new.metadata.id, "K", lambda _table, _seat: {"bot": "random"})
        assert table.seats[1].bot == "random"

    with_service(databases.sqlite(), work)


def test_a_coach_whose_change_was_written_though_its_answer_was_lost(
    databases: Databases, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(service: Service) -> None:
        new = kept()
        await service.lifecycle.create(new)
        cut_off(monkeypatch, service.store, "change_coach")
        with pytest.raises(DatabaseAway):
            await service.lifecycle.change_coach(new.metadata.id, lambda _table: "on")
        assert (await service.lifecycle.change_coach(new.metadata.id, lambda _table: "on")).metadata.coach == "on"

    with_service(databases.sqlite(), work)


def test_a_table_that_loses_its_place_in_memory_while_it_is_read_is_shown(
    postgresql: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With more games in use than are kept in memory, a look at one of them was an error of the server."""

    async def work() -> None:
        async with running_service(postgresql) as service:
            new, store = kept(), service.store
            game_id = new.metadata.id
            await service.lifecycle.create(new)
            step = move(table_of(new), "pass").step
            await store.append(step)  # as another server would
            head = store.head

            async def slow(asked: str) -> tuple[int, int] | None:
                service.tables.drop(asked)
                return await head(asked)

            monkeypatch.setattr(store, "head", slow)
            assert (await service.tables.table(game_id, fresh=True)).ply == step.entries[-1].ply

    asyncio.run(work())
