"""What is still to be done: a small stack of tasks in the state, and the question that is open.

The numbers of the tasks stand here, for everybody to put on the agenda; what each is called, what it does and what it
asks stands in one table, `tasks.py`, which has a row for each of them.

A task either does its work and pushes further tasks, or only asks a question, so that asking again changes nothing
(that is how a saved position gets its question back). Who must answer is `s.seat`.
"""

from . import questions
from .rule import rule
from .state import State

# The course of a round.
DEAL_CRAFTS = 0
INCOME = 1
START_TURN = 2
NEXT_TURN = 3
PROCESSION = 4
SCORE_ISHTAR = 5
SCORE_MARDUK = 6
TAMMOUZ_FIRST = 7
TAMMOUZ_SECOND = 8
GOODS_LIMIT = 9
END_ROUND = 10
# Parts of an action.
WORK_FIELD = 11
SERVE_TEMPLE = 12
ENGINEER_DIG = 13
MARKET_SALE = 14
MARKET_DIG = 15
COURT_PAYMENT = 16
COURT_PURCHASE = 17
PLANT_PAYMENT = 18
CHOOSE_SQUARE = 19
TILE_PALACE = 20
TILE_COURT = 21
TILE_GOOD = 22
CARAVANEER_GOOD = 23
IRRIGATION_BONUS = 24
GREY_CUBES = 25
TURN_PLANT = 26
# The Palace expansion.
PALACE_PHASE = 27
PICK_BONUS = 28


@rule
def push(s: State, task: int) -> None:
    """Put a task on top of the agenda."""
    s.agenda[s.agenda_length] = task
    s.agenda_length += 1


@rule
def pop(s: State) -> int:
    """Take the top task off; its place is cleared so that equal moments are equal states."""
    s.agenda_length -= 1
    task = s.agenda[s.agenda_length]
    s.agenda[s.agenda_length] = 0
    return task


@rule
def ask(s: State, task: int, kind: int, legal: int) -> None:
    """Open a question to `s.seat` on behalf of `task`; with no legal answer nothing is asked."""
    if legal != 0:
        s.task = task
        s.asked = kind
        s.legal = legal


@rule
def close_question(s: State) -> None:
    """Take the open question away: it is being answered."""
    s.asked = questions.NOTHING
    s.task = questions.NOTHING
    s.legal = 0
