"""The same work on the machines of a Ray cluster.

Every machine needs the same program with the same box; one that has another is found out by its first item. Ray is
imported only here and only when it is asked for (`pip install 'amyitis[ray]'`).
"""

import os
import socket
from collections.abc import Callable, Generator, Sequence
from typing import Any, TypeVar

from amyitis.box.tables import BOX_DIGEST, BOX_NAME
from amyitis.errors import AmyitisError

from .tournaments.program import PROGRAM

T = TypeVar("T")
R = TypeVar("R")

AHEAD = 4  # items handed out for each core of the cluster
ANSWER_SECONDS = 10.0  # in which the cluster must answer


class Cluster:
    """A Ray cluster: at an address, or else the one that RAY_ADDRESS names or that runs here, or else a new local one.

    `workers` is the number of cores to use with the address `local`, which is always a new one.
    """

    def __init__(self, address: str | None = None, workers: int | None = None) -> None:
        self.address = address
        self.workers = workers
        self._ray = _import_ray()

    def each(self, work: Callable[[T], R], items: Sequence[T]) -> Generator[R, None, None]:
        """Yields the results as they come. Raises AmyitisError if there is no cluster or a machine of it differs."""
        if not items:
            return
        ray: Any = self._ray
        self._join()
        left = iter(items)
        waiting: list[Any] = []
        try:
            task = ray.remote(do_there)
            room = AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))
            while True:
                for _, item in zip(range(room - len(waiting)), left, strict=False):
                    waiting.append(task.remote(work, item, program()))
                if not waiting:
                    break
                done, waiting = ray.wait(waiting)
                for reference in done:
                    yield ray.get(reference)
        except ray.exceptions.RayTaskError as problem:
            if isinstance(problem.cause, AmyitisError):
                raise problem.cause from None
            raise
        except ray.exceptions.RayError as problem:
            raise AmyitisError(f"the Ray cluster failed: {_first_line(problem)}") from None
        finally:
            for reference in waiting:
                ray.cancel(reference, force=True)
            ray.shutdown()

    def _join(self) -> None:
        """Connect to the cluster, or start a local one."""
        address = self.address or os.environ.get("RAY_ADDRESS")
        if address:
            _knock(address)
        own = {"num_cpus": self.workers} if self.address == "local" else {}
        try:
            self._ray.init(address=self.address, log_to_driver=False, logging_level="ERROR", **own)
        except (ConnectionError, RuntimeError, ValueError) as problem:
            raise AmyitisError(f"no Ray cluster at {self.address or 'hand'}: {_first_line(problem)}") from None


def program() -> tuple[str, str]:
    """Returns what must be alike on all machines: the program and the box."""
    return PROGRAM, f"{BOX_NAME} {BOX_DIGEST}"


def do_there(work: Callable[[T], R], item: T, expected: tuple[str, str]) -> R:
    """Do the work on a machine of the cluster, if it has the same program and box; returns its result.

    Raises AmyitisError if not.
    """
    for what, ours, theirs in zip(("program", "box"), expected, program(), strict=True):
        if ours != theirs:
            raise AmyitisError(f"a machine of the Ray cluster has another {what}: {theirs}, not {ours}")
    return work(item)


def _knock(address: str) -> None:
    """See that somebody listens at an address: Ray itself would go on trying for many minutes."""
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if colon and port.isdecimal():
        try:
            socket.create_connection((host, int(port)), ANSWER_SECONDS).close()
        except OSError as problem:
            raise AmyitisError(f"no Ray cluster at {address}: {problem.strerror or problem}") from None


def _import_ray() -> Any:
    try:
        import ray
        import ray.exceptions
    except ImportError:
        raise AmyitisError("Ray is not installed: pip install 'amyitis[ray]'") from None
    return ray


def _first_line(problem: Exception) -> str:
    return (str(problem).strip() or type(problem).__name__).splitlines()[0]
