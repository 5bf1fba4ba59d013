"""`BoundedThreads`: short computations beside the event loop, of which only some wait, shared between addresses."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar, TypeVarTuple, Unpack

from amyitis.priority import give_way_in_thread
from amyitis.service.problems import TooMuch
from amyitis.service.waiting_room import WaitingRoom

from .fair_queue import FairQueue

T = TypeVar("T")
Ts = TypeVarTuple("Ts")

THREADS, NICENESS = 2, 10  # the event loop, and moves with it, come first
OF_PERSON, OF_ADDRESS, IN_ALL, RESERVED = 2, 4, 32, 16


class BoundedThreads:
    """Two threads with a queue of 32; the last half of its places is for addresses for which nothing waits."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(
            THREADS, "amyitis-accounts", initializer=give_way_in_thread, initargs=(NICENESS,)
        )
        self._queue, self._room = FairQueue(THREADS), WaitingRoom(OF_PERSON, OF_ADDRESS, IN_ALL, RESERVED)

    async def run(self, owner: str, function: Callable[[Unpack[Ts]], T], *arguments: *Ts) -> T:
        """Return what a function returns; raises TooMuch if too many wait."""
        if not self._room.enter(owner):
            raise TooMuch("too many people sign in at once: try again in a moment", key="sign_ins_at_once")
        try:
            async with self._queue.place(owner):
                work = asyncio.get_running_loop().run_in_executor(self._threads, function, *arguments)
                return await asyncio.shield(work)
        finally:
            self._room.leave(owner)

    def stop(self) -> None:
        """End the threads."""
        self._threads.shutdown(cancel_futures=True)
