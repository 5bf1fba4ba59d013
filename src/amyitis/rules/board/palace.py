"""The Palace expansion: the track, the Noble, the Palace phase and its bonuses (13).

Nothing here happens unless the switch `s.palace` is on. What recruiting has to do with it (the Courtier, the Craft
bonus) is in `recruiting.py`, what the end of a round has (First player, Procession) in `rules/course/round_end.py`.
"""

from amyitis.box.tables import MINOR_STEPS, MINOR_TALENTS, NOBLE_COST, NOBLE_STEPS

from .. import agenda, questions
from ..bits import has_bit
from ..journal import BONUS, TRACK, note
from ..rule import rule
from ..state import BONUSES, EMPTY, State
from .supply import gain_talents, spend_talents

PICK_BITS = 4  # of a seat in `s.bonus_picks`
PICK_MASK = (1 << PICK_BITS) - 1


@rule
def is_ahead(s: State, p: int, other: int) -> bool:
    """13.1: whether p's marker is ahead of another's: further, or on the same space and there first."""
    mine, its = s.seats[p], s.seats[other]
    return mine.track > its.track or (mine.track == its.track and mine.arrival < its.arrival)


@rule
def advance(s: State, p: int, steps: int, clause: int) -> None:
    """13.1: p's marker goes on; those that came after it to its old space move up, and on the new one it comes last."""
    if steps <= 0:
        return
    me = s.seats[p]
    space = me.track + steps
    earlier = 0
    for other in range(s.players):
        if s.seats[other].track == me.track and s.seats[other].arrival > me.arrival:
            s.seats[other].arrival -= 1
        elif s.seats[other].track == space:
            earlier += 1
    me.track = space
    me.arrival = earlier
    note(s, clause, p, TRACK, steps, space)


@rule
def noble_is_free(s: State, p: int) -> bool:
    """13.3: whether a player can win the Noble over: nobody has in this round, and the talents are there."""
    return not s.noble_used and s.seats[p].talents >= NOBLE_COST


@rule
def win_noble(s: State, p: int) -> None:
    """13.3: pay the Noble and advance; for this round he is taken, unless the table plays without that limit."""
    spend_talents(s, p, NOBLE_COST, 13_03)
    if not s.unlimited_noble:
        s.noble_used = 1
    advance(s, p, NOBLE_STEPS, 13_03)


@rule
def pick_order(s: State) -> int:
    """13.4: who picks a bonus, first to last, packed as in `s.bonus_picks`; two players on the track go round twice."""
    picks = 0
    markers = 0
    for p in range(s.players):
        if s.seats[p].track > 0:
            markers += 1
            place = 0
            for other in range(s.players):
                if is_ahead(s, other, p):
                    place += 1
            picks |= (p + 1) << (PICK_BITS * place)
    if s.players == 2 and markers == 2:
        picks |= picks << (PICK_BITS * markers)
    return picks


@rule
def start_palace_phase(s: State) -> None:
    """13.4: the order of the picks is fixed by the track as it stands now."""
    s.bonus_picks = pick_order(s)
    if s.bonus_picks != 0:
        agenda.push(s, agenda.PICK_BONUS)


@rule
def bonuses_left(s: State) -> int:
    """13.4: the set of bonuses that nobody has taken."""
    left = 0
    for bonus in range(BONUSES):
        if s.bonus[bonus] == EMPTY:
            left |= 1 << bonus
    return left


@rule
def ask_bonus(s: State) -> None:
    """13.4: which bonus does the next player in the order take?"""
    s.seat = (s.bonus_picks & PICK_MASK) - 1
    agenda.ask(s, agenda.PICK_BONUS, questions.BONUS, bonuses_left(s))


@rule
def pick_bonus(s: State, p: int, bonus: int) -> None:
    """13.4, 13.5: p takes a bonus; the minor courtier acts at once, the others later in the round."""
    s.bonus_picks >>= PICK_BITS
    s.bonus[bonus] = p
    note(s, 13_04, p, BONUS, 1, bonus)
    if bonus == questions.BONUS_COURTIER:
        advance(s, p, MINOR_STEPS, 13_05)
        gain_talents(s, p, MINOR_TALENTS, 13_05)
    if s.bonus_picks != 0:
        agenda.push(s, agenda.PICK_BONUS)


@rule
def holds_bonus(s: State, p: int, bonus: int) -> bool:
    """13.5: whether p has this bonus, and has not spent it."""
    return s.bonus[bonus] == p


@rule
def spend_craft_bonus(s: State, p: int) -> None:
    """13.5: the Craft bonus serves once."""
    s.bonus[questions.BONUS_CRAFT] = EMPTY
    note(s, 13_05, p, BONUS, -1, questions.BONUS_CRAFT)


@rule
def close_palace(s: State) -> None:
    """13.3, 13.4: with the round its bonuses are over, used or not, and the Noble stands on the Palace board again."""
    taken = ~bonuses_left(s)
    for bonus in range(BONUSES):
        if has_bit(taken, bonus):
            note(s, 13_04, s.bonus[bonus], BONUS, -1, bonus)
            s.bonus[bonus] = EMPTY
    s.noble_used = 0
