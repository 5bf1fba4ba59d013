"""The load test: how many moves a second one server process of this machine sustains, with many games and websockets.

    python -m tests.server.load [--games 300] [--rate 100] [--as programs] [--postgresql] [--before CHECKOUT]

Each game has two players who move by turns, and both watch. The rate goes up step by step, until what is sent takes
longer than 100 ms at the 99th percentile, or the server no longer keeps up. The driver runs in processes of its own. As
pages do, the player to decide gets the outlook, and an action is sent with its first choice, as two moves at once;
`--as programs` has no outlook and sends single moves.

With `--clocks` the rate stays as it is: servers with and without clocks take turns, at this many moves a second in all,
and `--watchers` further people look on. That is how the promise of clocks is measured:

    python -m tests.server.load --clocks --games 500 --watchers 1000 --rate 95 --rounds 3

With `--before`, the server of another checkout is driven as the
page did before: it asked for the outlook itself, and a watcher for the view between two moves that came at once.
"""

import argparse
import asyncio
import multiprocessing
import multiprocessing.connection
import sys
import tempfile
import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import orjson
import uvloop

from tests.server.journeys import other_moves
from tests.server.measuring import Connection, MeasuredServer, Socket, measured_server
from tests.server.running import Databases

MOST_SECONDS = 30
MOST_GAMES = 1000
START_TOGETHER = 20
WANTED_MS = 100.0
KEEPS_UP = 0.93
STEP_UP = 1.25
MOST_STEPS = 14


@dataclass(frozen=True)
class Work:
    """What one driver process drives, and how."""

    address: str
    games: list[tuple[str, dict[str, str]]]
    outlook: bool
    before: bool
    seed: int


@dataclass
class Done:
    """What came of it; times in seconds."""

    moves: int = 0
    sent: list[float] = field(default_factory=list)
    told: list[float] = field(default_factory=list)
    refused: int = 0
    missed: int = 0
    processor: float = 0.0


class Player:
    """One game with its two players, who watch it too."""

    def __init__(self, work: Work, game_id: str, keys: dict[str, str], random: Random) -> None:
        self._work, self._id, self._random = work, game_id, random
        self._asking = {seat: Connection(work.address, key) for seat, key in keys.items()}
        self._following = {seat: Connection(work.address, key) for seat, key in keys.items()}
        self._keys = keys
        self._states: dict[str, dict[str, Any]] = {seat: {} for seat in keys}
        self._watchers: dict[str, str] = {}
        self._listening: set[asyncio.Task[None]] = set()
        self._news = asyncio.Event()
        self._sent, self._mover = (0, 0.0), ""
        self._done = Done()

    async def open(self) -> None:
        """Open the websockets, and wait until both know the game."""
        for seat, key in self._keys.items():
            first = orjson.loads((await self._following[seat].ask("GET", f"/games/{self._id}"))[1])
            self._states[seat] = first
            path = f"/games/{self._id}/live?since={first['ply']}"
            if not self._work.before:
                path += f"&outlook={str(self._work.outlook).lower()}"
            self._listening.add(asyncio.create_task(self._listen(seat, Socket(self._work.address, path, key))))

    async def _listen(self, seat: str, socket: Socket) -> None:
        async for message in socket.messages():
            at, told = time.perf_counter(), orjson.loads(message)
            if told["type"] == "hello":
                self._watchers[seat] = told["watcher"]
                continue
            known = self._states[seat]["ply"]
            plies = [entry["ply"] for entry in told["entries"] if entry["ply"] > known]
            self._done.missed += plies != list(range(known + 1, known + 1 + len(plies)))
            ply, sent = self._sent
            if ply in plies:
                self._done.told.append(at - sent)
            self._hear(seat, told)
            if self._work.before and self._work.outlook and self._mover != seat:
                for number in plies[:-1]:
                    await self._following[seat].ask("GET", f"/games/{self._id}/at/{number}")

    def _hear(self, seat: str, told: dict[str, Any]) -> None:
        if told["ply"] >= self._states[seat]["ply"]:
            self._states[seat] = told
        self._news.set()

    async def play(self, done: Done, pause: float, seconds: float) -> None:
        """Make a move every so often until the time is over, or the game."""
        self._done, until = done, time.perf_counter() + seconds
        at = time.perf_counter() + self._random.uniform(0, pause)
        while at < until:
            await asyncio.sleep(max(0.0, at - time.perf_counter()))
            at += pause
            newest = max(self._states.values(), key=lambda state: int(state["ply"]))
            if newest["over"]:
                return
            seat = newest["decider"]
            while self._states[seat]["ply"] < newest["ply"]:  # the one who decides is told by the websocket
                self._news.clear()
                await asyncio.wait_for(self._news.wait(), 20)
            await self._move(seat)

    async def _move(self, seat: str) -> None:
        state, asking, work = self._states[seat], self._asking[seat], self._work
        outlook = state.get("outlook")
        if work.before and work.outlook:
            others = other_moves(state["view"], state["legal"])
            ahead = {"ply": state["ply"], "tokens": [], "options": True, "why_not": others}
            outlook = orjson.loads((await asking.ask("POST", f"/games/{self._id}/try", orjson.dumps(ahead)))[1])
        tokens = [self._random.choice(state["legal"])]
        if outlook is not None:
            option = next(option for option in outlook["options"] if option["token"] == tokens[0])
            tokens += [self._random.choice(then["answers"]) for then in option["then"][:1]]
        body: dict[str, Any] = {"ply": state["ply"], "tokens": tokens}
        if not work.before:
            body |= {"watcher": self._watchers.get(seat), "outlook": work.outlook}
        began = time.perf_counter()
        self._sent, self._mover = (state["ply"] + 1, began), seat
        status, answer, _packed = await asking.ask("POST", f"/games/{self._id}/moves", orjson.dumps(body))
        self._done.sent.append(time.perf_counter() - began)
        self._done.moves += len(tokens)
        told = orjson.loads(answer)
        if status == 200:
            self._hear(seat, told)
        else:
            self._done.refused += 1
            print(f"refused: {status} {told.get('detail', '')}", flush=True)


async def opened(work: Work) -> list[Player]:
    """All players, with their websockets open."""
    random = Random(work.seed)
    players = [Player(work, game_id, keys, random) for game_id, keys in work.games]
    for first in range(0, len(players), START_TOGETHER):
        await asyncio.gather(*(player.open() for player in players[first : first + START_TOGETHER]))
    await asyncio.sleep(1)
    return players


async def play(players: list[Player], rate: float, seconds: float) -> Done:
    """Play at a rate for a while."""
    done, before = Done(), time.process_time()
    await asyncio.gather(*(player.play(done, len(players) / rate, seconds) for player in players))
    done.processor = time.process_time() - before
    return done


def drive(work: Work, orders: "multiprocessing.connection.Connection[Done | None, tuple[float, float] | None]") -> None:
    """A driver process: opens everything, then plays at each rate that is ordered."""
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        players = runner.run(opened(work))
        orders.send(None)
        while (order := orders.recv()) is not None:
            orders.send(runner.run(play(players, *order)))


CLOCK = {"kind": "live", "allowance": 3600, "increment": 10, "when_up": "stand_in"}


async def new_games(address: str, count: int, clocks: bool = False) -> list[tuple[str, dict[str, str]]]:
    """Games of two players, and their keys."""
    clock = CLOCK if clocks else None
    asked = orjson.dumps({"seats": [{"kind": "me"}, {"kind": "me"}], "keys": True, "clock": clock})
    maker, made = Connection(address, ""), list[tuple[str, dict[str, str]]]()
    for _ in range(count):
        answer = orjson.loads((await maker.ask("POST", "/games", asked))[1])
        made.append((answer["game"]["id"], answer["keys"]))
    await maker.close()
    return made


def look_on(address: str, games: list[str], ready: "multiprocessing.connection.Connection[None, None]") -> None:
    """A process of people who watch games, each with a websocket, and never say a word."""

    async def watch(game_id: str, opened: asyncio.Event) -> None:
        async for _message in Socket(address, f"/games/{game_id}/live?since=0", "").messages():
            opened.set()

    async def run() -> None:
        watching, events = set(), [asyncio.Event() for _ in games]
        for first in range(0, len(games), START_TOGETHER):
            some = list(zip(games, events, strict=True))[first : first + START_TOGETHER]
            watching |= {asyncio.create_task(watch(*one)) for one in some}
            await asyncio.gather(*(event.wait() for _game, event in some))
        ready.send(None)
        await asyncio.gather(*watching)

    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(run())


def percentile(times: Iterable[float], part: float) -> float:
    """A percentile in milliseconds."""
    found = sorted(times)
    return found[min(len(found) - 1, int(len(found) * part))] * 1000 if found else 0.0


def ramp(server: MeasuredServer, asked: argparse.Namespace, clocks: bool = False) -> tuple[float, int]:
    """Go up with the rate; returns the highest one that was sustained, and what was refused or missed.

    With `--clocks` there is one step.
    """
    games = asyncio.run(new_games(server.address, min(asked.games, MOST_GAMES), clocks))
    rate, best, wrong, seconds = asked.rate, 0.0, 0, min(asked.seconds, MOST_SECONDS)
    context, drivers = multiprocessing.get_context("spawn"), []
    if asked.watchers:
        here, there = context.Pipe()
        seen = [games[number % len(games)][0] for number in range(asked.watchers)]
        context.Process(target=look_on, args=(server.address, seen, there), daemon=True).start()
        here.recv()
    for place in range(asked.drivers):
        here, there = context.Pipe()
        share = games[place :: asked.drivers]
        work = Work(server.address, share, asked.as_ == "pages", asked.before is not None, place)
        context.Process(target=drive, args=(work, there), daemon=True).start()
        drivers.append(here)
    for driver in drivers:
        driver.recv()
    for _ in range(1 if asked.clocks else MOST_STEPS):
        used = server.processor_seconds
        for driver in drivers:
            driver.send((rate / len(drivers), seconds))
        done: list[Done] = [driver.recv() for driver in drivers]
        used = server.processor_seconds - used
        sent, told = [one for each in done for one in each.sent], [one for each in done for one in each.told]
        moves = sum(each.moves for each in done)
        wrong += sum(each.refused + each.missed for each in done)
        done_rate, p99 = len(sent) / seconds, percentile(sent, 0.99)
        print(
            f"{rate:6.0f} wanted: {done_rate:6.0f} requests/s, {moves / seconds:6.0f} moves/s; "
            f"a request p50 {percentile(sent, 0.5):5.1f}, p99 {p99:6.1f} ms; "
            f"told p99 {percentile(told, 0.99):6.1f} ms; server {1000 * used / max(1, moves):.2f} ms a move, "
            f"{used / seconds:.0%} of a core; drivers {sum(each.processor for each in done) / seconds:.0%}",
            flush=True,
        )
        if p99 > WANTED_MS or done_rate < KEEPS_UP * rate:
            break
        best, rate = moves / seconds, rate * STEP_UP
    for driver in drivers:
        driver.send(None)
    return best, wrong


def main() -> int:
    """Run the load test; 1 if anything was refused or missed."""
    parser = argparse.ArgumentParser(description="A bounded load test on this machine.")
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--rate", type=float, default=100.0, help="requests with moves a second to begin with")
    parser.add_argument("--seconds", type=float, default=8.0, help="of each step")
    parser.add_argument("--drivers", type=int, default=2)
    parser.add_argument("--as", dest="as_", choices=["pages", "programs"], default="pages")
    parser.add_argument("--postgresql", action="store_true")
    parser.add_argument("--before", type=Path, default=None, help="a checkout of before, with its .venv")
    parser.add_argument("--clocks", action="store_true", help="by turns with and without clocks, at one rate")
    parser.add_argument("--watchers", type=int, default=0, help="people who look on")
    parser.add_argument("--rounds", type=int, default=3, help="of turns with and without clocks")
    asked = parser.parse_args()
    turns = [False, True] * asked.rounds if asked.clocks else [False]
    return 1 if sum(measured(asked, clocks) for clocks in turns) else 0


def measured(asked: argparse.Namespace, clocks: bool) -> int:
    """Measure one server; returns how much was refused or missed."""
    with tempfile.TemporaryDirectory() as folder:
        databases = Databases(Path(folder))
        kind = "postgresql" if asked.postgresql else "sqlite"
        if databases.find(kind) is None:
            print("there is no PostgreSQL here")
            return 1
        if asked.clocks:
            print("with clocks:" if clocks else "without clocks:")
        database = databases.without_schema(kind)  # a checkout of before makes its own
        try:
            with measured_server(database, asked.before) as server:
                best, wrong = ramp(server, asked, clocks)
                sockets = 2 * asked.games + asked.watchers
                print(
                    f"{asked.games} games, {sockets} websockets, {asked.as_}: {best:.0f} moves/s sustained; "
                    f"refused or missed: {wrong}; memory of the server: {server.memory} MiB"
                )
        finally:
            databases.drop_all()
    return wrong


if __name__ == "__main__":
    sys.exit(main())
