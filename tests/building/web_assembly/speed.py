"""How fast the engine is as WebAssembly and compiled for this processor: `python -m tests.building.web_assembly.speed`.

Both in turns, in one run and by processor time, so that whatever else the machine does weighs on both alike.
"""

import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from statistics import median

import numpy as np

from amyitis.engine.compiled import engine
from amyitis.engine.record import SHUFFLER_DTYPE, blank_records
from amyitis.lab import playing
from amyitis.nets.network import packaged_network
from amyitis.search.net_searcher import NetTree
from amyitis.search.searcher import Tree
from tests.building.web_assembly.node import Order, answers
from tests.building.web_assembly.searches import SEARCHES, net_searches, position, searches

GAMES = 1024
ROUNDS = 3
SIMULATIONS = {"search": 200, "netSearch": 60}


def play_through() -> int:
    """Whole games, compiled for this processor; returns the decisions."""
    states, results = blank_records(GAMES), np.zeros((GAMES, playing.COLUMNS), np.int64)
    deals, moves = np.zeros(GAMES, SHUFFLER_DTYPE), np.zeros(GAMES, SHUFFLER_DTYPE)
    engine(playing.begin_games)(states, deals, moves, 0, 0, 3)
    engine(playing.play_games)(states, deals, moves, results)
    return int(results[:, playing.DECISIONS].sum())


def grow(tree: Tree, simulations: int) -> int:
    """A fresh search; returns the simulations."""
    players, seed, plies = SEARCHES[0]
    tree.plant(position(players, seed, plies), fresh=True)
    return tree.grow(simulations)


def per_second(work: Callable[[], int]) -> float:
    """How many things it does in a second of processor time, once it is compiled."""
    work()
    before = time.process_time()
    count = work()
    return count / (time.process_time() - before)


def main() -> None:
    """Measure in turns, and print the medians."""
    plays: Order = {"kind": "playThrough", "games": GAMES, "seed": 0, "players": 3}
    orders = {"playThrough": plays, "search": next(searches()), "netSearch": next(net_searches())}
    trees = {"search": Tree(7, 2, 1000), "netSearch": NetTree(packaged_network("small"), 2000)}
    for kind, order in orders.items():
        here, there = [], []
        for _ in range(ROUNDS):
            here.append(per_second(partial(grow, trees[kind], SIMULATIONS[kind]) if kind in trees else play_through))
            with tempfile.TemporaryDirectory() as folder:
                (found,) = answers([{"kind": "timed", "order": order}], Path(folder))
            there.append((SIMULATIONS.get(kind) or found["answer"]["decisions"]) / found["seconds"])
        ours, its = median(here), median(there)
        print(f"{kind:<12} {ours:>12,.0f} compiled {its:>12,.0f} WebAssembly {its / ours:>6.0%}")


if __name__ == "__main__":
    main()
