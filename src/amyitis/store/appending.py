"""Appending to the log: the row that carries a game from one ply to the next, and the head of the game with it."""

import asyncio
import contextlib
import json
import sqlite3
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from sqlalchemy import BigInteger, Boolean, Integer, bindparam, text
from sqlalchemy.ext.asyncio import AsyncEngine

from amyitis.table import Step
from amyitis.table.errors import Taken

from .notices import CHANNEL

MOST_TOGETHER = 64


# All steps of a commit on SQLite in two statements: after each one the thread that writes may have to wait for the
# thread of the event loop.
_HEADS = """
UPDATE games SET ply = new.after, updated = new.at, decider = new.who, over = new.is_over, result = new.outcome,
    standing = new.stands, likeness = new.likeness, due = new.due
FROM (
    SELECT json_extract(value, '$.game') AS game, json_extract(value, '$.before') AS before,
        json_extract(value, '$.after') AS after, json_extract(value, '$.at') AS at,
        json_extract(value, '$.who') AS who, json_extract(value, '$.is_over') AS is_over,
        json_extract(value, '$.outcome') AS outcome, json_extract(value, '$.stands') AS stands,
        json_extract(value, '$.likeness') AS likeness, json_extract(value, '$.due') AS due
    FROM json_each(?)
) AS new
WHERE games.id = new.game AND games.ply = new.before RETURNING games.id
"""
_ENTRIES = """
INSERT INTO log (game_id, ply, kind, seat, token, count, actor, at, spent)
SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]'), json_extract(value, '$[2]'),
    json_extract(value, '$[3]'), json_extract(value, '$[4]'), json_extract(value, '$[5]'),
    json_extract(value, '$[6]'), json_extract(value, '$[7]'), json_extract(value, '$[8]')
FROM json_each(?)
"""
# A move on PostgreSQL in one statement: the head if the ply is free, the rows, and the notice, which goes out with the
# commit.
_AT_ONCE = text("""
WITH head AS (
    UPDATE games
    SET ply = :after, updated = :at, decider = :who, over = :is_over, result = :outcome, standing = :stands,
        likeness = :likeness, due = :due
    WHERE id = :game AND ply = :before RETURNING id
), entries AS (
    INSERT INTO log (game_id, ply, kind, seat, token, count, actor, at, spent)
    SELECT head.id, row.ply, row.kind, row.seat, row.token, row.count, row.actor, row.at, row.spent
    FROM head, jsonb_to_recordset(CAST(:rows AS jsonb))
        AS row(ply int, kind text, seat text, token text, count int, actor text, at bigint, spent bigint)
)
SELECT pg_notify(:channel, :notice) FROM head
""").bindparams(
    bindparam("after", type_=Integer),
    bindparam("before", type_=Integer),
    bindparam("at", type_=BigInteger),
    bindparam("is_over", type_=Boolean),
    bindparam("due", type_=BigInteger),
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
        "likeness": step.likeness,
        "due": step.due,
    }


def write_steps(connection: sqlite3.Connection, steps: Sequence[Step]) -> list[bool]:
    """Write steps of different games in one transaction (SQLite); for each, whether its ply was free."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        heads = json.dumps([_head(step) for step in steps])
        written = {row[0] for row in connection.execute(_HEADS, (heads,)).fetchall()}
        entries = [
            (step.game_id, *vars(entry).values())  # in the order of the columns
            for step in steps
            if step.game_id in written
            for entry in step.entries
        ]
        connection.execute(_ENTRIES, (json.dumps(entries),))
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
    return [step.game_id in written for step in steps]


async def append_step(engine: AsyncEngine, step: Step, notice: str) -> None:
    """Append with one statement, which is one transaction, and tell the other servers (PostgreSQL); raises Taken."""
    parameters = _head(step) | {
        "rows": json.dumps([vars(row) for row in step.entries]),
        "channel": CHANNEL,
        "notice": notice,
    }
    async with engine.connect() as connection:
        written = (await connection.execute(_AT_ONCE, parameters)).first()
    if written is None:
        raise Taken(f"game {step.game_id}: ply {step.before + 1} was taken before")


class Appender:
    """Appends to SQLite: the steps that wait while one commit reaches the disk go into the next one together.

    They are written by a thread with a connection of its own, one visit for each commit. A step is acknowledged after
    the commit it is part of, never before.
    """

    def __init__(self, connect: Callable[[], sqlite3.Connection], writing: asyncio.Lock) -> None:
        self._connect, self._writing = connect, writing
        self._connection: sqlite3.Connection | None = None
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
        if self._connection is not None:
            self._connection.close()

    async def _run(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            await self._wake.wait()
            self._wake.clear()
            while self._waiting:
                async with self._writing:
                    batch = self._next()
                    try:
                        written = await loop.run_in_executor(self._thread, self._write, [step for step, _done in batch])
                    except Exception as problem:
                        for _step, done in batch:
                            done.set_exception(problem)
                    else:
                        for (_step, done), well in zip(batch, written, strict=True):
                            done.set_result(well)

    def _next(self) -> list[tuple[Step, asyncio.Future[bool]]]:
        """The steps for the next commit: those that have waited longest, one for each game."""
        batch: dict[str, tuple[Step, asyncio.Future[bool]]] = {}
        for waiting in self._waiting:
            if len(batch) < MOST_TOGETHER:
                batch.setdefault(waiting[0].game_id, waiting)
        self._waiting = [waiting for waiting in self._waiting if batch.get(waiting[0].game_id) is not waiting]
        return list(batch.values())

    def _write(self, steps: list[Step]) -> list[bool]:
        if self._connection is None:
            self._connection = self._connect()
        return write_steps(self._connection, steps)
