"""HTTP on real sockets of this machine: heads that are too long, and what does not come in time."""

import logging
from contextlib import suppress

import pytest

from amyitis.server.connections.bounded_http import HEAD_BYTES, LINGER_BYTES, BoundedHttp
from amyitis.server.settings import Limits
from tests.server.clocks import Clock
from tests.server.connections.listening import ASK, bounds_hit, ended, listening, open_to, run, until

LONG_LINE = b"X-Long: " + b"x" * 40 * 1024 + b"\r\n"
MANY_LINES = b"X-Many: yes yes yes yes yes yes yes\r\n" * 1100
HALF_HEAD = b"GET / HTTP/1.1\r\nHost: a\r\n"
HALF_BODY = b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nhalf"


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


@pytest.mark.parametrize(
    ("head", "part"),
    [
        (b"Content-Length: 1000000000000", b"x" * 65536),
        (b"Transfer-Encoding: chunked", b"10000\r\n" + b"x" * 65536 + b"\r\n"),
        (b"Transfer-Encoding: chunked", b"1\r\nx\r\n" * 10_000),
    ],
    ids=["with a length", "in chunks", "in tiny chunks"],
)
def test_a_body_without_end_is_cut_off(head: bytes, part: bytes, caplog: pytest.LogCaptureFixture) -> None:
    async def work() -> None:
        async with listening(Limits()) as server:
            reader, writer = await open_to(server, b"POST / HTTP/1.1\r\nHost: a\r\n" + head + b"\r\n\r\n")
            for _ in range(2000):
                if reader.at_eof() or writer.is_closing():
                    break
                with suppress(ConnectionError):
                    writer.write(part)
                    await writer.drain()
            assert sum(map(len, server.heard)) < 16 * LINGER_BYTES
            await ended(reader)
            writer.close()

    with caplog.at_level(logging.WARNING):
        run(work())
    assert bounds_hit(caplog) == ["body_bytes"]


def test_a_packet_with_thousands_of_tiny_chunks_is_let_go_of_early(monkeypatch: pytest.MonkeyPatch) -> None:
    parts, usual = list[int](), BoundedHttp.on_body

    def counted(protocol: BoundedHttp, body: bytes) -> None:
        parts.append(len(body))
        usual(protocol, body)

    async def work() -> None:
        async with listening(Limits()) as server:
            head = b"POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
            reader, writer = await open_to(server, head + b"1\r\nx\r\n" * 20_000)
            with suppress(ConnectionError):
                await ended(reader)
            writer.close()

    monkeypatch.setattr(BoundedHttp, "on_body", counted)
    run(work())
    assert 100 < len(parts) < 2000, "each is a call on the event loop"


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
