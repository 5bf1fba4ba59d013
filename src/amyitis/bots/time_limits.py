"""How long a bot may think about a move.

A bot in this process can only be stopped where Python lets it: between two instructions of the main thread, on systems
with timers. Elsewhere, and for one that is busy in compiled code, what it took is looked at afterwards. Either way a
bot that takes longer has failed.
"""

import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from numbers import Real
from types import FrameType
from typing import Any, NoReturn

from amyitis.errors import Malformed


def checked_seconds(seconds: float | None) -> float | None:
    """Returns a limit as given; raises Malformed for one that is none."""
    given: Any = seconds
    if given is not None and not (isinstance(given, Real) and 0 < float(given) < float("inf")):
        raise Malformed(f"a bot has some seconds for a move, a number above 0, not {seconds!r:.60}")
    return seconds


@contextmanager
def at_most(seconds: float | None) -> Iterator[None]:
    """Raise TimeoutError if what is done here takes longer; None for no limit."""
    if seconds is None:
        yield
        return
    timed = hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread()
    started = time.perf_counter()
    if timed:
        before = signal.signal(signal.SIGALRM, lambda number, frame: _late(number, frame, seconds))
        signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        if timed:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, before)
    took = time.perf_counter() - started
    if took > seconds:
        raise TimeoutError(f"it took {took:.2f} seconds for a move, and {seconds:g} are allowed")


def _late(_number: int, _frame: FrameType | None, seconds: float) -> NoReturn:
    raise TimeoutError(f"it took longer for a move than the {seconds:g} seconds that are allowed")
