"""News between servers that share a PostgreSQL database: LISTEN and NOTIFY; and from commands to the server of a file.

A notice says which game has changed, or which devices have lost their rights, nothing more: the log has
the rest. It is sent inside the transaction of the move, so it arrives after the commit or not at all. SQLite sends
nothing: there a command writes its notices into a table, which the server reads every two seconds.
"""

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Iterable

from sqlalchemy import URL

CHANNEL = "amyitis_games"
REVOKED = "revoked:"  # before the devices of a notice; no game is called so
TALK = "talk:"  # before the game in which something was said
BANS = "bans:"  # somebody was banned, or is so no longer
DEVICES_OF_A_NOTICE = 100  # PostgreSQL takes 8000 bytes
TOGETHER_SECONDS = 0.1
RETRY_SECONDS = 1.0
POLL_SECONDS = 2.0
CONNECT_SECONDS = 10.0

logger = logging.getLogger(__name__)


class Together:
    """Collects what comes within a moment, so that a flood of notices is one call."""

    def __init__(self, call: Callable[[set[str]], None]) -> None:
        self._call = call
        self._waiting: set[str] = set()

    def add(self, ids: Iterable[str]) -> None:
        """Call with these ids, and with those that come meanwhile, in a moment."""
        if not self._waiting:
            asyncio.get_running_loop().call_later(TOGETHER_SECONDS, self._go)
        self._waiting.update(ids)

    def _go(self) -> None:
        ids, self._waiting = self._waiting, set()
        self._call(ids)


class Listener:
    """Listens on a connection of its own; after a lost one it listens again and says that notices may be missing."""

    def __init__(self, url: URL, on_game: Callable[[str], None], on_gap: Callable[[], None]) -> None:
        self._dsn = url.set(drivername="postgresql").render_as_string(hide_password=False)
        self._on_game, self._on_gap = on_game, on_gap
        self._task: asyncio.Task[None] | None = None
        self.listening = asyncio.Event()

    async def start(self) -> None:
        """Listen from now on."""
        self._task = asyncio.create_task(self._run())
        await asyncio.wait_for(self.listening.wait(), 30)

    async def stop(self) -> None:
        """Listen no more."""
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task

    async def _run(self) -> None:
        first = True
        while True:
            try:
                await self._listen(first)
            except Exception as problem:
                # Whatever it was, a listener that gives up would leave this server deaf for good.
                logger.warning("listener lost", extra={"error": type(problem).__name__})
            self.listening.clear()
            first = False
            await asyncio.sleep(RETRY_SECONDS)

    async def _listen(self, first: bool) -> None:
        import asyncpg

        connection = await asyncpg.connect(self._dsn, timeout=CONNECT_SECONDS)
        try:
            closed = asyncio.Event()
            connection.add_termination_listener(lambda _connection: closed.set())
            await connection.add_listener(CHANNEL, lambda *notice: self._on_game(str(notice[3])))
            self.listening.set()
            if not first:
                self._on_gap()
            await closed.wait()
        finally:
            await connection.close(timeout=2)


class Poller:
    """Takes the notices of commands out of a SQLite file every few seconds."""

    def __init__(self, take: Callable[[], Awaitable[list[str]]], on_notice: Callable[[str], None]) -> None:
        self._take, self._on_notice = take, on_notice
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Begin; what was written while no server ran is taken first."""
        self._task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        """Stop."""
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task

    async def _run(self) -> None:
        while True:
            try:
                for notice in await self._take():
                    self._on_notice(notice)
            except Exception as problem:
                logger.warning("notices not read", extra={"error": type(problem).__name__})
            await asyncio.sleep(POLL_SECONDS)
