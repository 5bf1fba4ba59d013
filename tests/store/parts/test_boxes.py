"""Owners' boxes in the store."""

import secrets

from amyitis.store import GameStore
from tests.store.storing import with_store


def test_a_box_is_kept_as_it_came_first(database: str) -> None:
    digest = secrets.token_hex(6)

    async def work(store: GameStore) -> None:
        assert await store.boxes.text(digest) is None
        await store.boxes.keep(digest, "mine", "text")
        await store.boxes.keep(digest, "mine", "another text")
        assert await store.boxes.text(digest) == "text"

    with_store(database, work)
