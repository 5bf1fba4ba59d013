"""Phase II: turns, passing and the choice of an action (5)."""

from .. import agenda, questions
from ..bits import has_bit
from ..board.caravan import legal_cities, move_caravan
from ..board.palace import noble_is_free, win_noble
from ..board.recruiting import free_recruit_answer, legal_free_recruits, legal_recruits, recruit_answer
from ..board.supply import gain_talents
from ..journal import NO_DETAIL, PASSED, note
from ..rule import rule
from ..state import State
from .round_end import begin_round_end


@rule
def start_turn(s: State) -> None:
    """5.1, 5.2: the player whose turn it is chooses an action; passing is always one (5.6)."""
    s.seat = s.turn
    legal = 1 << questions.PASS
    legal |= legal_recruits(s, s.turn)
    legal |= legal_cities(s, s.turn) << questions.GO
    if s.palace:
        legal |= palace_actions(s, s.turn)
    agenda.ask(s, agenda.START_TURN, questions.ACTION, legal)


@rule
def palace_actions(s: State, p: int) -> int:
    """13.3, 13.5: the set of actions that the Palace expansion adds: the Noble, and recruits with the Craft bonus."""
    legal = legal_free_recruits(s, p)
    if noble_is_free(s, p):
        legal |= 1 << questions.NOBLE
    return legal


@rule
def take_action(s: State, p: int, answer: int) -> None:
    """5.2: pass, recruit, move the caravan or win the Noble over (13.3); then the turn goes on."""
    agenda.push(s, agenda.NEXT_TURN)
    if answer == questions.PASS:
        s.passed |= 1 << p
        note(s, 5_03, p, PASSED, 1, NO_DETAIL)
    elif answer < questions.NOBLE:
        recruit_answer(s, p, answer)
    elif answer == questions.NOBLE:
        win_noble(s, p)
    elif answer < questions.GO:
        free_recruit_answer(s, p, answer)
    else:
        move_caravan(s, p, answer - questions.GO)


@rule
def next_turn(s: State) -> None:
    """5.3 to 5.5: the turn goes clockwise; who has passed takes a talent; when all have, the phase ends at once."""
    if s.passed == (1 << s.players) - 1:
        begin_round_end(s)
        return
    turn = (s.turn + 1) % s.players
    while has_bit(s.passed, turn):
        gain_talents(s, turn, 1, 5_03)
        turn = (turn + 1) % s.players
    s.turn = turn
    agenda.push(s, agenda.START_TURN)
