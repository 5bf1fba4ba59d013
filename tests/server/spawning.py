"""Servers started quickly: one process imports the program once, and each server is a fork of it.

A server that is started so runs the same command line in a process of its own, with its own signals, files and exit
status; only the importing (most of the time that a start takes) is done before. `tests/server/test_starting.py` starts
servers the long way.

    python -m tests.server.spawning     # one line of JSON in: {"argv", "out", "err"} or {"poll"}; one line out
"""

import atexit
import gc
import json
import os
import signal
import subprocess
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path
from typing import IO, Any

POLL_SECONDS = 0.005


class Spawner:
    """The process whose forks are servers; it ends, and they with it, when this process does."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._process = subprocess.Popen(
            [sys.executable, "-m", __name__],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=Path(__file__).parents[2],
        )
        atexit.register(self.close)

    def ask(self, **question: Any) -> Any:
        """One question and its answer."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        with self._lock:
            self._process.stdin.write(json.dumps(question).encode() + b"\n")
            self._process.stdin.flush()
            return json.loads(self._process.stdout.readline())

    def close(self) -> None:
        """End it."""
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                pipe.close()
        self._process.wait(20)


class Spawned:
    """A server process: what `subprocess.Popen` offers and the tests use."""

    _spawner: Spawner | None = None

    def __init__(self, argv: list[str], out: Path, err: Path) -> None:
        if Spawned._spawner is None:
            Spawned._spawner = Spawner()
        self._asked = Spawned._spawner
        self.returncode: int | None = None
        self.pid: int = self._asked.ask(argv=argv, out=str(out), err=str(err))

    def poll(self) -> int | None:
        """The exit status, if it has ended; negative for a signal."""
        if self.returncode is None:
            self.returncode = self._asked.ask(poll=self.pid)
        return self.returncode

    def wait(self, seconds: float) -> int:
        """The exit status; raises subprocess.TimeoutExpired."""
        until = time.monotonic() + seconds
        while (status := self.poll()) is None:
            if time.monotonic() > until:
                raise subprocess.TimeoutExpired("amyitis", seconds)
            time.sleep(POLL_SECONDS)
        return status

    def send_signal(self, number: int) -> None:
        """Send it a signal, if it is still there."""
        if self.poll() is None:
            os.kill(self.pid, number)

    def kill(self) -> None:
        """End it without warning."""
        self.send_signal(signal.SIGKILL)


def answer_until_told_to_serve(questions: IO[bytes], answers: IO[bytes]) -> list[str]:
    """Fork on demand; in a fork, returns what the command line is given. Ends with its input, and its forks too."""
    alive: set[int] = set()
    while line := questions.readline():
        question = json.loads(line)
        if "poll" in question:
            ended, status = os.waitpid(question["poll"], os.WNOHANG)
            alive.discard(ended)
            answer = os.waitstatus_to_exitcode(status) if ended else None
        else:
            answer = os.fork()
            if answer == 0:
                with (
                    open(os.devnull, "rb") as nothing,
                    open(question["out"], "wb") as out,
                    open(question["err"], "wb") as err,
                ):
                    for number, file in enumerate((nothing, out, err)):
                        os.dup2(file.fileno(), number)
                return list(question["argv"])
            alive.add(answer)
        answers.write(json.dumps(answer).encode() + b"\n")
        answers.flush()
    for pid in alive:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    raise SystemExit(0)


def main() -> None:
    """Import what a server needs, then fork on demand."""
    import amyitis.cli
    import amyitis.server.app
    import amyitis.server.running
    import amyitis.store.opening

    amyitis.store.opening.newest_revision()  # the steps of the schema are read
    gc.collect()
    gc.freeze()  # no fork's collector looks at what they share, which would copy it
    ignored = signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the tests, which end servers themselves
    with os.fdopen(os.dup(0), "rb") as questions, os.fdopen(os.dup(1), "wb") as answers:
        argv = answer_until_told_to_serve(questions, answers)
    signal.signal(signal.SIGINT, ignored)
    sys.argv = ["amyitis", *argv]
    amyitis.cli.main()


if __name__ == "__main__":
    main()
