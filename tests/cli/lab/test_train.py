"""`amyitis train` and `amyitis export-onnx` on the command line."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

from amyitis.cli import app
from amyitis.errors import Malformed
from tests.compiling import needs_compiler


@pytest.mark.slow
@needs_compiler
def test_a_short_piece_of_training(tmp_path: Path) -> None:
    pytest.importorskip("torch", reason="torch is not installed")
    options = ["--players", "2", "--minutes", "0.01", "--device", "cpu", "--workers", "1"]
    found = CliRunner().invoke(app, ["train", "--out", str(tmp_path / "run"), *options])
    assert found.exit_code == 0, found.output
    assert "256 games side by side on cpu" in found.output
    assert "the network is admitted" in found.output
    assert (tmp_path / "run" / "best" / "small.json").is_file()


def test_a_network_is_written_as_onnx(tmp_path: Path) -> None:
    pytest.importorskip("onnx", reason="onnx is not installed")
    found = CliRunner().invoke(app, ["export-onnx", "small", str(tmp_path / "small.onnx")])
    assert found.exit_code == 0, found.output
    assert (tmp_path / "small.onnx").stat().st_size > 2_000_000


@pytest.mark.parametrize("wrong", [["--players", "7"], ["--palace", "perhaps"], ["--games-on", "moon"]])
def test_wrong_options_are_one_sentence(tmp_path: Path, wrong: list[str]) -> None:
    pytest.importorskip("torch", reason="torch is not installed")
    found = CliRunner().invoke(app, ["train", "--out", str(tmp_path), "--device", "cpu", *wrong])
    assert isinstance(found.exception, Malformed)
