"""How soon a bot moves after a fresh install: `python -m benchmarks.first_move dist/amyitis-0.1.0-py3-none-any.whl`.

Installs the wheel with its server in a new virtual environment, starts `amyitis` twice with an empty home and makes a
game against each of some bots: at first nothing is cached, then what the first start left is there. Tells the size of
the environment without and with pip, and the processor time of all that the program started.
"""

import os
import re
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from amyitis.client import Client

BOTS = ("Steward", "Nebuchadnezzar")
SEED = 1
FIND_NUMBA = "import importlib.util as u; print(u.find_spec('numba') is not None)"


def install(wheel: Path, folder: Path) -> Path:
    """A new environment with the wheel; prints what it takes up."""
    subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True)
    python = folder / "bin" / "python"
    pip = [str(python), "-m", "pip", "--quiet", "--disable-pip-version-check"]
    empty, compiled = megabytes(folder), megabytes(folder, "*.pyc")
    started = time.perf_counter()
    subprocess.run([*pip, "install", f"{wheel.resolve()}[server]"], check=True)
    seconds, size = time.perf_counter() - started, megabytes(folder) - empty
    bytecode = megabytes(folder, "*.pyc") - compiled
    print(f"installed in {seconds:.0f} s: {size} MB, {bytecode} of them bytecode; beside {empty} MB of pip")
    said = subprocess.run([str(python), "-c", FIND_NUMBA], check=True, capture_output=True, text=True).stdout
    print(f"numba is installed: {said.strip()}")
    return folder


def megabytes(folder: Path, pattern: str = "*") -> int:
    """What the files of a folder take up, in units of 10**6 bytes."""
    return sum(path.lstat().st_size for path in folder.rglob(pattern) if not path.is_dir()) // 10**6


def first_moves(folder: Path, home: Path) -> None:
    """Start the program, and play against each bot until it has moved."""
    ours = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "AMYITIS", "XDG"))}
    variables = {**ours, "HOME": str(home), "CI": "1"}
    before, started = processor_time(), time.perf_counter()
    server = subprocess.Popen(
        [str(folder / "bin" / "amyitis"), "serve", "--no-browser", "--port", "0"],
        env=variables, cwd=home, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    try:
        assert server.stdout is not None
        found = re.search(r"http://[\w.]+:\d+", server.stdout.readline())
        assert found is not None
        print(f"  served after {time.perf_counter() - started:.2f} s")
        for bot in BOTS:
            print(f"  {bot} moved {first_move(found[0], bot):.2f} s after its game was made")
    finally:
        server.terminate()
        server.wait()
    print(f"  {processor_time() - before:.2f} s of processor time in all")


def first_move(address: str, bot: str) -> float:
    """Seconds from the making of a game to the bot's first move."""
    with Client(address) as me:
        started = time.perf_counter()
        made = me.new_game([{"kind": "me"}, {"kind": "bot", "bot": bot}], seed=SEED)
        for game in me.watch(made["game"]["id"]):
            if any(entry.get("by_bot") and entry["kind"] == "move" for entry in game["entries"]):
                break
            if game["legal"]:
                me.move(game["id"], game["ply"], game["legal"][0])
        return time.perf_counter() - started


def processor_time() -> float:
    """What the programs started here have used that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def main() -> None:
    """Install, and measure twice."""
    with tempfile.TemporaryDirectory() as name:
        folder = install(Path(sys.argv[1]), Path(name) / "environment")
        home = Path(name) / "home"
        home.mkdir()
        for what in ("first start", "second start"):
            print(what)
            first_moves(folder, home)


if __name__ == "__main__":
    main()
