"""Worker processes give way: within their session, and their session to others."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

WORKER = "import sys; from amyitis.priority import give_way; give_way(7); print(flush=True); sys.stdin.read()"


def gives_way(pid: int, niceness: int) -> bool:
    """Whether a process gives way to this one, and the session that it leads does, where sessions count."""
    wanted = min(19, os.getpriority(os.PRIO_PROCESS, 0) + niceness)
    group = re.search(r" nice (-?\d+)", _group_of(pid))
    of_group = wanted if group is None else int(group.group(1))
    return os.getpriority(os.PRIO_PROCESS, pid) == wanted and (os.getsid(pid) != pid or of_group == wanted)


@pytest.mark.skipif(not hasattr(os, "nice"), reason="there are no priorities here")
@pytest.mark.parametrize("leads", [True, False])
def test_a_process_gives_way_and_so_does_the_session_that_it_leads(leads: bool) -> None:
    ours = _group_of(os.getpid())
    with subprocess.Popen(
        [sys.executable, "-c", WORKER], stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=leads
    ) as worker:
        assert worker.stdout is not None
        worker.stdout.readline()
        assert gives_way(worker.pid, 7)
        worker.communicate()
    assert _group_of(os.getpid()) == ours, "nobody else's session was touched"


def _group_of(pid: int) -> str:
    group = Path(f"/proc/{pid}/autogroup")
    return group.read_text(encoding="ascii") if group.exists() else ""
