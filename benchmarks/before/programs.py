"""The program before and the one of today, each in a process of its own, over the same positions."""

import io
import json
import os
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
BOX = BEFORE / "src" / "amyitis" / "box" / "box.toml"
SMALL = BEFORE / "src" / "amyitis" / "nets" / "weights" / "small.json"
PRUNED = BUILD / "before-pruned" / "small.json"  # the same network, without the units that never fire
NETWORKS = {"before": SMALL, "now": PRUNED}
SOURCES = {"before": BEFORE / "src", "now": ROOT / "src"}


def fetch_before() -> None:
    """Put the sources of the earlier program into `build/before`; ends the program where git has them not."""
    if not BOX.is_file():
        command = ["git", "-C", str(ROOT), "archive", COMMIT, "src"]
        found = subprocess.run(command, capture_output=True, check=False)
        if found.returncode:
            sys.exit(f"The program before ({COMMIT[:7]}) is not in this clone: {found.stderr.decode().strip()}")
        with tarfile.open(fileobj=io.BytesIO(found.stdout)) as archive:
            archive.extractall(BEFORE, filter="data")
    if not PRUNED.is_file():
        draft = PRUNED.parent / "draft"
        draft.mkdir(parents=True, exist_ok=True)
        for file in (SMALL, SMALL.with_suffix(".f16")):
            shutil.copy(file, draft)
        command = [sys.executable, "-m", "amyitis.training.pruning", str(draft / SMALL.name)]
        subprocess.run(command, env=_environment("now"), check=True)
        for file in sorted(draft.iterdir()):  # the card last
            file.rename(PRUNED.parent / file.name)


def _environment(version: str) -> dict[str, str]:
    path = os.pathsep.join([str(SOURCES[version]), str(ROOT), os.environ.get("PYTHONPATH", "")])
    return {**os.environ, "PYTHONPATH": path, "AMYITIS_BOX": str(BOX)}


class Child:
    """A version of the program in a process of its own; both play the box of the earlier one, with its network."""

    def __init__(self, version: str) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "benchmarks.before.program", str(NETWORKS[version]), str(BUILD / f"wasm-{version}")],
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
