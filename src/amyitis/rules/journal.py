"""What happened, as it happens: the source of the log, of the page's animations and of many tests.

A rule function reports with `note` each thing that changes hands, with the clause it follows. Clause 6.3 is
written `6_03`, clause 10.1 `10_01`. The plain engine keeps the notes if the state has a journal; in the compiled
engine `note` is nothing at all.
"""

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from .state import State

# What a note is about; `detail` is explained behind each.
TALENTS = 0
CAMELS = 1
PRESTIGE = 2
GOOD = 3  # the good
COURT_CARD = 4  # the Court type; the amount is the level, or the change in Gardeners
CUBE_IN_ROW = 5  # the row; the amount is the space, from 1
ROW_EMPTIED = 6  # the row
CUBE_IN_TEMPLE = 7  # the temple
PUSHED_OUT = 8  # the temple
CANAL = 9  # the side
TILE = 10  # the square
CARAVAN = 11  # the city; the amount is the number of spaces
PLANT_TURNED = 12  # the city
RECRUITED = 13  # the craft; the amount is the group, from 1
PASSED = 14
DEALT = 15  # the deal; the amount is the round
FIRST_PLAYER = 16
GAME_OVER = 17  # the amount is the round
TRACK = 18  # the new space on the Palace track; the amount is the number of steps
BONUS = 19  # the Palace bonus; the amount is 1 when it is taken, 0 when it acts, -1 when it is spent or cleared
BONUS_LOST = 20  # what could not be had: one of the codes above

NO_DETAIL = -1
NOBODY = -1


class Note(NamedTuple):
    """One thing that happened: the clause, who, what of the codes above, how much, and the detail."""

    clause: int
    who: int
    what: int
    amount: int
    detail: int


def note(s: "State", clause: int, who: int, what: int, amount: int, detail: int) -> None:
    """Write a note into the journal, if one is kept."""
    if s.journal is not None:
        s.journal.append(Note(clause, who, what, amount, detail))
