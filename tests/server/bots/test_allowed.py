"""Which bots may take a seat."""

import pytest

from amyitis.errors import BotError
from amyitis.server.bots import allowed
from amyitis.server.bots.allowed import allowed_bots, check_bot
from amyitis.server.refusals import BadRequest


@pytest.mark.parametrize("bot", ["search:60000", "netsearch:60000", "net:/etc/passwd.json", "netsearch:N=4,/x.json",
    "process:rm -r /", "/tmp/evil.py:Bot", "evil.py"])  # fmt: skip
def test_nobody_chooses_how_long_a_bot_thinks_or_which_file_it_reads_or_runs(bot: str) -> None:
    with pytest.raises(BadRequest, match="may not take a seat"):
        check_bot(bot)
    assert bot.partition(":")[0] not in allowed_bots()


def test_a_bot_is_made_once_to_see_that_it_is_one(monkeypatch: pytest.MonkeyPatch) -> None:
    made = list[str]()
    monkeypatch.setattr(allowed, "make_bot", lambda name, _seed: made.append(name))
    allowed._said.cache_clear()
    for _ in range(5):
        check_bot("Steward")
    allowed._said.cache_clear()
    assert made == ["Steward"]


def test_a_bot_that_cannot_be_made_is_refused_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(name: str, _seed: int) -> None:
        raise BotError(name, None, None, "ValueError: boom")

    monkeypatch.setattr(allowed, "make_bot", fail)
    with pytest.raises(BadRequest, match="boom"):
        check_bot("somebodys_bot")
