"""The compiled and the plain engine are one: the same moves, and the same state after every one of them."""

import numpy as np
import pytest

from amyitis.engine.record import from_record, to_records
from amyitis.lab.batches import Batch
from amyitis.lab.playing import random_action
from amyitis.lab.variants import VARIANTS, Variant
from amyitis.rules import questions
from amyitis.rules.apply import apply
from amyitis.rules.checks.invariants import find_faults
from amyitis.rules.course.chance import MOVES, shuffler
from amyitis.rules.course.setup import new_game
from amyitis.rules.state import State
from amyitis.rules.switches import Switches
from tests.compiling import needs_compiler

GAMES = 17  # of each of the twelve variants: 204
SEED = 1000

pytestmark = needs_compiler


@pytest.mark.slow
@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_compiled_and_plain_engine_agree_after_every_move(variant: Variant) -> None:
    batch = Batch(variant, GAMES)
    batch.begin(SEED)
    states, deals = [State() for _ in range(GAMES)], [shuffler(SEED + i) for i in range(GAMES)]
    moves = [shuffler(SEED + i, MOVES) for i in range(GAMES)]
    for s, r in zip(states, deals, strict=True):
        variant.mark(s)
        new_game(s, variant.players, r)
    open_games = list(range(GAMES))
    while open_games:
        actions = batch.choose()
        assert batch.take(actions).sum() == len(open_games)
        for i in open_games:
            assert random_action(states[i], deals[i], moves[i]) == actions[i], f"seed {SEED + i}: another move"
            apply(states[i], int(actions[i]))
        same = batch.states[open_games] == to_records(states[i] for i in open_games)
        assert same.all(), f"seed {SEED + open_games[int(np.argmin(same))]}: another state"
        open_games = [i for i in open_games if states[i].asked != questions.OVER]
    assert [find_faults(s) for s in states] == [0] * GAMES


def test_a_record_becomes_the_plain_state_it_was_made_from() -> None:
    s = State()
    Switches(limited_supply=True, palace=True).mark(s)
    new_game(s, 3, shuffler(5))
    assert from_record(to_records([s])[0]) == s
