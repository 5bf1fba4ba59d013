"""Random games in one loop: no strings, no events, no history. Runs plain, or compiled over an array of records."""

from amyitis.rules import questions
from amyitis.rules.apply import apply
from amyitis.rules.bits import count_bits, nth_bit
from amyitis.rules.chance import DEALS, MOVES, Shuffler, draw_below, draw_deal, start_shuffler
from amyitis.rules.invariants import find_faults
from amyitis.rules.questions import FIRST_ACTION, FIRST_DEAL
from amyitis.rules.rule import rule
from amyitis.rules.setup import new_game
from amyitis.rules.state import State


@rule
def play_randomly(s: State, deals: Shuffler, moves: Shuffler) -> int:
    """Play a game to its end with random legal moves; answers with the number of decisions."""
    decisions = 0
    while s.asked != questions.OVER:
        if s.asked == questions.DEAL:
            apply(s, FIRST_DEAL + draw_deal(s, deals))
        else:
            choice = nth_bit(s.legal, draw_below(moves, count_bits(s.legal)))
            apply(s, FIRST_ACTION[s.asked] + choice)
            decisions += 1
    return decisions
