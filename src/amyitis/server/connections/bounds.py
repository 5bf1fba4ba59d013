"""`ConnectionBounds`: how many connections there may be, from one address and in all, and what may wait to be read."""

import asyncio
import contextlib
import time
from collections import defaultdict
from typing import Any

from amyitis.server.limits.bound_log import BoundLog
from amyitis.server.settings import Limits

from .addresses import TrustedProxies, counted_as

SWEEP_SECONDS = 5.0
LEAST_BYTES = 16 * 1024  # that a reader must take while `send_seconds` pass, unless less is left
FILES_RESERVED = 128  # of the file table, for the database, workers, the page and whatever comes


def room_in_file_table() -> int:
    """How many connections fit the table of open files, which is made as large as this process may."""
    try:
        import resource
    except ImportError:  # not on this system: it has no such table
        return 1_000_000
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY and (hard == resource.RLIM_INFINITY or soft < hard):
        with contextlib.suppress(ValueError, OSError):
            wanted = hard if hard != resource.RLIM_INFINITY else 65_536
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            soft = wanted
    return 1_000_000 if soft == resource.RLIM_INFINITY else max(16, soft - FILES_RESERVED)


class BoundedConnection:
    """One connection, as long as it lasts."""

    def __init__(self, bounds: "ConnectionBounds", transport: Any, address: str, trusted: bool) -> None:
        self._bounds, self.transport, self.address, self.trusted = bounds, transport, address, trusted
        self._held = 0
        self._seen: tuple[float, int] | None = None  # when there were so many bytes that nobody took

    def over(self, bound: str) -> None:
        """This connection has gone over a bound."""
        self._bounds.log.hit(bound, self.address)

    def hold(self) -> None:
        """So much was written that more has to wait; a connection for which there is no room is cut off."""
        self.release()
        size = self.transport.get_write_buffer_size()
        if self._bounds.hold(self, size):
            self._held = size
        else:
            self.over("outgoing_bytes")
            self.transport.abort()

    def release(self) -> None:
        """Most of it was read."""
        self._bounds.hold(self, -self._held)
        self._held = 0

    def look(self, now: float, seconds: float) -> None:
        """Cut the connection off if the other side has taken next to nothing for some seconds."""
        size = self.transport.get_write_buffer_size()
        if size == 0:
            self._seen = None
        elif self._seen is None:
            self._seen = now, size
        elif now - self._seen[0] >= seconds:
            if self._seen[1] - size < LEAST_BYTES:
                self.over("send_seconds")
                self.transport.abort()
            self._seen = now, size

    def leave(self) -> None:
        """The connection is gone."""
        self.release()
        self._bounds.leave(self)


class ConnectionBounds:
    """Counts connections and looks after them. A trusted proxy's are bounded in all, not by their address."""

    def __init__(self, limits: Limits, log: BoundLog, proxies: TrustedProxies | None = None) -> None:
        self.limits, self.log = limits, log
        self._proxies = proxies or TrustedProxies()
        self._most = min(limits.connections, room_in_file_table())
        self._connections: set[BoundedConnection] = set()
        self._of_address: defaultdict[str, int] = defaultdict(int)
        self._held: defaultdict[str, int] = defaultdict(int)
        self._held_in_all = 0
        self._sweeper: asyncio.Task[None] | None = None

    def enter(self, transport: Any) -> BoundedConnection | None:
        """One more connection; None if there are too many."""
        peer = transport.get_extra_info("peername")
        address = str(peer[0]) if isinstance(peer, tuple) else "local"
        trusted, address = address in self._proxies, counted_as(address)
        if len(self._connections) >= self._most:
            self.log.hit("connections", address)
            return None
        if self._of_address[address] >= self.limits.connections_per_client and not trusted:
            self.log.hit("connections_per_client", address)
            return None
        connection = BoundedConnection(self, transport, address, trusted)
        self._connections.add(connection)
        self._of_address[address] += 1
        if self._sweeper is None:
            self._sweeper = asyncio.get_running_loop().create_task(self._sweep())
        return connection

    def leave(self, connection: BoundedConnection) -> None:
        """One connection less."""
        if connection in self._connections:
            self._connections.remove(connection)
            _less(self._of_address, connection.address, 1)

    def hold(self, connection: BoundedConnection, size: int) -> bool:
        """So many bytes more (or less) wait to be read; False, and nothing is done, if too many do."""
        mine = self._held[connection.address] + size
        if size > 0 and (
            self._held_in_all + size > self.limits.outgoing_bytes
            or (mine > self.limits.outgoing_bytes_per_client and not connection.trusted)
        ):
            return False
        self._held_in_all += size
        _less(self._held, connection.address, -size)
        return True

    def __len__(self) -> int:
        return len(self._connections)

    def stop(self) -> None:
        """Look after them no more."""
        if self._sweeper is not None:
            self._sweeper.cancel()

    async def _sweep(self) -> None:
        """Find those who do not read; also connections that are closed, but for what nobody takes."""
        while True:
            await asyncio.sleep(min(SWEEP_SECONDS, self.limits.send_seconds / 4))
            now = time.monotonic()
            for connection in list(self._connections):
                connection.look(now, self.limits.send_seconds)


def _less(counts: defaultdict[str, int], name: str, number: int) -> None:
    counts[name] -= number
    if not counts[name]:
        del counts[name]
