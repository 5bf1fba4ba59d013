"""The store: games and their logs, what is kept and what is refused."""

import asyncio
import secrets
from dataclasses import replace

import pytest
from sqlalchemy.exc import IntegrityError

from amyitis.store import GameStore, Taken
from amyitis.table import LogEntry, NewGame
from tests.server.running import Databases
from tests.store.storing import game, step, with_store
from tests.table.sitting import AT


def test_a_ply_is_taken_once(database: str) -> None:
    async def work(store: GameStore) -> None:
        game_id = secrets.token_urlsafe(9)
        await store.create(game(game_id))
        tries = [store.append(step(game_id, 1, f"move{place}")) for place in range(8)]
        results = await asyncio.gather(*tries, return_exceptions=True)
        assert sum(result is None for result in results) == 1
        assert sum(isinstance(result, Taken) for result in results) == 7
        with pytest.raises(Taken):
            await store.append(step(game_id, 3))
        await store.append(step(game_id, 2))
        assert [row.ply for row in await store.log(game_id)] == [1, 2]
        assert await store.head(game_id) == (2, 0)

    with_store(database, work)


def test_a_move_does_not_wait_for_all_that_others_want_to_write(database: str) -> None:
    async def work(store: GameStore) -> None:
        game_id = secrets.token_urlsafe(9)
        await store.create(game(game_id))
        await store.append(step(game_id, 1))
        crowd = [
            asyncio.ensure_future(store.people.change(f"{game_id}{number}", name="Stranger")) for number in range(40)
        ]
        await asyncio.sleep(0)
        for ply in (2, 3, 4):
            await store.append(step(game_id, ply))
        # (PostgreSQL writes them side by side: there nothing has to wait.)
        assert store.shared or sum(task.done() for task in crowd) < 20, "each move waited for one of them, or for a few"
        await asyncio.gather(*crowd)

    with_store(database, work)


def test_what_was_appended_is_there_after_opening_again(database: str) -> None:
    game_id = secrets.token_urlsafe(9)

    async def write(store: GameStore) -> str:
        await store.create(game(game_id))
        for ply in range(1, 21):
            await store.append(step(game_id, ply))
        return (await store.secrets())[0]

    async def read(store: GameStore) -> str:
        assert len(await store.log(game_id)) == 20
        assert [row.ply for row in await store.log(game_id, after=5, upto=8)] == [6, 7, 8]
        return (await store.secrets())[0]

    assert with_store(database, write) == with_store(database, read)


def test_a_game_has_one_rematch(database: str) -> None:
    async def work(store: GameStore) -> None:
        old, *new = (secrets.token_urlsafe(9) for _ in range(5))
        await store.create(game(old))
        made = await asyncio.gather(*(store.create(game(one), rematch_of=old) for one in new))
        assert len(set(made)) == 1
        assert [one for one in new if await store.game(one)] == [made[0]]
        row = await store.game(old)
        assert row is not None
        assert (row.rematch, row.seating) == (made[0], 1)

    with_store(database, work)


def test_a_game_that_is_thrown_away_leaves_nothing(database: str) -> None:
    async def work(store: GameStore) -> None:
        old, new = secrets.token_urlsafe(9), secrets.token_urlsafe(9)
        await store.create(game(old))
        await store.create(game(new), rematch_of=old)
        await store.append(step(new, 1))
        await store.claim(new, 1, "somebody", 60)
        await store.derived.keep_replay(new, "me", b"replay")
        assert await store.delete(new)
        assert await store.game(new) is None
        assert (await store.log(new), await store.seats(new), await store.derived.replay(new, "me")) == ([], [], None)
        await store.derived.keep_replay(new, "me", b"replay of a game that is gone")
        assert await store.derived.replay(new, "me") is None
        row = await store.game(old)
        assert row is not None
        assert (row.rematch, row.seating) == (None, 2)
        with pytest.raises(Taken):
            await store.append(step(new, 2))

    with_store(database, work)


def test_a_game_that_others_play_is_not_thrown_away(database: str) -> None:
    async def work(store: GameStore) -> None:
        for begun in (False, True):
            game_id = secrets.token_urlsafe(9)
            new = game(game_id)
            await store.create(new if begun else replace(new, metadata=replace(new.metadata, stage="commit")))
            bot = (await store.seats(game_id))[1]
            assert await store.change_seat(game_id, bot, {"bot": None, "person": "another"})
            assert await store.delete(game_id) is not begun
            assert (await store.game(game_id) is not None) is begun

    with_store(database, work)


def test_an_error_shows_nothing_of_what_was_to_be_written(database: str) -> None:
    async def work(store: GameStore) -> None:
        new = game(secrets.token_urlsafe(9))
        new = NewGame(replace(new.metadata, nonce="a nonce that nobody may see"), new.seats)
        await store.create(new)
        with pytest.raises(IntegrityError) as problem:
            await store.create(new)
        assert "nobody may see" not in str(problem.value)

    with_store(database, work)


def test_moves_and_the_end_of_a_game_do_not_meet(databases: Databases) -> None:
    """On PostgreSQL a move that comes while its game is thrown away is refused, or gone with it."""

    async def work(store: GameStore) -> None:
        for _ in range(10):
            game_id = secrets.token_urlsafe(9)
            await store.create(game(game_id))
            results = await asyncio.gather(
                store.append(step(game_id, 1)), store.delete(game_id), store.append(step(game_id, 1)),
                return_exceptions=True,
            )  # fmt: skip
            assert all(result in (None, True) or isinstance(result, Taken) for result in results), results
            assert results[1] is True
            assert await store.log(game_id) == []

    with_store(databases.without_schema("postgresql"), work)


def test_a_seat_is_changed_only_if_it_is_as_it_was(database: str) -> None:
    async def work(store: GameStore) -> None:
        game_id = secrets.token_urlsafe(9)
        await store.create(game(game_id))
        _mine, bot = await store.seats(game_id)
        assert await store.change_seat(game_id, bot, {"bot": None, "person": "first"})
        assert not await store.change_seat(game_id, bot, {"bot": None, "person": "second"})
        assert (await store.seats(game_id))[1].person == "first"
        assert await store.head(game_id) == (0, 1)
        assert (await store.seats_of([game_id]))[game_id] == await store.seats(game_id)

    with_store(database, work)


def test_lists_and_counts(database: str) -> None:
    async def work(store: GameStore) -> None:
        owner, ids = secrets.token_urlsafe(9), [secrets.token_urlsafe(9) for _ in range(3)]
        for game_id in ids:
            await store.create(game(game_id, owner))
        await store.append(step(ids[0], 1, over=True))
        assert await store.running_games(owner) == 2
        assert {row.id for row in await store.games_of(owner)} == set(ids)
        assert {row.id for row in await store.public_games()} & set(ids) == set(ids[1:])
        assert set(await store.waiting_bots()) & set(ids) == set(ids[1:])
        assert await store.game("nothing") is None
        assert await store.head("nothing") is None

    with_store(database, work)


def test_a_game_begins_once_and_only_with_the_seats_that_were_looked_at(database: str) -> None:
    """Two servers that begin a game at the same time, or one while a share comes in: one of them is refused."""
    name = secrets.token_hex(4)
    new = game(name)
    waiting = replace(new, metadata=replace(new.metadata, seed="", stage="reveal", start="", decider="$"))
    ready = replace(waiting.metadata, stage=None, start="start", ply=1, decider="W", shares="W=none K=bot")
    deal = LogEntry(1, "deal", "$", "deal:EEM/TEC", 0, "$", AT)

    async def work(store: GameStore) -> None:
        await store.create(waiting)
        seat = waiting.seats[0]
        assert await store.change_seat(name, seat, {"seal": "a" * 64})
        assert not await store.change_seat(name, seat, {"share": "b" * 64}), "the seat was looked at before the seal"
        assert not await store.advance(ready, "reveal", 0, [deal]), "a seat has changed since"
        assert await store.log(name) == []
        assert await store.advance(ready, "reveal", 1, [deal])
        assert not await store.advance(ready, "reveal", 1, [deal])
        assert not await store.advance(ready, "reveal", 2, [deal])
        found = await store.game(name)
        assert found is not None
        assert (found.stage, found.start, found.ply, found.shares) == (None, "start", 1, "W=none K=bot")
        assert await store.log(name) == [deal]
        assert (await store.head(name)) == (1, 2)

    with_store(database, work)


def test_when_holders_were_seen_is_never_set_back(database: str) -> None:
    name = secrets.token_hex(4)

    async def work(store: GameStore) -> None:
        await store.create(game(name))
        await store.saw([(name, "W", 500), (name, "K", 400), ("no such game", "W", 1)])
        await store.saw([(name, "W", 300)])
        assert [seat.seen for seat in await store.seats(name)] == [500, 400]

    with_store(database, work)


def test_a_secret_is_rotated(database: str) -> None:
    async def work(store: GameStore) -> None:
        first = await store.secrets()
        assert await store.rotate_secret() == len(first) + 1
        second = await store.secrets()
        assert second[1:] == first
        assert await store.rotate_secret(keep_older=False) == 1
        assert len(await store.secrets()) == 1
        assert not set(await store.secrets()) & set(second)

    with_store(database, work)
