"""How many rows a second the small network evaluates on one core: `python -m benchmarks.speed.networks`.

The rows are those of moments of the network's own games, all moves of a moment together, as a search asks for them. The
ratio to the fixed loop is printed, too (`fixed_loop.py`).
"""

import time
from collections.abc import Sequence
from typing import Any

import numpy as np

from amyitis.engine.arrays import (
    Numbers,
    Reals,
    Rows,
    Shorts,
    ShortTable,
    WholeTable,
    get_eight,
    put_eight,
)
from amyitis.engine.compiled import engine
from amyitis.engine.record import blank_records, to_records
from amyitis.game import Game
from amyitis.lab.balance.bare import bare_moves
from amyitis.lab.variants import Variant
from amyitis.nets.cards import SMALL
from amyitis.nets.forward import FloatTable, evaluate
from amyitis.nets.network import Network, packaged_network
from amyitis.rules.rule import rule
from amyitis.search.net_tree import TRIAL, look_at_moves

from .fixed_loop import ROUNDS, fixed_loop

SEED = 1
REPEATS = 20


@rule
def evaluate_moments(
    moments: Rows, counts: Numbers, viewers: Numbers, weights: Shorts, biases: WholeTable, scales: Reals, rows: Rows,
    sums: WholeTable, inputs: ShortTable, pairs: Numbers, out: FloatTable,
) -> None:  # fmt: skip
    """Evaluate the rows of each moment together."""
    at = 0
    for k in range(len(counts)):
        for r in range(counts[k]):
            for i in range(0, len(rows[r]), 8):
                put_eight(rows[r], i, get_eight(moments[at + r], i))
        evaluate(viewers[k], counts[k], weights, biases, scales, rows, sums, inputs, pairs, out)
        at += counts[k]


def moments(network: Network, players: Sequence[int] = (2, 3, 4)) -> tuple[Any, Any, Any]:
    """The rows of all moments of a game for each number of players, how many each has, and who decides."""
    look: Any = engine(look_at_moves)
    states = blank_records(TRIAL + 2)
    rows, counts, viewers = [], [], []
    for number in players:
        game = Game.new(number, SEED)
        for move in bare_moves(network, Variant(number), SEED):
            if game.is_over or move not in game.legal_moves.ids:
                continue  # a deal, which the game makes by itself
            states[TRIAL + 1] = to_records([game.state])[0]
            counts.append(look(states, TRIAL + 1, *network.arguments))
            rows.append(network.rows[: counts[-1]].copy())
            viewers.append(game.state.seat)
            game.push_id(move)
    return np.concatenate(rows), np.array(counts, np.int64), np.array(viewers, np.int64)


def measure_rows(repeats: int = REPEATS) -> tuple[float, float]:
    """Rows a second, and rows in the time of a thousand rounds of the fixed loop; of each the best, by turns."""
    network = packaged_network(SMALL)
    asked = moments(network)
    run: Any = engine(evaluate_moments)
    loop, table = engine(fixed_loop), np.arange(64, dtype=np.int64)
    rows = rounds = 0.0
    for _ in range(repeats):
        started = time.thread_time()
        loop(table, ROUNDS)
        rounds = max(rounds, ROUNDS / (time.thread_time() - started))
        started = time.thread_time()
        run(*asked, *network.arguments)
        rows = max(rows, len(asked[0]) / (time.thread_time() - started))
    return rows, 1000 * rows / rounds


if __name__ == "__main__":
    a_second, ratio = measure_rows()
    print(f"{a_second:,.0f} rows a second, {ratio:.2f} in the time of 1000 rounds of the fixed loop")
