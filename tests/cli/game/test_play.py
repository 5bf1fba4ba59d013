"""`amyitis play`: its options, who plays, and whole games of somebody who types."""

import io
import os
from pathlib import Path
from random import Random

import pytest
from typer.testing import CliRunner

from amyitis.cli import app
from amyitis.cli.game.play import play
from amyitis.errors import BotError, Illegal, Malformed
from amyitis.game import Game
from tests.cli.sessions import Session

LATE_PLIES = 60
GARDENER = Path(__file__).parents[3] / "examples" / "bots" / "gardener.py"


class Typist(io.StringIO):
    """A standard input that types numbers at random for ever."""

    def __init__(self, seed: int) -> None:
        super().__init__()
        self.choice = Random(seed)

    def readline(self, size: int | None = -1, /) -> str:  # type: ignore[override]
        return f"{self.choice.choice((1, 1, 2, 2, 3, 4, 6, 9))}\n"


def late_game(path: Path, players: int, limited_supply: bool = False, palace: bool = False) -> None:
    """Save a game of random moves that is about to end."""
    game = Game.new(players, seed=11, limited_supply=limited_supply, palace=palace)
    random = Random(players)
    while not game.is_over:
        game.push(random.choice(list(game.legal_moves)))
    for _ in range(LATE_PLIES):
        game.undo()
    path.write_text(game.record(), encoding="utf-8")


@pytest.mark.slow
def test_a_whole_game(session: Session, tmp_path: Path) -> None:
    path = tmp_path / "whole.amy"
    check_end(session(Typist(2), players=2, seed=11, human="k", save=path), path)
    assert os.listdir(tmp_path) == ["whole.amy"]


@pytest.mark.parametrize(
    ("players", "human", "switches"), [(3, None, {}), (4, "R", {"limited_supply": True, "palace": True})]
)
def test_the_end_of_a_game(
    session: Session, tmp_path: Path, players: int, human: str | None, switches: dict[str, bool]
) -> None:
    path = tmp_path / "late.amy"
    late_game(path, players, **switches)
    text = session(Typist(players), resume=path, human=human, bots="random")
    check_end(text, path)
    assert "White> " in text or human is not None
    assert human is None or "Red> " in text


def check_end(text: str, path: Path) -> None:
    """The end is told as the record has it, and no line is too long."""
    game = Game.from_record(path.read_text())
    assert game.is_over
    end = text[text.rindex("The game ends after round") :]
    names = {"W": "White", "K": "Black", "B": "Blue", "R": "Red"}
    assert "Amyitis' favour (11.2): " in end
    assert "Goods left (11.3): " in end
    final = ", ".join(f"{names[seat]} {score}★" for seat, score in game.scores.items())
    assert f"Final prestige (11.4): {final}." in end
    for winner in game.winners:
        assert names[winner] in end.splitlines()[-1]
    assert max(map(len, text.splitlines())) <= 100


def test_the_first_screen(session: Session) -> None:
    text = session("quit\n", seed=3)
    welcome, who = text.splitlines()[:5], text.splitlines()[5]
    assert "unofficial fan implementation" in welcome[0]
    assert "?" in welcome[4]
    assert who == "In this game you play White; Black and Blue choose at random; seed 3."
    assert "Round 1, actions" in text
    assert "You have stopped the game in round 1. It was not saved." in text


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"bots": "Nebuchadnezzar"}, "you play White; Nebuchadnezzar plays Black and Blue; seed 3."),
        ({"bots": "greedy", "human": "WB"}, "you play White and Blue; greedy plays Black; seed 3."),
        ({"bots": "random", "human": "WB"}, "you play White and Blue; Black chooses at random; seed 3."),
    ],
)
def test_the_opponents_are_named(session: Session, options: dict[str, str], words: str) -> None:
    assert f"In this game {words}" in session("quit\n", seed=3, **options)


@pytest.mark.slow
def test_watching(session: Session) -> None:
    text = session("", players=2, seed=4, human="none")
    assert "In this game you watch; White and Black choose at random; seed 4." in text
    assert text.count("Round 2, actions") == 1
    assert "wins the game." in text


def test_refused_options(tmp_path: Path) -> None:
    there = tmp_path / "there.amy"
    there.write_text("something")
    for options, sentence in (
        ({"save": there}, "exists already"),
        ({"human": "WR"}, "the seats of this game are W K B"),
        ({"human": ""}, "the seats of this game are W K B"),
        ({"resume": tmp_path / "missing.amy"}, "cannot be read: No such file"),
        ({"resume": there}, "line 1"),
        ({"resume": there, "players": 2}, "players, seed and rules are those of the saved game"),
    ):
        with pytest.raises((Malformed, Illegal), match=sentence):
            play(**options)
    assert there.read_text() == "something"


def test_exit_codes_on_the_command_line(tmp_path: Path) -> None:
    path = tmp_path / "game.amy"
    ended = CliRunner().invoke(app, ["play", "--seed", "3", "--save", str(path)], input="1\n")
    assert ended.exit_code == 0
    assert "The input has ended" in ended.output
    assert CliRunner().invoke(app, ["play", "--players", "5"]).exit_code == 2


def test_a_bot_may_be_a_file_under_either_name_of_the_option(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(GARDENER.parent)  # the path is told, and must not be longer than a line
    for option in ("--bots", "--bot"):
        done = CliRunner().invoke(app, ["play", option, f"{GARDENER.name}:Gardener", "--seed", "3"], input="quit\n")
        assert done.exit_code == 0
        assert "gardener.py:Gardener plays Black and Blue" in done.output


def test_the_opponents_are_bots_by_name_and_stay_so(session: Session, tmp_path: Path) -> None:
    path = tmp_path / "game.amy"
    text = session("quit\n", seed=3, bots="greedy", save=path)
    assert "Saved" in text or path.exists()
    assert '[Bots "greedy"]' in path.read_text()
    session("quit\n", resume=path)
    assert '[Bots "greedy"]' in path.read_text()
    with pytest.raises(Malformed, match="there is no bot 'nobody'"):
        session("quit\n", seed=3, bots="nobody")


def test_a_bot_that_fails_is_named_with_the_seed_of_the_game(session: Session, tmp_path: Path) -> None:
    bot = tmp_path / "failing.py"
    bot.write_text("class Failing:\n    def choose(self, game):\n        raise KeyError('W')\n", encoding="utf-8")
    with pytest.raises(BotError, match=r"^bot .*[Ff]ailing.*, seed 8, ply 1: KeyError: 'W'"):
        session("", seed=8, human="none", bots=str(bot))
