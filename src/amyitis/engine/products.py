"""Sums of products of 16-bit numbers, the work of a network's layers: primitives, since processors do it in few steps.

A layer's weights lie in pairs of inputs: for each pair, for each output, the weight of the first input and that of the
second. So one instruction multiplies both, for as many outputs as it is wide, and adds the two products.
`engine/compiler/vectors.py` has the compiled ones.
"""

from .arrays import Numbers, Shorts, ShortTable, WholeTable

LANES = 16  # sums that are worked on together: a layer's outputs are a multiple of it


def add_products(
    sums: WholeTable, target: int, weights: Shorts, first: int, inputs: ShortTable, source: int, pairs: Numbers,
    count: int,
) -> None:  # fmt: skip
    """Add the products of some pairs of a row's inputs to all sums of a row; the weights begin at `first`."""
    outputs = len(sums[target])
    for k in range(count):
        pair = int(pairs[k])
        at = first + 2 * outputs * pair
        for j in range(outputs):
            for i in range(2):
                sums[target][j] += int(inputs[source][2 * pair + i]) * int(weights[at + 2 * j + i])


def add_all_products(
    sums: WholeTable, target: int, outputs: int, weights: Shorts, first: int, inputs: ShortTable, used: int, count: int
) -> None:
    """The same for all pairs of so many used inputs of the first rows, and for some outputs.

    The weights of each `LANES` outputs lie together.
    """
    for column in range(0, outputs, LANES):
        for r in range(count):
            for i in range(used):
                at = first + column * used + (i >> 1) * 2 * LANES + (i & 1)
                for lane in range(LANES):
                    sums[target + r][column + lane] += int(inputs[r][i]) * int(weights[at + 2 * lane])
