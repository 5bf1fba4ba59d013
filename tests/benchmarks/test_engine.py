import json
import sys
from pathlib import Path

import pytest

from amyitis.engine.cuda import gpu_name
from amyitis.errors import AmyitisError
from benchmarks.speed import engine as bench
from benchmarks.speed import rules_on_gpu
from benchmarks.speed.engine import QUICK, draw_chart, measure, peer, run_benchmark
from benchmarks.speed.tables import print_gpu, print_report
from tests.compiling import needs_compiler

pytestmark = needs_compiler


@pytest.mark.slow
def test_a_quick_run_prints_all_figures_and_draws_a_chart(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    chart = tmp_path / "bench.svg"
    run_benchmark(measure, draw_chart, print_report, ["--quick", "--json", "--chart", str(chart)])
    found = json.loads(capsys.readouterr().out)
    assert {row["players"] for row in found["random_games"]} == {2, 3, 4}
    assert {"processor", "python", "numba", "numpy", "amyitis", "cores"} <= set(found["machine"])
    assert found["state"]["bytes"] < 1000
    assert found["state"]["copy_nanoseconds"] > 0
    assert found["plain"]["microseconds_per_decision"] > 0
    assert [row["games"] for row in found["growth"]] == list(QUICK.growth)
    assert all(row["peak_mebibytes"] > 0 for row in found["growth"])
    assert chart.read_text().startswith("<?xml")


@pytest.mark.slow
def test_the_tables_show_peers_and_failures(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    script = tmp_path / "peers.py"
    script.write_text(
        "import json, sys\n"
        "if sys.argv[1] != 'catanatron': sys.exit('no such engine here')\n"
        "print(json.dumps({'name': 'Catanatron', 'version': '1', 'what': 'ticks', 'players': 4,"
        " 'steps_per_second': 1000.0, 'games_per_second': 1.0}))\n"
    )
    monkeypatch.setattr(bench, "PEERS_SCRIPT", script)
    monkeypatch.setattr(bench, "PEERS", ("catanatron", "rlcard"))
    monkeypatch.setattr(bench, "PLAYERS", (4,))
    monkeypatch.setattr(bench, "QUICK", bench.Sizes(0.01, 1, (), 1, False))
    run_benchmark(measure, draw_chart, print_report, ["--quick", "--peers", sys.executable])
    shown = capsys.readouterr().out
    assert "Catanatron" in shown
    assert "times" in shown
    assert "could not be measured" in " ".join(shown.split())


def test_a_script_that_is_not_there_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(bench, "PEERS_SCRIPT", tmp_path / "gone.py")
    with pytest.raises(AmyitisError, match=r"gone\.py is missing"):
        peer("catanatron", Path(sys.executable), QUICK, lambda what: None)


def test_the_peers_of_the_script_are_those_that_are_asked_for() -> None:
    text = bench.PEERS_SCRIPT.read_text(encoding="utf-8")
    assert all(f'"{name}": ' in text for name in bench.PEERS)


@pytest.mark.skipif(gpu_name() is not None, reason="there is a GPU")
def test_without_a_gpu_one_sentence_says_so() -> None:
    with pytest.raises(SystemExit, match="amyitis: there is no GPU"):
        rules_on_gpu.main()


@pytest.mark.slow
def test_each_measurement_is_announced() -> None:
    lines: list[str] = []
    measure(bench.Sizes(0.01, 1, (), 1, False), None, lines.append)
    assert "random games, 2 players, 1 threads" in lines


def test_what_was_found_on_a_gpu_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    print_gpu(json.loads((bench.PEERS_SCRIPT.parent / "h200.json").read_text(encoding="utf-8")))
    shown = capsys.readouterr().out
    assert "NVIDIA H200" in shown
    assert "Side by side in device memory" in shown
