"""What tests of several workers need, and the first of them to come there makes for all."""

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from filelock import FileLock


def made_once(factory: pytest.TempPathFactory, name: str, make: Callable[[Path], None]) -> Path:
    """A folder of this run, filled by one worker, for whom the others wait; nobody changes anything in it later."""
    root = factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        root = root.parent  # of all workers
    folder, done = root / name, root / f"{name}.made"
    with FileLock(root / f"{name}.lock"):
        if not done.exists():
            shutil.rmtree(folder, ignore_errors=True)  # half made, by one that failed
            folder.mkdir()
            make(folder)
            done.touch()
    return folder
