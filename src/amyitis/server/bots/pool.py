"""The bots' workers: processes of their own, so that no thinking ever holds the server up.

A worker that is late or dies is replaced. For a bot that fails twice on a position any legal move is made, so the game
goes on.
"""

import asyncio
import contextlib
import json
import logging
import os
import secrets
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar

from amyitis.box.active import VARIABLE
from amyitis.errors import AmyitisError
from amyitis.rules.seeds import SEED_BITS
from amyitis.server.fair_queue import FairQueue

START_SECONDS = 180.0  # the first start on a machine compiles the rules
ATTEMPTS = 2
MOST_LINE = 1 << 24  # bytes of what a worker says at once
LEARNED_OF_ONE, MOST_LEARNED = 0.05, 200

logger = logging.getLogger(__name__)


class WorkerFailed(AmyitisError):
    """A worker was late, died or gave no move."""


class Worker:
    """One process that thinks."""

    module: ClassVar[str] = "amyitis.server.bots.worker"

    def __init__(self, box: Path | None = None) -> None:
        self._box = box
        self._process: asyncio.subprocess.Process | None = None

    @property
    def pid(self) -> int | None:
        """The process id while it runs."""
        return self._process.pid if self._process is not None and self._process.returncode is None else None

    async def choose(self, bot: str, position: str, ply: int, seconds: float) -> str:
        """The bot's move; raises WorkerFailed, and then the process is gone."""
        try:
            process = await self._running()
            job = {"bot": bot, "seed": secrets.randbits(SEED_BITS), "position": position, "ply": ply}
            assert process.stdin is not None
            process.stdin.write(json.dumps(job).encode() + b"\n")
            await process.stdin.drain()
            answer = await self._answer(process, seconds)
        except TimeoutError:
            await self.stop()
            raise WorkerFailed(f"{bot} was late") from None
        except (OSError, ValueError) as problem:
            await self.stop()
            raise WorkerFailed(f"the worker died ({type(problem).__name__})") from None
        except asyncio.CancelledError:
            await self.stop()
            raise
        if "token" not in answer:
            raise WorkerFailed(str(answer.get("error", "no answer")))
        return str(answer["token"])

    async def _running(self) -> asyncio.subprocess.Process:
        if self._process is None or self._process.returncode is not None:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                self.module,
                limit=MOST_LINE,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                env=None if self._box is None else {**os.environ, VARIABLE: str(self._box)},
                start_new_session=True,  # Ctrl-C is for the server, which ends its workers itself
            )
            await self._answer(self._process, START_SECONDS)
        return self._process

    @staticmethod
    async def _answer(process: asyncio.subprocess.Process, seconds: float) -> dict[str, object]:
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


class BotPool:
    """Some workers, shared out fairly between those who wait; with the box of a file, or with the server's own."""

    def __init__(self, workers: int, seconds: float, box: Path | None = None) -> None:
        self._all = [Worker(box) for _ in range(workers)]
        self._free = self._all[:]
        self._queue = FairQueue(workers)
        self.seconds = seconds
        self.failures = 0
        self.milliseconds: dict[str, float] = {}  # that a decision of each bot has taken here

    @property
    def pids(self) -> list[int]:
        """The processes that run."""
        return [pid for worker in self._all if (pid := worker.pid) is not None]

    async def choose(
        self, bot: str, position: str, legal: Sequence[str], ply: int = 0, game: str = "", payer: str = ""
    ) -> str:
        """Returns a bot's move in a position: always one, if need be any legal one. The log names ply and game."""
        for _attempt in range(ATTEMPTS):
            async with self._queue.place(payer):
                worker, began = self._free.pop(), time.monotonic()
                try:
                    move = await worker.choose(bot, position, ply, self.seconds)
                    self._learn(bot, time.monotonic() - began)
                    return move
                except WorkerFailed as problem:
                    self.failures += 1
                    facts = {"bot": bot, "game": game, "ply": ply, "error": str(problem)}
                    logger.warning("bot worker failed", extra=facts)
                finally:
                    self._free.append(worker)
        return secrets.choice(legal)

    def _learn(self, bot: str, seconds: float) -> None:
        """What a decision of a bot took, together with those before."""
        before = self.milliseconds.get(bot, seconds * 1000)
        self.milliseconds[bot] = before + (seconds * 1000 - before) * LEARNED_OF_ONE
        while len(self.milliseconds) > MOST_LEARNED:
            del self.milliseconds[next(iter(self.milliseconds))]

    async def stop(self) -> None:
        """End every process."""
        await asyncio.gather(*(worker.stop() for worker in self._all))
