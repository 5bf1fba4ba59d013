"""What a click and a move cost: requests, bytes on the wire (compressed as for a browser) and the server's time.

    python -m tests.server.journeys [--turns 120] [--before CHECKOUT]

Two people play against each other as two pages do: a click tries the line so far, the last one of a turn is followed by
the whole turn, sent at once, and the other page follows it. With `--before`, the server of another checkout is driven
as the page did before a try brought the outlook and a move its changes.
"""

import argparse
import asyncio
import gzip
import tempfile
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import orjson

from tests.server.measuring import Connection, MeasuredServer, Socket, measured_server

MOST_STEPS = 12
MOST_TURNS = 2000
QUIET_SECONDS = 0.02


@dataclass
class Page:
    """One of the two who play: a connection, a websocket, and what was told last."""

    asking: Connection
    socket: Socket
    new: bool
    state: dict[str, Any] = field(default_factory=dict)
    watcher: str | None = None
    told: asyncio.Event = field(default_factory=asyncio.Event)

    async def listen(self) -> None:
        """Take in what the websocket tells; a page of before asks for the views between, and looks ahead."""
        async for message in self.socket.messages():
            self.hear(orjson.loads(message))

    def hear(self, told: dict[str, Any]) -> None:
        """Something was told."""
        if told["type"] == "hello":
            self.watcher = told["watcher"]
        elif not self.state or told["ply"] >= self.state["ply"]:
            self.state = {**self.state, **told}
        self.told.set()

    async def ask(self, method: str, path: str, body: dict[str, Any] | None = None) -> dict[str, Any]:
        """Ask, and read the answer."""
        status, answer, packed = await self.asking.ask(method, path, b"" if body is None else orjson.dumps(body))
        found: dict[str, Any] = orjson.loads(gzip.decompress(answer) if packed else answer)
        assert status == 200, found
        return found

    async def until(self, ply: int) -> None:
        """Wait until a ply was told."""
        while self.state.get("ply", -1) < ply:
            self.told.clear()
            await self.told.wait()


def other_moves(view: dict[str, Any], legal: list[str]) -> list[str]:
    """What the page of before asked the reasons for."""
    found: list[str] = []
    match view["question"]["kind"]:
        case "action":
            found += [f"go:{city['city']}" for city in view["cities"]]
            found += [
                f"{craft}/{group['group']}" for group in view["crafts"] for craft in dict.fromkeys(group["face_up"])
            ]
        case "dig":
            found += [f"dig:{side}" for side in view["garden"]["sides"]]
        case "plant":
            found += [f"plant:{square}" for square in view["garden"]["squares"]]
        case "court":
            found += ["banker", "caravaneer", "palace", "gardener"]
    return [token for token in found if token not in legal][:60]


class Measured:
    """Sums of what was measured, by what was done."""

    def __init__(self, server: MeasuredServer) -> None:
        self._server = server
        self.count: defaultdict[str, int] = defaultdict(int)
        self.requests: defaultdict[str, int] = defaultdict(int)
        self.bytes: defaultdict[str, int] = defaultdict(int)
        self.seconds: defaultdict[str, float] = defaultdict(float)

    def mark(self, *pages: Page) -> tuple[int, int, float]:
        """Where the counters stand."""
        asked = sum(page.asking.requests for page in pages)
        wire = sum(page.asking.sent + page.asking.received + page.socket.received for page in pages)
        return asked, wire, self._server.processor_seconds

    def add(self, what: str, before: tuple[int, int, float], *pages: Page, count: int = 1) -> None:
        """Something was done since."""
        after = self.mark(*pages)
        self.count[what] += count
        self.requests[what] += after[0] - before[0]
        self.bytes[what] += after[1] - before[1]
        self.seconds[what] += after[2] - before[2]

    def report(self) -> None:
        """Print the means."""
        print(f"{'':34}{'count':>7}{'requests':>10}{'bytes':>9}{'server ms':>11}")
        for what, count in self.count.items():
            timed = f"{1000 * self.seconds[what] / count:11.2f}" if self.seconds[what] else ""
            print(f"{what:34}{count:7}{self.requests[what] / count:10.2f}{self.bytes[what] / count:9.0f}{timed}")


async def turn(game_id: str, me: Page, other: Page, random: Random, measured: Measured) -> None:
    """One turn: clicks until it is complete, then it is sent, and the other page follows."""
    seat, ply, legal, line = me.state["decider"], me.state["ply"], me.state["legal"], list[str]()
    view = me.state.get("view")
    if not me.new:  # the page of before looked ahead when its turn came
        before = measured.mark(me)
        asked = {"ply": ply, "tokens": [], "options": True, "why_not": other_moves(view or {}, legal)}
        await me.ask("POST", f"/games/{game_id}/try", asked)
        measured.add("looking ahead as a turn begins", before, me)
    for _ in range(MOST_STEPS):
        line.append(random.choice(legal))
        before = measured.mark(me)
        if me.new:
            tried = await me.ask("POST", f"/games/{game_id}/try", {"ply": ply, "tokens": line})
        else:
            asked = {"ply": ply, "tokens": line, "options": False, "why_not": []}
            tried = await me.ask("POST", f"/games/{game_id}/try", asked)
        last = tried["steps"][-1]
        legal = last["legal"]
        complete = tried["ends_with"] != "decision" or last["decider"] != seat or last["question"] == "action"
        if not me.new and not complete:
            asked |= {"options": True, "why_not": other_moves(last["view"], legal)}
            await me.ask("POST", f"/games/{game_id}/try", asked)
        measured.add("a click", before, me)
        if complete:
            break
    both, mine, theirs = measured.mark(me, other), measured.mark(me), measured.mark(other)
    body: dict[str, Any] = {"ply": ply, "tokens": line}
    body |= {"watcher": me.watcher, "outlook": True} if me.new else {}
    me.hear(await me.ask("POST", f"/games/{game_id}/moves", body))
    await other.until(me.state["ply"])
    if not me.new:
        for number in range(ply + 1, me.state["ply"]):  # the last one comes with the message
            await other.ask("GET", f"/games/{game_id}/at/{number}")
    await asyncio.sleep(QUIET_SECONDS)
    entries = me.state["ply"] - ply
    measured.add("a turn sent, for its mover", mine, me)
    measured.add("a followed move, for a watcher", theirs, other, count=entries)
    measured.add("a move, for mover and watcher", both, me, other, count=entries)
    for name in ("a turn sent, for its mover", "a followed move, for a watcher"):
        measured.seconds[name] = 0.0  # the server's time is that of both together


async def play(server: MeasuredServer, turns: int, new: bool) -> None:
    """Play, and print what it cost."""
    measured, random = Measured(server), Random(1)
    maker = Connection(server.address, "")
    played = 0
    while played < turns:
        asked = {"seats": [{"kind": "me"}, {"kind": "me"}], "keys": True, "seed": str(played)}
        made = orjson.loads((await maker.ask("POST", "/games", orjson.dumps(asked)))[1])
        game_id, pages = made["game"]["id"], dict[str, Page]()
        more = "&outlook=true" if new else ""
        for seat, key in made["keys"].items():
            socket = Socket(server.address, f"/games/{game_id}/live?since={made['game']['ply']}{more}", key)
            pages[seat] = Page(Connection(server.address, key, compressed=True), socket, new)
        listening = [asyncio.create_task(page.listen()) for page in pages.values()]
        for page in pages.values():
            page.hear(await page.ask("GET", f"/games/{game_id}"))
            while not page.state.get("online") or (new and page.watcher is None):
                page.told.clear()
                await page.told.wait()
        await asyncio.sleep(QUIET_SECONDS)
        while played < turns and not next(iter(pages.values())).state["over"]:
            me = pages[next(iter(pages.values())).state["decider"]]
            other = next(page for page in pages.values() if page is not me)
            await turn(game_id, me, other, random, measured)
            played += 1
        for page in pages.values():
            page.socket.close()
            await page.asking.close()
        await asyncio.gather(*listening)
    await maker.close()
    measured.report()


def main() -> None:
    """Measure."""
    parser = argparse.ArgumentParser(description="What a click and a move cost.")
    parser.add_argument("--turns", type=int, default=120)
    parser.add_argument("--before", type=Path, default=None, help="a checkout of before, with its .venv")
    asked = parser.parse_args()
    with (
        tempfile.TemporaryDirectory() as folder,
        measured_server(f"sqlite:///{folder}/games.sqlite", asked.before) as server,
    ):
        asyncio.run(play(server, min(asked.turns, MOST_TURNS), asked.before is None))


if __name__ == "__main__":
    main()
