"""Games of a network without a search against itself, in one compiled loop: the moves are all that is kept."""

from typing import Any

import numpy as np

from amyitis.engine.arrays import Numbers, Rows, Shufflers, States
from amyitis.engine.compiled import compiling_allowed, engine
from amyitis.engine.record import SHUFFLER_DTYPE, blank_records
from amyitis.errors import AmyitisError
from amyitis.lab.playing import begin_game
from amyitis.lab.variants import Variant
from amyitis.nets.forward import Floats, FloatTable
from amyitis.nets.network import Network
from amyitis.rules import questions
from amyitis.rules.apply import apply
from amyitis.rules.bits import nth_bit
from amyitis.rules.course.chance import MASK, Shuffler, draw_deal
from amyitis.rules.questions import FIRST_ACTION, FIRST_DEAL
from amyitis.rules.rule import rule
from amyitis.rules.state import State
from amyitis.search.net_tree import TRIAL, best_look, look_at_moves

PLAYED = TRIAL + 1
DEALS, MOVES = 0, 1  # the generators of a game; a network needs none for its moves
MOST_MOVES = 6000


@rule
def play_bare(
    states: States, shufflers: Shufflers, low: int, high: int, players: int, moves: Numbers,
    weights: Floats, blocks: int, rows: Rows, x: FloatTable, y: FloatTable, h: FloatTable,
    out: FloatTable,
) -> int:  # fmt: skip
    """Play the game of a seed with a network that looks at every move; returns how many were made, deals included."""
    begin_game(states[PLAYED], shufflers[DEALS], shufflers[MOVES], low, high, players)
    made = 0
    while states[PLAYED].asked != questions.OVER and made < len(moves):
        s = states[PLAYED]
        if s.asked == questions.DEAL:
            moves[made] = FIRST_DEAL + draw_deal(s, shufflers[DEALS])
        else:
            count = look_at_moves(states, PLAYED, weights, blocks, rows, x, y, h, out)
            moves[made] = FIRST_ACTION[s.asked] + nth_bit(s.legal, best_look(out, count, players))
        apply(s, moves[made])
        made += 1
    return made


def bare_moves(network: Network, variant: Variant, seed: int) -> list[int]:
    """The moves of the game of a seed, deals included, if a network without a search holds all seats.

    Raises AmyitisError for a game that does not end.
    """
    states: Any
    shufflers: Any
    moves: Any  # a plain state holds Python's numbers
    if compiling_allowed():
        states, shufflers, moves = blank_records(2), np.zeros(2, SHUFFLER_DTYPE), np.zeros(MOST_MOVES, np.int64)
        variant.mark(states)
    else:
        states, shufflers, moves = [State(), State()], [Shuffler(), Shuffler()], [0] * MOST_MOVES
        variant.mark(states[PLAYED])
    made = engine(play_bare)(
        states, shufflers, seed & MASK, seed >> 32, variant.players, moves,
        *network.arguments,
    )  # fmt: skip
    if made == MOST_MOVES:
        raise AmyitisError(f"the game of seed {seed} does not end")
    return [int(move) for move in moves[:made]]
