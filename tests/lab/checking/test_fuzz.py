import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from amyitis.cli import app
from amyitis.engine.compiled import PLAIN_SWITCH
from amyitis.errors import Malformed
from amyitis.lab import playing
from amyitis.lab.checking import fuzz as lab
from amyitis.lab.checking.fuzz import Report, fuzz, load_report
from amyitis.lab.variants import HOUSE_RULES, VARIANTS
from amyitis.rules.switches import NO_SWITCHES


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "reports" / "fuzz.json"


def test_every_kind_of_game_is_played(path: Path) -> None:
    report = fuzz(60, path, seed=3)
    assert report.games == 60
    assert [cell.games for cell in report.cells] == [4] * len((*VARIANTS, *HOUSE_RULES))
    assert report.violations == 0
    assert load_report(path, 3) == report


def test_a_stopped_run_goes_on_where_it_stopped(path: Path, tmp_path: Path) -> None:
    def stop(report: Report) -> None:
        if report.games >= 30:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        fuzz(96, path, progress=stop)
    assert 30 <= load_report(path, 1).games < 96
    resumed, whole = fuzz(96, path), fuzz(96, tmp_path / "whole.json")
    assert [(cell.games, cell.decisions) for cell in resumed.cells] == [
        (cell.games, cell.decisions) for cell in whole.cells
    ]
    assert fuzz(96, path).decisions == whole.decisions  # nothing is left to do


def test_a_fresh_start_forgets(path: Path) -> None:
    fuzz(24, path)
    assert fuzz(12, path, fresh=True).games == 12


def test_a_report_about_other_rules_becomes_history(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fuzz(12, path)
    monkeypatch.setattr(lab, "rules_digest", lambda: "other rules")
    report = fuzz(24, path)
    assert report.games == 24
    assert [(line["games"], line["violations"]) for line in report.earlier] == [(12, 0)]


def test_violations_are_kept(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(PLAIN_SWITCH, "1")
    monkeypatch.setattr(playing, "find_faults", lambda s: int(s.players == 3))
    report = fuzz(12, path, seed=5)
    assert report.violations == 4
    assert report.violation_list[0] == {
        "players": 3,
        "switches": NO_SWITCHES.as_dict(),
        "seed": 5,
        "ply": 0,
        "faults": ["a count is negative"],
    }
    answer = CliRunner().invoke(app, ["fuzz", "-n", "12", "--seed", "5", "--report", str(path)])
    assert answer.exit_code == 1
    assert "4 violations" in answer.stdout


def test_a_file_that_is_no_report_is_refused(tmp_path: Path) -> None:
    for text in ("{}", "[1]", "not json", '{"games": 1, "decisions": 2, "violations": 0, "format": 99}'):
        wrong = tmp_path / "wrong.json"
        wrong.write_text(text)
        with pytest.raises(Malformed, match="is not a report"):
            fuzz(1, wrong)
        assert wrong.read_text() == text


def test_the_command_reports(path: Path) -> None:
    words = ["fuzz", "--games", "24", "--report", str(path), "--threads", "1"]
    first = CliRunner().invoke(app, words)
    assert first.exit_code == 0, first.output
    assert "24 games" in first.stdout
    again = CliRunner().invoke(app, [*words, "--json"])
    assert json.loads(again.stdout)["games"] == 24
    assert json.loads(path.read_text())["violations"] == 0
