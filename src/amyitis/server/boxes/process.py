"""`BoxProcess`: the process that has another box, and calls to it."""

import contextlib
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from amyitis.box.active import VARIABLE

from .hosting import Lost, receive, send

T = TypeVar("T")
END_SECONDS = 5.0


class BoxProcess:
    """A process with the box of a file, started when it is first called. Calls are made from threads, one at a time."""

    def __init__(self, digest: str, path: Path) -> None:
        self.digest, self.path = digest, path
        self.used = time.monotonic()
        self._calling = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def pid(self) -> int | None:
        """The process id while it runs."""
        process = self._process
        return process.pid if process is not None and process.poll() is None else None

    def call(self, function: Callable[..., T], *given: Any) -> T:
        """What a function returns there, by the rules with that box; raises what it raises.

        Raises Lost if the process died: what it kept is gone, and the next call starts another.
        """
        with self._calling:
            self.used = time.monotonic()
            try:
                process = self._running()
                assert process.stdin is not None
                assert process.stdout is not None
                send(process.stdin, (function, given))
                well, found = receive(process.stdout)
            except (OSError, EOFError) as problem:
                self._end()
                raise Lost(f"the process of box {self.digest} died ({type(problem).__name__})") from None
            self.used = time.monotonic()
        if not well:
            raise found
        return found  # type: ignore[no-any-return]

    def _running(self) -> subprocess.Popen[bytes]:
        if self._process is None or self._process.poll() is not None:
            self._end()
            self._process = subprocess.Popen(
                [sys.executable, "-m", "amyitis.server.boxes.worker"],
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
