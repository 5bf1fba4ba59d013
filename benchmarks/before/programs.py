"""The program before and the one of today, each in a process of its own, over the same positions."""

import io
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
COMMIT = "858e93f55ea56463180e0ebc41c17827b45638de"  # networks in 32-bit floats, compiled where they run
BUILD = ROOT / "build"
BEFORE = BUILD / "before"
BOX, SMALL = BEFORE / "box.toml", BEFORE / "small.json"  # today's, as the earlier program takes them
PACKAGE = ROOT / "src" / "amyitis"
SOURCES = {"before": BEFORE / "src", "now": ROOT / "src"}


def fetch_before() -> None:
    """Put the sources of the earlier program into `build/before`; ends the program where git has them not."""
    if SMALL.is_file():
        return
    command = ["git", "-C", str(ROOT), "archive", COMMIT, "src"]
    archived = subprocess.run(command, capture_output=True, check=False)
    if archived.returncode:
        sys.exit(f"The program before ({COMMIT[:7]}) is not in this clone: {archived.stderr.decode().strip()}")
    with tarfile.open(fileobj=io.BytesIO(archived.stdout)) as archive:
        archive.extractall(BEFORE, filter="data")
    box = (PACKAGE / "box" / "box.toml").read_text(encoding="utf-8")
    BOX.write_text(re.sub(r"(?m)^total = 140\b", "total = 150", box), encoding="utf-8")  # it wants five times 30 cubes
    command = [sys.executable, "-c", "from amyitis.box.tables import BOX_DIGEST; print(BOX_DIGEST)"]
    digests = {subprocess.check_output(command, env=_environment(version), text=True).strip() for version in SOURCES}
    if len(digests) > 1:
        sys.exit(f"The two programs read {BOX} as different boxes: {', '.join(sorted(digests))}")
    small = PACKAGE / "nets" / "weights" / "small.json"
    card = json.loads(small.read_text(encoding="utf-8")) | {"box_digest": digests.pop()}
    shutil.copy(small.with_suffix(".f16"), BEFORE)
    SMALL.write_text(json.dumps(card), encoding="utf-8")


def _environment(version: str) -> dict[str, str]:
    path = os.pathsep.join([str(SOURCES[version]), str(ROOT), os.environ.get("PYTHONPATH", "")])
    return {**os.environ, "PYTHONPATH": path, "AMYITIS_BOX": str(BOX)}


class Child:
    """A version of the program in a process of its own; both play with the same box and network."""

    def __init__(self, version: str) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "benchmarks.before.program", str(SMALL), str(BUILD / f"wasm-{version}")],
            env=_environment(version), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1,
        )  # fmt: skip

    def ask(self, what: str, *arguments: Any) -> Any:
        """What it answers; raises EOFError if it has ended."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps([what, *arguments]) + "\n")
        line = self._process.stdout.readline()
        if not line:
            raise EOFError("the other program has ended")
        return json.loads(line)
