"""The hostile test: what strangers can do to others who play, on a real server with its usual limits.

    python -m tests.server.hostile [--seconds 15] [--before CHECKOUT] [--only KIND]

People play with each other and with bots while strangers, each from an address of its own of this machine, flood
websockets, hold a thousand slow connections, let the strongest bots play at fifty-five tables, ask without reading, and
want a game of 400,000 entries replayed. For each of them, and for all that the issue names at once, it prints how long
moves of people took, how long they waited for a bot, and the server's memory. `--before` measures another checkout.
"""

import argparse
import asyncio
import json
import sqlite3
import subprocess
import sys
import tempfile
import time
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from tests.server.load import percentile
from tests.server.measuring import Connection, MeasuredServer, measured_server
from tests.server.running import Databases

KINDS = ("nobody", "texts", "pings", "slow", "greedy", "deaf", "replays", "all at once")
AT_ONCE = ("texts", "pings", "slow", "greedy")
OPEN_FILES = 1024
TABLES, BOT_TABLES = 8, 3
PAUSE = 0.3
LONG = 400_000
WANTED_MOVE_MS, WANTED_BOT_SECONDS = 100.0, 5.0


@dataclass
class Seen:
    """What people saw; times in seconds."""

    moves: list[float] = field(default_factory=list)
    bots: list[float] = field(default_factory=list)
    failed: int = 0


class Person:
    """Somebody at a table, on an address of their own: alone with two seats, or against a bot."""

    def __init__(self, address: str, number: int, bot: str | None) -> None:
        self._address, self._local, self._bot = address, f"127.0.0.{10 + number}", bot
        self._random = Random(number)

    async def play(self, seen: Seen, until: float) -> None:
        """Play until the time is over."""
        while time.perf_counter() < until:
            try:
                await asyncio.wait_for(self._game(seen, until), max(1.0, until - time.perf_counter()) + 20)
            except (OSError, TimeoutError, asyncio.IncompleteReadError, ValueError, KeyError, AssertionError):
                seen.failed += 1
                await asyncio.sleep(1)

    async def _game(self, seen: Seen, until: float) -> None:
        other = {"kind": "me"} if self._bot is None else {"kind": "bot", "bot": self._bot}
        maker = Connection(self._address, "", local=self._local)
        asked = json.dumps({"seats": [{"kind": "me"}, other], "keys": True}).encode()
        status, body, _packed = await maker.ask("POST", "/games", asked)
        assert status == 201, body
        made = json.loads(body)
        game_id, keys, state = made["game"]["id"], made["keys"], made["game"]
        asking = {seat: Connection(self._address, key, local=self._local) for seat, key in keys.items()}
        while time.perf_counter() < until and not state["over"]:
            seat = state["decider"]
            if seat not in asking:
                state = await self._wait_for_bot(asking, game_id, state, seen, until)
                continue
            if state["legal"] is None:
                state = json.loads((await asking[seat].ask("GET", f"/games/{game_id}"))[1])
            move = {"ply": state["ply"], "tokens": [self._random.choice(state["legal"])]}
            began = time.perf_counter()
            status, body, _packed = await asking[seat].ask("POST", f"/games/{game_id}/moves", json.dumps(move).encode())
            seen.moves.append(time.perf_counter() - began)
            seen.failed += status != 200
            state = json.loads(body) if status == 200 else json.loads(body)["game"]
            await asyncio.sleep(PAUSE * self._random.uniform(0.5, 1.5))
        for one in (maker, *asking.values()):
            await one.close()

    async def _wait_for_bot(
        self, asking: dict[str, Connection], game_id: str, state: dict[str, Any], seen: Seen, until: float
    ) -> dict[str, Any]:
        """Look until a bot has made a move; how long that took is written down, also if it never did."""
        began, now = time.perf_counter(), state
        while now["ply"] == state["ply"] and time.perf_counter() < until:
            await asyncio.sleep(0.1)
            now = json.loads((await next(iter(asking.values())).ask("GET", f"/games/{game_id}"))[1])
        seen.bots.append(time.perf_counter() - began)
        return now


async def people(address: str, seconds: float) -> Seen:
    """Some people who play for some seconds."""
    seen, until = Seen(), time.perf_counter() + seconds
    bots = [None] * TABLES + ["Architect"] * BOT_TABLES
    await asyncio.gather(*(Person(address, number, bot).play(seen, until) for number, bot in enumerate(bots)))
    return seen


def attack(kinds: tuple[str, ...], server: MeasuredServer, seconds: float, game: str) -> list[subprocess.Popen[str]]:
    """Let strangers in."""
    return [
        subprocess.Popen(
            [sys.executable, "-m", "tests.server.attacks", kind, server.address, str(seconds), game],
            stdout=subprocess.PIPE, text=True, cwd=Path(__file__).parents[2],
        )
        for kind in kinds
    ]  # fmt: skip


def long_game(database: str, checkout: Path | None) -> str:
    """A game in which somebody moved and took back without end, as it was possible before; its id."""
    with measured_server(database, checkout) as server:

        async def make() -> tuple[str, int, str, str]:
            maker = Connection(server.address, "")
            asked = json.dumps({"seats": [{"kind": "me"}, {"kind": "me"}], "keys": True}).encode()
            made = json.loads((await maker.ask("POST", "/games", asked))[1])
            await maker.close()
            game = made["game"]
            key = Connection(server.address, made["keys"][game["decider"]])
            legal = json.loads((await key.ask("GET", f"/games/{game['id']}"))[1])["legal"]
            await key.close()
            return game["id"], game["ply"], game["decider"], next(token for token in legal if token != "pass")

        game_id, ply, seat, token = asyncio.run(make())
    with closing(sqlite3.connect(database.removeprefix("sqlite:///"))) as file, file:
        rows = (
            (game_id, ply + 1 + n, "undo" if n % 2 else "move", seat, "" if n % 2 else token, n % 2, "somebody", 0)
            for n in range(LONG)
        )
        file.executemany("INSERT INTO log (game_id,ply,kind,seat,token,count,actor,at) VALUES (?,?,?,?,?,?,?,?)", rows)
        file.execute("UPDATE games SET ply = ? WHERE id = ?", (ply + LONG, game_id))
    return game_id


def phase(kind: str, checkout: Path | None, seconds: float) -> bool:
    """One server, some strangers, and people; prints what they saw, returns whether that was as wanted."""
    with tempfile.TemporaryDirectory() as folder:
        database = Databases(Path(folder)).sqlite()
        game = long_game(database, checkout) if kind in ("replays", "deaf") else ""
        with measured_server(database, checkout, (), OPEN_FILES) as server:
            asyncio.run(people(server.address, 3))  # what is compiled or loaded once is not what is measured
            game = game or asyncio.run(_some_game(server.address))
            before, used = server.memory_now, server.processor_seconds
            kinds = AT_ONCE if kind == "all at once" else () if kind == "nobody" else (kind,)
            strangers = attack(kinds, server, seconds + 4, game)
            time.sleep(2 if kinds else 0)
            began = time.perf_counter()
            seen = asyncio.run(people(server.address, seconds))
            used = (server.processor_seconds - used) / (time.perf_counter() - began)
            told = " ".join((one.communicate(timeout=60)[0] or "").strip() for one in strangers)
            p50, p99 = percentile(seen.moves, 0.5), percentile(seen.moves, 0.99)
            worst = max(seen.bots, default=0.0)
            print(
                f"{kind:12} moves {len(seen.moves):4}: p50 {p50:7.1f}, p99 {p99:8.1f} ms; bots {len(seen.bots):4}, "
                f"longest wait {worst:5.1f} s; failed {seen.failed}; memory {before} -> {server.memory} MiB; "
                f"{used:.0%} of a core; {told}",
                flush=True,
            )
    return bool(seen.moves) and not seen.failed and p99 < WANTED_MOVE_MS and worst < WANTED_BOT_SECONDS


async def _some_game(address: str) -> str:
    maker = Connection(address, "")
    asked = json.dumps({"seats": [{"kind": "me"}, {"kind": "open"}], "public": True}).encode()
    made = json.loads((await maker.ask("POST", "/games", asked))[1])
    await maker.close()
    return str(made["game"]["id"])


def main() -> int:
    """Run the hostile test; 1 if people had to wait longer than they should."""
    parser = argparse.ArgumentParser(description="A bounded hostile test on this machine.")
    parser.add_argument("--seconds", type=float, default=15.0, help="of each part")
    parser.add_argument("--before", type=Path, default=None, help="another checkout to be measured instead")
    parser.add_argument("--only", choices=KINDS, default=None)
    asked = parser.parse_args()
    well = [phase(kind, asked.before, min(asked.seconds, 60.0)) for kind in KINDS if asked.only in (None, kind)]
    return 0 if all(well) else 1


if __name__ == "__main__":
    sys.exit(main())
