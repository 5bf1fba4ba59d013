"""What was worked out of finished games, in the store."""

import secrets

from amyitis.store import GameStore
from tests.store.storing import game, step, with_store


def test_finished_games_have_replays_by_each_program(database: str) -> None:
    async def work(store: GameStore) -> None:
        ids = sorted(secrets.token_urlsafe(9) for _ in range(4))
        for game_id in ids:
            await store.create(game(game_id))
        for game_id in ids[:3]:
            await store.append(step(game_id, 1, over=True))
        await store.derived.keep_replay(ids[1], "old", b"old replay")
        await store.derived.keep_replay(ids[2], "new", b"first")
        await store.derived.keep_replay(ids[2], "new", b"\x00second")
        assert [await store.derived.replay(one, "new") for one in ids] == [None, None, b"\x00second", None]
        missing = [one for one in await store.derived.without_replay("new") if one in ids]
        assert missing == ids[:2]
        assert ids[0] not in await store.derived.without_replay("new", after=ids[0])
        assert len(await store.derived.without_replay("new", most=1)) == 1
        await store.derived.keep_replay(ids[1], "new", b"new replay")
        assert (await store.derived.replay(ids[1], "old"), await store.derived.replay(ids[1], "new")) == (
            None,
            b"new replay",
        )

    with_store(database, work)
