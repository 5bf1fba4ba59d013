"""Who does the work: this process, all cores of this machine, or (`cluster.py`) the machines of a Ray cluster.

Work is a function of a module and a list of items; what comes out never depends on who does it, only the order does.
"""

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.connection import wait as wait_for
from multiprocessing.context import BaseContext
from typing import Protocol, TypeVar

from amyitis.errors import AmyitisError

T = TypeVar("T")
R = TypeVar("R")

AHEAD = 4  # items handed out for each worker, so that none waits for the next


class Workers(Protocol):
    """Somebody who does a piece of work for each of many items."""

    def each(self, work: Callable[[T], R], items: Sequence[T]) -> Generator[R, None, None]:
        """Yields the results as they come, in any order. Close it to stop; what is under way is lost."""


class OneProcess:
    """This process alone, one item after the other."""

    def each(self, work: Callable[[T], R], items: Sequence[T]) -> Generator[R, None, None]:
        """Yields the results in the order of the items."""
        yield from map(work, items)


class Processes:
    """Processes of this machine, one for each core."""

    def __init__(self, workers: int) -> None:
        self.workers = workers

    def each(self, work: Callable[[T], R], items: Sequence[T]) -> Generator[R, None, None]:
        """Yields the results as they come. Raises AmyitisError if a process is killed from outside."""
        if not items:
            return
        others = set(multiprocessing.active_children())
        pool = ProcessPoolExecutor(min(self.workers, len(items)), _context(work), initializer=_end_with_parent)
        left = iter(items)
        waiting: set[Future[R]] = set()
        finished = False
        try:
            while True:
                for _, item in zip(range(AHEAD * self.workers - len(waiting)), left, strict=False):
                    waiting.add(pool.submit(work, item))
                if not waiting:
                    break
                done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                for future in done:
                    yield future.result()
            finished = True
        except BrokenProcessPool:
            raise AmyitisError("a worker process was ended from outside, perhaps for want of memory") from None
        finally:
            pool.shutdown(wait=finished, cancel_futures=True)
            for process in set(multiprocessing.active_children()) - others:
                process.terminate()


def _context(work: Callable[..., object]) -> BaseContext:
    """Returns how to start processes quickly: forked from one that has imported the work already, if that can be done.

    Not from this one: it may have threads, and a fork copies their locks but not the threads.
    """
    if "forkserver" not in multiprocessing.get_all_start_methods():
        return multiprocessing.get_context("spawn")
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload([work.__module__])
    return context


def _end_with_parent() -> None:
    """In a worker: an interrupt ends it without a word, and so does the end of the parent, even if that was killed."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_outlive, args=[parent.sentinel], daemon=True).start()


def _outlive(sentinel: int) -> None:
    """Wait for the parent's end, and end with it."""
    wait_for([sentinel])
    os._exit(1)
