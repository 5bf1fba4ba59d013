"""Boxes by digest: the server's own in this process, others in a process for each, started when they are needed.

Texts of strangers are read in a process with the server's own box: in a thread they would hold the interpreter.
"""

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
from amyitis.box.process import BoxProcess, answer
from amyitis.server.limits.fair_queue import FairQueue
from amyitis.service.problems import Conflict, TooMuch, check_rules_version
from amyitis.service.waiting_room import WaitingRoom, address_of
from amyitis.store import GameStore
from amyitis.table import Entry, GameMetadata, LogEntry, SeatMetadata, Table

from .remote_table import RemoteTable

T = TypeVar("T")
Spend = Callable[[str, float], None]  # charges an address for seconds of the processor
CALLS_AT_ONCE, REMOTE_AT_ONCE = 2, 4
MOST_OF_PERSON, MOST_OF_ADDRESS, MOST_WAITING, RESERVED = 12, 24, 64, 24  # calls (`service/waiting_room.py`)
RETRY_SECONDS = 2.0
TEXTS_NICENESS = 5  # of the process that reads texts of strangers
IDLE_SECONDS = 900.0  # after which an unused process is ended
SHORT_LOG = 120  # entries up to which a log is replayed on the event loop


class ServerBoxes:
    """Finds boxes: those of releases in the program, those of owners in the database; runs rules with them."""

    def __init__(self, store: GameStore, spend: Spend) -> None:
        self._own = active_box().digest
        self._store, self._spend = store, spend
        self._processes: dict[str, BoxProcess] = {}
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self._loaded: dict[str, Box] = {self._own: active_box()}
        # Threads of their own: replays keep nobody from anything else.
        self._local = ThreadPoolExecutor(CALLS_AT_ONCE, "replays")
        self._remote = ThreadPoolExecutor(REMOTE_AT_ONCE, "boxes")
        self._isolated = ThreadPoolExecutor(1, "texts of strangers")
        self._queues = {
            self._local: FairQueue(CALLS_AT_ONCE),
            self._remote: FairQueue(REMOTE_AT_ONCE),
            self._isolated: FairQueue(1),
        }
        self._waiting = WaitingRoom(MOST_OF_PERSON, MOST_OF_ADDRESS, MOST_WAITING, RESERVED)

    @property
    def own(self) -> str:
        """The digest of the box that new games are played with."""
        return self._own

    async def keep_own(self) -> None:
        """Keep the server's own box with the games, if it is an owner's."""
        if known_box(self.own) is None:
            await self._store.boxes.keep(self.own, active_box().name, active_text())

    async def check(self, metadata: GameMetadata) -> None:
        """Raise Conflict for a game whose rules version or box is not available."""
        check_rules_version(metadata)
        if digest_in(metadata.box) != self.own and await self.path(digest_in(metadata.box)) is None:
            raise Conflict(_missing(metadata.box))

    async def path(self, digest: str) -> Path | None:
        """Return the file of a box, None if it is not available."""
        known = known_box(digest)
        if known is not None or digest in self._processes:
            return known or self._processes[digest].path
        text = await self._store.boxes.text(digest) if digest == digest_in(digest) != "" else None  # a file's name
        if text is None:
            return None
        if self._folder is None:
            self._folder = tempfile.TemporaryDirectory(prefix="amyitis-boxes-")
        file = Path(self._folder.name) / f"{digest}.toml"
        await asyncio.to_thread(file.write_text, text, encoding="utf-8")
        return file

    async def printed(self, digest: str) -> Box:
        """Return what is printed in a box; raises Conflict if it is not available."""
        if digest not in self._loaded:
            path = await self.path(digest)
            if path is None:
                raise Conflict(_missing(digest))
            self._loaded[digest] = await asyncio.to_thread(load_box, path)
        return self._loaded[digest]

    # Running rules.

    async def open_table(
        self, metadata: GameMetadata, seats: list[SeatMetadata], log: list[LogEntry]
    ) -> tuple[Table, list[Entry]]:
        """Rebuild a table from its log, where its rules run."""
        process = await self._process(metadata.box)
        if process is not None:
            return await asyncio.to_thread(RemoteTable.open, process, metadata, seats, log)
        if len(log) < SHORT_LOG:
            return Table.rebuild(metadata, seats, log)
        return await asyncio.to_thread(Table.rebuild, metadata, seats, log)

    async def follow(self, table: Table, log: list[LogEntry]) -> None:
        """Replay entries that another server has appended."""
        if table.remote:
            await asyncio.to_thread(table.follow, log)
        else:
            table.follow(log)

    async def ask(self, table: Table, question: Callable[[Table], T]) -> T:
        """Call a function of a table, outside of the event loop if its rules run in another process."""
        return await asyncio.to_thread(question, table) if table.remote else question(table)

    async def call(
        self, box: str, function: Callable[..., T], *arguments: Any, owner: str = "", isolated: bool = False
    ) -> T:
        """Call a function with the rules of a box; quota owners take turns.

        It runs in a thread; with another box, or `isolated`, in a process, so that nobody waits for the interpreter.
        """
        process = await self._process(box, isolated)
        pool = self._local if process is None else self._isolated if process.digest == self.own else self._remote
        # The server's own work (a game that begins) has no owner: it waits its turn, and is never refused.
        if not owner:
            self._waiting.enter_always(owner)
        elif not self._waiting.enter(owner):
            raise TooMuch("too many games are replayed at the moment", RETRY_SECONDS)
        try:
            async with self._queues[pool].place(owner):
                run = answer if process is None else process.answer
                loop = asyncio.get_running_loop()
                well, result, seconds = await loop.run_in_executor(pool, run, function, *arguments)
        finally:
            self._waiting.leave(owner)
        self._spend(address_of(owner), seconds)
        if not well:
            raise result
        return result  # type: ignore[no-any-return]

    async def _process(self, box: str, isolated: bool = False) -> BoxProcess | None:
        """Return the process that plays with a box; None for the own box, unless `isolated`. Raises Conflict."""
        digest = digest_in(box) or box
        if digest == self.own and not isolated:
            return None
        await self._end_idle()
        if digest not in self._processes:
            path = await self.path(digest)
            if path is None:
                raise Conflict(_missing(box))
            self._processes.setdefault(digest, BoxProcess(digest, path, TEXTS_NICENESS if digest == self.own else 0))
        return self._processes[digest]

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
        for pool in self._queues:
            pool.shutdown(wait=False, cancel_futures=True)
        await asyncio.gather(*(asyncio.to_thread(process.end) for process in self._processes.values()))
        if self._folder is not None:
            self._folder.cleanup()


def _missing(box: str) -> str:
    return (
        f"this game is played with the box {box}, whose file is not here: start the server once with that file "
        "(amyitis serve --box FILE), and it is kept with the games"
    )
