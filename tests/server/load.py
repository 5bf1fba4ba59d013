"""The load test: many games at once on one server of this machine, each with people who move and watchers.

    python -m tests.server.load [--games 300] [--sockets 600] [--rate 150] [--seconds 20] [--postgresql]

Prints moves a second, the median and the 99th percentile of a move's time, the server's memory, and what was lost.
"""

import argparse
import asyncio
import json
import os
import sys
import tempfile
import time
from collections.abc import Coroutine
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import httpx
import uvloop
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from tests.server.running import Databases, RunningServer, start_server

API = "/api/v1"
MOST_SECONDS = 120
MOST_GAMES = 1000
START_TOGETHER = 20


@dataclass
class Load:
    """What is driven, and what came of it."""

    address: str
    rate: float
    seconds: float
    times: list[float] = field(default_factory=list)
    kept: dict[str, dict[int, str]] = field(default_factory=dict)
    seen: list[tuple[str, list[int]]] = field(default_factory=list)
    refused: int = 0
    late_watchers: list[float] = field(default_factory=list)
    sent_at: dict[tuple[str, int], float] = field(default_factory=dict)


async def watch(load: Load, game_id: str) -> None:
    """Watch a game and write down every ply."""
    plies: list[int] = []
    load.seen.append((game_id, plies))
    address = f"{load.address.replace('http', 'ws', 1)}{API}/games/{game_id}/live?since=0"
    try:
        async with connect(address, max_size=1 << 24, proxy=None, open_timeout=60, compression=None) as socket:
            async for message in socket:
                at, text = time.perf_counter(), str(message)
                for entry in json.loads(text[text.rindex('"entries":') + len('"entries":') : -1]):
                    plies.append(entry["ply"])
                    sent = load.sent_at.get((game_id, entry["ply"]))
                    if sent is not None:
                        load.late_watchers.append(at - sent)
    except (ConnectionClosed, asyncio.CancelledError):
        pass


class Connection:
    """One kept connection that asks and reads, as cheaply as can be: the driver shares the machine with the server."""

    def __init__(self, address: str) -> None:
        self._host = address.removeprefix("http://")
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, method: str, path: str, key: str, body: bytes = b"") -> tuple[int, bytes]:
        """Status and body of the answer."""
        if self._streams is None:
            host, port = self._host.split(":")
            self._streams = await asyncio.open_connection(host, int(port))
        reader, writer = self._streams
        head = f"{method} {API}{path} HTTP/1.1\r\nHost: {self._host}\r\nAuthorization: Bearer {key}\r\n"
        head += f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
        writer.write(head.encode() + body)
        lines = (await reader.readuntil(b"\r\n\r\n")).decode().lower().split("\r\n")
        length = next(int(line.partition(":")[2]) for line in lines if line.startswith("content-length"))
        return int(lines[0].split()[1]), await reader.readexactly(length)

    async def close(self) -> None:
        """Let go."""
        if self._streams is not None:
            self._streams[1].close()
            await self._streams[1].wait_closed()


async def play(load: Load, made: dict[str, Any], pause: float, random: Random) -> None:
    """Make a move every `pause` seconds until the time is over."""
    game, keys = made["game"], made["keys"]
    game_id, until = game["id"], time.perf_counter() + load.seconds
    kept = load.kept.setdefault(game_id, {entry["ply"]: entry["token"] for entry in game["entries"]})
    at, connection = time.perf_counter() + random.uniform(0, pause), Connection(load.address)
    while at < until and not game["over"]:
        await asyncio.sleep(max(0.0, at - time.perf_counter()))
        at += pause
        key = keys[game["decider"]]
        if game["legal"] is None:
            game = json.loads((await connection.ask("GET", f"/games/{game_id}", key))[1])
        move = json.dumps({"ply": game["ply"], "tokens": [random.choice(game["legal"])]}).encode()
        began = load.sent_at[game_id, game["ply"] + 1] = time.perf_counter()
        status, answer = await connection.ask("POST", f"/games/{game_id}/moves", key, move)
        load.times.append(time.perf_counter() - began)
        load.refused += status != 200
        game = json.loads(answer)
        kept |= {entry["ply"]: entry["token"] for entry in game["entries"]}
    await connection.close()


async def drive(load: Load, games: int, sockets: int) -> int:
    """Set the tables, let everyone play, and count what was lost."""
    limits = httpx.Limits(max_connections=64, max_keepalive_connections=64)
    async with httpx.AsyncClient(base_url=load.address, timeout=60, limits=limits) as http:
        made: list[dict[str, Any]] = []
        asked = {"seats": [{"kind": "me"}, {"kind": "me"}], "keys": True}
        for first in range(0, games, START_TOGETHER):
            count = min(START_TOGETHER, games - first)
            answers = await asyncio.gather(*(http.post(f"{API}/games", json=asked) for _ in range(count)))
            made += [answer.raise_for_status().json() for answer in answers]
        watchers = []
        for place in range(sockets):
            watchers.append(asyncio.create_task(watch(load, made[place % games]["game"]["id"])))
            if place % START_TOGETHER == 0:
                await asyncio.sleep(0.05)
        await asyncio.sleep(1)
        await asyncio.gather(*(play(load, one, games / load.rate, Random(place)) for place, one in enumerate(made)))
        await asyncio.sleep(2)
        lost = 0
        for game_id, kept in load.kept.items():
            log = (await http.get(f"{API}/games/{game_id}/log")).json()
            there = {entry["ply"]: entry["token"] for entry in log["entries"]}
            lost += sum(there.get(ply) != token for ply, token in kept.items())
        for watcher in watchers:
            watcher.cancel()
        await asyncio.gather(*watchers)
    unseen = sum(plies != list(range(1, max(load.kept[game_id], default=1) + 1)) for game_id, plies in load.seen)
    print(f"acknowledged moves lost: {lost}; websockets that missed a move: {unseen} of {len(load.seen)}; "
          f"refused: {load.refused}")  # fmt: skip
    return lost + unseen


def run(work: Coroutine[Any, Any, int]) -> int:
    """Run on the faster loop where there is one."""
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        return runner.run(work)


def percentile(times: list[float], part: float) -> float:
    """A percentile in milliseconds."""
    return sorted(times)[min(len(times) - 1, int(len(times) * part))] * 1000 if times else 0.0


def memory(server: RunningServer) -> int:
    """The most memory the server has used, in MiB (Linux)."""
    status = Path(f"/proc/{server.process.pid}/status").read_text(encoding="ascii")
    return int(next(line for line in status.splitlines() if line.startswith("VmHWM")).split()[1]) // 1024


def processor(server: RunningServer) -> float:
    """The processor time that the server has used, in seconds (Linux)."""
    fields = Path(f"/proc/{server.process.pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def main() -> int:
    """Run the load test; 1 if anything was lost."""
    parser = argparse.ArgumentParser(description="A bounded load test on this machine.")
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--sockets", type=int, default=600)
    parser.add_argument("--rate", type=float, default=150.0, help="moves a second in all")
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--postgresql", action="store_true")
    asked = parser.parse_args()
    games, seconds = min(asked.games, MOST_GAMES), min(asked.seconds, MOST_SECONDS)
    with tempfile.TemporaryDirectory() as folder:
        databases = Databases(Path(folder))
        database = databases.find("postgresql" if asked.postgresql else "sqlite")
        if database is None:
            print("there is no PostgreSQL here")
            return 1
        server = start_server(database)
        try:
            load = Load(server.address, asked.rate, seconds)
            lost = run(drive(load, games, asked.sockets))
            print(f"{games} games, {asked.sockets} websockets, {'PostgreSQL' if asked.postgresql else 'SQLite'}")
            print(f"{len(load.times) / seconds:.0f} moves/s; a move: p50 {percentile(load.times, 0.5):.1f} ms, "
                  f"p99 {percentile(load.times, 0.99):.1f} ms, most {percentile(load.times, 1):.1f} ms")  # fmt: skip
            seen = load.late_watchers
            print(f"a move seen by a watcher: p50 {percentile(seen, 0.5):.1f} ms, p99 {percentile(seen, 0.99):.1f} ms")
            print(f"memory of the server: {memory(server)} MiB; processor time: server {processor(server):.1f} s, "
                  f"this driver {time.process_time():.1f} s")  # fmt: skip
        finally:
            server.stop()
            databases.drop_all()
    return 1 if lost else 0


if __name__ == "__main__":
    sys.exit(main())
