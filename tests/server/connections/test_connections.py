"""Connections: too many, too long, too slow, and those who do not read; each bound on real sockets of this machine."""

import asyncio
import logging
import socket
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import partial
from typing import Any, NamedTuple

import pytest
import uvicorn
from uvicorn.server import ServerState
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from amyitis.errors import Malformed
from amyitis.server.bound_log import BoundLog
from amyitis.server.connections import bounds as bounds_module
from amyitis.server.connections.addresses import TrustedProxies, counted_as
from amyitis.server.connections.bounded_http import HEAD_BYTES, BoundedHttp
from amyitis.server.connections.bounded_websocket import FLOODED, REASON, BoundedWebSocket
from amyitis.server.connections.bounds import LEAST_BYTES, ConnectionBounds
from amyitis.server.settings import Limits
from tests.server.clocks import Clock
from tests.server.running import FAILED_AFTER

LARGE = 12_000_000  # bytes: more than the system takes off our hands
ASK = b"GET / HTTP/1.1\r\nHost: a\r\n\r\n"


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


# How long and how slow.

LONG_LINE = b"X-Long: " + b"x" * 40 * 1024 + b"\r\n"
MANY_LINES = b"X-Many: yes yes yes yes yes yes yes\r\n" * 1100


@pytest.mark.parametrize("head", [LONG_LINE, MANY_LINES], ids=["one line", "many lines"])
@pytest.mark.parametrize("end", [b"", b"\r\n"], ids=["unfinished", "whole"])
def test_a_head_that_is_too_long_is_refused_even_if_it_comes_in_one_packet(head: bytes, end: bytes) -> None:
    async def work() -> None:
        async with listening(Limits()) as server:
            reader, writer = await open_to(server, b"GET / HTTP/1.1\r\nHost: a\r\n" + head + end)
            answer = await ended(reader)
            writer.close()
            assert answer.startswith(b"HTTP/1.1 400 ")
            assert b"too long" in answer
            assert server.asked == []

    assert len(head) > HEAD_BYTES
    run(work())


def test_a_long_body_is_no_head() -> None:
    async def work() -> None:
        async with listening(Limits()) as server:
            body = b"x" * 100_000
            said = b"POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 100000\r\n\r\n" + body
            reader, writer = await open_to(server, said)
            assert (await ended(reader)).startswith(b"HTTP/1.1 200 ")
            writer.close()

    run(work())


HALF_HEAD = b"GET / HTTP/1.1\r\nHost: a\r\n"
HALF_BODY = b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nhalf"


@pytest.mark.parametrize(
    ("text", "seconds"), [(b"", 5), (HALF_HEAD, 5), (HALF_BODY, 7)], ids=["nothing", "half a head", "half a body"]
)
def test_what_does_not_come_is_not_waited_for(text: bytes, seconds: int) -> None:
    clock = Clock()

    async def work() -> None:
        async with listening(Limits(head_seconds=5, body_seconds=7), clock=clock) as server:
            reader, writer = await open_to(server, text)
            await until(lambda: len(server.bounds) == 1)
            await until(lambda: b"".join(server.heard) == text)
            await clock.go_on(seconds - 0.1)
            assert len(server.bounds) == 1
            await clock.go_on(0.1)
            assert await ended(reader) == b""
            await until(lambda: len(server.bounds) == 0)
            writer.close()

    run(work())


def test_a_whole_request_is_no_hurry() -> None:
    clock = Clock()

    async def work() -> None:
        async with listening(Limits(head_seconds=5, body_seconds=5), clock=clock) as server:
            reader, writer = await open_to(server, ASK)
            await reader.readuntil(b"ok")
            idle, idle_writer = await open_to(server)
            await until(lambda: len(server.bounds) == 2)
            await clock.go_on(5)
            await ended(idle)  # whoever said nothing, and came later, has gone before
            assert not reader.at_eof()
            writer.write(ASK)
            await reader.readuntil(b"ok")
            for one in (writer, idle_writer):
                one.close()

    run(work())


# How many.


def test_connections_are_bounded_by_address_and_in_all(caplog: pytest.LogCaptureFixture) -> None:
    async def work() -> None:
        async with listening(Limits(connections_per_client=3, connections=5)) as server:
            opened = [await open_to(server, ASK) for _ in range(3)]
            for reader, _writer in opened:
                await reader.readuntil(b"ok")
            for _ in range(4):
                reader, writer = await open_to(server)
                assert (await ended(reader)).startswith(b"HTTP/1.1 503 ")
                writer.close()
            assert bounds_hit(caplog) == ["connections_per_client"], "one line, however often"
            opened[0][1].close()
            await until(lambda: len(server.bounds) == 2)
            opened.append(await open_to(server, ASK))
            await opened[-1][0].readuntil(b"ok")
            for _reader, writer in opened:
                writer.close()

    with caplog.at_level(logging.WARNING):
        run(work())


def test_a_trusted_proxy_has_as_many_connections_as_there_are(caplog: pytest.LogCaptureFixture) -> None:
    async def work() -> None:
        async with listening(Limits(connections_per_client=1, connections=3), ("loopback",)) as server:
            opened = [await open_to(server, ASK) for _ in range(3)]
            for reader, _writer in opened:
                await reader.readuntil(b"ok")
            reader, writer = await open_to(server)
            assert b"too many connections" in await ended(reader)
            for one in (writer, *(writer for _reader, writer in opened)):
                one.close()

    with caplog.at_level(logging.WARNING):
        run(work())
    assert bounds_hit(caplog) == ["connections"]


def test_there_are_no_more_connections_than_the_file_table_has_room_for(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("amyitis.server.connections.bounds.room_in_file_table", lambda: 2)

    async def work() -> None:
        async with listening(Limits(connections=1000)) as server:
            opened = [await open_to(server, ASK) for _ in range(2)]
            reader, writer = await open_to(server)
            assert b"too many connections" in await ended(reader)
            for one in (writer, *(writer for _reader, writer in opened)):
                one.close()

    with caplog.at_level(logging.WARNING):
        run(work())
    assert bounds_hit(caplog) == ["connections"]


# Those who do not read.


async def deaf(server: Listening, text: bytes) -> socket.socket:
    """A connection on which something was asked, and nothing is read."""
    made = socket.create_connection(server.address)
    made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    made.setblocking(False)
    await asyncio.get_running_loop().sock_sendall(made, text)
    return made


UPGRADE = (
    b"GET / HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


@pytest.mark.parametrize("text", [ASK, UPGRADE], ids=["HTTP", "websocket"])
@pytest.mark.parametrize(
    ("limits", "bound"),
    [
        (Limits(send_seconds=0.4), "send_seconds"),
        (Limits(outgoing_bytes_per_client=1_000_000), "outgoing_bytes"),
        (Limits(outgoing_bytes=1_000_000), "outgoing_bytes"),
    ],
    ids=["time", "bytes of one", "bytes of all"],
)
def test_whoever_does_not_read_is_cut_off(
    text: bytes, limits: Limits, bound: str, caplog: pytest.LogCaptureFixture
) -> None:
    async def work() -> None:
        async with listening(limits, answer=b"x" * LARGE) as server:
            connection = await deaf(server, text)
            await until(lambda: bool(server.asked))
            await until(lambda: len(server.bounds) == 0)
            connection.close()

    with caplog.at_level(logging.WARNING):
        run(work())
    assert bounds_hit(caplog) == [bound]


def test_whoever_reads_slowly_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """By a clock of the test's own: as little as must be read is read in the longest time there is for it."""
    clock, looks = Clock(), list[int]()
    monkeypatch.setattr(bounds_module, "asyncio", clock.within(asyncio))
    monkeypatch.setattr(bounds_module, "time", clock)

    async def work() -> None:
        async with listening(Limits(send_seconds=20), answer=b"x" * LARGE) as server:
            reader, writer = await open_to(server)
            # The system would take ever more off our hands, and nothing would wait on the server's side.
            writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 18)
            writer.write(ASK)
            await reader.readuntil(b"\r\n\r\n")
            (visit,) = server.bounds._visits
            waiting, got = visit.transport.get_write_buffer_size, 0
            while got < LARGE:
                before = waiting()
                while got < LARGE and before - waiting() < min(LEAST_BYTES, before or LARGE):
                    got += len(await reader.read(LEAST_BYTES))
                looks.append(waiting())
                await clock.go_on(20)
            assert len(server.bounds) == 1
            writer.close()

    run(work())
    assert sum(size > 0 for size in looks) > 2, "it was looked at again and again while something waited to be read"


# Websockets.


@pytest.mark.parametrize("kind", ["texts", "pings"])
def test_a_websocket_that_floods_is_closed_with_a_code_and_a_reason(
    kind: str, caplog: pytest.LogCaptureFixture
) -> None:
    async def work() -> None:
        async with listening(Limits(socket_messages_at_once=20, socket_messages_per_second=0.1)) as server:
            host, port = server.address
            async with connect(f"ws://{host}:{port}/", proxy=None, ping_interval=None) as ws:
                await ws.recv()

                async def flood() -> None:
                    while True:
                        await (ws.send("x") if kind == "texts" else ws.ping())
                        await asyncio.sleep(0)

                with pytest.raises(ConnectionClosed):
                    await flood()
                assert (ws.close_code, ws.close_reason) == (FLOODED, REASON)
            await until(lambda: len(server.bounds) == 0)

    with caplog.at_level(logging.WARNING):
        run(work())
    assert bounds_hit(caplog) == ["socket_messages"]


def test_a_packet_of_many_frames_is_not_even_looked_at() -> None:
    """To take ten thousand tiny frames apart takes longer than to see that they are too many."""

    async def work() -> None:
        async with listening(Limits()) as server:
            reader, writer = await open_to(server, UPGRADE)
            await reader.readuntil(b"ok")
            writer.write(b"\x89\x80\x00\x00\x00\x00" * 10_000)
            answer = await ended(reader)
            assert answer.startswith(b"\x88"), "a close, and no pong before it"
            assert FLOODED.to_bytes(2, "big") in answer
            writer.close()

    run(work())


def test_a_watcher_that_says_a_little_is_left_alone() -> None:
    async def work() -> None:
        async with listening(Limits()) as server:
            host, port = server.address
            async with connect(f"ws://{host}:{port}/", proxy=None) as ws:
                await ws.recv()
                for _ in range(20):
                    await (await ws.ping())

    run(work())


# Logs and addresses.


def test_a_bound_is_logged_once_a_minute(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    now = 100.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    log = BoundLog()
    with caplog.at_level(logging.WARNING):
        for _ in range(50):
            log.hit("sockets", "a")
        log.hit("sockets", "b")
        now += 61
        log.hit("sockets", "a")
    assert [(vars(one)["address"], vars(one)["times"]) for one in caplog.records] == [("a", 1), ("b", 1), ("a", 50)]


def test_a_network_of_ipv6_is_one_address() -> None:
    assert counted_as("2001:db8:1:2:3:4:5:6") == counted_as("2001:db8:1:2::") == "2001:db8:1:2::/64"
    assert counted_as("192.0.2.1") == counted_as("::ffff:192.0.2.1") == "192.0.2.1"


def test_a_proxy_is_believed_from_the_end_of_what_it_says() -> None:
    proxies = TrustedProxies(["10.0.0.0/8", "loopback"])
    assert proxies.client("127.0.0.1", ["198.51.100.7, 192.0.2.1, 10.1.1.1"]) == "192.0.2.1"
    assert proxies.client("127.0.0.1", ["198.51.100.7", "192.0.2.1"]) == "192.0.2.1"
    assert proxies.client("127.0.0.1", ["nonsense"]) == "127.0.0.1"
    assert proxies.client("192.0.2.9", ["198.51.100.7"]) == "192.0.2.9", "anybody may write such a line"
    assert TrustedProxies().client("127.0.0.1", ["198.51.100.7"]) == "127.0.0.1"
    with pytest.raises(Malformed, match="trusted proxy"):
        TrustedProxies(["my-proxy"])


def test_limits_can_be_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AMYITIS_LIMIT_SOCKETS_PER_CLIENT", "500")
    monkeypatch.setenv("AMYITIS_LIMIT_SOCKETS", "7000")
    found = Limits.chosen(["sockets=9000", "send-seconds=2.5"])
    assert (found.sockets_per_client, found.sockets, found.send_seconds) == (500, 9000, 2.5)
    for wrong in ("sockets=many", "sockets", "socks=1", "sockets=0", "send_seconds=nan"):
        with pytest.raises(Malformed):
            Limits.chosen([wrong])
