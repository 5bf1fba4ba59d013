"""The crash test: kill a server without warning while people and bots play; look for all that it acknowledged.

Every entry that the server has told of, moves, undos and the moves of bots alike, must be in the log of the next life
as it was told. So must the people who have sat down, the shares that they have shown and their votes about one who is
away (`crash_tables.py`), and devices, links, revocations, challenges and tries (`crash_people.py`). In the end each
game must stand as its log says (`amyitis check-database`).

python -m tests.server.crash 50                 # 50 kills on SQLite, 50 on PostgreSQL
python -m tests.server.crash 50 postgresql      # on one of them
"""

import asyncio
import secrets
import socket
import sys
import tempfile
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import httpx

from amyitis.store.checking import check_database
from tests.server.crash_people import Challenge, Owner
from tests.server.crash_tables import GatheringTable
from tests.server.running import FAILED_AFTER, KINDS, Databases, RunningServer, start_server

GAMES = 6
Kind = type[GatheringTable] | type[Owner] | type[Challenge]
ROWS: tuple[Kind, ...] = (*[GatheringTable] * 4, Owner, Challenge, Challenge)
BOTS = ("random", "Steward", None, None, "random", None)  # at the third seat of each game
UNDO = 0.15  # how often one who may take back does
FEWEST, MOST = 5, 150  # acknowledged requests of a life
# Nobody's share is late, however long a life takes to come; and whoever does not look is away at once.
WAITS = ("--limit", "share_seconds=3600", "--limit", "absent_seconds=0.001")
API = "/api/v1"


@dataclass
class Acknowledged:
    """What the server said it had kept of one game."""

    game_id: str
    key: dict[str, str]
    state: dict[str, Any]
    entries: dict[int, tuple[str, str, int]] = field(default_factory=dict)

    def told(self, entries: list[dict[str, Any]]) -> None:
        """The server has told of entries."""
        self.entries |= as_told(entries)


def as_told(entries: list[dict[str, Any]]) -> dict[int, tuple[str, str, int]]:
    """What an entry says, by its ply."""
    return {entry["ply"]: (entry["kind"], entry["token"], entry["count"]) for entry in entries}


@dataclass
class Tally:
    """What a crash test found."""

    kills: int = 0
    acknowledged: int = 0
    losses: list[str] = field(default_factory=list)
    finished: int = 0
    undos: int = 0
    wrong: int = 0
    steps: Counter[str] = field(default_factory=Counter)  # acknowledged at tables that gather or vote


def free_port() -> int:
    """A port that is free now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


async def new_game(http: httpx.AsyncClient, bot: str | None) -> Acknowledged:
    """A game of two seats of ours, and perhaps a bot that answers."""
    seats = [{"kind": "me"}, {"kind": "me"}, *([{"kind": "bot", "bot": bot}] if bot else [])]
    answer = await http.post(f"{API}/games", json={"seats": seats, "keys": True})
    made = answer.raise_for_status().json()
    return Acknowledged(made["game"]["id"], made["keys"], made["game"])


async def look(http: httpx.AsyncClient, path: str, key: str | None = None) -> Any:
    """What the server says of a game, as soon as its database answers: a busy machine acknowledges nothing."""
    headers = {} if key is None else {"Authorization": f"Bearer {key}"}
    while (answer := await http.get(f"{API}/games/{path}", headers=headers)).status_code == 503:
        await asyncio.sleep(0.2)
    return answer.raise_for_status().json()


class Countdown:
    """Some acknowledged requests until the next kill."""

    def __init__(self, requests: int) -> None:
        self._left, self.over = requests, asyncio.Event()

    def count(self) -> None:
        """One more was acknowledged."""
        self._left -= 1
        if self._left <= 0:
            self.over.set()


async def play(http: httpx.AsyncClient, game: Acknowledged, random: Random, countdown: Countdown, tally: Tally) -> None:
    """Play, and take back now and then, until the server is gone; every acknowledged entry is written down."""
    with suppress(httpx.TransportError):
        while not game.state["over"]:
            key = game.key.get(game.state["decider"] or "")
            headers = {"Authorization": f"Bearer {key}"}
            if key is None or not game.state["legal"]:
                await asyncio.sleep(0.01)
                key = key or next(iter(game.key.values()))
                game.state = await look(http, f"{game.game_id}?since={max(game.entries, default=0)}", key)
                game.told(game.state["entries"])
                continue
            asked: dict[str, Any] = {"ply": game.state["ply"]}
            undo = game.state["can_undo"] and random.random() < UNDO
            if not undo:
                asked["tokens"] = [random.choice(game.state["legal"])]
            address = f"{API}/games/{game.game_id}/{'undo' if undo else 'moves'}"
            answer = await http.post(address, json=asked, headers=headers)
            body = answer.json()
            if answer.status_code == 200:
                game.state = body
                game.told(body["entries"])
                tally.undos += undo
                countdown.count()
            elif "game" in body:
                game.state = body["game"]
            else:  # nothing to take back any more: a bot was quicker
                game.state = {**game.state, "can_undo": False}


async def gather(http: httpx.AsyncClient, kind: Kind, tables: list[Any], countdown: Countdown, tally: Tally) -> None:
    """Take the steps of one thing of a kind after the other, until the server is gone."""
    with suppress(httpx.TransportError):
        while True:
            if not tables or tables[-1].over:
                tables.append(kind())
            tally.steps[await tables[-1].step(http)] += 1
            countdown.count()


@dataclass
class World:
    """All that is under way: games, and rows of tables, people and challenges, one after the other."""

    games: list[Acknowledged] = field(default_factory=list)
    rows: list[tuple[Kind, list[Any]]] = field(default_factory=lambda: [(kind, []) for kind in ROWS])

    async def look_for_all(self, http: httpx.AsyncClient, tally: Tally) -> None:
        """Look for all that was acknowledged in earlier lives; what has come to its end is looked for no more."""
        for game in self.games:
            kept = as_told((await look(http, f"{game.game_id}/log"))["entries"])
            lost = {ply: (told, kept.get(ply)) for ply, told in game.entries.items() if kept.get(ply) != told}
            tally.losses += [f"life {tally.kills}, game {game.game_id}, ply {ply}: {one}" for ply, one in lost.items()]
            game.state = await look(http, game.game_id, next(iter(game.key.values())))
        for _kind, row in self.rows:
            found = [(table, await table.found_again(http)) for table in row]
            tally.losses += [f"life {tally.kills}: {repr(table)[:2000]}" for table, well in found if not well]
            row[:] = [table for table, well in found if well and not table.over]


async def one_life(server: RunningServer, world: World, requests: int, random: Random, tally: Tally) -> None:
    """Check what was acknowledged in earlier lives, play some moves, and kill while others are under way."""
    games = world.games
    async with httpx.AsyncClient(base_url=server.address, timeout=FAILED_AFTER) as http:
        await world.look_for_all(http, tally)
        tally.finished += sum(game.state["over"] for game in games)
        tally.acknowledged += sum(len(game.entries) for game in games if game.state["over"])
        games[:] = [game for game in games if not game.state["over"]]
        while len(games) < GAMES:
            games.append(await new_game(http, BOTS[len(games)]))
        countdown = Countdown(requests)
        at_work = [asyncio.create_task(play(http, game, random, countdown, tally)) for game in games]
        at_work += [asyncio.create_task(gather(http, *row, countdown, tally)) for row in world.rows]
        over = asyncio.create_task(countdown.over.wait())
        done, _ = await asyncio.wait([over, *at_work], return_when=asyncio.FIRST_COMPLETED)
        for broken in done - {over}:
            broken.result()  # a task that failed ends the test at once, while the server still has its log
        await over
        await asyncio.to_thread(server.kill)
        tally.kills += 1
        await asyncio.gather(*at_work)


def crash(database: str, kills: int, seed: int | None = None, most: int = MOST) -> Tally:
    """Kill a server so many times, each after `most` requests or fewer; what was acknowledged, what of it was lost."""
    random, tally, world = Random(seed if seed is not None else secrets.randbits(32)), Tally(), World()
    port = free_port()
    for _life in range(kills):
        server = start_server(database, *WAITS, port=port)
        try:
            asyncio.run(one_life(server, world, random.randint(FEWEST, most), random, tally))
        except httpx.HTTPStatusError:
            print("the server's log:", server.log(), sep="\n", file=sys.stderr)
            raise
        finally:
            if server.process.poll() is None:
                server.kill()
    last = start_server(database, *WAITS, port=port)
    try:
        asyncio.run(_final_check(last, world, tally))
    finally:
        last.stop()
    tally.wrong = len(asyncio.run(check_database(database)).wrong)
    return tally


async def _final_check(server: RunningServer, world: World, tally: Tally) -> None:
    async with httpx.AsyncClient(base_url=server.address, timeout=FAILED_AFTER) as http:
        await world.look_for_all(http, tally)
    tally.acknowledged += sum(len(game.entries) for game in world.games)


def main() -> int:
    """Run the crash test on both databases; 1 if anything was lost."""
    kills, lost = int(sys.argv[1]) if len(sys.argv) > 1 else 50, 0
    kinds = sys.argv[2:] or KINDS
    with tempfile.TemporaryDirectory() as folder:
        databases = Databases(Path(folder))
        try:
            for kind in kinds:
                database = databases.find(kind)
                if database is None:
                    print(f"{kind}: there is none here, skipped")
                    continue
                tally = crash(database, kills)
                lost += len(tally.losses) + tally.wrong
                steps = ", ".join(f"{number} {what}" for what, number in tally.steps.items())
                print(
                    f"{kind}: {tally.kills} kills, {tally.acknowledged} acknowledged entries ({tally.undos} undos "
                    f"of people, bots in half of the games); acknowledged at tables that gather: {steps}; "
                    f"{len(tally.losses)} lost; {tally.wrong} games unlike their log",
                    *tally.losses,
                    sep="\n  ",
                    flush=True,
                )
        finally:
            databases.drop_all()
    return 1 if lost else 0


if __name__ == "__main__":
    sys.exit(main())
