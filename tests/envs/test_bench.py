"""`amyitis bench envs` measures what it says."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from amyitis.cli import app
from amyitis.engine.compiled import compiling_allowed
from amyitis.envs import bench
from amyitis.lab.bench import Sizes

pytestmark = pytest.mark.skipif(not compiling_allowed(), reason="nothing may be compiled")


@pytest.mark.slow
def test_the_environments_are_measured(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(bench, "GAMES", 64)
    chart = tmp_path / "envs.svg"
    answer = CliRunner().invoke(app, ["bench", "envs", "--quick", "--json", "--chart", str(chart)])
    assert answer.exit_code == 0, answer.output
    found = json.loads(answer.stdout)
    assert {row["players"] for row in found["vector"]} == {2, 4}
    for row in found["split"]:
        costs = row["nanoseconds"]
        assert costs["step"] == pytest.approx(costs["rules"] + costs["observation"] + costs["mask"])
        assert min(costs["step"], costs["observation"], costs["mask"], costs["copy"]) > 0
    assert all(row.get("failed") or row["steps_per_second"] > 0 for row in found["single"])
    assert chart.read_text().startswith("<?xml")


def test_a_peer_that_fails_is_told(tmp_path: Path) -> None:
    found = bench.other("pettingzoo-chess", tmp_path / "no-python", Sizes(0.01, 1), lambda what: None)
    assert found["name"] == "pettingzoo-chess"
    assert "no-python" in found["failed"]


def test_the_script_has_the_peers_that_are_asked_for() -> None:
    text = bench.OWN_SCRIPT.read_text(encoding="utf-8")
    assert all(f'"{name}":' in text for name in bench.OTHERS)
