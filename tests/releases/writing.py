"""Write the database of a release, with all kinds of games, and what that release itself says of them.

    python -m tests.releases.writing 0.1.0                     # with the program as it is here
    python -m tests.releases.writing 0.1.0 --python OTHER      # with the one of another environment

It makes `tests/releases/0.1.0.sqlite.gz` and `0.1.0.json.gz`: the database, and for each game the position after every
entry of its log, the legal moves, the record, and how it goes on when random moves are played to its end. Everything is
asked over HTTP, so any release can be made to write its own.
"""

import argparse
import gzip
import json
import os
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import httpx

HERE = Path(__file__).parent
API = "/api/v1"
MAIN = "from amyitis.cli import main; main()"
START_SECONDS = 120
ME = {"kind": "me"}


def bot(name: str) -> dict[str, str]:
    """A seat for a bot."""
    return {"kind": "bot", "bot": name}


class Person:
    """Somebody at a server, who may hold several seats."""

    def __init__(self, address: str, cookies: dict[str, str] | None = None) -> None:
        self.http = httpx.Client(base_url=address + API, cookies=cookies, timeout=60)

    def ask(self, method: str, path: str, body: Any = None, **params: Any) -> Any:
        """What the server answers; raises for a refusal."""
        found = self.http.request(method, path, json=body, params=params)
        if found.is_error:
            raise RuntimeError(f"{method} {path}: {found.status_code} {found.text}")
        return found.json()

    def new(self, seats: Sequence[Any], **more: Any) -> str:
        """A new game; its id."""
        return str(self.ask("POST", "/games", {"seats": list(seats), **more})["game"]["id"])

    def game(self, game_id: str) -> Any:
        """The game now."""
        return self.ask("GET", f"/games/{game_id}")

    def move(self, game_id: str, token: str) -> Any:
        """Play a move; the game after it."""
        self.ask("POST", f"/games/{game_id}/moves", {"ply": self.game(game_id)["ply"], "tokens": [token]})
        return self.game(game_id)

    def undo(self, game_id: str) -> Any:
        """Take the last decision back; the game after it."""
        self.ask("POST", f"/games/{game_id}/undo", {"ply": self.game(game_id)["ply"]})
        return self.game(game_id)

    def record(self, game_id: str) -> str:
        """The game as the text of a record."""
        return self.http.get(f"/games/{game_id}/record").raise_for_status().text


@contextmanager
def serving(python: str, database: Path, *options: str) -> Iterator[str]:
    """A server on a SQLite file; its address."""
    argv = [python, "-c", MAIN, "serve", "--no-browser", "--unlimited", "--port", "0"]
    argv += ["--database", f"sqlite:///{database}", *options]
    with tempfile.TemporaryFile() as problems:
        process = subprocess.Popen(argv, stdout=subprocess.PIPE, stderr=problems, text=True)
        try:
            assert process.stdout is not None
            line = process.stdout.readline()
            found = re.search(r"https?://\S+?(?=/?\s|/?$)", line)
            if found is None:
                problems.seek(0)
                raise RuntimeError(f"the server did not start: {problems.read().decode()}")
            yield found[0].rstrip("/")
        finally:
            process.terminate()
            process.wait(30)


def wait_until_over(person: Person, game_id: str) -> None:
    """Wait until bots have played a game to its end."""
    until = time.monotonic() + START_SECONDS
    while not person.game(game_id)["over"]:
        if time.monotonic() > until:
            raise RuntimeError(f"game {game_id} does not end")
        time.sleep(0.2)


def random_moves(person: Person, game_id: str, random: Random, wanted: Any) -> Any:
    """Play random moves until `wanted` says so, or the game is over; the game then."""
    game = person.game(game_id)
    while not game["over"] and not wanted(game):
        game = person.move(game_id, random.choice(game["legal"]))
    return game


def asked(task: str) -> Any:
    """Whether a question of this task is open."""
    return lambda game: (game["view"]["question"] or {}).get("task") == task


def in_round(number: int) -> Any:
    """Whether a round has come, at the beginning of somebody's turn."""
    return lambda game: game["view"]["round"] >= number and asked("turn")(game)


def alone_on_the_track(game: Any) -> bool:
    """Whether one of two picks a bonus and the other is off the track."""
    return bool(asked("pick")(game)) and sorted(game["view"]["palace"]["track"].values())[0] == 0


def play_running(me: Person) -> dict[str, str]:
    """Games of one person at all seats, left in the middle; their ids by what they are there for."""
    games: dict[str, str] = {}

    def left(kind: str, seats: int, seed: int, wanted: Any, /, **more: Any) -> str:
        for attempt in range(seed, seed + 40):
            game_id = me.new([ME] * seats, seed=str(attempt), **more)
            if not random_moves(me, game_id, Random(attempt), wanted)["over"]:
                games[kind] = game_id
                return game_id
            me.ask("DELETE", f"/games/{game_id}")
        raise RuntimeError(f"no game comes to {kind}")

    left("begun", 4, 1, lambda game: True, name="Just begun")
    left("base, two", 2, 2, in_round(4), public=True, name="A title")
    left("base, four, in a turn", 4, 3, asked("square"))
    left("limited, three", 3, 4, in_round(5), limited_supply=True)
    left("limited, two, other colours", 2, 5, in_round(3), limited_supply=True, colours="RB", first=1)
    left("palace, four, picking", 4, 6, asked("pick"), palace=True)
    left("palace, two, alone on the track", 2, 7, alone_on_the_track, palace=True)
    left("palace, two, after the picks", 2, 8, in_round(3), palace=True)
    left("palace and limited, three", 3, 9, in_round(4), palace=True, limited_supply=True)
    undone = left("taken back", 3, 10, in_round(2))
    for _ in range(2):
        me.move(undone, me.game(undone)["legal"][0])
        me.undo(undone)
    me.move(undone, me.game(undone)["legal"][-1])
    origin = games["base, two"]
    games["forked"] = me.new([ME, ME], **{"from": {"game": origin, "ply": 12}})
    random_moves(me, games["forked"], Random(11), lambda game: game["ply"] > 20)
    games["from a position"] = me.new([ME] * 4, position=me.game(games["palace, four, picking"])["position"])
    games["from a record"] = me.new([ME] * 3, record=me.record(undone))
    return games


def play_finished(me: Person) -> dict[str, str]:
    """Games of bots that are over, and what followed one; their ids by what they are there for."""
    games = {
        "finished, two": me.new([bot("greedy"), bot("random")]),
        "finished, palace": me.new([bot("greedy"), bot("greedy"), bot("random")], palace=True, public=True),
        "finished, limited": me.new([bot("greedy")] * 4, limited_supply=True),
        "finished by a person": me.new([ME, ME], palace=True, seed="21"),
    }
    random_moves(me, games["finished by a person"], Random(21), lambda game: False)
    for game_id in games.values():
        wait_until_over(me, game_id)
    played = games["finished by a person"]
    games["a rematch"] = str(me.ask("POST", f"/games/{played}/rematch")["game"]["id"])
    games["with a bot"] = me.new([ME, bot("greedy")], name="A bot must move after the start", first=0)
    return games


def moves_of_mine(me: Person, game_id: str, random: Random, rounds: int) -> None:
    """Play random moves against bots until a round has come and it is my move."""
    until = time.monotonic() + START_SECONDS
    game = me.game(game_id)
    while game["waiting_for"] != "person" or game["view"]["round"] < rounds:
        if time.monotonic() > until:
            raise RuntimeError(f"game {game_id} does not come to round {rounds}")
        if game["waiting_for"] == "person":
            me.move(game_id, random.choice(game["legal"]))
        time.sleep(0.1)
        game = me.game(game_id)


def play_against_levels(me: Person) -> dict[str, str]:
    """Games against levels, left in the middle, and one of theirs; their ids by what they are there for."""
    games = {
        "against a level, two": me.new([ME, bot("Steward")], seed="41", first=0),
        "against levels, three": me.new([ME, bot("Apprentice"), bot("Astronomer")], seed="42", first=0),
        "against levels, palace, four": me.new(
            [ME, bot("Scribe"), bot("Steward"), bot("Governor")], seed="43", first=0, palace=True
        ),
    }
    for seed, game_id in enumerate(games.values()):
        moves_of_mine(me, game_id, Random(seed), 3)
    games["finished, levels"] = me.new([bot("Steward"), bot("Scribe")], seed="44", palace=True)
    wait_until_over(me, games["finished, levels"])
    return games


def positions(me: Person, game_id: str) -> list[str]:
    """The position after every entry of the log."""
    ply = me.game(game_id)["ply"]
    return [me.ask("GET", f"/games/{game_id}/at/{place}")["position"] for place in range(ply + 1)]


def said(me: Person, games: dict[str, str]) -> dict[str, Any]:
    """What the release says of its games."""
    found = {}
    for name, game_id in games.items():
        game = me.game(game_id)
        found[name] = {
            "id": game_id,
            "ply": game["ply"],
            "over": game["over"],
            "decider": game["decider"],
            "legal": game["legal"],
            "seats": [seat["kind"] for seat in game["seats"]],
            "positions": positions(me, game_id),
            "record": me.record(game_id),
        }
    return found


def continuation(me: Person, game_id: str, seed: int) -> dict[str, Any]:
    """How a game goes on with random moves: the moves, and the position after the last."""
    random, game, tokens = Random(seed), me.game(game_id), list[str]()
    while not game["over"]:
        tokens.append(random.choice(game["legal"]))
        game = me.move(game_id, tokens[-1])
    return {"tokens": tokens, "position": game["position"], "scores": game["view"]["scores"]}


def write(release: str, python: str, box: Path | None) -> None:
    """Make the two files."""
    with tempfile.TemporaryDirectory() as folder:
        database, copy = Path(folder) / "games.sqlite", Path(folder) / "copy.sqlite"
        with serving(python, database) as address:
            me = Person(address)
            me.ask("POST", "/me", {"name": "Semiramis"})
            games = play_running(me) | play_finished(me) | play_against_levels(me)
            facts: dict[str, Any] = {"release": release, "cookies": dict(me.http.cookies), "games": said(me, games)}
        if box is not None:
            with serving(python, database, "--box", str(box)) as address:
                me = Person(address, facts["cookies"])
                owners = me.new([ME, ME], seed="31", name="With an owner's box")
                random_moves(me, owners, Random(31), in_round(3))
                facts["owners"] = said(me, {"owners": owners})
        shutil.copy(database, copy)
        with serving(python, copy) as address:
            me = Person(address, facts["cookies"])
            for seed, found in enumerate(facts["games"].values()):
                if not found["over"] and set(found["seats"]) == {"person"}:
                    found["goes on"] = continuation(me, found["id"], seed)
        if box is not None:
            with serving(python, copy, "--box", str(box)) as address:
                found = facts["owners"]["owners"]
                found["goes on"] = continuation(Person(address, facts["cookies"]), found["id"], 31)
        _pack(database, release, facts)


def _pack(database: Path, release: str, facts: dict[str, Any]) -> None:
    with sqlite3.connect(database) as connection:
        connection.execute("PRAGMA journal_mode=DELETE")
        connection.execute("VACUUM")
    connection.close()
    (HERE / f"{release}.sqlite.gz").write_bytes(gzip.compress(database.read_bytes(), mtime=0))
    text = json.dumps(facts, indent=1, ensure_ascii=False)
    (HERE / f"{release}.json.gz").write_bytes(gzip.compress(text.encode(), mtime=0))


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("release")
    parser.add_argument("--python", default=sys.executable, help="the Python of the environment that has the release")
    parser.add_argument("--box", type=Path, help="an owner's box file, for a game with it")
    asked_for = parser.parse_args()
    os.environ.pop("AMYITIS_BOX", None)
    write(asked_for.release, asked_for.python, asked_for.box)


if __name__ == "__main__":
    main()
