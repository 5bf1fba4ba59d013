"""A relay before a PostgreSQL server: it can stop passing anything on, as a network or a machine does that hangs."""

import asyncio
from typing import Self

from sqlalchemy import make_url


class Relay:
    """Listens on a port of this machine; `url` is the database as it is to be had through it."""

    def __init__(self, url: str) -> None:
        self._there = make_url(url)
        self._flowing = asyncio.Event()
        self._flowing.set()
        self._tasks: set[asyncio.Task[None]] = set()
        self.url = ""

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._connected, "127.0.0.1", 0)
        port = self._server.sockets[0].getsockname()[1]
        self.url = self._there.set(host="127.0.0.1", port=port).render_as_string(hide_password=False)
        return self

    async def __aexit__(self, *_problem: object) -> None:
        self._server.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def freeze(self) -> None:
        """Pass nothing on any more; connections stay open."""
        self._flowing.clear()

    def thaw(self) -> None:
        """Go on."""
        self._flowing.set()

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there = await asyncio.open_connection(self._there.host, self._there.port or 5432)
        for source, target in ((reader, there[1]), (there[0], writer)):
            task = asyncio.create_task(self._pass_on(source, target))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _pass_on(self, source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
        try:
            while some := await source.read(65536):
                await self._flowing.wait()
                target.write(some)
                await target.drain()
        except ConnectionError:
            pass
        finally:
            target.close()
