"""The strangers of the hostile test, each a process of its own on an address of its own of this machine.

    python -m tests.server.attacks KIND ADDRESS SECONDS [GAME]

They go on for so many seconds and print what they got as one line of JSON. Loopback only, and bounded.
"""

import asyncio
import json
import os
import sys
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress

from tests.server.measuring import API, Connection

SLOW = 1000
GREEDY = 55
DEAF = 120
REPLAYS = 6
MASK = bytes(4)
TEXT, PING = b"\x81\x81" + MASK + b"x", b"\x89\x80" + MASK
UPGRADE = (
    "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
)
NICE = 5


class Attack:
    """One stranger: where the server is, until when, and a game to watch."""

    def __init__(self, address: str, seconds: float, game: str) -> None:
        self.host, self.game = address.removeprefix("http://"), game
        self.address, self.until = address, time.monotonic() + seconds
        self.got: Counter[str] = Counter()

    async def open(self, local: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """A connection from an address."""
        host, port = self.host.split(":")
        return await asyncio.open_connection(host, int(port), local_addr=(local, 0), limit=1 << 16)

    def head(self, path: str, more: str = "") -> bytes:
        """The head of a request."""
        return f"GET {API}{path} HTTP/1.1\r\nHost: {self.host}\r\n{more}\r\n".encode()

    def goes_on(self) -> bool:
        """Whether there is time left."""
        return time.monotonic() < self.until

    # What strangers do.

    async def _flood(self, frame: bytes, local: str, at_once: int) -> None:
        """Send frames as fast as they are taken, and come again whenever it ends."""
        while self.goes_on():
            with suppress(OSError, asyncio.IncompleteReadError, TimeoutError):
                reader, writer = await self.open(local)
                writer.write(self.head(f"/games/{self.game}/live", UPGRADE))
                await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 10)
                self.got["sockets"] += 1
                eater = asyncio.create_task(_ended(reader))
                while self.goes_on() and not eater.done():
                    writer.write(frame * at_once)
                    await asyncio.wait_for(writer.drain(), 5)
                    self.got["frames"] += at_once
                    await asyncio.sleep(0.001)  # this machine's processor is the server's, too
                eater.cancel()
                await asyncio.gather(eater, return_exceptions=True)
                writer.close()
            await asyncio.sleep(0.2)

    async def texts(self) -> None:
        """One socket with texts of one letter."""
        await self._flood(TEXT, "127.0.1.1", 100)

    async def pings(self) -> None:
        """One socket with pings."""
        await self._flood(PING, "127.0.1.2", 100)

    async def slow(self) -> None:
        """A thousand connections that say nothing, or a letter now and then, or ask and do not read."""
        opened: list[tuple[asyncio.Task[bytes], asyncio.StreamWriter]] = []
        while self.goes_on():
            if len(opened) < SLOW:
                with suppress(OSError, TimeoutError):
                    reader, writer = await asyncio.wait_for(self.open("127.0.1.3"), 1)
                    if len(opened) % 2:
                        writer.write(b"GET / HTTP/1.1\r\nX-Slow: ")
                    opened.append((asyncio.create_task(_ended(reader)), writer))
                    self.got["opened"] += 1
            else:
                for _reading, writer in opened[1::2]:
                    writer.write(b"x")
                await asyncio.sleep(1)
            if len(opened) % 50 == 0:
                await asyncio.sleep(0.02)
                opened = [one for one in opened if not one[0].done()]
                self.got["held"] = max(self.got["held"], len(opened))

    async def greedy(self) -> None:
        """As many games of four of the strongest as one can get, each watched."""
        four = json.dumps({"seats": [{"kind": "bot", "bot": "Nebuchadnezzar"}] * 4}).encode()
        maker, watching = Connection(self.address, "", local="127.0.1.4"), list[asyncio.StreamWriter]()
        for _ in range(GREEDY):
            status, body, _packed = await maker.ask("POST", "/games", four)
            self.got["made" if status == 201 else "refused"] += 1
            if status == 201:
                _reader, writer = await self.open("127.0.1.4")
                game = json.loads(body)["game"]["id"]
                writer.write(self.head(f"/games/{game}/live", UPGRADE))
                watching.append(writer)
        while self.goes_on():
            await asyncio.sleep(0.1)

    async def deaf(self) -> None:
        """Many who ask for a long game and read nothing of it."""
        opened = []
        for _ in range(DEAF):
            with suppress(OSError):
                reader, writer = await self.open("127.0.1.5")
                writer.transport.pause_reading()  # type: ignore[attr-defined]
                for _ in range(3):
                    writer.write(self.head(f"/games/{self.game}/replay"))
                opened.append((reader, writer))
                self.got["asked"] += 1
            await asyncio.sleep(0.02)
        while self.goes_on():
            await asyncio.sleep(0.1)

    async def replays(self) -> None:
        """Six at a time who want the whole of a game that was made very long."""

        async def one(number: int) -> None:
            path = f"/games/{self.game}/" + ("log", "record", "at/100000")[number % 3]
            while self.goes_on():
                with suppress(OSError, TimeoutError):
                    reader, writer = await self.open(f"127.0.1.{6 + number}")
                    writer.write(self.head(path, "Connection: close\r\n"))
                    while self.goes_on() and (some := await asyncio.wait_for(reader.read(1 << 16), 60)):
                        self.got["bytes"] += len(some)
                    self.got["answers"] += 1
                    writer.close()
                await asyncio.sleep(0.1)

        await asyncio.gather(*map(one, range(REPLAYS)))


async def _ended(reader: asyncio.StreamReader) -> bytes:
    """What the server says on a connection before it ends it."""
    with suppress(OSError):
        return await reader.read()
    return b""


def main() -> None:
    """Be one stranger."""
    kind, address, seconds, *game = sys.argv[1:]
    os.nice(NICE)  # the machine is shared: the strangers' own work must not be what slows the others
    attack = Attack(address, float(seconds), game[0] if game else "")
    work: Callable[[], Awaitable[None]] = getattr(attack, kind)

    async def bounded() -> None:
        with suppress(TimeoutError):
            await asyncio.wait_for(work(), float(seconds) + 5)

    asyncio.run(bounded())
    print(json.dumps(attack.got), flush=True)


if __name__ == "__main__":
    main()
