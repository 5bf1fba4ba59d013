"""Hashes of positions in a last round: of what still matters in them, and of nothing else.

A talent of a player who has passed does not matter, nor which group of Craft cards lies where, nor the prestige so far
where the margin to come is asked.
"""

from amyitis.box.tables import GREY, MAX_SEATS, N_GOODS, ROW_LENGTH, TEMPLE_SPACES
from amyitis.engine.arrays import Numbers
from amyitis.rules import questions
from amyitis.rules.bits import has_bit
from amyitis.rules.course.scoring import last_round
from amyitis.rules.questions import FACE_UP, GROUP_BITS
from amyitis.rules.rule import rule
from amyitis.rules.state import AGENDA_ROOM, BONUSES, COURT_KINDS, PLANT_SLOTS, State

WORD = (1 << 63) - 1
MOST_PRICE = 2  # 6.1, 13.3: talents that one card costs at the most


@rule
def talents_that_matter(s: State, p: int) -> int:
    """The talents that a player could still spend; with a limited supply (12.1) all of them matter."""
    if s.limited_supply:
        return s.seats[p].talents
    if has_bit(s.passed, p):
        return 0
    most = MOST_PRICE
    for group in range(s.players):
        most += MOST_PRICE * FACE_UP[s.groups[group]]
    return most if s.seats[p].talents > most else s.seats[p].talents


@rule
def put_groups(s: State, parts: Numbers, place: int) -> None:
    """The groups of Craft cards as one number, whatever their order."""
    word = 0
    below = -1
    for _ in range(s.players):
        least = 1 << GROUP_BITS
        for group in range(s.players):
            code = s.groups[group] * MAX_SEATS + group
            if code > below and (least == 1 << GROUP_BITS or code < least):
                least = code
        below = least
        word = (word << GROUP_BITS) | (least // MAX_SEATS)
    parts[place] = word


@rule
def put_parts(s: State, parts: Numbers, with_prestige: bool, behind: int) -> int:
    """Write what still matters of a position as whole numbers; returns how many."""
    n = 0
    for p in range(s.players):
        me = s.seats[p]
        colour = s.colours[p]
        word = talents_that_matter(s, p)
        if s.limited_supply or not has_bit(s.passed, p):
            word |= me.camels << 16
        if with_prestige:
            word |= (me.prestige - s.seats[0].prestige + (1 << 14)) << 32
        parts[n] = word
        word = me.cubes
        for good in range(N_GOODS):
            word = (word << 6) | me.goods[good]
        for kind in range(COURT_KINDS):
            word = (word << 5) | me.court[kind]
        parts[n + 1] = word
        parts[n + 2] = me.gardens | (s.canals[colour] << 24)
        parts[n + 3] = s.doubles[colour]
        n += 4
    parts[n] = s.canals[GREY]
    parts[n + 1] = s.doubles[GREY]
    put_groups(s, parts, n + 2)
    n += 3
    word = s.caravan | (s.turn << 4) | (s.passed << 8) | (s.noble_used << 12) | (s.asked << 16)
    word |= (s.task << 20) | (s.seat << 26) | ((s.planting + 1) << 32) | (s.agenda_length << 40)
    parts[n] = word
    parts[n + 1] = s.legal if s.asked != questions.ACTION else 0
    n += 2
    word = 0
    for i in range(2 * ROW_LENGTH):
        word = (word << 3) | (s.rows[i // ROW_LENGTH][i % ROW_LENGTH] + 1)
    parts[n] = word
    word = 0
    for i in range(3 * TEMPLE_SPACES):
        word = (word << 3) | (s.temples[i // TEMPLE_SPACES][i % TEMPLE_SPACES] + 1)
    parts[n + 1] = word
    word = 0
    for i in range(PLANT_SLOTS):
        word = (word << 5) | (s.plant_card[i] << 1) | s.plant_face[i]
    for i in range(N_GOODS):
        word = (word << 3) | s.caravaneer_goods[i]
    for i in range(BONUSES):
        word = (word << 3) | (s.bonus[i] + 1)
    parts[n + 2] = word
    n += 3
    for half in range(2):
        word = 0
        for i in range(AGENDA_ROOM // 2):
            word = (word << 6) | s.agenda[half * (AGENDA_ROOM // 2) + i]
        parts[n + half] = word
    parts[n + 2] = 0 if behind == 0 or last_round(s) else 1 if behind < 0 else 2
    return n + 3


@rule
def hash_of(parts: Numbers, count: int, factor: int) -> int:
    """A hash of some whole numbers, in 63 bits."""
    h = factor >> 5
    for i in range(count):
        h = ((h ^ parts[i]) * factor) & WORD
        h ^= h >> 29
    return h
