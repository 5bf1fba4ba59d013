"""Which bots may take a seat."""

import asyncio
from unittest.mock import Mock

import pytest

from amyitis.bots import make_bot
from amyitis.bots.bot import EXPENSIVE, cost
from amyitis.errors import BotError, Malformed
from amyitis.server.workers import analyzer
from amyitis.server.workers.analyzer import WorkerAnalyzer, count_expensive
from amyitis.server.workers.bots import BotPool
from amyitis.service.problems import BadRequest

REFUSED = ["search:60000", "netsearch:60000", "net:/etc/passwd.json", "netsearch:N=4,/x.json", "process:rm -r /",
    "/tmp/evil.py:Bot", "evil.py"]  # fmt: skip


@pytest.mark.parametrize("bot", REFUSED)
def test_nobody_chooses_how_long_a_bot_thinks_or_which_file_it_reads_or_runs(bot: str) -> None:
    with pytest.raises(BadRequest, match="may not take a seat"):
        WorkerAnalyzer.check_bot(bot)
    assert bot.partition(":")[0] not in WorkerAnalyzer.bot_names()


@pytest.mark.parametrize("bot", REFUSED)
def test_a_bot_that_a_strange_backup_has_put_into_a_seat_is_never_made(
    bot: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(analyzer, "make_bot", Mock(side_effect=AssertionError))
    monkeypatch.setattr(BotPool, "choose", Mock(side_effect=AssertionError))
    server = WorkerAnalyzer(Mock(own=""), 1, 1.0, 0)
    with pytest.raises(BadRequest, match="may not take a seat"):
        asyncio.run(server.choose(Mock(), bot, "me"))
    with pytest.raises(Malformed, match="may not take a seat"):
        asyncio.run(server.count_expensive([None, bot]))


def test_a_bot_is_made_once_to_see_that_it_is_one(monkeypatch: pytest.MonkeyPatch) -> None:
    made = list[str]()
    monkeypatch.setattr(analyzer, "make_bot", lambda name, _seed: made.append(name))
    analyzer._own_word.cache_clear()
    for _ in range(5):
        WorkerAnalyzer.check_bot("Steward")
    analyzer._own_word.cache_clear()
    assert made == ["Steward"]


def test_a_bot_that_cannot_be_made_is_refused_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(name: str, _seed: int) -> None:
        raise BotError(name, None, None, "ValueError: boom")

    monkeypatch.setattr(analyzer, "make_bot", fail)
    with pytest.raises(BadRequest, match="boom"):
        WorkerAnalyzer.check_bot("somebodys_bot")


def test_what_a_bot_costs_is_its_own_word_or_what_was_learned() -> None:
    assert cost(make_bot("search:700")) == 700
    assert cost(make_bot("random")) == 0
    assert count_expensive(["Nebuchadnezzar", None, "random", "Steward"], {}) == 1
    assert count_expensive(["random", "greedy"], {"random": EXPENSIVE, "greedy": 3.0}) == 1
    pool = BotPool(1, 1.0)
    for _ in range(100):
        pool._learn("slow", 2.0)
        pool._learn("quick", 0.001)
    assert [pool.milliseconds[bot] >= EXPENSIVE for bot in ("slow", "quick")] == [True, False]
