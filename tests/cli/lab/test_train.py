"""`amyitis train` and `amyitis export-onnx` on the command line."""

import json
import signal
from pathlib import Path

import pytest
from typer.testing import CliRunner

from amyitis.cli import app
from amyitis.cli.lab.train import _Report
from amyitis.errors import Malformed
from tests.compiling import needs_compiler


def test_the_last_win_rate_stays_in_the_line(capsys: pytest.CaptureFixture[str]) -> None:
    line = {"seconds": 60.0, "decisions": 5000, "decisions_per_second": 100, "games": 7}
    line |= {"large_win_loss": 0.5, "large_prestige_loss": 0.25}
    report = _Report(as_json=False, seconds=240)
    for more in ({}, {"win_rate": 0.61, "win_rate_games": 100, "win_rate_against": 10.0}, {}):
        report.progress(line | more)
    first, second, third = capsys.readouterr().out.splitlines()
    assert first == " 25% of the plan, 3.0 min left: 5,000 decisions (100/s), 7 games, loss 0.500 win, 0.250 prestige"
    assert second == third == f"{first}, won 61% of 100 games against itself 50 s before"
    report.progress(line | {"seconds": 900.0})  # a step that took longer than was left
    assert capsys.readouterr().out.startswith("100% of the plan, 0.0 min left: ")


@pytest.mark.slow
@needs_compiler
def test_a_short_piece_of_training(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("torch", reason="torch is not installed")
    from amyitis.training.run import Run

    mix = Run._mix
    options = ["--players", "2", "--minutes", "0.01", "--device", "cpu", "--workers", "1"]
    found = CliRunner().invoke(app, ["train", "--out", str(tmp_path / "run"), *options])
    assert found.exit_code == 0, found.output
    assert "256 games side by side on cpu" in found.output
    assert "of the plan, 0.0 min left" in found.output
    assert "the network is admitted" in found.output
    assert (tmp_path / "run" / "best" / "small.json").is_file()
    again = CliRunner().invoke(app, ["train", "--out", str(tmp_path / "run"), *options, "--json"])
    assert (again.exit_code, json.loads(again.output)["event"]) == (0, "finished")

    def interrupted(run: Run) -> None:
        mix(run)
        signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(Run, "_mix", interrupted)
    stopped = CliRunner().invoke(app, ["train", "--out", str(tmp_path / "run"), *options, "--plan", "9", "--json"])
    lines = [json.loads(line) for line in stopped.output.splitlines()]
    assert (stopped.exit_code, [line["event"] for line in lines]) == (130, ["begun", "progress", "stopped"])
    assert "of 9 minutes; the same command goes on from" in lines[-1]["message"]
    kept = json.loads((tmp_path / "run" / "new" / "small.json").read_text())
    assert kept["decisions"] == lines[1]["decisions"]


def test_a_network_is_written_as_onnx(tmp_path: Path) -> None:
    onnx = pytest.importorskip("onnx", reason="onnx is not installed")
    found = CliRunner().invoke(app, ["export-onnx", "small", str(tmp_path / "small.onnx")])
    assert found.exit_code == 0, found.output
    assert (tmp_path / "small.onnx").stat().st_size > 2_000_000
    model = onnx.load(tmp_path / "small.onnx")
    told = {one.key: one.value for one in model.metadata_props}
    assert json.loads(told["players"]) == [2, 3, 4]
    for one in (*model.graph.input, *model.graph.output):
        assert one.doc_string == told[one.name]


@pytest.mark.parametrize("wrong", [["--players", "7"], ["--palace", "perhaps"], ["--games-on", "moon"]])
def test_wrong_options_are_one_sentence(tmp_path: Path, wrong: list[str]) -> None:
    pytest.importorskip("torch", reason="torch is not installed")
    found = CliRunner().invoke(app, ["train", "--out", str(tmp_path), "--device", "cpu", *wrong])
    assert isinstance(found.exception, Malformed)
