"""A choice by number is written out as a function that does the same, plain and compiled."""

import numpy as np
import pytest

from amyitis.engine.compiled import Compiler
from amyitis.engine.compiler.reach import fingerprint, reached_from, written_out
from amyitis.engine.record import blank_records
from amyitis.rules.rule import Dispatch, rule
from amyitis.rules.state import State
from tests.compiling import needs_compiler


@rule
def earn(s: State, p: int, amount: int) -> None:
    """A player earns something."""
    s.seats[p].talents += amount


@rule
def spend(s: State, p: int, amount: int) -> None:
    """A player spends something."""
    s.seats[p].talents -= amount


trade = Dispatch("trade", [earn, None, spend])


@rule
def trade_twice(s: State, number: int) -> None:
    """A choice inside a rule function."""
    trade(s, number, 1, 5)
    trade(s, number, 0, 2)


@pytest.mark.parametrize(("number", "talents"), [(0, [2, 5]), (2, [-2, -5])])
def test_it_is_written_out(number: int, talents: list[int]) -> None:
    plain, written = State(), State()
    trade_twice(plain, number)
    written_out(trade)(written, number, 1, 5)
    written_out(trade)(written, number, 0, 2)
    assert plain == written
    assert [plain.seats[p].talents for p in (0, 1)] == talents


def test_a_number_without_a_function_changes_nothing_when_written_out() -> None:
    s = State()
    written_out(trade)(s, 1, 0, 9)
    assert s == State()


def test_what_may_be_chosen_is_reached_and_counts_for_the_fingerprint(monkeypatch: pytest.MonkeyPatch) -> None:
    assert {earn, spend} <= set(reached_from(trade_twice))
    before = fingerprint(trade_twice, lambda name: name)
    monkeypatch.setitem(trade_twice.__globals__, "trade", Dispatch("trade", [spend, None, earn]))
    assert fingerprint(trade_twice, lambda name: name) != before


@needs_compiler
def test_it_is_compiled() -> None:
    records = blank_records(2)
    run = Compiler().compile(trade_twice)
    for number in (0, 1, 2):
        run(records[number // 2], number)
    assert np.array_equal(records["seats"]["talents"][:, :2], [[2, 5], [-2, -5]])
