"""The engine's speed as a ratio that means the same on a slow machine: against a fixed small loop, side by side.

The loop is compiled by the same compiler and is of the same kind as a game: random numbers, small tables, branches that
cannot be foreseen. It must never change, or the ratios kept in `benchmarks/speed.json` lose their meaning.
"""

import time
from dataclasses import dataclass

import numpy as np

from amyitis.engine.arrays import Numbers
from amyitis.engine.compiled import engine
from amyitis.lab.batches import Batch
from amyitis.lab.playing import DECISIONS
from amyitis.lab.variants import Variant
from amyitis.rules.bits import count_bits
from amyitis.rules.rule import rule

ROUNDS = 300_000
GAMES = 60
REPEATS = 60


@rule
def next_number(x: int) -> int:
    """The next of a row of random numbers (xorshift, 32 bits)."""
    x ^= (x << 13) & 0xFFFFFFFF
    x ^= x >> 17
    return x ^ ((x << 5) & 0xFFFFFFFF)


@rule
def fixed_loop(table: Numbers, rounds: int) -> int:
    """Walk through a small table on four ways at once, changing it on the way: a core is kept busy, as by a game."""
    a, b, c, d = 0x9E3779B9, 0x7F4A7C15, 0xF39CC060, 0x5CEDC834
    total = 0
    for _ in range(rounds):
        a, b, c, d = next_number(a), next_number(b), next_number(c), next_number(d)
        value = table[a & 63] + table[b & 63] + count_bits(c ^ d)
        if value & 7 == 0:
            table[c & 63] = value // 5 + (d & 255)
        elif c & 16 == 0:
            table[d & 63] = (3 * table[(a + b) & 63] + value) & 0xFFFFF
        else:
            total += value ^ table[(b ^ c) & 63]
    return total


@dataclass(frozen=True)
class Speed:
    """Decisions and rounds of the fixed loop per second, both at their best, and how many decisions make a round."""

    players: int
    decisions_per_second: float
    rounds_per_second: float

    @property
    def ratio(self) -> float:
        """Decisions in the time of a thousand rounds of the fixed loop."""
        return 1000 * self.decisions_per_second / self.rounds_per_second


def measure_speed(players: int, repeats: int = REPEATS) -> Speed:
    """Measure both by turns, in short pieces of processor time; of each the best counts: disturbances only slow."""
    loop, table = engine(fixed_loop), np.arange(64, dtype=np.int64)
    batch = Batch(Variant(players), GAMES)
    decisions = rounds = 0.0
    for _ in range(repeats):
        started = time.thread_time()
        loop(table, ROUNDS)
        rounds = max(rounds, ROUNDS / (time.thread_time() - started))
        batch.begin(1)
        started = time.thread_time()
        results = batch.play()
        seconds = time.thread_time() - started
        decisions = max(decisions, int(results[:, DECISIONS].sum()) / seconds)
    return Speed(players, decisions, rounds)
