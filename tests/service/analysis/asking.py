"""Asking for what is thought about, until it is there."""

import time
from collections.abc import Callable
from typing import Any


def finished(ask: Callable[[], dict[str, Any]]) -> dict[str, Any]:
    """Ask until it is done."""
    while (answer := ask())["status"] in ("waiting", "running"):
        time.sleep(0.05)
    return answer
