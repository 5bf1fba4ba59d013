"""Trying again with a database that goes away for a moment: restarted, or its connections cut."""

import asyncio
import functools
import logging
from collections.abc import Awaitable, Callable
from typing import ParamSpec, TypeVar

import asyncpg
from sqlalchemy.exc import DBAPIError

PAUSES = (0.0, 0.1, 0.3, 0.6, 1.0, 2.0)  # seconds before each further attempt

P = ParamSpec("P")
T = TypeVar("T")

logger = logging.getLogger(__name__)


def is_away(problem: BaseException) -> bool:
    """Whether the connection was lost or cannot be had, so that another attempt may go well."""
    if isinstance(problem, DBAPIError):
        return problem.connection_invalidated
    lost = (OSError, asyncpg.PostgresConnectionError, asyncpg.AdminShutdownError, asyncpg.CannotConnectNowError)
    return isinstance(problem, lost)


def retried(work: Callable[P, Awaitable[T]]) -> Callable[P, Awaitable[T]]:
    """Try again while the database is away. Only for what may be done twice without harm."""

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
