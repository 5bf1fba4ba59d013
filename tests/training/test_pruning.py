"""Units of a network that never fire: they are found, and leaving them out changes no answer."""

import numpy as np

from amyitis.nets.forward import COUNTS, INPUTS
from amyitis.nets.network import Network, new_card, weight_count
from amyitis.training.pruning import count_firing, pruned
from tests.nets.positions import rows_of_games

WIDTH, BLOCKS = 64, 2
IDLE = np.arange(WIDTH) % 3 == 1  # 21 of 64 units


def partly_idle() -> Network:
    """A network in whose blocks a third of the units never fires, whatever comes."""
    weights = np.random.default_rng(3).normal(0, 0.2, weight_count(WIDTH, BLOCKS)).astype(np.float32)
    at = (INPUTS + 1) * WIDTH
    for _ in range(BLOCKS):
        shift, matrix = at + WIDTH, at + 2 * WIDTH
        weights[shift:matrix] = 0
        weights[matrix : matrix + WIDTH**2].reshape(WIDTH, WIDTH)[:, IDLE] = 0
        weights[matrix + WIDTH**2 : matrix + WIDTH**2 + WIDTH][IDLE] = -1
        at += 2 * (WIDTH + (WIDTH + 1) * WIDTH)
    return Network(weights, new_card("idle", WIDTH, BLOCKS, players=[2, 3, 4], palace=[False, True]))


def test_units_that_never_fire_are_left_out_and_no_answer_changes() -> None:
    whole, rows = partly_idle(), rows_of_games()
    fired = np.random.default_rng(4).integers(1, 9, (BLOCKS, WIDTH))
    fired[:, IDLE] = 0
    smaller = pruned(whole, fired)
    kept = 48  # 43, in whole vectors
    assert smaller.quantized.biases[COUNTS].tolist()[: 1 + BLOCKS] == [BLOCKS, kept, kept]
    assert len(whole.quantized.weights) - len(smaller.quantized.weights) == BLOCKS * 2 * WIDTH * (WIDTH - kept)
    assert smaller.answers(rows).tobytes() == whole.answers(rows).tobytes()
    assert not np.array_equal(pruned(whole, np.roll(fired, 1, axis=1)).answers(rows), whole.answers(rows))


def test_what_fires_is_counted_by_block() -> None:
    network, fired = partly_idle(), np.zeros(BLOCKS * WIDTH, np.int64)
    network.rows[:2, :INPUTS] = rows_of_games()[:2]
    weights, biases, scales, rows, sums, inputs, pairs, _ = network.arguments
    count_firing(0, 2, weights, biases, scales, rows, sums, inputs, pairs, fired)
    by_block = fired.reshape(BLOCKS, WIDTH)
    assert (by_block[:, IDLE] == 0).all()
    assert (by_block.max(1) == 2).all()
    assert (by_block[:, ~IDLE] > 0).mean() > 0.3
