"""Another process with another box: functions are called there, by the rules with that box.

The tables of a box are constants, made when the rules are imported, so that two boxes do not fit one process. A request
is a function (by its name, which both sides import) and what it is called with; an answer is what it returned, or what
it raised. Both are pickled, behind their length. The other process ends when its input does, so it never outlives this
one.

    AMYITIS_BOX=box.toml python -m amyitis.box.process NICENESS
"""

import contextlib
import os
import pickle
import struct
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import IO, Any, TypeVar

from amyitis.box.active import VARIABLE
from amyitis.box.errors import WorkerLost
from amyitis.errors import AmyitisError
from amyitis.priority import give_way

T = TypeVar("T")
Answer = tuple[bool, Any, float]  # whether it went well, what was returned or raised, and seconds of the processor
LENGTH = struct.Struct("!Q")
END_SECONDS = 5.0


class BoxProcess:
    """A process with the box of a file, started when it is first called. Calls are made from threads, one at a time."""

    def __init__(self, digest: str, path: Path, niceness: int = 0) -> None:
        self.digest, self.path, self._niceness = digest, path, niceness
        self.used = time.monotonic()
        self._calling = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def pid(self) -> int | None:
        """The process id while it runs."""
        process = self._process
        return process.pid if process is not None and process.poll() is None else None

    def call(self, function: Callable[..., T], *given: Any) -> T:
        """What a function returns there, by the rules with that box; raises what it raises, and WorkerLost."""
        well, result, _seconds = self.answer(function, *given)
        if not well:
            raise result
        return result  # type: ignore[no-any-return]

    def answer(self, function: Callable[..., Any], *given: Any) -> Answer:
        """Whether it went well, what was returned or raised, and the processor time that it took there.

        Raises WorkerLost if the process died: what it kept is gone, and the next call starts another.
        """
        with self._calling:
            self.used = time.monotonic()
            try:
                process = self._running()
                assert process.stdin is not None
                assert process.stdout is not None
                send(process.stdin, (function, given))
                result: Answer = receive(process.stdout)
            except (OSError, EOFError) as problem:
                self._end()
                raise WorkerLost(f"the process of box {self.digest} died ({type(problem).__name__})") from None
            self.used = time.monotonic()
        return result

    def _running(self) -> subprocess.Popen[bytes]:
        if self._process is None or self._process.poll() is not None:
            self._end()
            self._process = subprocess.Popen(
                [sys.executable, "-m", "amyitis.box.process", str(self._niceness)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                env={**os.environ, VARIABLE: str(self.path)},
                start_new_session=True,  # Ctrl-C is for the server, which ends its processes itself
            )
        return self._process

    def end(self) -> None:
        """End the process once it has answered; the next call starts another."""
        with self._calling:
            self._end()

    def _end(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                with contextlib.suppress(OSError):
                    pipe.close()
        try:
            process.wait(END_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


# The talk between the processes.


def send(pipe: IO[bytes], message: Any) -> None:
    """Write a message."""
    packed = pickle.dumps(message)
    pipe.write(LENGTH.pack(len(packed)) + packed)
    pipe.flush()


def receive(pipe: IO[bytes]) -> Any:
    """Read a message; raises EOFError where the other side is gone."""
    head = pipe.read(LENGTH.size)
    if len(head) < LENGTH.size:
        raise EOFError
    return pickle.loads(pipe.read(LENGTH.unpack(head)[0]))


def answer(function: Callable[..., Any], *given: Any) -> Answer:
    """Whether a function went well here, what was returned or raised, and the thread's processor time."""
    began = time.thread_time()
    try:
        well, result = True, function(*given)
    except Exception as problem:
        well, result = False, problem
    return well, result, time.thread_time() - began


def sendable(well: bool, result: Any, seconds: float) -> Answer:
    """An answer whose error can be pickled."""
    if not well:
        try:
            pickle.loads(pickle.dumps(result))
        except Exception:
            result = AmyitisError(f"{type(result).__name__}: {result}")
    return well, result, seconds


def main() -> None:
    """Answer until the input ends."""
    give_way(int(sys.argv[1]))
    questions, answers = sys.stdin.buffer, sys.stdout.buffer
    sys.stdout = sys.stderr  # nothing but answers may go out there
    while True:
        try:
            function, given = receive(questions)
        except EOFError:
            return
        send(answers, sendable(*answer(function, *given)))


if __name__ == "__main__":
    main()
