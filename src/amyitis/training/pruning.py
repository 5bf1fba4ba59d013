"""Units that never fire: `python -m amyitis.training.pruning FOLDER/small.json` looks for them and takes them out.

A unit of a block whose sum is never above 0 changes no answer, so nothing has to be computed of it. What counts is a
long series of games: all numbers of players and switches, moves of the network and moves at random. Weights behind a
unit that never fired in them become 0; `nets/quantizing.py` leaves such units out. The others are put into the order
in which they fire most often, for the forward pass skips pairs of neighbours of which neither does. Sums of whole
numbers do not depend on the order, so all answers stay as they are, bit for bit, where those units do not fire.
"""

import argparse
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from amyitis.engine.arrays import Numbers, Reals, Rows, Shorts, ShortTable, Shufflers, States, WholeTable
from amyitis.engine.compiled import engine
from amyitis.engine.products import add_all_products
from amyitis.engine.record import SHUFFLER_DTYPE, blank_records
from amyitis.lab.playing import begin_game
from amyitis.lab.variants import Variant
from amyitis.nets.forward import (
    COUNTS,
    FIRST_BIAS,
    INPUTS,
    LAYER,
    LEAST,
    ROW_WIDTH,
    UPPER_HALF,
    FloatTable,
    add_block,
    begin_sums,
    first_layer,
    keep_row,
    normalize,
)
from amyitis.nets.network import Network, load_network
from amyitis.rules import questions
from amyitis.rules.apply import apply
from amyitis.rules.bits import count_bits, nth_bit
from amyitis.rules.course.chance import MASK, draw_below, draw_deal
from amyitis.rules.questions import FIRST_ACTION, FIRST_DEAL
from amyitis.rules.rule import rule
from amyitis.rules.switches import Switches
from amyitis.search.net_tree import TRIAL, best_look, look_at_moves

PLAYED = TRIAL + 1
DEALS, MOVES = 0, 1  # the generators of a game
NOISE = (0, 5, 20, 100)  # of a hundred moves, so many are at random
VARIANTS = [
    Variant(players, Switches(palace=palace, full_lap=lap, unlimited_noble=noble, open_duel=duel))
    for palace, lap, noble, duel in product((False, True), repeat=4)
    for players in (2, 3, 4)
    if (palace or not noble) and (players == 2 or not duel)
]
SEED = 1 << 42  # far from those of training and its measurements
ROWS = 20_000_000


@rule
def count_firing(
    viewer: int, count: int, weights: Shorts, biases: WholeTable, scales: Reals, rows: Rows, sums: WholeTable,
    inputs: ShortTable, pairs: Numbers, fired: Numbers,
) -> None:  # fmt: skip
    """Add to `fired`, block by block, for how many of the first rows each unit is above 0."""
    keep_row(weights, rows, 0, viewer, sums, inputs, pairs)
    for r in range(count):
        first_layer(weights, biases, rows, r, viewer, sums, inputs, pairs)
    width = len(sums[0])
    first = ROW_WIDTH * width
    layer = FIRST_BIAS + 1
    for block in range(int(biases[COUNTS][0])):
        units = int(biases[COUNTS][1 + block])
        for r in range(count):
            normalize(sums[r], scales[LEAST], inputs[r])
        begin_sums(biases[layer], units, count, sums)
        add_all_products(sums, LAYER, units, weights, first, inputs, width, count)
        for r in range(count):
            for j in range(units):
                if sums[LAYER + r][j] >> UPPER_HALF > 0:
                    fired[block * width + j] += 1
        add_block(weights, first, biases[layer], biases[layer + 1], units, scales[LEAST], count, sums, inputs, pairs)
        first += 2 * width * units
        layer += 2


@rule
def play_counting(
    states: States, shufflers: Shufflers, low: int, high: int, players: int, noise: int, weights: Shorts,
    biases: WholeTable, scales: Reals, rows: Rows, sums: WholeTable, inputs: ShortTable, pairs: Numbers,
    out: FloatTable, fired: Numbers,
) -> int:  # fmt: skip
    """Play a game and count what fires in the rows of all moves; returns how many rows these were."""
    begin_game(states[PLAYED], shufflers[DEALS], shufflers[MOVES], low, high, players)
    seen = 0
    while states[PLAYED].asked != questions.OVER:
        s = states[PLAYED]
        if s.asked == questions.DEAL:
            apply(s, FIRST_DEAL + draw_deal(s, shufflers[DEALS]))
        else:
            count = look_at_moves(states, PLAYED, weights, biases, scales, rows, sums, inputs, pairs, out)
            count_firing(s.seat, count, weights, biases, scales, rows, sums, inputs, pairs, fired)
            seen += count
            choice = best_look(out, count, players)
            if draw_below(shufflers[MOVES], 100) < noise:
                choice = draw_below(shufflers[MOVES], count_bits(s.legal))
            apply(s, FIRST_ACTION[s.asked] + nth_bit(s.legal, choice))
    return seen


def firing(network: Network, rows: int, seed: int = SEED) -> tuple[NDArray[np.int64], int]:
    """How often each unit of each block fires, and in how many rows; a unit that was taken out never does."""
    run: Any = engine(play_counting)
    fired = np.zeros(network.blocks * network.hidden, np.int64)
    kinds = list(product(NOISE, VARIANTS))
    seen = games = 0
    while seen < rows:
        noise, variant = kinds[games % len(kinds)]
        states = blank_records(PLAYED + 1)
        variant.mark(states)
        at = seed + games
        shufflers = np.zeros(2, SHUFFLER_DTYPE)
        seen += run(states, shufflers, at & MASK, at >> 32, variant.players, noise, *network.arguments, fired)
        games += 1
    return fired.reshape(network.blocks, network.hidden), seen


def pruned(network: Network, fired: NDArray[np.int64]) -> Network:
    """The network with nothing behind units that never fired, and the others by how often they do."""
    weights, width = network.weights.copy(), network.hidden
    at = (INPUTS + 1) * width
    for counts in fired:
        order = np.argsort(-counts, kind="stable")
        at += 2 * width  # the layer norm
        first = weights[at : at + width * width].reshape(width, width)
        first[:] = first[:, order]
        at += width * width
        weights[at : at + width] = weights[at : at + width][order]
        at += width
        second = weights[at : at + width * width].reshape(width, width)
        second[:] = np.where(counts[order, None] > 0, second[order], 0)
        at += (width + 1) * width
    return Network(weights, network.card)


def main() -> None:
    """Prune a network where it lies."""
    parser = argparse.ArgumentParser(description="Take units out of a network that never fire.")
    parser.add_argument("card", type=Path)
    parser.add_argument("--rows", type=int, default=ROWS)
    wanted = parser.parse_args()
    network = load_network(wanted.card)
    fired, seen = firing(network, wanted.rows)
    units = ", ".join(f"{(counts > 0).sum()} of {network.hidden}" for counts in fired)
    print(f"units that fired in {seen:,} rows, block by block: {units}")
    pruned(network, fired).save(wanted.card.parent)


if __name__ == "__main__":
    main()
