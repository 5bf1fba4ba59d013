"""The priority of worker processes and threads: they give way to the server, and to everything else on the machine."""

import os
import sys
import time
from pathlib import Path

GROUP = Path("/proc/self/autogroup")  # Linux; see sched(7)
ATTEMPTS, PAUSE_SECONDS = 20, 0.1  # Linux takes one such change in a tenth of a second, of all processes together


def give_way(niceness: int) -> None:
    """Lower the priority of this process. Does nothing where the system has no such thing.

    Linux shares a processor between sessions first: there niceness counts among the processes of one session only. So a
    worker, which leads a session of its own, lowers the priority of its session, too.
    """
    if not hasattr(os, "nice"):
        return
    now = os.nice(niceness)
    if os.getsid(0) != os.getpid():
        return
    for _attempt in range(ATTEMPTS):
        try:
            GROUP.write_text(str(now), encoding="ascii")
        except BlockingIOError:
            time.sleep(PAUSE_SECONDS)
        except OSError:  # there are no such groups here
            return
        else:
            return


def give_way_in_thread(niceness: int) -> None:
    """Lower the priority of this thread alone, where the system has such a thing (Linux)."""
    if sys.platform == "linux":
        os.nice(niceness)
