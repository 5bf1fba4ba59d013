"""Keeps today's speed of the engine in `benchmarks/speed.json`, for `tests/lab/test_speed.py` to compare with.

Run it on a quiet machine, after a change that was meant to make the engine faster, or that had to make it slower.
"""

import json
from datetime import UTC, datetime
from pathlib import Path

from amyitis.lab.bench import machine
from amyitis.lab.speed import measure_speed

KEPT = Path(__file__).parent / "speed.json"
ROUNDS = 5


def main() -> None:
    """Measure a few times, and keep the middle."""
    ratios = {players: sorted(measure_speed(players).ratio for _ in range(ROUNDS))[ROUNDS // 2] for players in (2, 4)}
    kept = {
        "what": "decisions in the time of 1000 rounds of the fixed loop (src/amyitis/lab/speed.py), by players",
        "ratios": {str(players): round(ratio, 1) for players, ratio in ratios.items()},
        "date": datetime.now(UTC).date().isoformat(),
        "machine": machine(),
    }
    KEPT.write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")
    print(KEPT.read_text(encoding="utf-8"), end="")


if __name__ == "__main__":
    main()
