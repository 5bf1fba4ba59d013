"""Compiled code reads out of range without a word, unless it is told to look: here it is."""

import json
import os
import subprocess
import sys

import pytest

from tests.compiling import needs_compiler

COMMAND = "from amyitis.cli import main; main()"
WORDS = "simulate --players 4 --games 300 --check --limited-supply --palace --json"


@pytest.mark.slow
@needs_compiler
def test_nothing_is_read_or_written_out_of_range() -> None:
    switches = {**os.environ, "NUMBA_BOUNDSCHECK": "1", "NUMBA_OPT": "1"}  # looking is the same, compiling is quicker
    command = [sys.executable, "-c", COMMAND, *WORDS.split()]
    done = subprocess.run(command, env=switches, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["violations"] == 0
