"""Bots that nobody packaged: a class in a file, and a program in any language."""

import shutil
import sys
from pathlib import Path

import pytest

from amyitis.bots import make_bot, play, process_bots
from amyitis.bots.process_bots import ProcessBot
from amyitis.errors import BotError, Malformed
from amyitis.game import Game

EXAMPLES = Path(__file__).parents[2] / "examples" / "bots"
TWO = """
from beside import PLACE

class First:
    def __init__(self, argument, seed):
        self.argument = argument

    def choose(self, game):
        return game.legal_moves[PLACE]

class Second(First):
    pass
"""


@pytest.fixture
def two(tmp_path: Path) -> str:
    """A file with two bots, which imports another that lies beside it."""
    (tmp_path / "beside.py").write_text("PLACE = 0\n", encoding="utf-8")
    (tmp_path / "two.py").write_text(TWO, encoding="utf-8")
    return str(tmp_path / "two.py")


def test_a_class_in_a_file_plays(two: str) -> None:
    game = play([f"{two}:Second:careful", f"{EXAMPLES / 'gardener.py'}"], seed=3)
    assert game.is_over
    bot = make_bot(f"{two}:First:a:b")
    assert bot.argument == "a:b"  # type: ignore[attr-defined]
    assert bot.choose(Game.new(2, 1)) == Game.new(2, 1).legal_moves[0]


@pytest.mark.parametrize(
    ("text", "named", "message"),
    [
        (None, ":Bot", "there is no file "),
        (TWO, "", "which bot.; its classes with a method choose.game. are First, Second"),
        (TWO, ":Third", "there is no 'Third' in it; its classes"),
        ("x = 1\n", "", "it has no class of bots"),
        ("x = 1\ny = 1 / 0\n", ":Bot", "line 2: ZeroDivisionError: division by zero"),
        ("def (:\n", ":Bot", "SyntaxError"),
        ("class Bot: pass\n", ":Bot", "it has no method choose"),
    ],
)
def test_what_is_wrong_with_a_file_is_said(tmp_path: Path, text: str | None, named: str, message: str) -> None:
    (tmp_path / "beside.py").write_text("PLACE = 0\n", encoding="utf-8")
    if text is not None:
        (tmp_path / "bot.py").write_text(text, encoding="utf-8")
    with pytest.raises(Malformed, match=message):
        make_bot(f"{tmp_path / 'bot.py'}{named}")


def program(tmp_path: Path, *lines: str) -> str:
    """The command of a small program in Python that speaks lines."""
    path = tmp_path / "program.txt"
    path.write_text("import sys\nsaid = iter(sys.stdin.readline, '')\n" + "\n".join(lines), encoding="utf-8")
    return f"{sys.executable} {path}"


GOOD = (
    "print('info', next(said).split()[2], 'is my seed')",
    "print('ready', flush=True)",
    "for line in said:",
    "    if line.startswith('legal'): legal = line.split()[1:]",
    "    if line == 'choose\\n': print('move', legal[-1], flush=True)",
)


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """A program has time to end, however busy the machine is."""
    monkeypatch.setattr(process_bots, "END_SECONDS", 60.0)


@pytest.mark.usefixtures("patient")
def test_a_program_that_speaks_lines_plays(tmp_path: Path) -> None:
    bot = make_bot(f"process:{program(tmp_path, *GOOD)}", 5)
    game = play([bot, "random"], seed=3)
    assert game.is_over
    (started,) = [one for one in (bot._process,) if one is not None]  # type: ignore[attr-defined]
    assert started.poll() is None
    del bot
    assert started.wait(60) == 0  # it was told to end, and did


@pytest.mark.skipif(shutil.which("node") is None, reason="there is no Node.js")
def test_the_example_in_another_language_plays() -> None:
    assert play([f"process:node '{EXAMPLES / 'gardener.mjs'}'", "random"], seed=3).is_over


@pytest.mark.usefixtures("patient")
@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (("sys.exit(3)",), "the program has ended, with status 3"),
        (("print('hello', flush=True)", "next(said)"), "it said 'hello' where 'ready' was wanted"),
        (("print('h' * 100_000, flush=True)", "next(said)"), "it said 'hhhh"),
        (("print('ready', flush=True)", "print('move ' + 'h' * 100_000, flush=True)", "list(said)"), "is not a move"),
        (("print('ready', flush=True)", "print('move go:Nowhere', flush=True)", "list(said)"), "broke the rules"),
    ],
)
def test_a_program_that_fails_is_named_with_what_it_did(tmp_path: Path, lines: tuple[str, ...], message: str) -> None:
    with pytest.raises(BotError, match=message) as failed:
        play([ProcessBot(program(tmp_path, *lines), 0), "random"], seed=3)
    assert len(str(failed.value)) < 500


def test_a_program_that_says_nothing_is_not_waited_for(tmp_path: Path) -> None:
    bot = ProcessBot(program(tmp_path, "print('ready', flush=True)", "list(said)"), 0, move_seconds=0.3)
    with pytest.raises(BotError, match=r"did not say 'move' within 0\.3 seconds"):
        play([bot, "random"], seed=3)


@pytest.mark.parametrize(
    ("command", "message"),
    [("", "wants a command"), ("nosuchprogram" * 999, "no program 'nosuch.{,200}$"), ("a 'b", "read")],
)
def test_a_command_that_cannot_be_run_is_refused_before_the_game(command: str, message: str) -> None:
    with pytest.raises(Malformed, match=message):
        make_bot(f"process:{command}")


def test_a_program_that_does_not_end_is_killed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process_bots, "END_SECONDS", 0.1)
    stubborn = program(tmp_path, *GOOD, "import time", "time.sleep(600)")
    bot = ProcessBot(stubborn, 0)
    bot.choose(Game.new(2, 1))
    process = bot._process
    assert process is not None
    del bot
    assert process.wait(30) != 0
