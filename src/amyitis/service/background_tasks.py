"""Background tasks: kept until they are done, and cancelled together; what fails in them is logged."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

from amyitis.errors import AmyitisError

if TYPE_CHECKING:
    from .ports import Clock

T = TypeVar("T")


def log_problem(logger: logging.Logger, problem: Exception, words: str, **facts: Any) -> None:
    """Log one of our errors by its sentence, any other with its traceback."""
    if isinstance(problem, AmyitisError):
        logger.warning(words, extra={**facts, "error": str(problem)})
    else:
        logger.error(words, extra=facts, exc_info=problem)


@contextmanager
def logged(logger: logging.Logger, words: str, **facts: Any) -> Iterator[None]:
    """Log what is raised within, and go on behind it."""
    try:
        yield
    except Exception as problem:
        log_problem(logger, problem, words, **facts)


async def repeat(work: Callable[[], Awaitable[object]], clock: "Clock", seconds: float, logger: logging.Logger) -> None:
    """Do something again and again, with a pause in between; a failure is logged."""
    while True:
        with logged(logger, f"{work.__qualname__} failed"):
            await work()
        await clock.sleep(seconds)


async def cancel_all(tasks: Iterable[asyncio.Task[Any]]) -> None:
    """Cancel tasks and wait until they have ended; their exceptions are ignored."""
    ending = list(tasks)
    for task in ending:
        task.cancel()
    await asyncio.gather(*ending, return_exceptions=True)


class BackgroundTasks:
    """Tasks that nobody awaits. The event loop alone would not keep a reference to them."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[Any]] = set()

    def start(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Start a task."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def finish(self, work: Coroutine[Any, Any, T]) -> T:
        """Run something to its end, even if the caller is cancelled."""
        return await asyncio.shield(self.start(work))

    async def wait(self) -> None:
        """Wait until all tasks have ended."""
        while self._tasks:
            await asyncio.wait(self._tasks)

    async def stop(self) -> None:
        """Cancel all tasks."""
        await cancel_all(self._tasks)

    def __len__(self) -> int:
        return len(self._tasks)
