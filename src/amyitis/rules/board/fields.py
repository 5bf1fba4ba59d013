"""The two field rows: peasants, harvests and Gardeners (6.2, 6.3)."""

from amyitis.box.tables import GARDENER, ROW_GOODS, ROW_LENGTH

from .. import agenda, questions
from ..journal import CUBE_IN_ROW, NOBODY, ROW_EMPTIED, note
from ..rule import rule
from ..state import EMPTY, State
from .court import take_gardener
from .supply import gain_good

BOTH_ROWS = 0b11


@rule
def ask_row(s: State, task: int) -> None:
    """6.2: in which row does the peasant work? A row is never full when this is asked (6.3)."""
    agenda.ask(s, task, questions.ROW, BOTH_ROWS)


@rule
def ask_peasant(s: State) -> None:
    """6.2: the peasant who was recruited works in a row."""
    ask_row(s, agenda.WORK_FIELD)


@rule
def leftmost_empty(s: State, row: int) -> int:
    """6.2: the space where the next cube of a row goes."""
    for space in range(ROW_LENGTH):
        if s.rows[row][space] == EMPTY:
            return space
    return ROW_LENGTH


@rule
def cubes_in_row(s: State, row: int, p: int) -> int:
    """How many cubes of a player a row holds."""
    count = 0
    for space in range(ROW_LENGTH):
        if s.rows[row][space] == p:
            count += 1
    return count


@rule
def work_field(s: State, p: int, row: int, clause: int) -> None:
    """6.2: a cube goes on the leftmost empty space and the player takes its good; a full row is scored (6.3)."""
    space = leftmost_empty(s, row)
    s.rows[row][space] = p
    s.seats[p].cubes -= 1
    note(s, clause, p, CUBE_IN_ROW, space + 1, row)
    gain_good(s, p, ROW_GOODS[row][space], clause)
    if space == ROW_LENGTH - 1:
        score_row(s, row)


@rule
def send_peasant(s: State, p: int, row: int) -> None:
    """6.2: the recruited peasant works in the row chosen."""
    work_field(s, p, row, 6_02)


@rule
def score_row(s: State, row: int) -> None:
    """6.3: most cubes in a full row brings a Gardener, a tie brings nobody one; then the cubes go home."""
    winner = NOBODY
    most = 0
    for p in range(s.players):
        count = cubes_in_row(s, row, p)
        if count > most:
            most = count
            winner = p
        elif count == most:
            winner = NOBODY
    if winner != NOBODY and s.court_left[GARDENER][1] > 0:
        take_gardener(s, winner, 6_03)
    note(s, 6_03, NOBODY, ROW_EMPTIED, 0, row)
    for space in range(ROW_LENGTH):
        s.seats[s.rows[row][space]].cubes += 1
        s.rows[row][space] = EMPTY
