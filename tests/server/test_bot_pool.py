"""Workers that are late or fail: the game goes on."""

import asyncio

from amyitis.game import Game
from amyitis.server.bots.pool import BotPool


def test_a_late_worker_is_replaced_and_a_move_comes_all_the_same() -> None:
    game = Game.new(2, 1)

    async def work() -> None:
        bot_pool = BotPool(1, 0.3)
        late = await bot_pool.choose("search:5000", game.position)
        assert late in list(game.legal_moves)
        assert bot_pool.failures == 2
        workforce_of_time = BotPool(1, 20)
        assert await workforce_of_time.choose("Steward", game.position) in list(game.legal_moves)
        assert await workforce_of_time.choose("nobody", game.position) in list(game.legal_moves)
        assert workforce_of_time.failures == 2
        assert len(workforce_of_time.pids) == 1
        await asyncio.gather(bot_pool.stop(), workforce_of_time.stop())
        assert bot_pool.pids == workforce_of_time.pids == []

    asyncio.run(work())
