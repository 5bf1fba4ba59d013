"""The environments are measured as the page about them says."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from rich.console import Console

from amyitis.engine.cuda import gpu_name
from benchmarks.speed import envs
from benchmarks.speed.engine import PEERS_SCRIPT, Sizes, run_benchmark
from benchmarks.speed.tables import print_envs, print_gpu_games
from tests.compiling import needs_compiler

pytestmark = needs_compiler


@pytest.mark.slow
def test_the_environments_are_measured(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(envs, "GAMES", 64)
    chart = tmp_path / "envs.svg"
    run_benchmark(envs.measure_envs, envs.draw_envs, print_envs, ["--quick", "--json", "--chart", str(chart)])
    found = json.loads(capsys.readouterr().out)
    assert {row["players"] for row in found["vector"]} == {2, 4}
    for row in found["split"]:
        costs = row["nanoseconds"]
        assert costs["step"] == pytest.approx(costs["rules"] + costs["observation"] + costs["mask"])
        assert min(costs["step"], costs["observation"], costs["mask"], costs["copy"]) > 0
    assert all(row.get("failed") or row["steps_per_second"] > 0 for row in found["single"] + found["together"])
    assert {row["name"] for row in found["together"]} >= {"playouts by random", "VersusBots, against net:small"}
    assert chart.read_text().startswith("<?xml")


def test_the_games_on_a_gpu_are_told_in_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    costs = {"rules": 2.71, "observation": 3.14, "mask": 0.4, "rest": 0.05}
    speed = {"players": 4, "games": 65_536, "steps_per_second": 123.4e6, "times_the_cpu": 5.25, "nanoseconds": costs}
    print_gpu_games({"gpu": "NVIDIA H200", "cores": 16, "speeds": [speed]}, Console(width=120))
    told = capsys.readouterr().out
    assert all(one in told for one in ("NVIDIA H200", "65,536", "123.4", "5.2 times", "16 cores", "2.7", "3.1"))
    print_gpu_games({"failed": "torch is not installed"}, Console(width=120))
    assert "On the GPU: torch is not installed" in capsys.readouterr().out


@pytest.mark.skipif(gpu_name() is not None, reason="there is a GPU")
def test_without_a_gpu_the_bench_says_why() -> None:
    pytest.importorskip("torch", reason="torch is not installed")
    assert "there is no GPU" in envs.on_gpu(Sizes(0.01, 1), lambda what: None)["failed"]


def test_a_peer_that_fails_is_told(tmp_path: Path) -> None:
    found = envs.other("pettingzoo-chess", tmp_path / "no-python", Sizes(0.01, 1), lambda what: None)
    assert found["name"] == "pettingzoo-chess"
    assert "no-python" in found["failed"]


def test_a_peer_that_takes_too_long_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def run(*command: object, **more: object) -> None:
        raise subprocess.TimeoutExpired("peer", 600, stderr=b"a warning\nand another\n")  # bytes, whatever was asked

    monkeypatch.setattr(subprocess, "run", run)
    found = envs.other("pettingzoo-chess", Path(sys.executable), Sizes(0.01, 1), lambda what: None)
    assert json.loads(json.dumps(found)) == {"name": "pettingzoo-chess", "failed": "and another"}


def test_the_script_has_the_peers_that_are_asked_for() -> None:
    text = envs.OWN_SCRIPT.read_text(encoding="utf-8")
    assert all(f'"{name}":' in text for name in envs.OTHERS)
    assert all(f'"{name}":' in PEERS_SCRIPT.read_text(encoding="utf-8") for name in envs.ENGINES)
