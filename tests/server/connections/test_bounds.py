"""Too many connections, and those who do not read: each bound on real sockets of this machine."""

import asyncio
import logging
import socket

import pytest

from amyitis.server.connections import bounds as bounds_module
from amyitis.server.connections.bounds import LEAST_BYTES
from amyitis.server.settings import Limits
from tests.server.clocks import Clock
from tests.server.connections.listening import (
    ASK,
    UPGRADE,
    Listening,
    bounds_hit,
    ended,
    listening,
    open_to,
    run,
    until,
)

LARGE = 12_000_000  # bytes: more than the system takes off our hands

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


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """A clock by which it is looked at who does not read."""
    clock = Clock()
    monkeypatch.setattr(bounds_module, "asyncio", clock.within(asyncio))
    monkeypatch.setattr(bounds_module, "time", clock)
    return clock


async def deaf(server: Listening, text: bytes) -> socket.socket:
    """A connection on which something was asked, and nothing is read."""
    made = socket.create_connection(server.address)
    made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    made.setblocking(False)
    await asyncio.get_running_loop().sock_sendall(made, text)
    return made


def waiting(server: Listening) -> int:
    """How many bytes wait on the server's side to be read."""
    return sum(connection.transport.get_write_buffer_size() for connection in server.bounds._connections)


@pytest.mark.parametrize("text", [ASK, UPGRADE], ids=["HTTP", "websocket"])
@pytest.mark.parametrize(
    "limits",
    [Limits(outgoing_bytes_per_client=1_000_000), Limits(outgoing_bytes=1_000_000)],
    ids=["bytes of one", "bytes of all"],
)
def test_whoever_does_not_read_is_cut_off_when_too_much_waits(
    text: bytes, limits: Limits, caplog: pytest.LogCaptureFixture
) -> None:
    async def work() -> None:
        async with listening(limits, answer=b"x" * LARGE) as server:
            connection = await deaf(server, text)
            await until(lambda: bool(server.asked))
            await until(lambda: len(server.bounds) == 0)
            connection.close()

    with caplog.at_level(logging.WARNING):
        run(work())
    assert bounds_hit(caplog) == ["outgoing_bytes"]


@pytest.mark.parametrize("text", [ASK, UPGRADE], ids=["HTTP", "websocket"])
def test_whoever_does_not_read_is_cut_off_when_the_time_is_over(
    text: bytes, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    async def work() -> None:
        async with listening(Limits(send_seconds=20), answer=b"x" * LARGE) as server:
            connection = await deaf(server, text)
            await until(lambda: waiting(server) > 0)
            await clock.go_on(5)
            await clock.go_on(19.9)
            assert len(server.bounds) == 1, "it was first looked at less than 20 seconds ago"
            while len(server.bounds) > 0:  # as often as the system still took something off our hands
                await clock.go_on(20)
            connection.close()

    with caplog.at_level(logging.WARNING):
        run(work())
    assert bounds_hit(caplog) == ["send_seconds"]


def test_whoever_reads_slowly_is_waited_for(clock: Clock) -> None:
    """As little as must be read is read in the longest time there is for it."""
    looks = list[int]()

    async def work() -> None:
        async with listening(Limits(send_seconds=20), answer=b"x" * LARGE) as server:
            reader, writer = await open_to(server)
            # The system would take ever more off our hands, and nothing would wait on the server's side.
            writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 18)
            writer.write(ASK)
            await reader.readuntil(b"\r\n\r\n")
            got = 0
            while got < LARGE:
                before = waiting(server)
                while got < LARGE and before - waiting(server) < min(LEAST_BYTES, before or LARGE):
                    got += len(await reader.read(LEAST_BYTES))
                looks.append(waiting(server))
                await clock.go_on(20)
            assert len(server.bounds) == 1
            writer.close()

    run(work())
    assert sum(size > 0 for size in looks) > 2, "it was looked at again and again while something waited to be read"
