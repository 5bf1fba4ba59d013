"""The three temples: priests (6.4) and who leads where (10.2)."""

from amyitis.box.tables import GREY, TEMPLE_SPACES

from . import agenda, questions
from .journal import CUBE_IN_TEMPLE, NOBODY, PUSHED_OUT, note
from .rule import rule
from .state import EMPTY, State

ALL_TEMPLES = 0b111


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
    cubes = 0
    furthest = 0
    for space in range(TEMPLE_SPACES):
        if s.temples[temple][space] == p:
            cubes += 1
            furthest = space
    return cubes * TEMPLE_SPACES + furthest


@rule
def first_in_temple(s: State, temple: int) -> int:
    """10.2: the player in first place, or NOBODY."""
    best = NOBODY
    best_devotion = 0
    for p in range(s.players):
        here = devotion(s, temple, p)
        if here > best_devotion:
            best = p
            best_devotion = here
    return best


@rule
def second_in_temple(s: State, temple: int) -> int:
    """10.2: the player in second place, or NOBODY; two players have none."""
    if s.players == 2:
        return NOBODY
    first = first_in_temple(s, temple)
    best = NOBODY
    best_devotion = 0
    for p in range(s.players):
        here = devotion(s, temple, p)
        if p != first and here > best_devotion:
            best = p
            best_devotion = here
    return best
