"""The heads of requests: cut off when they are too long or too slow."""

import asyncio
import socket
from typing import Any

import pytest
import uvicorn
from uvicorn.server import ServerState

from amyitis.server.http import protocol
from amyitis.server.http.protocol import HEAD_BYTES, BoundedHttp
from tests.server.running import RunningServer


def said(server: RunningServer, text: bytes) -> bytes:
    """What a server answers until it closes the connection."""
    host, port = server.address.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port)), timeout=10) as connection:
        connection.sendall(text)
        answer = b""
        while more := connection.recv(65536):
            answer += more
        return answer


@pytest.mark.parametrize("head", [b"X-Long: " + b"x" * 40, b"X-Many: yes\r\n" * 4], ids=["one line", "many lines"])
def test_a_head_that_is_too_long_is_refused(server: RunningServer, head: bytes) -> None:
    answer = said(server, b"GET /health HTTP/1.1\r\n" + head * (HEAD_BYTES // 40))
    assert answer.startswith(b"HTTP/1.1 400 ")
    assert b"too long" in answer
    assert server.client().bots()


async def outlives(text: bytes, other: bytes) -> bool:
    """Whether a connection on which nothing but a text is said is still open when a later one is closed."""
    loop = asyncio.get_running_loop()

    async def app(_scope: Any, _receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]})
        await send({"type": "http.response.body", "body": b"ok"})

    config = uvicorn.Config(app, log_config=None, lifespan="off", timeout_keep_alive=60)
    config.load()
    state = ServerState()
    server = await loop.create_server(lambda: BoundedHttp(config, state, {}), "127.0.0.1", 0)
    async with server:
        closed, writers = [], []
        for said in (text, other):
            reader, writer = await asyncio.open_connection(*server.sockets[0].getsockname())
            writer.write(said)
            await writer.drain()
            closed.append(asyncio.create_task(reader.read()))
            writers.append(writer)
        await closed[1]
        found = not closed[0].done()
        for writer in writers:
            writer.close()
        await asyncio.gather(*closed)
        return found


@pytest.mark.parametrize("text", [b"", b"GET / HTTP/1.1\r\nHost: a\r\n"], ids=["nothing", "half a head"])
def test_a_head_that_does_not_come_is_not_waited_for(monkeypatch: pytest.MonkeyPatch, text: bytes) -> None:
    monkeypatch.setattr(protocol, "HEAD_SECONDS", 0.1)
    assert not asyncio.run(outlives(text, text)), "whoever came first goes first"


def test_a_whole_head_is_no_hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protocol, "HEAD_SECONDS", 0.1)
    assert asyncio.run(outlives(b"GET / HTTP/1.1\r\nHost: a\r\n\r\n", b""))
