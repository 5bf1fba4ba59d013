"""From a network's weights to the whole numbers that play: 16 bits for weights and inputs, 32 for their sums.

Every scale is a power of 2 (but for the length of a row behind a layer norm), so that equal weights become equal
numbers on every machine. That no sum can be too large follows from the numbers themselves:

- In the first layer, no input is above 255.
- A row behind a layer norm has the length `LENGTH` as a vector, so its product with a column of weights is no more
  than `LENGTH` times the column's length, whichever part of it has been added.
- The inputs of a block's second layer are the upper halves of such sums, of which the largest is known.

Units of a block on which nothing depends are left out (`training/pruning.py` makes them so).

What belongs to a layer norm is taken into the layer behind it: its gain into the weights, its shift into the biases.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from amyitis.engine.products import LANES
from amyitis.engine.record import aligned

from .cards import NetworkRefused
from .forward import COARSER, FINER, INPUTS, LENGTH, OUTPUTS, ROW_WIDTH, TINY, UPPER_HALF

Reals = NDArray[np.float64]

LARGEST_INPUT = 255
LARGEST_SHORT = (1 << 15) - 1
LARGEST_SUM = (1 << 31) - 1
LARGEST_SQUARES = 1 << 63  # of deviations, which may be twice as large as the largest sum
WIDEST = 1024
ROUNDING = 1.001  # by more than rounding its numbers makes a row or a column longer that is no wider


@dataclass(frozen=True)
class Quantized:
    """A network in whole numbers, as the forward pass takes them."""

    width: int
    weights: NDArray[np.int16]
    biases: NDArray[np.int32]  # how many blocks there are and how many units each has, then a row for each layer
    scales: Reals

    def packed(self) -> bytes:
        """All of it as one file, for a page: the width, how many of each, and then the scales, biases and weights."""
        parts = (self.scales.astype("<f8"), self.biases.astype("<i4"), self.weights.astype("<i2"))
        counts = np.array([self.width, *(array.size for array in parts)], "<u4")
        return b"".join(array.tobytes() for array in (counts, *parts))


def quantize(weights: NDArray[np.float32], sharpness: Reals, hidden: int, blocks: int) -> Quantized:
    """The network in whole numbers; raises NetworkRefused if it does not fit them."""
    if hidden % LANES or not 0 < hidden <= WIDEST:
        raise NetworkRefused(f"a network must be {LANES} to {WIDEST} wide in steps of {LANES}, not {hidden}")
    if blocks >= hidden:
        raise NetworkRefused(f"a network that is {hidden} wide has fewer blocks than that, not {blocks}")
    finest = _finest(np.abs(_Taker(weights)(INPUTS, hidden)).max(), LARGEST_SHORT)
    for fine in range(int(finest), -1, -1):
        quantized = _quantized(_Taker(weights), sharpness, hidden, blocks, fine)
        if quantized is not None:
            return quantized
    raise NetworkRefused("the weights of a network are too large for whole numbers")


class _Taker:
    """Takes layers of one array, in their order."""

    def __init__(self, weights: NDArray[np.float32]) -> None:
        self._weights, self._at = weights, 0

    def __call__(self, *shape: int) -> Reals:
        """The next numbers, in this shape."""
        count = int(np.prod(shape))
        self._at += count
        return self._weights[self._at - count : self._at].reshape(shape).astype(np.float64)

    def behind_norm(self, hidden: int, outputs: int) -> tuple[Reals, Reals]:
        """The gain and the shift of a layer norm, and the layer behind it, as one layer."""
        gain, shift, matrix, bias = self(hidden), self(hidden), self(hidden, outputs), self(outputs)
        return matrix * gain[:, None], (matrix * shift[:, None]).sum(0) + bias


def _quantized(take: _Taker, sharpness: Reals, hidden: int, blocks: int, fine: int) -> Quantized | None:
    """The network with residual sums of so many bits behind the point; None if these are too many."""
    first, bias = _rounded(take(INPUTS, hidden), fine), _rounded(take(hidden), fine)
    least = hidden * TINY * 4.0**fine
    length = LENGTH * ROUNDING * np.sqrt(1 + hidden * 4.0 ** (COARSER - 1) / least)
    residual = (LARGEST_INPUT * np.abs(first)).sum(0) + np.abs(bias)
    padded = np.zeros((ROW_WIDTH, hidden))
    padded[:INPUTS] = first
    weights, biases, counts = [_by_pair(padded)], [bias], [blocks]
    for _ in range(blocks):
        (matrix, bias), behind = take.behind_norm(hidden, hidden), take(hidden, hidden)
        units = _used_units(behind)
        inner = _inner_layer(matrix[:, units], bias[units], length)
        outer = _outer_layer(behind[units], take(hidden), fine, inner)
        if outer is None:
            return None
        weights += [_by_column(inner.matrix), _by_pair(outer[0])]
        biases += [inner.bias + (1 << UPPER_HALF - 1), outer[1]]
        counts.append(len(units))
        residual += LARGEST_SUM >> FINER
    if hidden * (residual.max() / (1 << COARSER - 1)) ** 2 >= LARGEST_SQUARES:
        return None
    heads = _inner_layer(*take.behind_norm(hidden, OUTPUTS), length)
    padded = np.zeros((hidden, LANES))
    padded[:, :OUTPUTS] = heads.matrix
    whole = np.concatenate([*weights, _by_column(padded)])
    shorts = aligned(whole.shape, np.int16)
    shorts[:] = whole
    return Quantized(
        hidden,
        shorts,
        np.array([np.pad(sums, (0, hidden - len(sums))) for sums in (np.array(counts), *biases, heads.bias)], np.int32),
        np.concatenate(([least], 1.0 / heads.units, sharpness)).astype(np.float64),
    )


@dataclass(frozen=True)
class _Layer:
    """A layer behind a layer norm: its numbers, what a sum of 1 is in each column, and the largest sum."""

    matrix: Reals
    bias: Reals
    units: Reals
    most: Reals


def _inner_layer(matrix: Reals, bias: Reals, length: float) -> _Layer:
    """Each column as fine as fits, for rows that are no longer than this.

    No finer than by what is cut off a sum to be the next input: what an input has in bits, its weights have not.
    """
    unit = LENGTH / np.sqrt(len(matrix))  # what 1 is behind a layer norm
    room = LARGEST_SUM - (1 << UPPER_HALF)
    lengths = ROUNDING * length * np.sqrt((matrix**2).sum(0)) + np.abs(bias) * unit
    fine = np.minimum(_finest(lengths, room), _finest(np.abs(matrix).max(0), LARGEST_SHORT))
    fine = np.minimum(fine, UPPER_HALF)
    matrix, bias = _rounded(matrix, fine), np.rint(bias * unit * 2.0**fine)
    return _Layer(matrix, bias, unit * 2.0**fine, length * np.sqrt((matrix**2).sum(0)) + np.abs(bias))


def _used_units(behind: Reals) -> NDArray[np.intp]:
    """The units of a block on which anything behind them depends, and so many others that they are whole vectors."""
    is_used = behind.any(1)
    order = np.argsort(~is_used, kind="stable")
    return np.sort(order[: max(1, -(-is_used.sum() // LANES)) * LANES])


def _outer_layer(matrix: Reals, bias: Reals, fine: int, inner: _Layer) -> tuple[Reals, Reals] | None:
    """The second layer of a block for such residual sums, its biases with what rounds; None if it does not fit."""
    largest = np.floor(inner.most / (1 << UPPER_HALF)) + 1
    inputs = inner.units / (1 << UPPER_HALF)
    numbers = np.rint(matrix / inputs[:, None] * 2.0 ** (fine + FINER))
    whole = _rounded(bias, fine + FINER) + (1 << FINER - 1)
    sums = (largest[:, None] * np.abs(numbers)).sum(0) + np.abs(whole)
    fits = np.abs(numbers).max() <= LARGEST_SHORT and sums.max() <= LARGEST_SUM
    return (numbers, whole) if fits else None


def _finest(size: Any, room: int) -> Any:
    """The bits behind the point with which a number of this size just fits."""
    return np.floor(np.log2(room / np.maximum(size, 1e-3))).astype(int)


def _rounded(numbers: Reals, fine: Any) -> Reals:
    """Numbers with so many bits behind the point, as whole numbers."""
    rounded: Reals = np.rint(numbers * 2.0**fine)
    return rounded


def _by_pair(matrix: Reals) -> Reals:
    """For each pair of inputs, for each output, the weights of both."""
    inputs, outputs = matrix.shape
    return matrix.reshape(inputs // 2, 2, outputs).transpose(0, 2, 1).reshape(-1)


def _by_column(matrix: Reals) -> Reals:
    """The same for each block of columns by itself."""
    return np.concatenate([_by_pair(matrix[:, at : at + LANES]) for at in range(0, matrix.shape[1], LANES)])
