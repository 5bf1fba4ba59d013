"""A game in the terminal that is kept in a file, and goes on from there."""

import os
from pathlib import Path

import pytest

from amyitis.cli.game.play import SteadyRandomBot
from amyitis.cli.terminal.saving import write_file
from amyitis.errors import AmyitisError
from amyitis.game import Game
from tests.cli.sessions import Session, moves_in


def test_quit_saves_and_resume_goes_on(session: Session, tmp_path: Path) -> None:
    path, straight = tmp_path / "game.amy", tmp_path / "straight.amy"
    text = session("merchant\nquit\n", seed=3, save=path)
    assert f"It is saved: go on with amyitis play --resume {path}." in " ".join(text.split())
    before = moves_in(path)
    assert "merchant/2" in before
    text = session("pass\n", resume=path)
    assert "you play White" in text
    assert "The input has ended, so the game stops here" in text
    after = moves_in(path)
    assert after[: len(before)] == before
    session("merchant\npass\n", seed=3, save=straight)
    assert after == moves_in(straight)


@pytest.mark.slow
def test_a_record_without_a_seed_goes_on_too(session: Session, tmp_path: Path) -> None:
    paths = [tmp_path / "a.amy", tmp_path / "b.amy"]
    for path in paths:
        path.write_text(Game.new(2, seed=8).record({"Event": 'the "final"'}))
        session("pass\n1\n1\n" * 8, resume=path, human="K")
    assert paths[0].read_text() == paths[1].read_text()
    assert sum(move.startswith("deal:") for move in moves_in(paths[0])) > 2
    assert '[Event "the \\"final\\""]' in paths[0].read_text()
    assert '[Human "K"]' in paths[0].read_text()


@pytest.mark.slow
def test_a_finished_game_is_shown_and_left_alone(session: Session, tmp_path: Path) -> None:
    path = tmp_path / "over.amy"
    session("", players=2, seed=1, human="none", save=path)
    before = path.read_text()
    assert "wins the game." in session("", resume=path)
    assert path.read_text() == before


def test_a_seed_that_is_not_the_records_is_not_used(session: Session, tmp_path: Path) -> None:
    path = tmp_path / "odd.amy"
    path.write_text(Game.new(2, seed=8).record({"Seed": "9"}))
    before = moves_in(path)
    session("pass\n", resume=path)
    assert moves_in(path)[: len(before)] == before


def test_save_command_writes_a_new_file_only(session: Session, tmp_path: Path) -> None:
    path = tmp_path / "copy.amy"
    text = session(f"save {path}\nsave {path}\n", seed=3)
    assert "Saved: go on any time with" in text
    assert "exists already" in text
    assert moves_in(path) == session_moves(seed=3)


def session_moves(seed: int) -> list[str]:
    """The moves before the first question to White."""
    game, opponent = Game.new(3, seed), SteadyRandomBot(seed)
    while game.seat != "W":
        game.push(opponent.choose(game))
    return game.moves


def test_a_file_is_written_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "kept.amy"
    path.write_text("old")

    def refuse(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.replace", refuse)
    with pytest.raises(AmyitisError, match="No space left"):
        write_file(path, "new")
    assert path.read_text() == "old"
    assert os.listdir(tmp_path) == ["kept.amy"]


def test_a_save_that_fails_is_said_and_the_game_goes_on(
    session: Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.amy"
    session("", seed=3, save=path)

    def refuse(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.replace", refuse)
    text = session("merchant\n", resume=path)
    assert "cannot be written: No space left on device." in " ".join(text.split())
    assert text.count("White> ") > 1
