"""Appending to the log: the row that carries a game from one ply to the next, and the head of the game with it."""

import asyncio
import contextlib
from dataclasses import asdict, dataclass

from sqlalchemy import bindparam, insert, text, update
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from amyitis.errors import AmyitisError

from .notices import CHANNEL
from .rows import LogRow
from .schema import games, log

MOST_TOGETHER = 64


class Taken(AmyitisError):
    """The ply was taken before: by another server, or twice from this one. Nothing was written."""


@dataclass(frozen=True)
class Step:
    """What one move adds: its rows (a deal that follows included), and what the game's head says then."""

    game_id: str
    before: int
    rows: list[LogRow]
    decider: str
    over: bool
    result: str


_HEAD = (
    update(games)
    .where(games.c.id == bindparam("game"), games.c.ply == bindparam("before"))
    .values(
        ply=bindparam("after"),
        updated=bindparam("at"),
        decider=bindparam("who"),
        over=bindparam("is_over"),
        result=bindparam("outcome"),
    )
)
_ROWS = insert(log)
_NOTICE = text("SELECT pg_notify(:channel, :game)")


async def write_step(connection: AsyncConnection, step: Step) -> bool:
    """Write a step in the open transaction; False, and nothing written, if its ply is taken."""
    last = step.rows[-1]
    head = await connection.execute(
        _HEAD,
        {
            "game": step.game_id,
            "before": step.before,
            "after": last.ply,
            "at": last.at,
            "who": step.decider,
            "is_over": step.over,
            "outcome": step.result,
        },
    )
    if head.rowcount != 1:
        return False
    await connection.execute(_ROWS, [{"game_id": step.game_id, **asdict(row)} for row in step.rows])
    return True


async def append_step(engine: AsyncEngine, step: Step) -> None:
    """Append in a transaction of its own and tell the other servers (PostgreSQL); raises Taken."""
    async with engine.begin() as connection:
        if not await write_step(connection, step):
            raise Taken(f"game {step.game_id}: ply {step.before + 1} was taken before")
        await connection.execute(_NOTICE, {"channel": CHANNEL, "game": step.game_id})


class Appender:
    """Appends to SQLite: the steps that wait while one commit reaches the disk go into the next one together.

    A step is acknowledged after the commit it is part of, never before.
    """

    def __init__(self, engine: AsyncEngine, writing: asyncio.Lock) -> None:
        self._engine, self._writing = engine, writing
        self._waiting: list[tuple[Step, asyncio.Future[bool]]] = []
        self._wake = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    async def append(self, step: Step) -> None:
        """Append a step; raises Taken."""
        if self._task is None:
            self._task = asyncio.create_task(self._run())
        done: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._waiting.append((step, done))
        self._wake.set()
        # A request that is cancelled must not take the step of another with it.
        if not await asyncio.shield(done):
            raise Taken(f"game {step.game_id}: ply {step.before + 1} was taken before")

    async def stop(self) -> None:
        """Write what waits, then stop."""
        while self._waiting:
            await asyncio.sleep(0.01)
        if self._task is not None:
            async with self._writing:
                self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task

    async def _run(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            while self._waiting:
                async with self._writing:
                    batch, self._waiting = self._waiting[:MOST_TOGETHER], self._waiting[MOST_TOGETHER:]
                    await self._write(batch)

    async def _write(self, batch: list[tuple[Step, asyncio.Future[bool]]]) -> None:
        try:
            async with self._engine.begin() as connection:
                written = [await write_step(connection, step) for step, _done in batch]
        except Exception as problem:
            for _step, done in batch:
                if not done.done():
                    done.set_exception(problem)
            return
        for (_step, done), well in zip(batch, written, strict=True):
            if not done.done():
                done.set_result(well)
