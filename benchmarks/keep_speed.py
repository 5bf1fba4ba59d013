"""Keeps the speed of the engine in `benchmarks/speed.json`: `tests/lab/speed/test_engine_speed.py` compares with it.

Run it on a quiet machine, after a change that was meant to make the engine faster, or that had to make it slower.
"""

import json
from datetime import UTC, datetime
from pathlib import Path

from amyitis.lab.speed.bench import machine
from amyitis.lab.speed.engine_speed import measure_speed

KEPT = Path(__file__).parent / "speed.json"
ROUNDS = 5


def main() -> None:
    """Measure a few times, and keep the middle."""
    ratios = {players: sorted(measure_speed(players).ratio for _ in range(ROUNDS))[ROUNDS // 2] for players in (2, 4)}
    kept = {
        "what": "decisions in the time of 1000 rounds of the fixed loop (lab/speed/engine_speed.py), by players",
        "ratios": {str(players): round(ratio, 1) for players, ratio in ratios.items()},
        "date": datetime.now(UTC).date().isoformat(),
        "machine": machine(),
    }
    KEPT.write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")
    print(KEPT.read_text(encoding="utf-8"), end="")


if __name__ == "__main__":
    main()
