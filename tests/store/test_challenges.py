"""Challenges in the store."""

import secrets

from amyitis.store import GameStore
from tests.store.storing import game, with_store


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
