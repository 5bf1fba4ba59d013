"""The forward pass of a network in whole numbers, as rule functions: no framework is needed to play.

A network is a residual one: a first layer, blocks of two layers each behind a layer norm, a last layer norm and the
heads. Weights and inputs of a layer have 16 bits, their sums 32 (`quantizing.py` sees to it that none is larger), so
every processor finds the same answer to the last bit, in whichever order it adds. The layer norm and the end use real
numbers, in operations that IEEE 754 defines to the last bit; none may be fused.

Rows are worked on together, so that each weight is fetched once for all of them. Of the first layer only what differs
is worked out, most of whose inputs are 0 and alike from row to row: each viewer's latest first row is kept with its
sums, and whole numbers can be added and taken away again without a trace.
"""

from math import sqrt
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
TINY = 1e-5  # keeps a layer norm from dividing by 0
MOST_ROWS = 64  # no moment has more legal moves

# The rows of `sums`: the residual sums of each row, those of its layer at work, and the first layer's for each viewer.
# Beside the rows to be evaluated, `rows` has the viewers' rows, and beside their inputs `inputs` has what has changed.
LAYER, KEPT = MOST_ROWS, 2 * MOST_ROWS
SUM_ROWS, INPUT_ROWS = KEPT + MAX_SEATS, MOST_ROWS + 1
CHANGES = MOST_ROWS

# The rows of `biases`: the number of blocks and that of the units of each, then a row for each layer.
COUNTS, FIRST_BIAS = 0, 1
# `scales`: what TINY is for the sums of a row, the unit of each output, how sharp win shares are for each kind of game.
LEAST, UNITS, SHARPNESS = 0, 1, 1 + OUTPUTS

LENGTH = 16384.0  # of a row behind a layer norm, as a vector; so no number in it is larger
COARSER = 3  # bits by which deviations are rounded before they are squared, so that the squares' sum fits 64
FINER = 6  # bits by which the sums of a block are finer than the residual ones to which they are added
UPPER_HALF = 16  # what is kept of a sum as the next layer's input


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
def normalize(x: Wholes, least: float, y: Shorts) -> None:
    """A layer norm: the deviations from the mean, as a vector of the same length for every row."""
    width = len(x)
    total = 0
    for j in range(width):
        total += int(x[j])
    mean = total // width
    near = mean - (1 << COARSER - 1)  # so that deviations are rounded
    squares = 0
    for j in range(width):
        deviation = int(np.int32(x[j] - near)) >> COARSER
        squares += deviation * deviation
    factor = np.float32(LENGTH / sqrt(float(squares) * (1 << 2 * COARSER) + least))
    for j in range(width):
        # Rounded: added to a number above its size, it is cut off to the number below.
        y[j] = int(np.int32(np.float32(np.int32(x[j] - mean)) * factor + np.float32(32768.5))) - 32768


@rule
def begin_sums(biases: Wholes, width: int, count: int, sums: WholeTable) -> None:
    """Begin the sums of a layer with its biases, for so many rows."""
    for r in range(count):
        for j in range(width):
            sums[LAYER + r][j] = biases[j]


@rule
def rectify(sums: Wholes, units: int, y: Shorts, pairs: Numbers) -> int:
    """The next layer's inputs: the upper half of each sum above 0, and which pairs are not 0; returns how many."""
    for j in range(units):
        y[j] = (sums[j] if sums[j] > 0 else 0) >> UPPER_HALF
    count = 0
    for pair in range(units >> 1):
        pairs[count] = pair
        count += 1 if (int(y[2 * pair]) | int(y[2 * pair + 1])) != 0 else 0
    return count


@rule
def add_block(
    weights: Shorts, first: int, inner: Wholes, outer: Wholes, units: int, least: float, count: int,
    sums: WholeTable, inputs: ShortTable, pairs: Numbers,
) -> None:  # fmt: skip
    """A residual block of so many units, for so many rows; `inner` and `outer` are the biases of its two layers."""
    width = len(sums[0])
    for r in range(count):
        normalize(sums[r], least, inputs[r])
    begin_sums(inner, units, count, sums)
    add_all_products(sums, LAYER, units, weights, first, inputs, width, count)
    for r in range(count):
        listed = rectify(sums[LAYER + r], units, inputs[r], pairs)
        for j in range(width):
            sums[LAYER + r][j] = outer[j]
        add_products(sums, LAYER + r, weights, first + width * units, inputs, r, pairs, listed)
        for j in range(width):
            sums[r][j] += sums[LAYER + r][j] >> FINER


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
def finish(row: Row, sums: Wholes, scales: Reals, out: Floats) -> None:
    """From the heads to the answer: win shares that add up to 1 over the seats in the game, and prestige at the end."""
    players = 4 if row[layout.PLAYERS + 2] != 0 else (3 if row[layout.PLAYERS + 1] != 0 else 2)
    for p in range(players, MAX_SEATS):
        out[p] = 0.0
        out[MAX_SEATS + p] = 0.0
    if row[layout.OVER] != 0:
        settle_truth(row, players, out)
        return
    sharpness = scales[SHARPNESS + players - 2 + (3 if row[layout.EXPANSION] != 0 else 0)]
    most = float(sums[0]) * scales[UNITS]
    for p in range(1, players):
        most = max(most, float(sums[p]) * scales[UNITS + p])
    total = 0.0
    for p in range(players):
        out[p] = exponential((float(sums[p]) * scales[UNITS + p] - most) * sharpness)
        total += float(out[p])
    for p in range(players):
        out[p] = float(out[p]) / total
        prestige = float(row[layout.SEATS + layout.SEAT_WIDTH * p + layout.PRESTIGE])
        to_come = float(sums[MAX_SEATS + p]) * scales[UNITS + MAX_SEATS + p] * PRESTIGE_UNIT
        out[MAX_SEATS + p] = prestige + to_come


@rule
def answer(
    count: int, weights: Shorts, biases: WholeTable, scales: Reals, rows: Rows, sums: WholeTable, inputs: ShortTable,
    pairs: Numbers, out: FloatTable,
) -> None:  # fmt: skip
    """The answer for the first rows, whose first layer is there: win share and prestige at the end by seat."""
    width = len(sums[0])
    first = ROW_WIDTH * width
    layer = FIRST_BIAS + 1
    least = scales[LEAST]
    for block in range(int(biases[COUNTS][0])):
        units = int(biases[COUNTS][1 + block])
        add_block(weights, first, biases[layer], biases[layer + 1], units, least, count, sums, inputs, pairs)
        first += 2 * width * units
        layer += 2
    for r in range(count):
        normalize(sums[r], least, inputs[r])
    begin_sums(biases[layer], OUTPUTS, count, sums)
    add_all_products(sums, LAYER, LANES, weights, first, inputs, width, count)
    for r in range(count):
        finish(rows[r], sums[LAYER + r], scales, out[r])


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
