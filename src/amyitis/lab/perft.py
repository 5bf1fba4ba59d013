"""Perft: how many sequences of decisions there are from the start of a game, for comparing engines.

Only decisions of players are counted. Deals are made by themselves and follow the seed: the deal of round k is the
k-th of the seed, whatever was played before.
"""

from dataclasses import dataclass
from typing import Any

from amyitis.engine.arrays import Numbers, States, copy_state
from amyitis.engine.compiled import compiling_allowed, engine
from amyitis.errors import Malformed
from amyitis.rules import questions
from amyitis.rules.apply import apply
from amyitis.rules.bits import count_bits, lowest_bit
from amyitis.rules.course.chance import draw_deal, shuffler
from amyitis.rules.course.scoring import ROUND_LIMIT
from amyitis.rules.course.setup import new_game
from amyitis.rules.questions import FIRST_ACTION, FIRST_DEAL
from amyitis.rules.rule import entry, rule
from amyitis.rules.state import State
from amyitis.rules.switches import NO_SWITCHES, Switches

from .batches import check_seeds
from .variants import Variant

STEPS_AT_ONCE = 1_000_000


@dataclass(frozen=True)
class Perft:
    """The numbers of sequences of 1, 2, ... decisions; and, if asked for, those of full length by first decision."""

    players: int
    seed: int
    switches: Switches
    counts: tuple[int, ...]
    divide: dict[int, int] | None  # by action id

    @property
    def depth(self) -> int:
        """The length of the longest sequences counted."""
        return len(self.counts)


@rule
def advance(s: State, action: int, deals: Numbers) -> None:
    """Apply a decision, and the deal if one is due after it."""
    apply(s, action)
    if s.asked == questions.DEAL:
        apply(s, FIRST_DEAL + deals[s.round_no])


@entry
def count_sequences(states: States, left: Numbers, deals: Numbers, counts: Numbers, place: Numbers) -> None:
    """Walk on through all sequences of decisions from the first state, one state for each depth; counts by length.

    `left` holds for each depth the answers still to be tried. The last decision of a sequence is counted, not made.
    `place` holds the depth to go on from, -1 when all is done, and how many steps may be made.
    """
    last = len(counts) - 1
    depth = place[0]
    steps = place[1]
    while depth >= 0 and steps > 0:
        steps -= 1
        if depth == last:
            counts[depth] += count_bits(left[depth])
            depth -= 1
        elif left[depth] == 0:
            depth -= 1
        else:
            answer = lowest_bit(left[depth])
            left[depth] &= left[depth] - 1
            counts[depth] += 1
            copy_state(states, depth, depth + 1)
            advance(states[depth + 1], FIRST_ACTION[states[depth].asked] + answer, deals)
            depth += 1
            left[depth] = states[depth].legal
    place[0] = depth


def perft(
    players: int,
    seed: int,
    depth: int,
    *,
    switches: Switches = NO_SWITCHES,
    divide: bool = False,
) -> Perft:
    """Count the sequences of 1 to `depth` decisions from the start of a seed's game."""
    variant = Variant(players, switches)
    check_seeds(seed, 1)
    if depth < 1:
        raise Malformed(f"perft needs a depth of at least 1, not {depth}")
    start, deals = start_of(variant, seed)
    if not divide:
        return Perft(players, seed, switches, tuple(_count(start, deals, depth)), None)
    counts = [0] * depth
    by_first = {}
    for answer in range(start.legal.bit_length()):
        if start.legal >> answer & 1:
            action = FIRST_ACTION[start.asked] + answer
            after = start.copy()
            advance(after, action, deals)
            below = [1, *(_count(after, deals, depth - 1) if depth > 1 else [])]
            counts = [total + part for total, part in zip(counts, below, strict=True)]
            by_first[action] = below[-1]
    return Perft(players, seed, switches, tuple(counts), by_first)


def start_of(variant: Variant, seed: int) -> tuple[State, list[int]]:
    """The first decision of a seed's game, and the deals of all its rounds."""
    s, r = State(), shuffler(seed)
    variant.mark(s)
    new_game(s, variant.players, r)
    deals = [draw_deal(s, r) for _ in range(ROUND_LIMIT)]
    apply(s, FIRST_DEAL + deals[0])
    return s, deals


def _count(start: State, deals: list[int], depth: int) -> list[int]:
    """Count from a state, compiled if that is allowed."""
    states: Any = [start.copy() for _ in range(depth)]
    arrays: Any = ([start.legal] + [0] * (depth - 1), deals, [0] * depth, [0, STEPS_AT_ONCE])
    if compiling_allowed():
        import numpy as np

        from amyitis.engine.record import to_records

        states = to_records(states)
        arrays = tuple(np.array(numbers, np.int64) for numbers in arrays)
    count = engine(count_sequences)
    while arrays[3][0] >= 0:  # compiled code hears no Ctrl-C: it is heard between two calls
        count(states, *arrays)
    return [int(number) for number in arrays[2]]
