"""Challenges in the store."""

import asyncio
import secrets
from dataclasses import replace

import pytest

from amyitis.store import AlreadyPlayed, GameStore, TryKept
from amyitis.table import NewGame
from tests.store.storing import game, step, with_store


def attempt(challenge: str, person: str) -> NewGame:
    """A person's game of a challenge."""
    new = game(secrets.token_urlsafe(9), person)
    return replace(new, metadata=replace(new.metadata, challenge=challenge))


def test_a_game_is_one_challenge_and_its_games_are_found(database: str) -> None:
    async def work(store: GameStore) -> None:
        game_id, other, name = (secrets.token_urlsafe(9) for _ in range(3))
        for one in (game_id, other):
            await store.create(game(one))
        assert await store.challenges.games(name) == []
        assert await store.challenges.make(game_id, name) == name
        assert await store.challenges.make(game_id, "another name") == name, "it has one already"
        assert [row.id for row in await store.challenges.games(name)] == [game_id]
        assert await store.head(game_id) == (0, 1), "those who watch are told, once"

    with_store(database, work)


def test_a_person_plays_a_challenge_once_however_often_they_ask_at_once(database: str) -> None:
    async def work(store: GameStore) -> None:
        origin, name = secrets.token_urlsafe(9), secrets.token_urlsafe(9)
        await store.create(game(origin, "maker"))
        await store.challenges.make(origin, name)
        tries = [attempt(name, "ann") for _ in range(12)]
        answers = await asyncio.gather(*(store.create(new) for new in tries), return_exceptions=True)
        (made,) = [answer for answer in answers if isinstance(answer, str)]
        refused = [answer for answer in answers if isinstance(answer, AlreadyPlayed)]
        assert len(refused) == 11
        assert {answer.game_id for answer in refused} == {made}
        assert len(await store.challenges.games(name)) == 2
        with pytest.raises(AlreadyPlayed) as maker:
            await store.create(attempt(name, "maker"))
        assert maker.value.game_id == origin
        await store.create(attempt(name, "ben"))

    with_store(database, work)


@pytest.mark.parametrize("over", [False, True])
def test_a_game_of_a_challenge_is_not_thrown_away(database: str, over: bool) -> None:
    async def work(store: GameStore) -> None:
        new = attempt(secrets.token_urlsafe(9), "ann")
        await store.create(new)
        await store.append(step(new.metadata.id, 1, over=over))
        with pytest.raises(TryKept, match="everybody has one try"):
            await store.delete(new.metadata.id)
        assert await store.game(new.metadata.id) is not None

    with_store(database, work)
