"""`Boxes`: the boxes that games here are played with, and who plays by them: this process, or one for each other."""

import asyncio
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

from amyitis.box import Box, active_box, load_box
from amyitis.box.active import active_text
from amyitis.box.known import digest_in, known_box
from amyitis.box.process import BoxProcess
from amyitis.rules.version import RULES_VERSIONS
from amyitis.server.refusals import Conflict, TooMuch
from amyitis.store import GameStore
from amyitis.table import GameFacts

T = TypeVar("T")
REPLAYS_AT_ONCE, OTHERS_AT_ONCE = 2, 4
MOST_WAITING = 64
RETRY_SECONDS = 2.0
IDLE_SECONDS = 900.0  # after which a process that nobody asks anything is ended


class Boxes:
    """Finds boxes by their digests: those that a release came with in the program, those of owners in the database."""

    def __init__(self, store: GameStore) -> None:
        self.own = active_box().digest
        self._store = store
        self._processes: dict[str, BoxProcess] = {}
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self._loaded: dict[str, Box] = {self.own: active_box()}
        # Threads of their own: whoever waits for a replay keeps nobody from anything else.
        self._replays = ThreadPoolExecutor(REPLAYS_AT_ONCE, "replays")
        self._others = ThreadPoolExecutor(OTHERS_AT_ONCE, "boxes")
        self._waiting = 0

    async def keep_own(self) -> None:
        """Keep the server's own box with the games, if it is an owner's."""
        if known_box(self.own) is None:
            await self._store.boxes.keep(self.own, active_box().name, active_text())

    async def check(self, facts: GameFacts) -> None:
        """Raise Conflict for a game whose rules or box are not here."""
        if facts.rules_version not in RULES_VERSIONS:
            raise Conflict(
                f"this game is played by rules version {facts.rules_version}, which came with a newer program: "
                "this one plays versions " + " and ".join(map(str, RULES_VERSIONS))
            )
        if await self.path(digest_in(facts.box)) is None and digest_in(facts.box) != self.own:
            raise Conflict(missing(facts.box))

    async def path(self, digest: str) -> Path | None:
        """The file of a box, None if it is not here."""
        found = known_box(digest)
        if found is not None or digest in self._processes:
            return found or self._processes[digest].path
        text = await self._store.boxes.text(digest) if digest else None
        if text is None:
            return None
        if self._folder is None:
            self._folder = tempfile.TemporaryDirectory(prefix="amyitis-boxes-")
        file = Path(self._folder.name) / f"{digest}.toml"
        await asyncio.to_thread(file.write_text, text, encoding="utf-8")
        return file

    async def process(self, box: str) -> BoxProcess | None:
        """Who plays with a box, named as games name it; None for the server itself. Raises Conflict without it."""
        digest = digest_in(box)
        if digest == self.own:
            return None
        await self._end_idle()
        if digest not in self._processes:
            path = await self.path(digest)
            if path is None:
                raise Conflict(missing(box))
            self._processes.setdefault(digest, BoxProcess(digest, path))
        return self._processes[digest]

    async def call(self, box: str, function: Callable[..., T], *given: Any) -> T:
        """What a function returns by the rules with a box, beside the event loop; raises Conflict without that box."""
        process = await self.process(box)
        if process is None:
            return await self.beside(function, *given)
        return await self._waited(self._others, process.call, function, *given)

    async def beside(self, function: Callable[..., T], *given: Any) -> T:
        """What a function that plays whole games returns, beside the event loop; raises TooMuch if too many wait."""
        return await self._waited(self._replays, function, *given)

    async def _waited(self, pool: ThreadPoolExecutor, function: Callable[..., T], *given: Any) -> T:
        if self._waiting >= MOST_WAITING:
            raise TooMuch("too many games are played over at the moment", RETRY_SECONDS)
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(pool, function, *given)
        finally:
            self._waiting -= 1

    async def facts(self, digest: str) -> Box:
        """What is printed in a box; raises Conflict if it is not here."""
        if digest not in self._loaded:
            path = await self.path(digest)
            if path is None:
                raise Conflict(missing(digest))
            self._loaded[digest] = await asyncio.to_thread(load_box, path)
        return self._loaded[digest]

    @property
    def pids(self) -> list[int]:
        """The processes that run."""
        return [pid for process in self._processes.values() if (pid := process.pid) is not None]

    async def _end_idle(self) -> None:
        for process in list(self._processes.values()):
            if process.pid is not None and time.monotonic() - process.used > IDLE_SECONDS:
                await asyncio.to_thread(process.end)

    async def stop(self) -> None:
        """End every process."""
        for pool in (self._replays, self._others):
            pool.shutdown(wait=False, cancel_futures=True)
        await asyncio.gather(*(asyncio.to_thread(process.end) for process in self._processes.values()))
        if self._folder is not None:
            self._folder.cleanup()


def missing(box: str) -> str:
    """The sentence for a box that is not here."""
    return (
        f"this game is played with the box {box}, whose file is not here: start the server once with that file "
        "(amyitis serve --box FILE), and it is kept with the games"
    )
