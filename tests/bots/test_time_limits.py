"""How long a bot may think about a move."""

import sys
import threading
from pathlib import Path

import pytest

from amyitis import BotError, Game, Malformed, play
from amyitis.bots.time_limits import at_most

SILENT = """
import sys
for line in sys.stdin:
    if line.startswith("amyitis"):
        print("ready", flush=True)
"""


class Endless:
    """Thinks for ever."""

    def choose(self, game: Game) -> str:
        while True:
            pass


class Told:
    """Notes how long it may think."""

    move_seconds: float | None = None

    def choose(self, game: Game) -> str:
        assert self.move_seconds == 30
        return game.legal_moves[0]


def test_a_bot_that_thinks_for_ever_is_stopped() -> None:
    with pytest.raises(BotError, match=r"bot Endless, seed 1, ply 1: TimeoutError: it took longer .* the 0.05 seconds"):
        play([Endless, "random"], seed=1, first="W", move_seconds=0.05)


def test_a_bot_is_told_how_long_it_may_think() -> None:
    assert play([Told, "random"], seed=1, move_seconds=30).is_over
    for wrong in (0, -1, float("nan"), float("inf")):
        with pytest.raises(Malformed, match="a bot has some seconds"):
            play(["random", "random"], seed=1, move_seconds=wrong)


def test_a_silent_program_is_given_up(tmp_path: Path) -> None:
    (tmp_path / "silent.py").write_text(SILENT, encoding="utf-8")
    silent = f"process:{sys.executable} {tmp_path / 'silent.py'}"
    with pytest.raises(BotError, match="TimeoutError"):
        play([silent, "random"], seed=1, first="W", move_seconds=0.5)


def test_in_another_thread_it_is_seen_afterwards() -> None:
    found: list[str] = []

    def think() -> None:
        try:
            with at_most(1e-9):
                pass
        except TimeoutError as problem:
            found.append(str(problem))

    thread = threading.Thread(target=think)
    thread.start()
    thread.join()
    assert found[0].endswith("seconds for a move, and 1e-09 are allowed")
