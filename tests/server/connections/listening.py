"""A server in this process with nothing behind its protocols, and connections to it that say what they are told to."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import partial
from typing import Any, NamedTuple

import pytest
import uvicorn
from uvicorn.server import ServerState

from amyitis.server.connections.addresses import TrustedProxies
from amyitis.server.connections.bounded_http import BoundedHttp
from amyitis.server.connections.bounded_websocket import BoundedWebSocket
from amyitis.server.connections.bounds import ConnectionBounds
from amyitis.server.limits.bound_log import BoundLog
from amyitis.server.settings import Limits
from tests.server.clocks import Clock
from tests.server.running import FAILED_AFTER

ASK = b"GET / HTTP/1.1\r\nHost: a\r\n\r\n"
UPGRADE = (
    b"GET / HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


class Listening(NamedTuple):
    """A server in this process, what it was asked, and all that it has heard."""

    address: tuple[str, int]
    bounds: ConnectionBounds
    asked: list[str]
    heard: list[bytes]


class HearingHttp(BoundedHttp):
    """The protocol, which tells of what it has heard; with a clock, the time of its timers is that one's."""

    def __init__(self, heard: list[bytes], clock: Clock | None, *given: Any) -> None:
        super().__init__(*given)
        self._heard = heard
        if clock is not None:
            self.loop = clock.within(self.loop)

    def data_received(self, data: bytes) -> None:
        """Some more, which is heard."""
        super().data_received(data)
        self._heard.append(data)


@asynccontextmanager
async def listening(
    limits: Limits, proxies: tuple[str, ...] = (), answer: bytes = b"ok", clock: Clock | None = None
) -> AsyncIterator[Listening]:
    """A server with nothing behind its protocols but an application that answers, and listens to websockets."""
    asked: list[str] = []
    heard: list[bytes] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        asked.append(scope["type"])
        if scope["type"] == "websocket":
            await send({"type": "websocket.accept"})
            await send({"type": "websocket.send", "bytes": answer})
            while (await receive())["type"] != "websocket.disconnect":
                pass
            try:
                await send({"type": "websocket.send", "bytes": answer})
            except OSError:
                asked.append("gone")
            return
        while (await receive()).get("more_body"):
            pass
        length = str(len(answer)).encode()
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", length)]})
        await send({"type": "http.response.body", "body": answer})

    bounds = ConnectionBounds(limits, BoundLog(), TrustedProxies(proxies))
    http, websocket = partial(HearingHttp, heard, clock, bounds), partial(BoundedWebSocket, bounds)
    config = uvicorn.Config(app, http=http, ws=websocket, log_config=None, lifespan="off", timeout_keep_alive=60)  # type: ignore[arg-type]
    config.load()
    state = ServerState()
    loop = asyncio.get_running_loop()
    server = await loop.create_server(lambda: http(config, state, {}), "127.0.0.1", 0)
    try:
        yield Listening(server.sockets[0].getsockname(), bounds, asked, heard)
    finally:
        server.close()
        for connection in list(state.connections):
            connection.transport.abort()
        bounds.stop()


async def open_to(server: Listening, text: bytes = b"") -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """A connection on which something was said."""
    reader, writer = await asyncio.open_connection(*server.address)
    writer.write(text)
    await writer.drain()
    return reader, writer


async def until(condition: Callable[[], bool]) -> None:
    """Wait until something is so."""
    async with asyncio.timeout(FAILED_AFTER):
        while not condition():
            await asyncio.sleep(0.01)


async def ended(reader: asyncio.StreamReader) -> bytes:
    """What was said until the other side ended the connection."""
    async with asyncio.timeout(FAILED_AFTER):
        try:
            return await reader.read()
        except ConnectionError:
            return b""


def run(work: Awaitable[None]) -> None:
    """Run a test in an event loop of its own, of the kind that a server has."""

    async def bounded() -> None:
        async with asyncio.timeout(FAILED_AFTER):
            await work

    with asyncio.Runner(loop_factory=uvicorn.Config(lambda: None).get_loop_factory()) as runner:
        runner.run(bounded())


def bounds_hit(caplog: pytest.LogCaptureFixture) -> list[str]:
    """The bounds that the log names."""
    return [vars(record)["bound"] for record in caplog.records if record.message == "a bound was hit"]
