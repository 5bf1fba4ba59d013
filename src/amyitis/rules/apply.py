"""`apply`: the one door through which a game moves on."""

from . import questions
from .agenda import close_question, pop
from .bits import count_bits, has_bit, lowest_bit
from .course import round_start
from .questions import FIRST_ACTION, FIRST_DEAL
from .rule import rule
from .state import State
from .tasks import carry_out, perform


@rule
def is_legal(s: State, action: int) -> bool:
    """Whether `apply` would take this action now."""
    if s.asked == questions.DEAL:
        return action >= FIRST_DEAL and round_start.deal_is_legal(s, action - FIRST_DEAL)
    if s.asked == questions.OVER or action < FIRST_ACTION[s.asked] or action >= FIRST_ACTION[s.asked + 1]:
        return False
    return has_bit(s.legal, action - FIRST_ACTION[s.asked])


@rule
def apply(s: State, action: int) -> None:
    """Answer the open question with a legal action, then go on to the next real choice, the next deal or the end.

    A question with a single legal answer is answered by itself, except the choice of an action (5.2).
    """
    answer = action - FIRST_ACTION[s.asked]
    while True:
        task = s.task
        close_question(s)
        carry_out(s, task, s.seat, answer)
        while s.asked == questions.NOTHING:
            perform(s, pop(s))
        if s.asked == questions.ACTION or count_bits(s.legal) != 1:
            return
        answer = lowest_bit(s.legal)
