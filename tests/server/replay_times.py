"""How long a finished game takes to load for a replay, as the first thing that is asked of a server after its start.

    python -m tests.server.replay_times

Two games of random moves, four players and the Palace: one as it is, one in which four moves of ten are taken back.
Prints the time of each request, from a new connection to the whole answer, on each database.
"""

import sys
import tempfile
import time
from pathlib import Path
from random import Random

import httpx

from amyitis.client import Client
from tests.server.playing import ME
from tests.server.running import Databases, run_server

STARTS = 7
WANTED_MS = 100
REGRETS = (0.0, 0.4)


def played(me: Client, regret: float) -> str:
    """A game to its end, with a chance that a move is taken back; its id."""
    random, game = Random(4), me.new_game([ME] * 4, switches={"palace": True}, seed="5")["game"]
    game_id: str = game["id"]
    while not game["over"]:
        if regret and game["can_undo"] and random.random() < regret:
            game = me.undo(game_id, game["ply"])
        else:
            game = me.move(game_id, game["ply"], random.choice(game["legal"]))
    return game_id


def first_request(database: str, game_id: str) -> tuple[int, float]:
    """The entries of a game, and the milliseconds that its replay takes right after a start."""
    with run_server(database) as server, httpx.Client(base_url=server.address) as http:
        before = time.perf_counter()
        answer = http.get(f"/api/v1/games/{game_id}/replay")
        spent = time.perf_counter() - before
        return len(answer.json()["replay"]["frames"]), spent * 1000


def main() -> int:
    """Measure; 1 if a game took too long."""
    slowest = 0.0
    with tempfile.TemporaryDirectory() as folder:
        databases = Databases(Path(folder))
        try:
            for kind in ("sqlite", "postgresql"):
                database = databases.find(kind)
                if database is None:
                    print(f"{kind}: there is none here")
                    continue
                with run_server(database) as server:
                    games = [played(server.client(), regret) for regret in REGRETS]
                    for game_id in games:
                        server.client().replay(game_id)
                for game_id in games:
                    found = [first_request(database, game_id) for _ in range(STARTS)]
                    times = [spent for _entries, spent in found]
                    slowest = max(slowest, *times)
                    print(f"{kind}: {found[0][0]} entries:", *(f"{spent:.0f}" for spent in times), "ms")
        finally:
            databases.drop_all()
    return 1 if slowest >= WANTED_MS else 0


if __name__ == "__main__":
    sys.exit(main())
