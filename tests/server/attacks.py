"""The strangers of the hostile test, each a process of its own on an address of its own of this machine.

    python -m tests.server.attacks KIND ADDRESS SECONDS [GAME]

They say that they are ready, wait for a line, go on for so many seconds, and print what they got as one line of JSON.
Loopback only, and bounded.
"""

import asyncio
import json
import sys
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from itertools import chain, count, cycle
from typing import Any

import httpx

from amyitis.game import Game
from amyitis.priority import give_way
from amyitis.service.routes import ROUTES
from tests.server.measuring import API, Connection
from tests.server.playing import late_record

SLOW = 1000
GREEDY = 55
COOKIES = 50
DEAF = 120
REPLAYS = 6
MASK = bytes(4)
TEXT, PING = b"\x81\x81" + MASK + b"x", b"\x89\x80" + MASK
UPGRADE = (
    "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
)
NICE = 19
READY = "ready"


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

    # Requests that cost more than they look.

    async def _ask(self, local: str, requests: Iterable[tuple[str, str, bytes]], cookie: str = "") -> None:
        """Ask one after the other on a kept connection, and note the statuses."""
        while self.goes_on():
            with suppress(OSError, asyncio.IncompleteReadError, TimeoutError, StopIteration):
                reader, writer = await self.open(local)
                for method, path, body in requests:
                    head = f"{method} {API}{path} HTTP/1.1\r\nHost: {self.host}\r\nCookie: {cookie}\r\n"
                    head += f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
                    writer.write(head.encode() + body)
                    answer = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 30)
                    self.got[answer[9:12].decode()] += 1
                    lines = answer.decode("latin-1").lower().split("\r\n")
                    length = next(int(line[15:]) for line in lines if line.startswith("content-length:"))
                    await asyncio.wait_for(reader.readexactly(length), 30)
                    await asyncio.sleep(0.01)  # this machine's processor is the server's, too
                    if not self.goes_on() or "connection: close" in lines:
                        break
                writer.close()
            await asyncio.sleep(0.1)

    async def costly(self) -> None:
        """Records that once took minutes to split, records to be played back, positions, and lines of many moves."""
        records = ["W pass\n" + '[A "\n' * 33_000, '[Game "Amyitis"]\n' * 11_700, late_record(4, True, 12)]
        position: dict[str, Any] = {"position": Game.new(4, 1).position}
        bodies: list[tuple[str, Any]] = [("/records", {"record": text}) for text in records]
        bodies += [("/replays", {"record": records[2], "replay": True}), ("/reviews", {"record": records[0]})]
        bodies += [("/positions", position), ("/positions/explore", position | {"tokens": ["deal"] * 80})]
        requests = [("POST", path, json.dumps(body).encode()) for path, body in bodies]
        await asyncio.gather(*(self._ask(f"127.0.2.{number // 2}", cycle(requests)) for number in range(4)))

    async def fields(self) -> None:
        """Objects with thousands of fields that nobody knows, to every route that takes a body."""
        paths = [row.path for row in ROUTES if row.body is not None and "{" not in row.path]
        small, large = ({f"k{number}": 0 for number in range(most)} for most in (700, 22_000))
        requests = [("POST", path, json.dumps(body).encode()) for path in paths for body in (small, large)]
        await asyncio.gather(*(self._ask("127.0.2.10", cycle(requests)) for _ in range(4)))

    async def endless(self) -> None:
        """Bodies that do not end, in long pieces and in tiny chunks."""
        heads = ("Content-Length: 1000000000000\r\n", "Transfer-Encoding: chunked\r\n")
        parts = (b"x" * 65536, b"1\r\nx\r\n" * 10_000)

        async def one(number: int) -> None:
            while self.goes_on():
                with suppress(OSError, TimeoutError):
                    _reader, writer = await self.open("127.0.2.20")
                    head = self.head("/records", "Content-Type: application/json\r\n" + heads[number % 2])
                    writer.write(head.replace(b"GET", b"POST", 1))
                    while self.goes_on():
                        writer.write(parts[number % 2])
                        await asyncio.wait_for(writer.drain(), 5)
                        self.got["bytes"] += len(parts[number % 2])
                        await asyncio.sleep(0.001)
                await asyncio.sleep(0.1)

        await asyncio.gather(*map(one, range(4)))

    async def _cookie(self, local: str) -> str:
        """The cookie of a new person; empty if there are too many."""
        reader, writer = await self.open(local)
        body = b'{"name": "Stranger"}'
        head = self.head("/me", f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n")
        writer.write(head.replace(b"GET", b"POST", 1) + body)
        answer = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 30)
        writer.close()
        lines = answer.decode("latin-1").split("\r\n")
        return next(
            (line[11:].partition(";")[0].strip() for line in lines if line.lower().startswith("set-cookie")), ""
        )

    async def thinking(self) -> None:
        """Fifty cookies at one address that want games reviewed and positions evaluated."""
        record = json.dumps({"record": late_record(4, True, 12)}).encode()

        async def one(number: int) -> None:
            cookie = await self._cookie("127.0.2.30")
            positions = (
                ("POST", "/evaluations", json.dumps({"position": Game.new(4, seed).position, "visits": 4096}).encode())
                for seed in range(1000 * number, 1000 * number + 1000)
            )
            await self._ask("127.0.2.30", chain([("POST", "/reviews", record)], positions), cookie)

        await asyncio.gather(*map(one, range(COOKIES)))

    def _browser(self, local: str) -> httpx.AsyncClient:
        """A browser with cookies of its own."""
        transport = httpx.AsyncHTTPTransport(local_address=local)
        return httpx.AsyncClient(base_url=self.address + API, transport=transport, timeout=30)

    async def revocations(self) -> None:
        """Somebody who links another browser and takes its rights away, again and again."""
        async with self._browser("127.0.2.40") as me:
            await me.post("/me", json={"name": "Stranger"})
            while self.goes_on():
                with suppress(httpx.HTTPError, KeyError):
                    code = (await me.post("/me/link")).json()["code"]
                    async with self._browser("127.0.2.40") as other:
                        self.got["linked"] += (await other.post("/me/devices", json={"code": code})).status_code == 200
                    self.got["revoked"] += (await me.delete("/me/devices/others")).status_code == 200
                await asyncio.sleep(0.05)

    async def watchers(self) -> None:
        """Many sockets of a game that are opened, and never read."""
        opened: list[object] = []
        while self.goes_on() and len(opened) < DEAF:
            with suppress(OSError):
                reader, writer = await self.open("127.0.2.50")
                writer.transport.pause_reading()  # type: ignore[attr-defined]
                writer.write(self.head(f"/games/{self.game}/live?since=0&whole=true", UPGRADE))
                opened.append((reader, writer))
                self.got["opened"] += 1
            await asyncio.sleep(0.02)
        while self.goes_on():
            await asyncio.sleep(0.1)

    # People's routes.

    async def talking(self) -> None:
        """Fifty cookies at one address that talk at a table where others watch."""

        async def one(number: int) -> None:
            cookie = await self._cookie("127.0.2.60")
            words = (json.dumps({"text": f"{number} {word} " + "x" * 280}).encode() for word in count())
            await self._ask("127.0.2.60", (("POST", f"/games/{self.game}/talk", word) for word in words), cookie)

        await asyncio.gather(*map(one, range(COOKIES)))

    async def guessing(self) -> None:
        """Passwords that are guessed from eight addresses, and accounts that are made."""
        bodies = [("/account/sign-in", {"name": f"Anna {n}", "password": "barley"}) for n in range(20)]
        bodies += [("/account/sign-in/recovery", {"name": "Anna", "code": "2" * 25})]
        bodies += [("/account/sign-in/passkey", {"credential": "[" * 12_000})]
        requests = [("POST", path, json.dumps(body).encode()) for path, body in bodies]
        await asyncio.gather(*(self._ask(f"127.0.2.{70 + number}", cycle(requests)) for number in range(8)))

    async def leaving(self) -> None:
        """Somebody who leaves a seat of a game with clocks to a bot and comes back, again and again."""
        async with self._browser("127.0.2.80") as me:
            seats, clock = [{"kind": "me"}] * 2, {"kind": "live", "allowance": 600, "increment": 10}
            game = (await me.post("/games", json={"seats": seats, "clock": clock})).json()["game"]
            while self.goes_on():
                for seat in game["seats"]:
                    path = f"/games/{game['id']}/seats/{seat['seat']}"
                    for what, body in (("leave", {"bot": "Nebuchadnezzar"}), ("return", {})):
                        with suppress(httpx.HTTPError):
                            self.got[f"{what} {(await me.post(f'{path}/{what}', json=body)).status_code}"] += 1
                await asyncio.sleep(0.01)

    async def meddling(self) -> None:
        """Somebody who asks for what a table can do beside its moves, of their own game and of others'."""
        async with self._browser("127.0.2.81") as me:
            await me.post("/me", json={"name": "Stranger"})
            mine = (await me.post("/games", json={"seats": [{"kind": "me"}] * 2})).json()["game"]["id"]
            line = {"ply": 1, "tokens": ["pass"] * 80}
            asked: list[tuple[str, Any]] = [
                (f"/games/{game}/seats/{seat}/{what}", body)
                for game in (mine, self.game)
                for seat in "WK"
                for what, body in (
                    *(("propose", {"what": what}) for what in ("end", "decline", "pause")),
                    *(("replace", {"by": by}) for by in ("bot", "open")),
                    *(("plan", line), ("plan/try", line)),
                )
            ]
            asked.append(("/me/alerts", {"quiet": "22:00-06:00", "zone": "Europe/Prague"}))
            for path, body in cycle(asked):
                with suppress(httpx.HTTPError):
                    self.got[str((await me.post(path, json=body)).status_code)] += 1
                await asyncio.sleep(0.01)
                if not self.goes_on():
                    return


async def _ended(reader: asyncio.StreamReader) -> bytes:
    """What the server says on a connection before it ends it."""
    with suppress(OSError):
        return await reader.read()
    return b""


def main() -> None:
    """Be one stranger."""
    kind, address, seconds, *game = sys.argv[1:]
    give_way(NICE)  # the machine is shared: the strangers' own work must not be what slows the others
    if kind in ("costly", "thinking"):
        late_record(4, True, 12)
    print(READY, flush=True)
    sys.stdin.readline()
    attack = Attack(address, float(seconds), game[0] if game else "")
    work: Callable[[], Awaitable[None]] = getattr(attack, kind)

    async def bounded() -> None:
        with suppress(TimeoutError):
            await asyncio.wait_for(work(), float(seconds) + 5)

    asyncio.run(bounded())
    print(json.dumps(attack.got), flush=True)


if __name__ == "__main__":
    main()
