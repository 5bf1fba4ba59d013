"""Games of a network without a search against itself, in one compiled loop: the moves are all that is kept."""

from typing import Any

import numpy as np

from amyitis.engine.arrays import Numbers, Reals, Rows, Shorts, ShortTable, Shufflers, States, WholeTable
from amyitis.engine.compiled import compiling_allowed, engine
from amyitis.engine.record import SHUFFLER_DTYPE, blank_records
from amyitis.errors import AmyitisError
from amyitis.lab.playing import begin_game
from amyitis.lab.variants import Variant
from amyitis.nets.forward import FloatTable
from amyitis.nets.network import Network
from amyitis.rules import questions
from amyitis.rules.apply import apply
from amyitis.rules.bits import count_bits, nth_bit
from amyitis.rules.course.chance import MASK, Shuffler, draw_below, draw_deal
from amyitis.rules.questions import FIRST_ACTION, FIRST_DEAL
from amyitis.rules.rule import entry
from amyitis.rules.state import State
from amyitis.search.net_tree import TRIAL, best_look, look_at_moves

PLAYED = TRIAL + 1
DEALS, MOVES = 0, 1  # the generators of a game; a network needs none for its own moves
NOBODY = -1
MOST_MOVES = 6000


@entry
def play_bare(
    states: States, shufflers: Shufflers, low: int, high: int, players: int, tried: int, moves: Numbers,
    weights: Shorts, biases: WholeTable, scales: Reals, rows: Rows, sums: WholeTable,
    inputs: ShortTable, pairs: Numbers, out: FloatTable,
) -> int:  # fmt: skip
    """Play the game of a seed with a network that looks at every move; returns how many were made, deals included.

    The first action of the seat at the place `tried` of the turn order is drawn at random, unless that is NOBODY.
    """
    begin_game(states[PLAYED], shufflers[DEALS], shufflers[MOVES], low, high, players)
    made = 0
    while states[PLAYED].asked != questions.OVER and made < len(moves):
        s = states[PLAYED]
        if s.asked == questions.DEAL:
            moves[made] = FIRST_DEAL + draw_deal(s, shufflers[DEALS])
        elif tried >= 0 and s.asked == questions.ACTION and s.seat == (s.first + tried) % players:
            moves[made] = FIRST_ACTION[s.asked] + nth_bit(s.legal, draw_below(shufflers[MOVES], count_bits(s.legal)))
            tried = NOBODY
        else:
            count = look_at_moves(states, PLAYED, weights, biases, scales, rows, sums, inputs, pairs, out)
            moves[made] = FIRST_ACTION[s.asked] + nth_bit(s.legal, best_look(out, count, players))
        apply(s, moves[made])
        made += 1
    return made


def bare_moves(network: Network, variant: Variant, seed: int) -> list[int]:
    """The moves of the game of a seed, deals included, if a network without a search holds all seats.

    Raises AmyitisError for a game that does not end.
    """
    return bare_game(network, variant, seed)[0]


def bare_game(network: Network, variant: Variant, seed: int, tried: int = NOBODY) -> tuple[list[int], list[int]]:
    """The moves of such a game, and the prestige of every seat at its end; `tried` as in `play_bare`.

    Raises AmyitisError for a game that does not end.
    """
    states: Any
    shufflers: Any
    moves: Any  # a plain state holds Python's numbers
    end: Any
    if compiling_allowed():
        states, shufflers, moves = blank_records(2), np.zeros(2, SHUFFLER_DTYPE), np.zeros(MOST_MOVES, np.int64)
        variant.mark(states)
    else:
        states, shufflers, moves = [State(), State()], [Shuffler(), Shuffler()], [0] * MOST_MOVES
        variant.mark(states[PLAYED])
    made = engine(play_bare)(
        states, shufflers, seed & MASK, seed >> 32, variant.players, tried, moves,
        *network.arguments,
    )  # fmt: skip
    if made == MOST_MOVES:
        raise AmyitisError(f"the game of seed {seed} does not end")
    end = states[PLAYED]
    prestige = [seat.prestige for seat in end.seats] if isinstance(end, State) else end["seats"]["prestige"].tolist()
    return [int(move) for move in moves[:made]], prestige[: variant.players]
