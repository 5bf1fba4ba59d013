"""The self-test of the quick way: small functions of every kind, compiled, kept, loaded, called and compared.

Run in a process of its own (`python -m amyitis.engine.native.selftest`), since a wrong guess at what numba does inside
may end it. It prints `WORKS` if all results are those of the plain functions.
"""

import tempfile
from pathlib import Path
from typing import Any

import numpy as np

from amyitis.engine.arguments import type_names
from amyitis.engine.arrays import Numbers, Reals, States, Table, copy_state
from amyitis.engine.record import from_record, to_records
from amyitis.rules.bits import count_bits, lowest_bit, nth_bit
from amyitis.rules.journal import note
from amyitis.rules.rule import Dispatch, rule
from amyitis.rules.state import State

from .compiling import NativeCompiler
from .machine_code import Code, MachineCode
from .trust import WORKS

WEIGHTS = (3, 5, 7)
SHARES = (0.5, 0.25)


@rule
def earn(s: State, p: int, amount: int) -> None:
    """A part that changes a record."""
    s.seats[p].talents += amount
    note(s, 1_01, p, 0, amount, 0)


@rule
def pay(s: State, p: int, amount: int) -> None:
    """A part that changes a record the other way."""
    s.seats[p].talents -= amount


trade = Dispatch("trade", [earn, None, pay])


@rule
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


@rule
def half(number: float) -> float:
    """A real number for another."""
    return number / 2.0


@rule
def is_even(number: int) -> bool:
    """A truth."""
    return number % 2 == 0


@rule
def divide(a: int, b: int) -> int:
    """What may raise an exception."""
    return a // b


def compiled(compiler: NativeCompiler, function: Any, folder: Path) -> MachineCode:
    """A function made, kept and loaded again."""
    (code,) = compiler.compile([function], None)
    code.save(folder)
    loaded = Code.load(folder, *type_names(function))
    if loaded is None:
        raise AssertionError("machine code is not read back")
    return MachineCode(loaded)


def run() -> None:
    """Compare; raises whatever is wrong."""
    compiler = NativeCompiler()
    with tempfile.TemporaryDirectory() as name:
        quick = {one: compiled(compiler, one, Path(name)) for one in (mix, earn, half, is_even, divide)}
    states: list[State] = [State() for _ in range(5)]
    s, numbers, table, reals = State(), [1, 2, 3, 4, 5], [[6, 7], [8, 9]], [0.0] * 5
    records, one = to_records(states), to_records([s])
    arrays = [np.array(plain) for plain in (numbers, table, reals)]
    for yes in (True, False):
        expected = mix(states, numbers, table, reals, s, 6, 1.5, yes)
        found = quick[mix](records, *arrays, one[0], 6, 1.5, yes)
        same_arrays = [array.tolist() for array in arrays] == [numbers, table, reals]
        same_states = [from_record(record) for record in (*records, one[0])] == [*states, s]
        if found != expected or not same_arrays or not same_states:
            raise AssertionError(f"{found} is not {expected}, or the arrays differ")
    if quick[earn](one[0], 1, 4) is not None or one[0]["seats"][1]["talents"] != 4:
        raise AssertionError("a record was not changed")
    if (quick[half](3.0), quick[is_even](4), quick[is_even](5), quick[divide](7, 2)) != (1.5, True, False, 3):
        raise AssertionError("a number or a truth is not what it should be")
    try:
        quick[divide](1, 0)
    except ZeroDivisionError:
        return
    raise AssertionError("an exception is not raised")


if __name__ == "__main__":
    run()
    print(WORKS)
