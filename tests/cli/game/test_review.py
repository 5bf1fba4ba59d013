import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from amyitis.analysis.level_shares import at_level
from amyitis.cli import app
from amyitis.errors import Malformed
from amyitis.game import Game
from tests.golden_games import GOLDEN

RECORD = GOLDEN / "two-again.amy"


@pytest.fixture(scope="module")
def short_record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("records") / "short.amy"
    game = Game.from_record(RECORD.read_text(encoding="utf-8"), to=14)
    file.write_text(game.record(), encoding="utf-8")
    return file


def test_a_review_in_words_and_for_machines(short_record: Path) -> None:
    words = CliRunner().invoke(app, ["review", str(short_record), "--lang", "de"])
    assert words.exit_code == 0, words.output
    assert "Result = skill + others' gifts + luck + not explained" in words.stdout
    assert "The game is not over" in words.stdout
    found = CliRunner().invoke(app, ["review", str(short_record), "--json", "--seed", "0"])
    plain = json.loads(found.stdout)
    assert plain["complete"]
    assert plain["done"] == plain["total"] == len(plain["decisions"]) == 13
    graded = [decision for decision in plain["decisions"] if decision["grade"]]
    assert any(decision["reasons"] for decision in graded)
    for decision in graded:
        assert f"{decision['best']} was better" in words.stdout
        assert all(reason["texts"]["cs"] for reason in decision["reasons"])


def test_win_shares_at_a_level(short_record: Path) -> None:
    words = CliRunner().invoke(app, ["review", str(short_record), "--level", "Scribe"])
    assert words.exit_code == 0, words.output
    plain = json.loads(CliRunner().invoke(app, ["review", str(short_record), "--level", "Scribe", "--json"]).stdout)
    assert "in strong play, and among players like Scribe (losses are those of strong play)" in words.stdout
    begin = {seat: f"{100 * share:.0f}" for seat, share in plain["shares"][1].items()}  # after the first deal
    assert "\n  round 1: " + ", ".join(f"{seat} {n}" for seat, n in begin.items()) + ";" in words.stdout
    assert plain["level"] == "Scribe"
    for shares, scaled, power in zip(plain["shares"], plain["level_shares"], plain["powers"]["Scribe"], strict=True):
        assert [*scaled.values()] == pytest.approx(at_level([*shares.values()], power), abs=2e-4)
    end = {seat: f"{100 * share:.0f}" for seat, share in plain["level_shares"][-1].items()}
    assert words.stdout.splitlines()[-1].endswith("Scribe " + ", ".join(f"{seat} {n}" for seat, n in end.items()))


def test_a_position_at_a_level() -> None:
    position = Game.from_record(RECORD.read_text(encoding="utf-8"), to=40).position
    options = ["analyse", position, "--seconds", "0.01"]
    words = CliRunner().invoke(app, [*options, "--level", "Scribe"])
    assert "Among players like Scribe: " in words.stdout
    last = json.loads(CliRunner().invoke(app, [*options, "--level", "Scribe", "--json"]).stdout.splitlines()[-1])
    expected = at_level([*last["wins"].values()], last["powers"]["Scribe"])
    assert [*last["level_wins"].values()] == pytest.approx(expected, abs=2e-4)
    assert "level_wins" not in CliRunner().invoke(app, [*options, "--json"]).stdout
    for level, why in (("Clerk", "there is no level 'Clerk'"), ("Scribe", "too little is known")):
        where = position if level == "Clerk" else Game.new(2, 1, limited_supply=True).position
        refused = CliRunner().invoke(app, ["analyse", where, "--level", level])
        assert isinstance(refused.exception, Malformed)
        assert why in str(refused.exception)


@pytest.mark.parametrize(
    ("content", "more", "message"),
    [
        (None, [], "cannot be read"),
        ("W pass\n", [], "has no header"),
        ("nothing", [], "a turn begins with"),
        ("empty", [], "no moves to review"),
        ("empty", ["--lang", "xx"], "not written in 'xx'"),
        ("empty", ["--seed", str(1 << 64)], "a seed is a number"),
    ],
)
def test_bad_input_is_answered_with_a_sentence(
    content: str | None, more: list[str], message: str, tmp_path: Path
) -> None:
    file = tmp_path / "game.amy"
    if content == "empty":
        content = Game.new(2, 1).record()
    if content is not None:
        file.write_text(content, encoding="utf-8")
    result = CliRunner().invoke(app, ["review", str(file), *more])
    assert isinstance(result.exception, Malformed)
    assert message in str(result.exception)
