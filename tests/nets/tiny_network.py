"""A network that is made in a moment: it has learned nothing, and is always the same."""

import numpy as np

from amyitis.nets.network import Network, new_card, weight_count

WIDTHS = (32, 16)


def tiny(name: str = "tiny") -> Network:
    """Random weights, as short as they come from a file."""
    weights = np.random.default_rng(1).normal(0, 0.1, weight_count(WIDTHS)).astype(np.float16)
    return Network(weights.astype(np.float32), new_card(name, WIDTHS, players=[2, 3, 4], switches=["palace"]))
