"""The forward pass of a network in whole numbers, as rule functions: no framework is needed to play.

A network is a first layer, further layers and the heads, with a ReLU between them. Beside the first layer lie direct
weights: from the inputs straight to the heads, for what is simply worth so much. Weights and inputs of a layer have 16
bits, their sums 32 (`quantizing.py` sees to it that none is larger), so every processor finds the same answer to the
last bit, in whichever order it adds. Only the end uses real numbers, in operations that IEEE 754 defines to the last
bit; none may be fused.

Rows are worked on together, so that each weight is fetched once for all of them. Of the first layer only what differs
is worked out, most of whose inputs are 0 and alike from row to row: each viewer's latest first row is kept with its
sums, and whole numbers can be added and taken away again without a trace.
"""

from typing import Any, Protocol

import numpy as np

from amyitis.box.tables import MAX_SEATS
from amyitis.engine.arrays import (
    Numbers,
    Reals,
    Row,
    Rows,
    Shorts,
    ShortTable,
    Wholes,
    WholeTable,
    get_eight,
    put_eight,
)
from amyitis.engine.exponential import exponential
from amyitis.engine.products import LANES, add_all_products, add_products
from amyitis.engine.record import ARRAY_TYPES
from amyitis.rules.rule import entry, rule

from . import layout
from .rows import EIGHT


class Floats(Protocol):
    """Real numbers of 32 bits side by side."""

    def __getitem__(self, i: Any, /) -> Any: ...
    def __setitem__(self, i: int, value: float, /) -> None: ...
    def __len__(self) -> int: ...


class FloatTable(Protocol):
    """Rows of real numbers of 32 bits."""

    def __getitem__(self, i: int, /) -> Any: ...
    def __len__(self) -> int: ...


ARRAY_TYPES["Floats"] = (np.dtype(np.float32), 1)
ARRAY_TYPES["FloatTable"] = (np.dtype(np.float32), 2)

INPUTS = layout.WIDTH
ROW_WIDTH = -(-INPUTS // LANES) * LANES  # of the rows to be evaluated: what is behind the inputs is 0
OUTPUTS = 2 * MAX_SEATS  # by seat from the viewer's to the left: what the win share is made of, prestige to come
PRESTIGE_UNIT = 20.0  # the unit of the prestige to come
KINDS = 6  # of games: 2, 3, 4 players, and the same with the Palace expansion
FAR = 1e9  # no head is so far from 0
MOST_ROWS = 64  # no moment has more legal moves

# The rows of `sums`: those of each row's first layer, with the direct ones behind them; those of its layer at work; and
# the first layer's for each viewer.
# Beside the rows to be evaluated, `rows` has the viewers' rows, and beside their inputs `inputs` has what has changed.
LAYER, KEPT = MOST_ROWS, 2 * MOST_ROWS
SUM_ROWS, INPUT_ROWS = KEPT + MAX_SEATS, MOST_ROWS + 1
CHANGES = MOST_ROWS

# The rows of `biases`: the number of layers before the heads and the width of each, then a row for each layer.
WIDTHS, FIRST_BIAS = 0, 1
# `scales`: the units of the heads' sums and of the direct ones, and how sharp win shares are for each kind of game.
UNIT, DIRECT_UNIT, SHARPNESS = 0, 1, 2

# A layer's outputs are its sums without the last bits; none is larger than this, and 1 has at most so many bits.
FIRST_SHIFT, SHIFT = 3, 12
LARGEST_OUTPUT = (1 << 14) - 1
UNIT_BITS = 9


@rule
def list_changes(row: Row, kept: Row, changes: Shorts, pairs: Numbers) -> int:
    """Write down by how much a row differs from another and in which pairs of inputs; returns how many these are."""
    count = 0
    for first in range(0, len(row), EIGHT):
        if get_eight(row, first) != get_eight(kept, first):
            for i in range(first, first + EIGHT, 2):
                change = int(row[i]) - int(kept[i])
                other = int(row[i + 1]) - int(kept[i + 1])
                changes[i] = change
                changes[i + 1] = other
                pairs[count] = i >> 1
                if change != 0 or other != 0:
                    count += 1
    return count


@rule
def keep_row(
    weights: Shorts, rows: Rows, r: int, viewer: int, sums: WholeTable, inputs: ShortTable, pairs: Numbers
) -> None:
    """Make a row the one that is kept for a viewer, and its sums of the first layer, too."""
    kept = rows[MOST_ROWS + viewer]
    row = rows[r]
    count = list_changes(row, kept, inputs[CHANGES], pairs)
    add_products(sums, KEPT + viewer, weights, 0, inputs, CHANGES, pairs, count)
    for i in range(0, len(row), EIGHT):
        put_eight(kept, i, get_eight(row, i))


@rule
def first_layer(
    weights: Shorts, biases: WholeTable, rows: Rows, r: int, viewer: int, sums: WholeTable, inputs: ShortTable,
    pairs: Numbers,
) -> None:  # fmt: skip
    """The first layer for a row, beginning with what is kept for a viewer."""
    for j in range(len(sums[r])):
        sums[r][j] = sums[KEPT + viewer][j] + biases[FIRST_BIAS][j]
    count = list_changes(rows[r], rows[MOST_ROWS + viewer], inputs[CHANGES], pairs)
    add_products(sums, r, weights, 0, inputs, CHANGES, pairs, count)


@rule
def begin_sums(biases: Wholes, width: int, count: int, sums: WholeTable) -> None:
    """Begin the sums of a layer with its biases, for so many rows."""
    for r in range(count):
        for j in range(width):
            sums[LAYER + r][j] = biases[j]


@rule
def rectify_first(sums: Wholes, units: int, y: Shorts) -> None:
    """The outputs of the first layer: a ReLU. (It is a function by itself because LLVM wants to know the shift.)"""
    for j in range(units):
        output = (sums[j] if sums[j] > 0 else 0) >> FIRST_SHIFT
        y[j] = output if output < LARGEST_OUTPUT else LARGEST_OUTPUT


@rule
def rectify(sums: Wholes, units: int, y: Shorts) -> None:
    """The outputs of another layer: a ReLU."""
    for j in range(units):
        output = (sums[j] if sums[j] > 0 else 0) >> SHIFT
        y[j] = output if output < LARGEST_OUTPUT else LARGEST_OUTPUT


@rule
def settle_truth(row: Row, players: int, out: Floats) -> None:
    """11.4: the answer for a game that is over is known: the prestige of each seat, and who has most of it."""
    most = 0
    for p in range(players):
        most = max(most, int(row[layout.SEATS + layout.SEAT_WIDTH * p + layout.PRESTIGE]))
    winners = 0
    for p in range(players):
        if row[layout.SEATS + layout.SEAT_WIDTH * p + layout.PRESTIGE] == most:
            winners += 1
    for p in range(players):
        prestige = int(row[layout.SEATS + layout.SEAT_WIDTH * p + layout.PRESTIGE])
        out[p] = 1.0 / winners if prestige == most else 0.0
        out[MAX_SEATS + p] = float(prestige)


@rule
def finish(row: Row, sums: Wholes, direct: Wholes, first: int, scales: Reals, out: Floats) -> None:
    """From the heads, and the direct sums from `first` on, to win shares that add up to 1 and to prestige at the end."""
    players = 4 if row[layout.PLAYERS + 2] != 0 else (3 if row[layout.PLAYERS + 1] != 0 else 2)
    for p in range(players, MAX_SEATS):
        out[p] = 0.0
        out[MAX_SEATS + p] = 0.0
    if row[layout.OVER] != 0:
        settle_truth(row, players, out)
        return
    sharpness = scales[SHARPNESS + players - 2 + (3 if row[layout.EXPANSION] != 0 else 0)]
    most = -FAR
    for p in range(players):
        out[p] = float(sums[p]) * scales[UNIT] + float(direct[first + p]) * scales[DIRECT_UNIT]
        most = max(most, float(out[p]))
    total = 0.0
    for p in range(players):
        out[p] = exponential((float(out[p]) - most) * sharpness)
        total += float(out[p])
    for p in range(players):
        out[p] = float(out[p]) / total
        prestige = float(row[layout.SEATS + layout.SEAT_WIDTH * p + layout.PRESTIGE])
        head = float(sums[MAX_SEATS + p]) * scales[UNIT] + float(direct[first + MAX_SEATS + p]) * scales[DIRECT_UNIT]
        out[MAX_SEATS + p] = prestige + head * PRESTIGE_UNIT


@rule
def answer(
    count: int, weights: Shorts, biases: WholeTable, scales: Reals, rows: Rows, sums: WholeTable, inputs: ShortTable,
    pairs: Numbers, out: FloatTable,
) -> None:  # fmt: skip
    """The answer for the first rows, whose first layer is there: win share and prestige at the end by seat."""
    width = int(biases[WIDTHS][1])
    for r in range(count):
        rectify_first(sums[r], width, inputs[r])
    first = ROW_WIDTH * len(sums[0])
    used = width
    for layer in range(1, int(biases[WIDTHS][0])):
        units = int(biases[WIDTHS][1 + layer])
        begin_sums(biases[FIRST_BIAS + layer], units, count, sums)
        add_all_products(sums, LAYER, units, weights, first, inputs, used, count)
        for r in range(count):
            rectify(sums[LAYER + r], units, inputs[r])
        first += used * units
        used = units
    begin_sums(biases[FIRST_BIAS + int(biases[WIDTHS][0])], OUTPUTS, count, sums)
    add_all_products(sums, LAYER, LANES, weights, first, inputs, used, count)
    for r in range(count):
        finish(rows[r], sums[LAYER + r], sums[r], width, scales, out[r])


@entry
def evaluate(
    viewer: int, count: int, weights: Shorts, biases: WholeTable, scales: Reals, rows: Rows, sums: WholeTable,
    inputs: ShortTable, pairs: Numbers, out: FloatTable,
) -> None:  # fmt: skip
    """The answer for the first `count` rows: win share and prestige at the end by seat, the viewer's first.

    The other arrays are room to work in (`Network.arguments`). Rows of any viewer will do; those that are like the ones
    before for the same viewer are worked out sooner.
    """
    keep_row(weights, rows, 0, viewer, sums, inputs, pairs)
    for r in range(count):
        first_layer(weights, biases, rows, r, viewer, sums, inputs, pairs)
    answer(count, weights, biases, scales, rows, sums, inputs, pairs, out)
