"""The hostile test: what strangers can do to others who play, on a real server with its usual limits.

    python -m tests.server.hostile [--seconds 20] [--only KIND] [--each] [--before CHECKOUT]

Ten people play with each other and with bots, and now and then want a position evaluated: first in peace, then, on the
same server, while strangers, each from an address of its own of this machine, do all that they can at once. For both it
prints how long moves took, how long people waited for bots and evaluations, who was refused, and the server's memory.
`--each` does so for every kind of stranger, one after the other; `--before` measures another checkout. Both take place
on a machine that others may use: the line begins with its load, and what counts is one time beside the other.
"""

import argparse
import asyncio
import json
import os
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

from amyitis.game import Game
from tests.server.attacks import READY
from tests.server.load import percentile
from tests.server.measuring import Connection, MeasuredServer, measured_server
from tests.server.running import Databases

AT_ONCE = (
    "texts", "pings", "slow", "greedy", "costly", "fields", "endless", "thinking", "revocations", "watchers",
    "talking", "guessing", "leaving", "meddling",
)  # fmt: skip
ALL = "all at once"
KINDS = (*AT_ONCE, "deaf", "replays", ALL)
OPEN_FILES = 1024
TABLES, BOT_TABLES = 7, 3
PAUSE = 0.3
WARM_UP = 5.0  # seconds
LONG = 400_000
WANTED_MORE_MS, WANTED_BOT_SECONDS, WANTED_MIB = 100.0, 5.0, 512
EVALUATION_VISITS = 64


@dataclass
class Seen:
    """What people saw; times in seconds."""

    moves: list[float] = field(default_factory=list)
    bots: list[float] = field(default_factory=list)
    evaluations: list[float] = field(default_factory=list)
    failed: int = 0
    refused: int = 0

    def __str__(self) -> str:
        p50, p99 = self.percentile(0.5), self.percentile(0.99)
        return (
            f"moves {len(self.moves):4}: p50 {p50:6.1f}, p99 {p99:7.1f} ms; bots {len(self.bots):3}, longest "
            f"{max(self.bots, default=0.0):5.1f} s; evaluations {len(self.evaluations):2}, longest "
            f"{max(self.evaluations, default=0.0):5.1f} s; refused {self.refused}, failed {self.failed}"
        )

    def percentile(self, part: float) -> float:
        """The time within which such a part of the moves was made, in milliseconds."""
        return percentile(self.moves, part) if self.moves else 0.0


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
            seen.refused += status != 200
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


async def ask_for_evaluations(address: str, seen: Seen, until: float) -> None:
    """Somebody who looks at one position after the other, and waits for what the engine says of it."""
    asking, random = Connection(address, "", local="127.0.0.40"), Random()
    while time.perf_counter() < until:
        began = time.perf_counter()
        wanted = {"position": Game.new(2, random.getrandbits(32)).position, "visits": EVALUATION_VISITS}
        status, body, _packed = await asking.ask("POST", "/evaluations", json.dumps(wanted).encode())
        seen.refused += status != 200
        while status == 200 and json.loads(body)["status"] not in ("done", "failed"):
            await asyncio.sleep(0.1)
            status, body, _packed = await asking.ask("GET", f"/jobs/{json.loads(body)['key']}")
        seen.evaluations.append(time.perf_counter() - began)
        await asyncio.sleep(2)
    await asking.close()


async def people(address: str, seconds: float) -> Seen:
    """Ten people who play for some seconds, and one who wants positions evaluated."""
    seen, until = Seen(), time.perf_counter() + seconds
    bots = [None] * TABLES + ["Architect"] * BOT_TABLES
    playing = (Person(address, number, bot).play(seen, until) for number, bot in enumerate(bots))
    await asyncio.gather(*playing, ask_for_evaluations(address, seen, until))
    return seen


def attack(kinds: tuple[str, ...], server: MeasuredServer, seconds: float, game: str) -> list[subprocess.Popen[str]]:
    """Let strangers in, all at once when all are ready."""
    command = [sys.executable, "-m", "tests.server.attacks"]
    strangers = [
        subprocess.Popen(
            [*command, kind, server.address, str(seconds), game],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd=Path(__file__).parents[2],
            start_new_session=True,  # what they use of the processor is not counted as the server's (`priority.py`)
        )
        for kind in kinds
    ]
    for one in strangers:
        assert one.stdout is not None
        assert one.stdout.readline().strip() == READY
    for one in strangers:
        assert one.stdin is not None
        one.stdin.write("go\n")
        one.stdin.flush()
    return strangers


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
    """One server and people on it, in peace and beside strangers; prints both, returns whether that was as wanted."""
    with tempfile.TemporaryDirectory() as folder:
        database = Databases(Path(folder)).sqlite()
        game = long_game(database, checkout) if kind in ("replays", "deaf") else ""
        with measured_server(database, checkout, (), OPEN_FILES) as server:
            asyncio.run(people(server.address, WARM_UP))  # what is compiled or loaded once is not what is measured
            game = game or asyncio.run(_some_game(server.address))
            calm, before = asyncio.run(people(server.address, seconds)), server.memory_now
            kinds = AT_ONCE if kind == ALL else (kind,)
            strangers = attack(kinds, server, seconds + 4, game)
            time.sleep(2)
            began, used = time.perf_counter(), server.processor_seconds
            seen = asyncio.run(people(server.address, seconds))
            used = (server.processor_seconds - used) / (time.perf_counter() - began)
            did = [(one.communicate(timeout=60)[0] or "").strip() for one in strangers]
            more = seen.percentile(0.99) - calm.percentile(0.99)
            print(
                f"{kind} (load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores)",
                f"  calm:     {calm}",
                f"  attacked: {seen}",
                f"  p99 {more:+.1f} ms; memory {before} -> {server.memory} MiB; {used:.0%} of a core",
                *(f"  {name}: {one}" for name, one in zip(kinds, did, strict=True)),
                sep="\n",
                flush=True,
            )
            well = bool(seen.moves) and not (seen.failed or seen.refused) and server.memory < WANTED_MIB
    return well and more < WANTED_MORE_MS and max(seen.bots, default=0.0) < WANTED_BOT_SECONDS


async def _some_game(address: str) -> str:
    maker = Connection(address, "")
    asked = json.dumps({"seats": [{"kind": "me"}, {"kind": "open"}], "public": True}).encode()
    made = json.loads((await maker.ask("POST", "/games", asked))[1])
    await maker.close()
    return str(made["game"]["id"])


def main() -> int:
    """Run the hostile test; 1 if people had to wait longer than they should, or were refused."""
    parser = argparse.ArgumentParser(description="A bounded hostile test on this machine.")
    parser.add_argument("--seconds", type=float, default=20.0, help="of each part")
    parser.add_argument("--before", type=Path, default=None, help="another checkout to be measured instead")
    parser.add_argument("--only", choices=KINDS, default=ALL)
    parser.add_argument("--each", action="store_true", help="every kind of stranger, one after the other")
    asked = parser.parse_args()
    kinds = KINDS if asked.each else (asked.only,)
    well = [phase(kind, asked.before, min(asked.seconds, 60.0)) for kind in kinds]
    return 0 if all(well) else 1


if __name__ == "__main__":
    sys.exit(main())
