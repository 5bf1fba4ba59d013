"""The guard: the engine must not become slower than it was, measured against a fixed loop in the same run."""

import json
import os
from pathlib import Path

import pytest

from amyitis.engine.compiled import compiling_allowed
from benchmarks.speed.fixed_loop import measure_speed
from benchmarks.speed.networks import measure_rows

KEPT = Path(__file__).parents[2] / "benchmarks" / "speed.json"
WORST = 2 / 3
TRIES = 3

slowed = not compiling_allowed() or os.environ.get("NUMBA_BOUNDSCHECK", "0") != "0"


@pytest.mark.skipif(slowed, reason="the engine is not compiled for speed")
@pytest.mark.parametrize("players", [2, 4])
def test_the_engine_is_not_a_third_slower_than_it_was(players: int) -> None:
    kept = json.loads(KEPT.read_text(encoding="utf-8"))
    expected = float(kept["ratios"][str(players)])
    ratios = []
    for _ in range(TRIES):
        ratios.append(measure_speed(players).ratio)
        if ratios[-1] >= WORST * expected:
            return
    pytest.fail(
        f"{players} players: {max(ratios):.1f} decisions in the time of 1000 rounds of the fixed loop; it was "
        f"{expected} on {kept['date']}. If the rules have grown for good, run `python -m benchmarks.keep_speed`."
    )


@pytest.mark.skipif(slowed, reason="the network is not compiled for speed")
def test_the_network_is_not_a_third_slower_than_it_was() -> None:
    kept = json.loads(KEPT.read_text(encoding="utf-8"))
    ratios: list[float] = []
    while len(ratios) < TRIES and (not ratios or ratios[-1] < WORST * kept["rows"]):
        ratios.append(measure_rows()[1])
    assert ratios[-1] >= WORST * kept["rows"], f"{max(ratios):.2f} rows in the time of 1000 rounds of the fixed loop"
