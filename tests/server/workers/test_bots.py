"""Workers that are late or fail: the game goes on, and the log names the bot, its seed and the ply."""

import asyncio
import logging
import re
from pathlib import Path

import pytest

from amyitis.game import Game
from amyitis.server.workers.bots import NICENESS, BotPool
from tests.lab.bot_package import environment, install
from tests.test_priority import gives_way

FAILING_BOT = "class ForeignBot:\n    def choose(self, game):\n        return game.legal_moves[1 // 0]\n"


@pytest.mark.slow
def test_a_late_worker_is_replaced_and_a_move_comes_all_the_same() -> None:
    game = Game.new(2, 1)

    async def work() -> None:
        hasty = BotPool(1, 0.3)
        late = await hasty.choose("search:5000", game.position, game.legal_moves)
        assert late in list(game.legal_moves)
        assert hasty.failures == 2
        pool = BotPool(1, 20)
        assert await pool.choose("Steward", game.position, game.legal_moves) in list(game.legal_moves)
        assert await pool.choose("nobody", game.position, game.legal_moves) in list(game.legal_moves)
        assert pool.failures == 2
        (pid,) = pool.pids
        assert gives_way(pid, NICENESS)
        await asyncio.gather(hasty.stop(), pool.stop())
        assert hasty.pids == pool.pids == []

    asyncio.run(work())


def test_a_bot_that_fails_is_named_in_the_log_with_seed_and_ply(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    install(tmp_path, "failing", FAILING_BOT)
    monkeypatch.setenv("PYTHONPATH", environment(tmp_path)["PYTHONPATH"])
    game = Game.new(2, 1)

    async def work() -> str:
        pool = BotPool(1, 60)
        try:
            return await pool.choose("failing", game.position, game.legal_moves, 17, "g")
        finally:
            await pool.stop()

    with caplog.at_level(logging.WARNING):
        assert asyncio.run(work()) in list(game.legal_moves)
    told = [vars(record) for record in caplog.records if record.message == "bot worker failed"]
    assert len(told) == 2
    for facts in told:
        assert (facts["bot"], facts["game"], facts["ply"]) == ("failing", "g", 17)
        assert re.fullmatch(r"BotError: bot failing, seed \d+, ply 17: ZeroDivisionError: .*", facts["error"])


def test_a_worker_that_starts_says_how_far_it_is_with_compiling(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("amyitis.server.workers.bots.MODULE", "tests.server.workers.slow_starter")

    async def work() -> None:
        pool = BotPool(1, 60)
        [worker] = pool._all
        game = Game.new(2, 1)
        choosing = asyncio.create_task(pool.choose("Steward", game.position, ["pass"]))
        for seen in ((0, 3), (2, 3)):
            while pool.compiling != seen:
                await asyncio.sleep(0.005)
            assert worker._process is not None
            assert worker._process.stdin is not None
            worker._process.stdin.write(b"go on\n")
        assert await choosing == "pass"
        assert pool.compiling is None
        await pool.stop()

    asyncio.run(asyncio.wait_for(work(), 60))
