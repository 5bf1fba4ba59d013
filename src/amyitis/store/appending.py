"""Appending to the log: the row that carries a game from one ply to the next, and the head of the game with it."""

import asyncio
import contextlib
import json
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from sqlalchemy import BigInteger, Boolean, Connection, Engine, Integer, bindparam, insert, text, update
from sqlalchemy.ext.asyncio import AsyncEngine

from amyitis.errors import AmyitisError
from amyitis.table import Step

from .notices import CHANNEL
from .schema import games, log

MOST_TOGETHER = 64


class Taken(AmyitisError):
    """The ply was taken before: by another server, or twice from this one. Nothing was written."""


_HEAD = (
    update(games)
    .where(games.c.id == bindparam("game"), games.c.ply == bindparam("before"))
    .values(
        ply=bindparam("after"),
        updated=bindparam("at"),
        decider=bindparam("who"),
        over=bindparam("is_over"),
        result=bindparam("outcome"),
        standing=bindparam("stands"),
    )
)
_ROWS = insert(log)
# A move on PostgreSQL in one statement: the head if the ply is free, the rows, and the notice, which goes out with the
# commit.
_AT_ONCE = text("""
WITH head AS (
    UPDATE games
    SET ply = :after, updated = :at, decider = :who, over = :is_over, result = :outcome, standing = :stands
    WHERE id = :game AND ply = :before RETURNING id
), entries AS (
    INSERT INTO log (game_id, ply, kind, seat, token, count, actor, at)
    SELECT head.id, row.ply, row.kind, row.seat, row.token, row.count, row.actor, row.at
    FROM head, jsonb_to_recordset(CAST(:rows AS jsonb))
        AS row(ply int, kind text, seat text, token text, count int, actor text, at bigint)
)
SELECT pg_notify(:channel, :notice) FROM head
""").bindparams(
    bindparam("after", type_=Integer),
    bindparam("before", type_=Integer),
    bindparam("at", type_=BigInteger),
    bindparam("is_over", type_=Boolean),
)


def _head(step: Step) -> dict[str, Any]:
    """What the game's head says after a step, and when it may."""
    last = step.entries[-1]
    return {
        "game": step.game_id,
        "before": step.before,
        "after": last.ply,
        "at": last.at,
        "who": step.decider,
        "is_over": step.over,
        "outcome": step.result,
        "stands": step.standing,
    }


def write_step(connection: Connection, step: Step) -> bool:
    """Write a step in the open transaction; False, and nothing written, if its ply is taken."""
    head = connection.execute(_HEAD, _head(step))
    if head.rowcount != 1:
        return False
    connection.execute(_ROWS, [{"game_id": step.game_id, **vars(row)} for row in step.entries])
    return True


async def append_step(engine: AsyncEngine, step: Step, notice: str) -> None:
    """Append with one statement, which is one transaction, and tell the other servers (PostgreSQL); raises Taken."""
    found = _head(step) | {
        "rows": json.dumps([vars(row) for row in step.entries]),
        "channel": CHANNEL,
        "notice": notice,
    }
    async with engine.connect() as connection:
        written = (await connection.execute(_AT_ONCE, found)).first()
    if written is None:
        raise Taken(f"game {step.game_id}: ply {step.before + 1} was taken before")


class Appender:
    """Appends to SQLite: the steps that wait while one commit reaches the disk go into the next one together.

    They are written by a thread with a connection of its own, one visit for each commit. A step is acknowledged after
    the commit it is part of, never before.
    """

    def __init__(self, engine: Engine, writing: asyncio.Lock) -> None:
        self._engine, self._writing = engine, writing
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="appender")
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
        self._thread.shutdown()
        self._engine.dispose()

    async def _run(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            await self._wake.wait()
            self._wake.clear()
            while self._waiting:
                async with self._writing:
                    batch, self._waiting = self._waiting[:MOST_TOGETHER], self._waiting[MOST_TOGETHER:]
                    try:
                        written = await loop.run_in_executor(self._thread, self._write, [step for step, _done in batch])
                    except Exception as problem:
                        for _step, done in batch:
                            done.set_exception(problem)
                    else:
                        for (_step, done), well in zip(batch, written, strict=True):
                            done.set_result(well)

    def _write(self, steps: list[Step]) -> list[bool]:
        with self._engine.begin() as connection:
            return [write_step(connection, step) for step in steps]
