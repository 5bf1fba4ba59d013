"""One version of the program, of which another process asks what things cost: a line of JSON each way.

The sources on the path decide which version it is. So this file names only what both versions have.
"""

import json
import subprocess
import sys
import time
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import SimpleNamespace
from typing import Any, get_type_hints

import numpy as np

from amyitis import Game, play
from amyitis.bots import make_bot
from amyitis.bots.bot import Bot
from amyitis.engine.compiled import engine
from amyitis.engine.record import blank_records, to_records
from amyitis.nets import forward
from amyitis.nets.network import find_network
from amyitis.notation.positions import position_text
from amyitis.notation.tokens import token
from amyitis.rules.bits import count_bits
from amyitis.search import searcher
from amyitis.search.net_searcher import NetSearcher
from amyitis.search.net_tree import TRIAL, look_at_moves

from .evaluating import evaluate_moments

clock = time.thread_time


def reviewer() -> Any:
    """The class that reviews games: `analysis.review` is a module of the earlier version, and a folder now."""
    review = import_module("amyitis.analysis.review")
    return (import_module("amyitis.analysis.review.review") if hasattr(review, "__path__") else review).Reviewer


def web_assembly() -> bytes:
    """The module of WebAssembly, which the earlier version builds in a module of its own."""
    place = "amyitis.lab.web_assembly" if find_spec("amyitis.lab.web_assembly") else "building.web_assembly.contents"
    module: bytes = import_module(place).web_assembly()
    return module


class Program:
    """What can be asked of a version."""

    def __init__(self, network: str, folder: str) -> None:
        self._network = find_network(network)
        self._folder = Path(folder)  # for WebAssembly
        self._games: list[Game] = []
        self._moments: tuple[Any, ...] = ()
        self._bots: dict[str, tuple[str, int, Bot]] = {}  # by seat: whose trees are kept from move to move

    def positions(self, texts: list[str]) -> None:
        """Take positions in which somebody decides, and look at all moves of each."""
        look: Any = engine(look_at_moves)
        states, rows, counts, viewers = blank_records(TRIAL + 2), [], [], []
        self._games = [Game.from_position(text) for text in texts]
        for game in self._games:
            states[TRIAL + 1] = to_records([game.state])[0]
            counts.append(look(states, TRIAL + 1, *self._network.arguments))
            rows.append(self._network.rows[: counts[-1]].copy())
            viewers.append(game.state.seat)
        self._moments = np.concatenate(rows), np.array(counts, np.int64), np.array(viewers, np.int64)

    def rows(self, times: int) -> float:
        """Rows of the positions a second."""
        run: Any = engine(evaluate_moments)
        started = clock()
        for _ in range(times):
            run(*self._moments, *self._network.arguments)
        return times * len(self._moments[0]) / (clock() - started)

    def simulations(self, each: int) -> float:
        """Simulations a second, in a fresh tree for each position."""
        search = NetSearcher(self._network, each)
        spent = 0.0
        for game in self._games:
            search._tree.plant(game.state, fresh=True)
            started = clock()
            search._tree.grow(each)
            spent += clock() - started
        return len(self._games) * each / spent

    def review(self, record: str) -> float:
        """Seconds of processor time for the review of a game."""
        started = time.process_time()
        reviewer()(Game.from_record(record), 1).run()
        return time.process_time() - started

    def wasm_rows(self) -> float:
        """Rows of the positions a second in WebAssembly."""
        self._folder.mkdir(parents=True, exist_ok=True)
        (self._folder / "amyitis.wasm").write_bytes(web_assembly())
        rows, counts, viewers = self._moments
        (self._folder / "moments").write_bytes(rows.tobytes())
        names = [name for name in get_type_hints(forward.evaluate) if name != "return"]
        given = [name for name in names if name not in ("viewer", "count")]
        values = dict(zip(given, self._network.arguments, strict=True))
        call = {
            "arguments": [self._described(name, values.get(name, 0)) for name in names],
            "places": {name: names.index(name) for name in ("rows", "count", "viewer") if name in names},
            "counts": counts.tolist(),
            "viewers": viewers.tolist(),
        }
        (self._folder / "call.json").write_text(json.dumps(call))
        command = ["node", str(Path(__file__).with_name("rows.mjs")), str(self._folder)]
        return float(subprocess.run(command, check=True, capture_output=True, text=True).stdout)

    def _described(self, name: str, value: Any) -> dict[str, Any]:
        """An argument of `evaluate` for JavaScript; arrays are written to files."""
        if not isinstance(value, np.ndarray):
            return {"number": int(value)}
        (self._folder / name).write_bytes(value.tobytes())
        return {"shape": value.shape, "bytes": value.nbytes, "file": name}

    def game(self, name: str, players: int, seed: int) -> tuple[list[str], str]:
        """A game of equal bots: the positions in which somebody had a choice, and the record."""
        game = play([name] * players, seed)
        states = [ply.before for ply in game.plies if not ply.is_deal and count_bits(ply.before.legal) > 1]
        return [position_text(s) for s in states], game.record()

    def choose(self, name: str, seed: int, seat: str, position: str) -> str:
        """The move of a bot."""
        if self._bots.get(seat, ("", 0))[:2] != (name, seed):
            self._bots[seat] = name, seed, make_bot(name, seed)
        move = self._bots[seat][2].choose(Game.from_position(position))
        return move if isinstance(move, str) else token(move)


def main() -> None:
    """Answer until nobody asks."""
    vars(searcher)["time"] = SimpleNamespace(perf_counter=clock)  # searches with a time count processor time
    program = Program(*sys.argv[1:])
    for line in sys.stdin:
        name, *arguments = json.loads(line)
        print(json.dumps(getattr(program, name)(*arguments)), flush=True)


if __name__ == "__main__":
    main()
