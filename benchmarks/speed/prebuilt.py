"""The machine code that comes with the package beside what numba makes for this very processor, by turns in one run.

`python -m benchmarks.speed.prebuilt` prints processor time for the same work; a ratio above 1 says that the package's
code is faster.
"""

import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from amyitis.engine.compiled import native_compiler
from amyitis.engine.native.machine_code import MachineCode
from amyitis.engine.prebuilt.loading import prebuilt
from amyitis.engine.record import SHUFFLER_DTYPE, blank_records
from amyitis.game import Game
from amyitis.lab import playing
from amyitis.nets.forward import evaluate
from amyitis.nets.network import packaged_network
from amyitis.search.net_searcher import NetSearcher
from amyitis.search.net_tree import run_net_search
from amyitis.search.searcher import Searcher
from amyitis.search.tree import run_search

TURNS = 15
GAMES, SIMULATIONS, ROWS = 512, 300, 64

Function = Callable[..., Any]


def games(begin: Function) -> Callable[[Function], Callable[[], None]]:
    """Random games of three, from the same seeds each time."""
    states, deals, moves = blank_records(GAMES), np.zeros(GAMES, SHUFFLER_DTYPE), np.zeros(GAMES, SHUFFLER_DTYPE)
    results = np.zeros((GAMES, playing.COLUMNS), np.int64)

    def work(play: Function) -> Callable[[], None]:
        def run() -> None:
            begin(states, deals, moves, 0, 0, 3)
            play(states, deals, moves, results)

        return run

    return work


def search(make: Callable[[], Any]) -> Callable[[Function], Callable[[], None]]:
    """A search from the same position each time, in an empty tree."""
    position = Game.new(3, seed=5).state

    def work(run_search: Function) -> Callable[[], None]:
        searcher = make()
        searcher._tree._run = run_search

        def run() -> None:
            searcher._tree.plant(position, fresh=True)
            searcher._tree.grow(SIMULATIONS)

        return run

    return work


def rows(evaluate: Function) -> Callable[[], None]:
    """The small network's answers for random rows."""
    network = packaged_network("small")
    network.rows[:ROWS] = np.random.default_rng(0).integers(0, 3, (ROWS, network.rows.shape[1]))
    return lambda: evaluate(0, ROWS, *network.arguments)


def seconds(run: Callable[[], None]) -> float:
    """The processor time of one run."""
    began = time.thread_time()
    run()
    return time.thread_time() - began


def main() -> None:
    """Measure and print."""
    found, why = prebuilt()
    if found is None:
        sys.exit(f"There is nothing to measure: {why}.")
    begin = found.function(playing.begin_games)
    assert begin is not None
    small = packaged_network("small")
    for name, function, work in (
        ("random games", playing.play_games, games(begin)),
        ("search by hand-made values", run_search, search(lambda: Searcher(7, SIMULATIONS))),
        ("search with the small network", run_net_search, search(lambda: NetSearcher(small.twin(), SIMULATIONS))),
        ("rows of the small network", evaluate, rows),
    ):
        (code,) = native_compiler().compile([function], None)
        came, made = work(found.function(function)), work(MachineCode(code))  # type: ignore[arg-type]
        turns = [(seconds(came), seconds(made)) for _ in range(TURNS)][1:]
        ours, numbas = (sorted(each)[len(turns) // 4] for each in zip(*turns, strict=True))
        print(f"{name}: {1e3 * ours:.2f} ms with {found.target.name}, {1e3 * numbas:.2f} by numba: {numbas / ours:.2f}")


if __name__ == "__main__":
    main()
