"""Claims in the store: of several servers, one plays a bot's turn."""

import secrets

import pytest

from amyitis.store import GameStore
from amyitis.store.parts.part import now
from tests.server.running import Databases
from tests.store.storing import game, with_store


def test_a_claim_is_one_servers_until_it_ends(databases: Databases) -> None:
    async def work(store: GameStore) -> None:
        game_id = secrets.token_urlsafe(9)
        await store.create(game(game_id))
        assert await store.claim(game_id, 1, "first", 60)
        assert not await store.claim(game_id, 1, "second", 60)
        assert await store.claim(game_id, 1, "first", 0.01), "renewed by its holder"
        while not await store.claim(game_id, 1, "second", 60):
            pass  # until its end, which comes soon
        assert await store.claim(game_id, 2, "first", 60), "the next turn is free"
        assert not await store.claim("gone", 1, "first", 60)

    with_store(databases.without_schema("postgresql"), work)


def test_claims_go_by_the_clock_of_the_database(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A server whose clock is an hour late keeps its claim; one whose clock is early does not keep it for an hour."""
    name = secrets.token_hex(4)

    async def work(store: GameStore) -> None:
        if not store.shared:
            return  # one server, no claims
        await store.create(game(name))
        monkeypatch.setattr("amyitis.store.store.now", lambda: now() - 3_600_000)
        monkeypatch.setattr("amyitis.store.parts.devices.now", lambda: now() - 3_600_000)
        assert await store.claim(name, 1, "late", 60)
        monkeypatch.undo()
        assert not await store.claim(name, 1, "right", 60)
        monkeypatch.setattr("amyitis.store.store.now", lambda: now() + 3_600_000)
        assert await store.claim(name, 2, "early", 0)
        monkeypatch.undo()
        assert await store.claim(name, 2, "right", 60)

    with_store(database, work)
