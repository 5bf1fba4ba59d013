"""Websockets on real sockets of this machine: whoever floods one is sent away, and hears why."""

import asyncio
import logging

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from amyitis.server.connections.bounded_websocket import FLOODED, REASON
from amyitis.server.settings import Limits
from tests.server.connections.listening import UPGRADE, bounds_hit, ended, listening, open_to, run, until


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
            await until(
                lambda: server.asked == ["websocket", "gone"]
            )  # the application is told so if it goes on sending

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
