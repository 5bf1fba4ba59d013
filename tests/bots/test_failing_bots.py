"""A bot that fails is one sentence that names it, however it fails."""

import sys
from pathlib import Path

import pytest

from amyitis import play
from amyitis.bots import ask
from amyitis.bots.process_bots import ProcessBot
from amyitis.errors import BotError, Malformed
from amyitis.game import Game


class FirstMove:
    def choose(self, game: Game) -> str:
        return game.legal_moves[0]


class Raising(FirstMove):
    """Raises what it is given, when it is asked."""

    def __init__(self, problem: BaseException) -> None:
        self.problem = problem

    def choose(self, game: Game) -> str:
        raise self.problem


def test_a_bot_cannot_end_the_program_but_an_interrupt_can() -> None:
    with pytest.raises(BotError, match=r"^bot Raising, seed 4, ply 1: SystemExit: 3$"):
        play([Raising(SystemExit(3)), "random"], seed=4, first="W")
    with pytest.raises(BotError, match=r"^bot Raising, seed 4, ply 1: SystemExit$"):
        play([Raising(SystemExit()), "random"], seed=4, first="W")
    with pytest.raises(KeyboardInterrupt):
        play([Raising(KeyboardInterrupt()), "random"], seed=4, first="W")


class Unmade(FirstMove):
    def __init__(self) -> None:
        raise ValueError("boom")


class Leaver(FirstMove):
    def __init__(self) -> None:
        sys.exit(0)


class Refusing(FirstMove):
    def __init__(self) -> None:
        raise Malformed("not like this")


def test_a_bot_that_fails_while_it_is_made_is_named() -> None:
    with pytest.raises(BotError, match=r"^bot Unmade, seed 4: it could not be made: ValueError: boom$") as caught:
        play([Unmade, "random"], seed=4)
    assert isinstance(caught.value.__cause__, ValueError)
    with pytest.raises(BotError, match=r"^bot Leaver, seed 4: it could not be made: SystemExit: 0$"):
        play([Leaver, "random"], seed=4)
    with pytest.raises(Malformed, match=r"^not like this$"):
        play([Refusing, "random"], seed=4)


class Nameless(Raising):
    @property
    def name(self) -> str:
        raise OSError("no name")


def test_a_failing_bot_whose_name_fails_is_named_by_its_class() -> None:
    with pytest.raises(BotError, match=r"^bot Nameless, ply 1: KeyError: 'x'$"):
        ask(Nameless(KeyError("x")), Game.new(2, 1))


class Unmoved(FirstMove):
    @property
    def move_seconds(self) -> float:
        return 5.0


class Stubborn(FirstMove):
    @property
    def move_seconds(self) -> float:
        return 5.0

    @move_seconds.setter
    def move_seconds(self, seconds: float) -> None:
        raise ValueError("5 seconds or nothing")


def test_a_bot_that_lets_nobody_set_its_time_plays() -> None:
    assert play([Unmoved, "random"], seed=1, move_seconds=30).is_over
    with pytest.raises(BotError, match=r"^bot Stubborn, seed 1, ply 1: ValueError: 5 seconds or nothing"):
        play([Stubborn, "random"], seed=1, move_seconds=30)


@pytest.mark.parametrize("bots", ["random", None, 2, FirstMove, FirstMove()])
def test_what_is_no_list_of_bots_is_refused_in_words(bots: object) -> None:
    with pytest.raises(Malformed, match="a list of bots is wanted"):
        play(bots, seed=1)  # type: ignore[arg-type]


@pytest.mark.parametrize("seconds", ["2", [2], 1j])
def test_what_is_no_time_is_refused_in_words(seconds: object) -> None:
    with pytest.raises(Malformed, match="a bot has some seconds for a move, a number above 0, not"):
        play(["random", "random"], seed=1, move_seconds=seconds)  # type: ignore[arg-type]


def program(tmp_path: Path, *lines: str) -> str:
    """The command of a small program in Python that is ready, and then does this when it is asked."""
    path = tmp_path / "program.txt"
    begin = "import sys, time\nprint('ready', flush=True)\nwhile sys.stdin.readline() != 'choose\\n': pass\n"
    path.write_text(begin + "\n".join(lines), encoding="utf-8")
    return f"{sys.executable} {path}"


def test_talking_gives_a_program_no_more_time(tmp_path: Path) -> None:
    talk = ("for _ in range(200):", "    print('info', flush=True)", "    time.sleep(0.02)", "print('move pass')")
    bot = ProcessBot(program(tmp_path, *talk), 0, move_seconds=0.2)
    try:
        with pytest.raises(BotError, match=r"TimeoutError: it did not say 'move' within 0\.2 seconds"):
            ask(bot, Game.new(2, 1))
    finally:
        assert bot._process is not None
        bot._process.kill()  # it would talk on


def test_text_that_is_not_utf_8_is_said_at_once(tmp_path: Path) -> None:
    said = r"sys.stdout.buffer.write(b'info \xff\nmove caf\xe9\n'); sys.stdout.flush(); sys.stdin.read()"
    bot = ProcessBot(program(tmp_path, said), 0, move_seconds=10)
    with pytest.raises(BotError, match=r"ValueError: it said b'move caf\\xe9', which is not UTF-8"):
        ask(bot, Game.new(2, 1))
