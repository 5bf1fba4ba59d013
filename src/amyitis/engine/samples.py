"""Small rule functions of every kind, with which machine code is tested before it is trusted.

Numba's quick way is tested with them in a process of its own (`native/selftest.py`), code that comes with the package
when it is first used (`prebuilt/loading.py`).
"""

from collections.abc import Callable, Mapping
from math import exp
from typing import Any

import numpy as np

from amyitis.rules.bits import count_bits, lowest_bit, nth_bit
from amyitis.rules.journal import note
from amyitis.rules.rule import Dispatch, entry, rule
from amyitis.rules.state import State

from .arrays import Numbers, Reals, Shorts, ShortTable, States, Table, WholeTable, copy_state
from .products import LANES, add_all_products, add_products
from .record import from_record, to_records

WEIGHTS = (3, 5, 7)
SHARES = (0.5, 0.25)

Function = Callable[..., Any]


@entry
def earn(s: State, p: int, amount: int) -> None:
    """A part that changes a record."""
    s.seats[p].talents += amount
    note(s, 1_01, p, 0, amount, 0)


@rule
def pay(s: State, p: int, amount: int) -> None:
    """A part that changes a record the other way."""
    s.seats[p].talents -= amount


trade = Dispatch("trade", [earn, None, pay])


@entry
def mix(
    states: States, numbers: Numbers, table: Table, reals: Reals, s: State, times: int, share: float, yes: bool
) -> int:
    """Every kind of argument at once, read and written, with primitives, tables and a choice by number."""
    total = 0
    for i in range(len(states)):
        trade(states[i], 2 * (i & 1), i % 4, times)
        copy_state(states, i, (i + 1) % len(states))
        numbers[i] += WEIGHTS[i % 3] * table[i % 2][1] + count_bits(times) + nth_bit(0b10110, i % 3)
        table[i % 2][0] = numbers[i] + lowest_bit(times)
        reals[i] = share * SHARES[i % 2] + numbers[i]
        total += states[i].seats[i % 4].talents + numbers[i]
    s.round_no = total % 100
    return total if yes else -total


@entry
def grown(number: float) -> float:
    """A function of the C library."""
    return exp(number / 2.0)


@entry
def is_even(number: int) -> bool:
    """A truth."""
    return number % 2 == 0


@entry
def divide(a: int, b: int) -> int:
    """What may raise an exception."""
    return a // b


@entry
def multiply(sums: WholeTable, weights: Shorts, inputs: ShortTable, pairs: Numbers) -> None:
    """The products of a network's layers: to the first row of sums those of listed pairs, to each other all."""
    add_products(sums, 0, weights, 0, inputs, 0, pairs, len(pairs))
    add_all_products(sums, 1, len(sums[0]), weights, 0, inputs, len(inputs[0]), len(inputs))


SAMPLES: tuple[Function, ...] = (mix, earn, grown, is_even, divide, multiply)


def check(compiled: Mapping[Function, Function]) -> None:
    """Compare what compiled samples do with what the plain ones do; raises AssertionError for what differs."""
    states: list[State] = [State() for _ in range(5)]
    s, numbers, table, reals = State(), [1, 2, 3, 4, 5], [[6, 7], [8, 9]], [0.0] * 5
    records, single = to_records(states), to_records([s])
    arrays = [np.array(plain) for plain in (numbers, table, reals)]
    for yes in (True, False):
        expected = mix(states, numbers, table, reals, s, 6, 1.5, yes)
        total = compiled[mix](records, *arrays, single[0], 6, 1.5, yes)
        same_arrays = [array.tolist() for array in arrays] == [numbers, table, reals]
        same_states = [from_record(record) for record in (*records, single[0])] == [*states, s]
        if total != expected or not same_arrays or not same_states:
            raise AssertionError(f"{total} is not {expected}, or the arrays differ")
    if compiled[earn](single[0], 1, 4) is not None or single[0]["seats"][1]["talents"] != 4:
        raise AssertionError("a record was not changed")
    truths = compiled[is_even](4), compiled[is_even](5), compiled[divide](7, 2)
    if truths != (True, False, 3) or abs(compiled[grown](3.0) - grown(3.0)) > 1e-12:
        raise AssertionError("a number or a truth is not what it should be")
    _check_products(compiled[multiply])
    try:
        compiled[divide](1, 0)
    except ZeroDivisionError:
        return
    raise AssertionError("an exception is not raised")


def _check_products(compiled: Function) -> None:
    """Compare products of as many rows and columns as are worked on at once, and of those that are left."""
    rows, columns, pairs = 7, 21, 3
    weights, inputs = (
        (np.arange(count) * 7919 % 24_001 - 12_000).astype(np.int16)
        for count in (columns * LANES * pairs * 2, rows * pairs * 2)
    )
    sums = np.ones((1 + rows, columns * LANES), np.int32)
    compiled(sums, weights, inputs.reshape(rows, -1), np.array([0, 2]))
    whole, both = weights.astype(np.int64), inputs.reshape(rows, pairs, 2).astype(np.int64)
    first = np.einsum("ki,kji->j", both[0, [0, 2]], whole.reshape(pairs, -1, 2)[[0, 2]])
    others = np.einsum("rki,ckji->rcj", both, whole.reshape(columns, pairs, LANES, 2)).reshape(rows, -1)
    if (sums != np.vstack((first, others)) + 1).any():
        raise AssertionError("sums of products are not what they should be")
