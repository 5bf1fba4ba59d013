"""The three temples: priests (6.4) and who leads where (10.2)."""

from amyitis.box.tables import GREY, MAX_SEATS, TEMPLE_SPACES

from .. import agenda, questions
from ..bits import least
from ..journal import CUBE_IN_TEMPLE, NOBODY, PUSHED_OUT, note
from ..rule import rule
from ..state import EMPTY, State

ALL_TEMPLES = 0b111
# By the set of spaces with a player's cubes: how many, then which is furthest right.
DEVOTION: tuple[int, ...] = (
    0,
    *(spaces.bit_count() * TEMPLE_SPACES + spaces.bit_length() - 1 for spaces in range(1, 1 << TEMPLE_SPACES)),
)


@rule
def ask_temple(s: State, task: int) -> None:
    """6.4, 10.1: to which temple does the cube go?"""
    agenda.ask(s, task, questions.TEMPLE, ALL_TEMPLES)


@rule
def ask_priest(s: State) -> None:
    """6.4: the priest who was recruited serves a temple."""
    ask_temple(s, agenda.SERVE_TEMPLE)


@rule
def enter_temple(s: State, temple: int, colour: int, clause: int) -> None:
    """6.4: a cube comes in on the left, the others move right, and one pushed off the last space goes home."""
    pushed = s.temples[temple][TEMPLE_SPACES - 1]
    for space in range(TEMPLE_SPACES - 1, 0, -1):
        s.temples[temple][space] = s.temples[temple][space - 1]
    s.temples[temple][0] = colour
    note(s, clause, colour, CUBE_IN_TEMPLE, 1, temple)
    if colour != GREY:
        s.seats[colour].cubes -= 1
    if pushed != EMPTY:
        note(s, 6_04, pushed, PUSHED_OUT, 1, temple)
        if pushed != GREY:
            s.seats[pushed].cubes += 1


@rule
def send_priest(s: State, p: int, temple: int) -> None:
    """6.4: the recruited priest serves the temple chosen."""
    enter_temple(s, temple, p, 6_04)


@rule
def devotion(s: State, temple: int, p: int) -> int:
    """10.2: a number that ranks a player in a temple: cubes first, then the cube furthest right; 0 without a cube."""
    spaces = 0
    for space in range(TEMPLE_SPACES):
        spaces |= (1 if s.temples[temple][space] == p else 0) << space
    return DEVOTION[spaces]


@rule
def claim(s: State, temple: int, p: int) -> int:
    """10.2: devotion and player in one number; 0 without a cube. No two players are equally devoted with a cube."""
    here = devotion(s, temple, p)
    return here * MAX_SEATS + p if here > 0 else 0


@rule
def claimed_by(best: int) -> int:
    """10.2: who makes a claim, or NOBODY."""
    return best % MAX_SEATS if best > 0 else NOBODY


@rule
def first_in_temple(s: State, temple: int) -> int:
    """10.2: the player in first place, or NOBODY."""
    best = 0
    for p in range(s.players):
        here = claim(s, temple, p)
        best = here if here > best else best
    return claimed_by(best)


@rule
def second_in_temple(s: State, temple: int) -> int:
    """10.2: the player in second place, or NOBODY; two players have none without `open_duel`."""
    if s.players == 2 and not s.open_duel:
        return NOBODY
    first = 0
    second = 0
    for p in range(s.players):
        here = claim(s, temple, p)
        beaten = least(here, first)
        second = beaten if beaten > second else second
        first = here if here > first else first
    return claimed_by(second)
