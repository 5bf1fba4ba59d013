"""The crash test: kill a server without warning while people play, and look for every move it acknowledged.

python -m tests.server.crash 50         # 50 kills on SQLite, 50 on PostgreSQL
"""

import asyncio
import secrets
import socket
import sys
import tempfile
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import httpx

from tests.server.running import FAILED_AFTER, Databases, RunningServer, start_server

GAMES = 6
MOVES_OF_A_LIFE = (5, 80)
API = "/api/v1"


@dataclass
class Acknowledged:
    """What the server said it had kept of one game."""

    game_id: str
    key: dict[str, str]
    state: dict[str, Any]
    entries: dict[int, str] = field(default_factory=dict)


@dataclass
class Tally:
    """What a crash test found."""

    kills: int = 0
    acknowledged: int = 0
    lost: int = 0
    finished: int = 0


def free_port() -> int:
    """A port that is free now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


async def new_game(http: httpx.AsyncClient, with_bot: bool) -> Acknowledged:
    """A game of two seats of ours, and perhaps a bot that answers."""
    seats = [{"kind": "me"}, {"kind": "me"}, *([{"kind": "bot", "bot": "random"}] if with_bot else [])]
    answer = await http.post(f"{API}/games", json={"seats": seats, "keys": True})
    made = answer.raise_for_status().json()
    return Acknowledged(made["game"]["id"], made["keys"], made["game"])


class Countdown:
    """Some acknowledged moves until the next kill."""

    def __init__(self, moves: int) -> None:
        self._left, self.over = moves, asyncio.Event()

    def count(self) -> None:
        """One more was acknowledged."""
        self._left -= 1
        if self._left <= 0:
            self.over.set()


async def play(http: httpx.AsyncClient, game: Acknowledged, random: Random, countdown: Countdown) -> None:
    """Play until the server is gone; every acknowledged entry is written down."""
    with suppress(httpx.TransportError):
        while not game.state["over"]:
            key = game.key.get(game.state["decider"] or "")
            headers = {"Authorization": f"Bearer {key}"}
            if key is None or not game.state["legal"]:
                await asyncio.sleep(0.01)
                key = key or next(iter(game.key.values()))
                game.state = (
                    await http.get(f"{API}/games/{game.game_id}", headers={"Authorization": f"Bearer {key}"})
                ).json()
                continue
            move = {"ply": game.state["ply"], "tokens": [random.choice(game.state["legal"])]}
            answer = await http.post(f"{API}/games/{game.game_id}/moves", json=move, headers=headers)
            body = answer.json()
            if answer.status_code == 200:
                game.state = body
                game.entries |= {entry["ply"]: entry["token"] for entry in body["entries"]}
                countdown.count()
            else:
                game.state = body["game"]


async def one_life(server: RunningServer, games: list[Acknowledged], random: Random, tally: Tally) -> None:
    """Check what was acknowledged in earlier lives, play some moves, and kill while others are under way."""
    async with httpx.AsyncClient(base_url=server.address, timeout=FAILED_AFTER) as http:
        for game in games:
            log = (await http.get(f"{API}/games/{game.game_id}/log")).raise_for_status().json()
            kept = {entry["ply"]: entry["token"] for entry in log["entries"]}
            tally.lost += sum(kept.get(ply) != token for ply, token in game.entries.items())
            key = next(iter(game.key.values()))
            answer = await http.get(f"{API}/games/{game.game_id}", headers={"Authorization": f"Bearer {key}"})
            game.state = answer.raise_for_status().json()
        tally.finished += sum(game.state["over"] for game in games)
        tally.acknowledged += sum(len(game.entries) for game in games if game.state["over"])
        games[:] = [game for game in games if not game.state["over"]]
        while len(games) < GAMES:
            games.append(await new_game(http, with_bot=not games))
        countdown = Countdown(random.randint(*MOVES_OF_A_LIFE))
        players = [asyncio.create_task(play(http, game, random, countdown)) for game in games]
        await countdown.over.wait()
        await asyncio.to_thread(server.kill)
        tally.kills += 1
        await asyncio.gather(*players)


def crash(database: str, kills: int, seed: int | None = None) -> Tally:
    """Kill a server so many times; what was acknowledged and what of it was lost."""
    random, tally, games = Random(seed if seed is not None else secrets.randbits(32)), Tally(), list[Acknowledged]()
    port = free_port()
    for _life in range(kills):
        server = start_server(database, port=port)
        try:
            asyncio.run(one_life(server, games, random, tally))
        finally:
            if server.process.poll() is None:
                server.kill()
    last = start_server(database, port=port)
    try:
        asyncio.run(_final_check(last, games, tally))
    finally:
        last.stop()
    return tally


async def _final_check(server: RunningServer, games: list[Acknowledged], tally: Tally) -> None:
    async with httpx.AsyncClient(base_url=server.address, timeout=FAILED_AFTER) as http:
        for game in games:
            log = (await http.get(f"{API}/games/{game.game_id}/log")).raise_for_status().json()
            kept = {entry["ply"]: entry["token"] for entry in log["entries"]}
            tally.lost += sum(kept.get(ply) != token for ply, token in game.entries.items())
            tally.acknowledged += len(game.entries)


def main() -> int:
    """Run the crash test on both databases; 1 if anything was lost."""
    kills, lost = int(sys.argv[1]) if len(sys.argv) > 1 else 50, 0
    with tempfile.TemporaryDirectory() as folder:
        databases = Databases(Path(folder))
        try:
            for kind in ("sqlite", "postgresql"):
                database = databases.find(kind)
                if database is None:
                    print(f"{kind}: there is none here, skipped")
                    continue
                tally = crash(database, kills)
                lost += tally.lost
                print(
                    f"{kind}: {tally.kills} kills, {tally.acknowledged} acknowledged entries, {tally.lost} lost",
                    flush=True,
                )
        finally:
            databases.drop_all()
    return 1 if lost else 0


if __name__ == "__main__":
    sys.exit(main())
