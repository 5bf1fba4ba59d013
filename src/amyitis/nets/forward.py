"""The forward pass of a network, as rule functions: no framework is needed to play.

A network is a residual one: a first layer, blocks of two layers each behind a layer norm, a last layer norm and the
heads. All its numbers lie in one array, in this order; behind them lies how sharp its win shares are, for each kind of
game (`KINDS`). Rows are worked on together, so that each
weight is fetched once for all of them; and the first layer, most of whose inputs are 0 and alike in the positions
after the moves of one moment, is only worked out for what differs from the first row.
"""

from math import exp, sqrt
from typing import Any, Protocol

import numpy as np

from amyitis.box.tables import MAX_SEATS
from amyitis.engine.arrays import Row, Rows, multiply_add
from amyitis.engine.record import ARRAY_TYPES
from amyitis.rules.rule import rule

from . import layout


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
OUTPUTS = 2 * MAX_SEATS  # by seat from the viewer's to the left: what the win share is made of, prestige to come
PRESTIGE_UNIT = 20.0  # the prestige to come is told in units of so much
KINDS = 6  # of games: 2, 3, 4 players, and the same with the Palace expansion
TINY = 1e-5  # keeps a layer norm from dividing by 0


@rule
def add_row(target: Floats, factor: float, source: Floats) -> None:
    """Add a row of numbers, times a factor, to another."""
    times = np.float32(factor)
    for j in range(len(target)):
        target[j] = multiply_add(times, source[j], target[j])


@rule
def add_four(target: Floats, weights: Floats, first: int, a: Floats, i: int) -> None:
    """Add four rows of weights, each times its input, to the outputs of a row."""
    width = len(target)
    w0 = weights[first : first + width]
    w1 = weights[first + width : first + 2 * width]
    w2 = weights[first + 2 * width : first + 3 * width]
    w3 = weights[first + 3 * width : first + 4 * width]
    a0, a1, a2, a3 = a[i], a[i + 1], a[i + 2], a[i + 3]
    for j in range(width):
        sums = multiply_add(a0, w0[j], target[j])
        sums = multiply_add(a1, w1[j], sums)
        sums = multiply_add(a2, w2[j], sums)
        target[j] = multiply_add(a3, w3[j], sums)


@rule
def add_four_twice(
    target: Floats, other_target: Floats, weights: Floats, first: int, a: Floats, b: Floats, i: int
) -> None:
    """The same for two rows at once: each weight is fetched once for both."""
    width = len(target)
    w0 = weights[first : first + width]
    w1 = weights[first + width : first + 2 * width]
    w2 = weights[first + 2 * width : first + 3 * width]
    w3 = weights[first + 3 * width : first + 4 * width]
    a0, a1, a2, a3 = a[i], a[i + 1], a[i + 2], a[i + 3]
    b0, b1, b2, b3 = b[i], b[i + 1], b[i + 2], b[i + 3]
    for j in range(width):
        sums = multiply_add(a0, w0[j], target[j])
        others = multiply_add(b0, w0[j], other_target[j])
        sums = multiply_add(a1, w1[j], sums)
        others = multiply_add(b1, w1[j], others)
        sums = multiply_add(a2, w2[j], sums)
        others = multiply_add(b2, w2[j], others)
        target[j] = multiply_add(a3, w3[j], sums)
        other_target[j] = multiply_add(b3, w3[j], others)


@rule
def first_layer(weights: Floats, rows: Rows, count: int, x: FloatTable) -> None:
    """The first layer for so many rows: the first in full, of the others only what differs from it."""
    hidden = len(x[0])
    bias = weights[INPUTS * hidden : (INPUTS + 1) * hidden]
    for j in range(hidden):
        x[0][j] = bias[j]
    for i in range(INPUTS):
        if rows[0][i] != 0:
            add_row(x[0], float(rows[0][i]), weights[i * hidden : (i + 1) * hidden])
    for r in range(1, count):
        for j in range(hidden):
            x[r][j] = x[0][j]
        for i in range(INPUTS):
            if rows[r][i] != rows[0][i]:
                change = float(rows[r][i]) - float(rows[0][i])
                add_row(x[r], change, weights[i * hidden : (i + 1) * hidden])


@rule
def normalise(x: Floats, gain: Floats, shift: Floats, y: Floats) -> None:
    """A layer norm."""
    width = len(x)
    total = 0.0
    for j in range(width):
        total += x[j]
    mean = total / width
    squares = 0.0
    for j in range(width):
        squares += (x[j] - mean) * (x[j] - mean)
    scale = np.float32(1.0 / sqrt(squares / width + TINY))
    middle = np.float32(mean)
    for j in range(width):
        y[j] = (x[j] - middle) * scale * gain[j] + shift[j]


@rule
def add_layer(weights: Floats, at: int, a: FloatTable, count: int, target: FloatTable) -> int:
    """Add a layer's outputs for so many rows to what is there; returns where the next layer's weights begin."""
    inputs, outputs = len(a[0]), len(target[0])
    for i in range(0, inputs, 4):
        for r in range(1, count, 2):
            add_four_twice(target[r - 1], target[r], weights, at + i * outputs, a[r - 1], a[r], i)
        if count % 2 == 1:
            add_four(target[count - 1], weights, at + i * outputs, a[count - 1], i)
    at += inputs * outputs
    bias = weights[at : at + outputs]
    for r in range(count):
        for j in range(outputs):
            target[r][j] += bias[j]
    return at + outputs


@rule
def clear_rows(target: FloatTable, count: int) -> None:
    """Fill rows with zeros."""
    for r in range(count):
        for j in range(len(target[r])):
            target[r][j] = np.float32(0.0)


@rule
def add_block(weights: Floats, at: int, x: FloatTable, y: FloatTable, h: FloatTable, count: int) -> int:
    """A residual block; returns where the next one's weights begin."""
    hidden = len(x[0])
    for r in range(count):
        normalise(x[r], weights[at : at + hidden], weights[at + hidden : at + 2 * hidden], y[r])
    clear_rows(h, count)
    at = add_layer(weights, at + 2 * hidden, y, count, h)
    for r in range(count):
        for j in range(hidden):
            h[r][j] = h[r][j] if h[r][j] > np.float32(0.0) else np.float32(0.0)
    return add_layer(weights, at, h, count, x)


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
def finish(row: Row, sharpness: Floats, out: Floats) -> None:
    """From the heads to the answer: win shares that add up to 1 over the seats in the game, and prestige at the end."""
    players = 4 if row[layout.PLAYERS + 2] != 0 else (3 if row[layout.PLAYERS + 1] != 0 else 2)
    for p in range(players, MAX_SEATS):
        out[p] = 0.0
        out[MAX_SEATS + p] = 0.0
    if row[layout.OVER] != 0:
        settle_truth(row, players, out)
        return
    kind = players - 2 + (3 if row[layout.EXPANSION] != 0 else 0)
    most = float(out[0])
    for p in range(1, players):
        most = max(most, float(out[p]))
    total = 0.0
    for p in range(players):
        total += exp((float(out[p]) - most) * float(sharpness[kind]))
    for p in range(players):
        out[p] = exp((float(out[p]) - most) * float(sharpness[kind])) / total
        prestige = float(row[layout.SEATS + layout.SEAT_WIDTH * p + layout.PRESTIGE])
        out[MAX_SEATS + p] = prestige + float(out[MAX_SEATS + p]) * PRESTIGE_UNIT


@rule
def evaluate(
    weights: Floats, blocks: int, rows: Rows, count: int, x: FloatTable, y: FloatTable, h: FloatTable, out: FloatTable
) -> None:
    """The answer for the first `count` rows: win share and prestige at the end by seat, the viewer's first.

    The tables x, y and h are room to work in: as many rows, and as many numbers in each as a layer has.
    """
    hidden = len(x[0])
    first_layer(weights, rows, count, x)
    at = (INPUTS + 1) * hidden
    for _ in range(blocks):
        at = add_block(weights, at, x, y, h, count)
    for r in range(count):
        normalise(x[r], weights[at : at + hidden], weights[at + hidden : at + 2 * hidden], y[r])
    clear_rows(out, count)
    add_layer(weights, at + 2 * hidden, y, count, out)
    for r in range(count):
        finish(rows[r], weights[len(weights) - KINDS :], out[r])
