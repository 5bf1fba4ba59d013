"""The figure for the search's speed is made of what was counted."""

import json
from types import SimpleNamespace

import pytest
from typer.testing import CliRunner

from amyitis.cli import app
from amyitis.lab import speed
from tests.compiling import needs_compiler


def test_the_speed_of_the_search_is_measured_over_positions(monkeypatch: pytest.MonkeyPatch) -> None:
    ticks = iter(range(0, 100, 2))
    monkeypatch.setattr(speed, "time", SimpleNamespace(perf_counter=lambda: next(ticks)))
    assert speed.search_speed(3, positions=2, simulations=10) == 2 * 10 / (2 * 2)  # two seconds a position


@needs_compiler
@pytest.mark.slow
def test_a_quick_run_prints_the_rates_of_this_machine() -> None:
    answer = CliRunner().invoke(app, ["bench", "--quick", "--json"])
    assert answer.exit_code == 0, answer.output
    report = json.loads(answer.stdout)
    assert {"processor", "python", "numba", "numpy", "amyitis", "cores"} <= set(report["machine"])
    assert [rates.pop("players") for rates in report["rates"]] == [2, 3, 4]
    for rates in report["rates"]:
        assert set(rates) == {"one_core", "all_cores", "environment_steps", "simulations"}
        assert min(rates.values()) > 100
