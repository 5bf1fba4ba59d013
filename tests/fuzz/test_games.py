import json
from collections import Counter
from pathlib import Path

import pytest

from amyitis.engine.compiled import PLAIN_SWITCH
from amyitis.errors import Malformed
from amyitis.lab import playing
from tests.fuzz import games as lab
from tests.fuzz.games import KINDS, Block, fuzz, main, read_report


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "reports" / "fuzz.jsonl"


def sums(blocks: list[Block]) -> list[tuple[int, int]]:
    """Games and decisions of each kind."""
    games, decisions = Counter[str](), Counter[str]()
    for block in blocks:
        games[block.kind] += block.games
        decisions[block.kind] += block.decisions
    return [(games[kind], decisions[kind]) for kind in KINDS]


def test_every_kind_of_game_is_played(path: Path) -> None:
    blocks = fuzz(60, path, seed=3)
    assert [games for games, _ in sums(blocks)] == [4] * len(KINDS)
    assert len(KINDS) == 15
    assert not any(block.violations for block in blocks)
    assert read_report(path, 3) == blocks
    assert read_report(path, 4) == []


def test_a_stopped_run_goes_on_where_it_stopped(path: Path, tmp_path: Path) -> None:
    def stop(games: int) -> None:
        if games >= 30:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        fuzz(96, path, progress=stop)
    assert 30 <= sum(block.games for block in read_report(path, 1)) < 96
    resumed, whole = fuzz(96, path), fuzz(96, tmp_path / "whole.jsonl")
    assert sums(resumed) == sums(whole)
    assert fuzz(96, path) == resumed  # nothing is left to do


def test_games_by_other_rules_do_not_count(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fuzz(12, path)
    monkeypatch.setattr(lab, "rules_digest", lambda: "other rules")
    assert sum(block.games for block in fuzz(24, path)) == 24
    assert sum(json.loads(line)["games"] for line in path.read_text().splitlines()) == 36


def test_violations_are_kept(path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv(PLAIN_SWITCH, "1")
    monkeypatch.setattr(playing, "find_faults", lambda s: int(s.players == 3))
    blocks = fuzz(12, path, seed=5)
    assert [block.kind for block in blocks if block.violations] == [kind for kind in KINDS if "3" in kind][:4]
    assert main(["-n", "12", "--seed", "5", "--report", str(path)]) == 1
    said = capsys.readouterr().out
    assert "4 violations" in said
    assert "3 players, seed 5, ply 0: a count is negative" in said


def test_a_file_that_is_no_report_is_refused(tmp_path: Path) -> None:
    for text in ("{}", "[1]", "not json", '{"games": 1, "decisions": 2, "violations": 0, "format": 99}'):
        wrong = tmp_path / "wrong.json"
        wrong.write_text(text)
        with pytest.raises(Malformed, match="is not a report"):
            fuzz(1, wrong)
        assert wrong.read_text() == text


def test_the_command_reports(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--games", "24", "--report", str(path), "--threads", "1"]
    assert main(words) == 0
    first = capsys.readouterr().out
    assert "24 games" in first
    assert "no violations" in first
    assert main(words) == 0
    assert capsys.readouterr().out == first
