"""From a network's weights to the whole numbers that play: 16 bits for weights and inputs, 32 for their sums.

Every scale is a power of 2, so that equal weights become equal numbers on every machine. A layer is as fine as fits:

- No weight needs more than 16 bits.
- No sum needs more than 32: no input of the first layer is above 255, no output of a layer above `LARGEST_OUTPUT`.
- 1 has at most `UNIT_BITS` bits in an output, so outputs are cut off at 32 or more, which games do not reach.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import prod

import numpy as np
from numpy.typing import NDArray

from amyitis.engine.products import LANES
from amyitis.engine.record import aligned

from .cards import NetworkRefused
from .forward import FIRST_SHIFT, INPUTS, LARGEST_OUTPUT, OUTPUTS, ROW_WIDTH, SHIFT, UNIT_BITS

Reals = NDArray[np.float64]

LARGEST_INPUT = 255
LARGEST_SHORT = (1 << 15) - 1
LARGEST_SUM = (1 << 31) - 1
WIDEST = 1024


@dataclass(frozen=True)
class Quantized:
    """A network in whole numbers, as the forward pass takes them."""

    width: int  # of the first layer, with what is direct
    weights: NDArray[np.int16]
    biases: NDArray[np.int32]  # the number of layers before the heads and their widths, then a row for each layer
    scales: Reals

    def packed(self) -> bytes:
        """All of it as one file, for a page: the width, how many of each, and then the scales, biases and weights."""
        parts = (self.scales.astype("<f8"), self.biases.astype("<i4"), self.weights.astype("<i2"))
        counts = np.array([self.width, *(array.size for array in parts)], "<u4")
        return b"".join(array.tobytes() for array in (counts, *parts))


@dataclass(frozen=True)
class _Layer:
    """A layer in whole numbers, and how many bits behind the point its sums have."""

    matrix: Reals
    bias: Reals
    bits: int


def check_widths(widths: Sequence[int], name: str) -> None:
    """Raise NetworkRefused unless layers of these widths can play."""
    for width in widths:
        if width % LANES or not 0 < width <= WIDEST:
            raise NetworkRefused(
                f"network {name}: a layer must be {LANES} to {WIDEST} wide in steps of {LANES}, not {width}"
            )
    if not widths or list(widths) != sorted(widths, reverse=True) or len(widths) >= LANES:
        raise NetworkRefused(
            f"network {name} has 1 to {LANES - 1} layers, none wider than the one before, not {list(widths)}"
        )


def quantize(weights: NDArray[np.float32], sharpness: Reals, widths: Sequence[int]) -> Quantized:
    """The network in whole numbers; raises NetworkRefused if it does not fit them."""
    at = 0

    def take(*shape: int) -> Reals:
        nonlocal at
        at += prod(shape)
        return weights[at - prod(shape) : at].reshape(shape).astype(np.float64)

    matrices = [(take(inputs, outputs), take(outputs)) for inputs, outputs in pairwise((INPUTS, *widths, OUTPUTS))]
    direct = _layer(np.pad(take(INPUTS, OUTPUTS), ((0, 0), (0, LANES - OUTPUTS))), np.zeros(LANES), LARGEST_INPUT, 0, 0)
    layers = [_layer(*matrices[0], LARGEST_INPUT, 0, FIRST_SHIFT)]
    bits = layers[0].bits - FIRST_SHIFT
    for matrix, bias in matrices[1:-1]:
        layers.append(_layer(matrix, bias, LARGEST_OUTPUT, bits, SHIFT))
        bits = layers[-1].bits - SHIFT
    matrix, bias = (np.pad(part, [(0, 0)] * (part.ndim - 1) + [(0, LANES - OUTPUTS)]) for part in matrices[-1])
    layers.append(_layer(matrix, bias, LARGEST_OUTPUT, bits, 0))
    first = np.pad(np.hstack((layers[0].matrix, direct.matrix)), ((0, ROW_WIDTH - INPUTS), (0, 0)))
    whole = np.concatenate([_by_pair(first), *(_by_column(layer.matrix) for layer in layers[1:])])
    shorts = aligned(whole.shape, np.int16)
    shorts[:] = whole
    width = first.shape[1]
    rows = [np.array([len(widths), *widths]), *(layer.bias for layer in layers)]
    return Quantized(
        width,
        shorts,
        np.array([np.pad(row, (0, width - len(row))) for row in rows], np.int32),
        np.concatenate(([0.5 ** layers[-1].bits, 0.5**direct.bits], sharpness)).astype(np.float64),
    )


def _layer(matrix: Reals, bias: Reals, largest: int, bits: int, shift: int) -> _Layer:
    """A layer as fine as fits, for inputs no larger than this, with so many bits behind the point.

    The shift takes bits off its sums, so what rounds them is in the bias; without a shift sums are as fine as fits.
    """
    most = UNIT_BITS + shift if shift else LARGEST_SUM.bit_length()
    for fine in range(most - bits, -1, -1):
        whole = np.rint(matrix * 2.0**fine)
        sums = np.rint(bias * 2.0 ** (fine + bits)) + (1 << shift >> 1)
        bound = largest * np.maximum(whole.clip(0).sum(0), -whole.clip(max=0).sum(0)) + np.abs(sums)
        if np.abs(whole).max() <= LARGEST_SHORT and bound.max() <= LARGEST_SUM:
            return _Layer(whole, sums, fine + bits)
    raise NetworkRefused("the weights of a network are too large for whole numbers")


def _by_pair(matrix: Reals) -> Reals:
    """For each pair of inputs, for each output, the weights of both."""
    inputs, outputs = matrix.shape
    return matrix.reshape(inputs // 2, 2, outputs).transpose(0, 2, 1).reshape(-1)


def _by_column(matrix: Reals) -> Reals:
    """The same for each block of columns by itself."""
    return np.concatenate([_by_pair(matrix[:, at : at + LANES]) for at in range(0, matrix.shape[1], LANES)])
