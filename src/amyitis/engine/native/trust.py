"""Whether the quick way may be taken with the numba that is installed.

Three things decide: a switch, a cap on the version, and a self-test. The self-test takes some seconds, so what it found
is kept beside the compiled code, for each version of numba, of Python and of our own use of them.
"""

import json
import logging
import os
import platform
import signal
import subprocess
import sys
from dataclasses import asdict, dataclass
from functools import cache
from importlib.metadata import version
from pathlib import Path

from amyitis.engine.compiler.cache import cache_root, compiler_text
from amyitis.files import write_atomically
from amyitis.sources import PACKAGE, source_digest

PUBLIC_SWITCH = "AMYITIS_PUBLIC_NUMBA"
CAP = (0, 69)  # the first version that nobody has looked at; `pyproject.toml` has the same
SELFTEST = "amyitis.engine.native.selftest"
SELFTEST_SECONDS = 300.0  # that it may take, on however busy a machine
WORKS = "the quick way works"  # what it prints in the end
# Signals with which a program ends itself; any other comes from outside, as from a system that runs out of memory.
OWN_SIGNALS = ("SIGABRT", "SIGBUS", "SIGFPE", "SIGILL", "SIGSEGV", "SIGSYS", "SIGTRAP")
# What it may raise for want of something that says nothing of numba, like room on a disk.
WANTS = ("MemoryError", "OSError")

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class Verdict:
    """Whether the quick way works, and if not why."""

    works: bool
    why: str = ""


@cache
def verdict() -> Verdict:
    """Whether the quick way may be taken by this process; if not, it is logged once."""
    outcome = _verdict()
    if not outcome.works:
        logger.log(logging.INFO if public_wanted() else logging.WARNING, "compiling the slower way: %s", outcome.why)
    return outcome


def public_wanted() -> bool:
    """Whether the switch AMYITIS_PUBLIC_NUMBA is on."""
    return os.environ.get(PUBLIC_SWITCH, "") not in ("", "0")


def _verdict() -> Verdict:
    if public_wanted():
        return Verdict(False, f"{PUBLIC_SWITCH} is set")
    numba = version("numba")
    if not below_cap(numba):
        return Verdict(False, f"numba {numba} is newer than what the quick way was written for")
    root = cache_root()
    path = None if root is None else root / f"numba-{numba}-{_key()}.json"
    kept = None if path is None else read_verdict(path)
    if kept is not None:
        return kept
    outcome, final = run_selftest()
    if path is not None and final:
        keep_verdict(path, outcome)
    return outcome


def below_cap(numba: str) -> bool:
    """Whether a version of numba is below the cap; one that cannot be read is not."""
    try:
        return tuple(int(part) for part in numba.split(".")[:2]) < CAP
    except ValueError:
        return False


def run_selftest() -> tuple[Verdict, bool]:
    """What the self-test says, and whether it would say so again: not if it was stopped, or had no room."""
    paths = os.pathsep.join([str(PACKAGE.parent), *filter(None, [os.environ.get("PYTHONPATH")])])
    # (A settings file of numba's may switch it off, too, which is no fault of the quick way.)
    command, switches = [sys.executable, "-m", SELFTEST], {**os.environ, "PYTHONPATH": paths, "NUMBA_DISABLE_JIT": "0"}
    try:
        done = subprocess.run(
            command, env=switches, capture_output=True, text=True, timeout=SELFTEST_SECONDS, check=False
        )
    except (OSError, ValueError, subprocess.SubprocessError) as problem:
        return Verdict(False, f"the self-test could not be run: {problem}"), False
    if done.returncode == 0 and done.stdout.strip().endswith(WORKS):
        return Verdict(True), True
    said = done.stderr.strip().splitlines() or [f"it ended with status {done.returncode}"]
    return Verdict(False, f"the self-test failed: {said[-1]}"), not _stopped(done.returncode, said[-1])


def _stopped(status: int, said: str) -> bool:
    """Whether a self-test was ended from outside, or for want of room: another time it may pass."""
    own = {-number for number in signal.Signals if number.name in OWN_SIGNALS}
    return status not in own if status < 0 else said.startswith(WANTS)


def read_verdict(path: Path) -> Verdict | None:
    """A verdict that was kept; None if there is none that can be read."""
    try:
        kept = json.loads(path.read_text(encoding="utf-8"))
        return Verdict(bool(kept["works"]), str(kept["why"]))
    except (OSError, ValueError, KeyError, TypeError):
        return None


def keep_verdict(path: Path, outcome: Verdict) -> None:
    """Keep a verdict, if the folder can be written to."""
    try:
        write_atomically(path, json.dumps(asdict(outcome)) + "\n")
    except OSError:
        logger.info("%s cannot be written", path)


def _key() -> str:
    """A digest of all that a verdict is about: the compiler, the processor, our use of both, and Python."""
    return source_digest(also=f"{platform.python_implementation()} {platform.python_version()} {compiler_text()}")
