"""Trying again with a database that goes away for a moment (restarted, or its connections cut), and giving up."""

import asyncio
import functools
import logging
import sys
from collections.abc import Awaitable, Callable
from typing import ParamSpec, TypeVar

from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as NoneFree

from amyitis.errors import AmyitisError

PAUSES = (0.0, 0.1, 0.3, 0.6, 1.0, 2.0)  # seconds before each further attempt
MOST_SECONDS = 8.0  # for all attempts together

P = ParamSpec("P")
T = TypeVar("T")

logger = logging.getLogger(__name__)


class DatabaseAway(AmyitisError):
    """The database did not answer in time. Whether what was to be written was written is not known."""


def is_away(problem: BaseException) -> bool:
    """Whether the connection was lost or cannot be had, so that another attempt may go well."""
    if isinstance(problem, DBAPIError):
        driver = problem.orig.__cause__ if problem.orig is not None else None
        return problem.connection_invalidated or (driver is not None and is_away(driver))
    if isinstance(problem, (OSError, NoneFree)):  # a timeout is an OSError, too
        return True
    return from_driver(
        problem,
        "PostgresConnectionError",
        "AdminShutdownError",
        "CannotConnectNowError",
        "TooManyConnectionsError",
        "InterfaceError",
    )


def from_driver(problem: BaseException, *names: str) -> bool:
    """Whether the driver of PostgreSQL has raised it, as an error of one of these names; it need not be installed."""
    asyncpg = sys.modules.get("asyncpg")
    return asyncpg is not None and isinstance(problem, tuple(getattr(asyncpg, name) for name in names))


def in_time(work: Callable[P, Awaitable[T]]) -> Callable[P, Awaitable[T]]:
    """Raise DatabaseAway if the database is away, or does not answer in time."""

    @functools.wraps(work)
    async def timed(*args: P.args, **kwargs: P.kwargs) -> T:
        try:
            async with asyncio.timeout(MOST_SECONDS):
                return await work(*args, **kwargs)
        except Exception as problem:
            if not is_away(problem):
                raise
            raise DatabaseAway(f"the database does not answer ({type(problem).__name__})") from problem

    return timed


def retried(work: Callable[P, Awaitable[T]]) -> Callable[P, Awaitable[T]]:
    """Try again while the database is away, but not for ever. Only for what may be done twice without harm."""

    @in_time
    @functools.wraps(work)
    async def tried(*args: P.args, **kwargs: P.kwargs) -> T:
        for pause in PAUSES:
            try:
                return await work(*args, **kwargs)
            except Exception as problem:
                if not is_away(problem):
                    raise
                logger.warning("database away", extra={"error": type(problem).__name__, "doing": work.__name__})
                await asyncio.sleep(pause)
        return await work(*args, **kwargs)

    return tried
