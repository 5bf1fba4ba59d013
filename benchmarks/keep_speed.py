"""Keeps the speed of the engine and the small network in `benchmarks/speed.json`.

`tests/benchmarks/test_fixed_loop.py` compares with it.

Run it on a quiet machine, after a change that was meant to make the engine faster, or that had to make it slower.
"""

import json
from datetime import UTC, datetime
from pathlib import Path

from amyitis.lab.speed import machine
from benchmarks.speed.fixed_loop import measure_speed
from benchmarks.speed.networks import measure_rows

KEPT = Path(__file__).parent / "speed.json"
ROUNDS = 5


def main() -> None:
    """Measure a few times, and keep the middle."""
    ratios = {players: sorted(measure_speed(players).ratio for _ in range(ROUNDS))[ROUNDS // 2] for players in (2, 4)}
    kept = {
        "what": "decisions in the time of 1000 rounds of the fixed loop (benchmarks/speed/fixed_loop.py), by players; "
        "rows of the small network in that time (benchmarks/speed/networks.py)",
        "ratios": {str(players): round(ratio, 1) for players, ratio in ratios.items()},
        "rows": round(sorted(measure_rows()[1] for _ in range(ROUNDS))[ROUNDS // 2], 2),
        "date": datetime.now(UTC).date().isoformat(),
        "machine": machine(),
    }
    KEPT.write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")
    print(KEPT.read_text(encoding="utf-8"), end="")


if __name__ == "__main__":
    main()
