"""`Worker`: a process that answers lines of JSON with lines of JSON."""

import asyncio
import contextlib
import json
import os
import sys
from collections.abc import AsyncGenerator, Iterable, Mapping
from pathlib import Path
from typing import Any

from amyitis.box.active import VARIABLE
from amyitis.errors import AmyitisError

START_SECONDS = 180.0  # the first start on a machine compiles the rules
MOST_LINE = 1 << 24  # bytes of one answer


class WorkerFailed(AmyitisError):
    """A worker was late, died or gave no answer."""


class Worker:
    """A process that runs a module, with the box of a file or the server's own; started when it is first needed."""

    def __init__(self, module: str, box: Path | None = None, *, niceness: int) -> None:
        self._module, self._box, self._niceness = module, box, niceness
        self._process: asyncio.subprocess.Process | None = None
        self.compiling: tuple[int, int] | None = (
            None  # while it starts: how many functions are compiled, and of how many
        )

    @property
    def pid(self) -> int | None:
        """The process id while it runs."""
        return self._process.pid if self._process is not None and self._process.returncode is None else None

    async def ask(self, question: Mapping[str, Any], seconds: float) -> AsyncGenerator[dict[str, Any], None]:
        """Yield the worker's answers, each within some seconds; raises WorkerFailed.

        The caller stops after the last answer; if it stops before, the process is ended by `stop`.
        """
        try:
            process = await self.start()
            assert process.stdin is not None
            process.stdin.write(json.dumps(question).encode() + b"\n")
            await process.stdin.drain()
            while True:
                yield await self._answer(process, seconds)
        except TimeoutError:
            await self.stop()
            raise WorkerFailed("the worker was late") from None
        except (OSError, ValueError) as problem:
            await self.stop()
            raise WorkerFailed(f"the worker died ({type(problem).__name__})") from None
        except asyncio.CancelledError:
            await self.stop()
            raise

    async def start(self) -> asyncio.subprocess.Process:
        """Start the process, unless it runs, and wait until it is ready; raises OSError, ValueError, TimeoutError."""
        if self._process is None or self._process.returncode is not None:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                self._module,
                str(self._niceness),
                limit=MOST_LINE,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                env=None if self._box is None else {**os.environ, VARIABLE: str(self._box)},
                start_new_session=True,  # Ctrl-C is for the server, which ends its workers itself
            )
            try:
                async with asyncio.timeout(START_SECONDS):
                    while "ready" not in (answer := await self._answer(self._process)):
                        self.compiling = answer["compiled"], answer["of"]
            finally:
                self.compiling = None
        return self._process

    @staticmethod
    async def _answer(process: asyncio.subprocess.Process, seconds: float | None = None) -> dict[str, Any]:
        assert process.stdout is not None
        line = await asyncio.wait_for(process.stdout.readline(), seconds)
        if not line:
            raise ValueError("no answer")
        return dict(json.loads(line))

    async def stop(self) -> None:
        """End the process."""
        process, self._process = self._process, None
        if process is None:
            return
        if process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
        await process.wait()
        if process.stdin is not None:
            process.stdin.close()


def compiling(workers: Iterable[Worker]) -> tuple[int, int] | None:
    """How many functions one of the workers that start has compiled, and of how many; None while none compiles."""
    return next((worker.compiling for worker in workers if worker.compiling), None)
