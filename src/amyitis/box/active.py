"""The box in use: one for the whole program, chosen before the rules are imported."""

import os
import sys
from functools import cache
from pathlib import Path

from amyitis.box.loading import load_box, packaged_text
from amyitis.box.model import Box
from amyitis.errors import BoxError

VARIABLE = "AMYITIS_BOX"


def active_box() -> Box:
    """Returns the box named by the environment variable AMYITIS_BOX, else the packaged one; each file is read once."""
    return _loaded(os.environ.get(VARIABLE, ""))


def active_text() -> str:
    """The text of the box file in use."""
    path = os.environ.get(VARIABLE, "")
    return Path(path).read_text(encoding="utf-8") if path else packaged_text()


def use_box(path: Path) -> Box:
    """Make the file at `path` the box in use, here and in programs started from here.

    Raises `BoxError` for a file that cannot be used, and where the tables were made from other facts already.
    """
    path = path.expanduser().resolve()
    box = load_box(path)
    tables = sys.modules.get("amyitis.box.tables")
    if tables is not None and box.digest != tables.BOX_DIGEST:
        raise BoxError("box file", f"{path} comes too late: the game is already set up with box {tables.BOX_NAME!r}")
    os.environ[VARIABLE] = str(path)
    _loaded.cache_clear()
    return box


@cache
def _loaded(path: str) -> Box:
    return load_box(Path(path) if path else None)
