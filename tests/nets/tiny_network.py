"""A network that is made in a moment: it has learned nothing, and is always the same."""

import numpy as np

from amyitis.nets.network import Network, new_card, weight_count

HIDDEN, BLOCKS = 16, 2


def tiny(name: str = "tiny") -> Network:
    """Random weights, as short as they come from a file."""
    weights = np.random.default_rng(1).normal(0, 0.2, weight_count(HIDDEN, BLOCKS)).astype(np.float16)
    return Network(weights.astype(np.float32), new_card(name, HIDDEN, BLOCKS, players=[2, 3, 4], palace=[False, True]))
