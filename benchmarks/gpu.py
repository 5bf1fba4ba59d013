"""Measures the rules on a GPU and prints one JSON object; the same as `amyitis bench --gpu --json`.

For a machine that has numba and a GPU, but not this package: PYTHONPATH=src python3 benchmarks/gpu.py [FILE]
"""

import json
import sys
from pathlib import Path

from amyitis.errors import AmyitisError
from amyitis.lab.speed.gpu_bench import measure_gpu


def main() -> None:
    """Measure, print, and write to the file if one is named."""
    try:
        text = json.dumps(measure_gpu("--quick" in sys.argv), indent=1)
    except AmyitisError as problem:
        sys.exit(f"amyitis: {problem}")
    for name in sys.argv[1:]:
        if not name.startswith("--"):
            Path(name).write_text(text + "\n", encoding="utf-8")
    print(text)


if __name__ == "__main__":
    main()
