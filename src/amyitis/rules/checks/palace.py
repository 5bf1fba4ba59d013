"""What must be true of the Palace expansion in every position (13)."""

from amyitis.box.tables import MAX_SEATS

from .. import questions
from ..board.palace import PICK_BITS, PICK_MASK, bonuses_left, holds_bonus
from ..journal import NOBODY
from ..rule import rule
from ..state import BONUSES, State
from .faults import BONUS_HOLDER, NOBLE_PLACE, PICKS, SWITCHED_OFF, TRACK_ORDER, expect

ALL_BONUSES = (1 << BONUSES) - 1


@rule
def bonus_share(s: State, p: int) -> int:
    """13.4: how many bonuses a player takes in a Palace phase: none off the track, two if two players are on it."""
    if s.seats[p].track <= 0:
        return 0
    if s.players != 2:
        return 1
    return 2 if s.seats[1 - p].track > 0 else 1


@rule
def bonuses_held(s: State, p: int) -> int:
    """How many bonuses a player holds."""
    held = 0
    for bonus in range(BONUSES):
        if holds_bonus(s, p, bonus):
            held += 1
    return held


@rule
def picks_to_come(s: State, p: int) -> int:
    """How many picks a player still has in this Palace phase."""
    picks = 0
    for place in range(BONUSES):
        if (s.bonus_picks >> (PICK_BITS * place)) & PICK_MASK == p + 1:
            picks += 1
    return picks


@rule
def between_rounds(s: State) -> bool:
    """13.3, 13.4: whether one round is done and the next has no turn yet: a bonus, a deal, or the end of the game."""
    return s.asked in (questions.BONUS, questions.DEAL, questions.OVER)


@rule
def check_switched_off(s: State) -> int:
    """13: without the expansion nobody is on the track and there is no Noble, no bonus and no pick."""
    stirring = 0
    for p in range(MAX_SEATS):
        if s.seats[p].track != 0 or s.seats[p].arrival != 0:
            stirring += 1
    if (
        s.noble_used
        or s.unlimited_noble
        or s.bonus_picks != 0
        or bonuses_left(s) != ALL_BONUSES
        or s.asked == questions.BONUS
    ):
        stirring += 1
    return expect(s, SWITCHED_OFF, NOBODY, stirring, 0)


@rule
def check_track(s: State) -> int:
    """13.1: markers stand on the track or off it (0), and those on one space are numbered as they came."""
    faults = 0
    for p in range(MAX_SEATS):
        me = s.seats[p]
        if me.track < 0 or (p >= s.players and me.track != 0):
            faults |= expect(s, TRACK_ORDER, p, me.track, 0)
        earlier = 0
        if me.track > 0:
            for other in range(s.players):
                its = s.seats[other]
                if other != p and its.track == me.track and its.arrival <= me.arrival:
                    earlier += 1 if its.arrival < me.arrival else MAX_SEATS  # two cannot have come at the same time
        faults |= expect(s, TRACK_ORDER, p, me.arrival, earlier)
    return faults


@rule
def check_bonuses(s: State) -> int:
    """13.4, 13.5: only who is on the track holds bonuses, no more than the share, and none outlives its round."""
    faults = 0
    held = 0
    for p in range(s.players):
        mine = bonuses_held(s, p)
        held += mine
        if mine > bonus_share(s, p):
            faults |= expect(s, BONUS_HOLDER, p, mine, bonus_share(s, p))
    for bonus in range(BONUSES):
        if (bonuses_left(s) >> bonus) & 1:
            held += 1
    faults |= expect(s, BONUS_HOLDER, NOBODY, held, BONUSES)
    if s.round_no <= 1 or s.asked in (questions.DEAL, questions.OVER):
        faults |= expect(s, BONUS_HOLDER, NOBODY, bonuses_left(s), ALL_BONUSES)
    return faults


@rule
def check_noble(s: State) -> int:
    """13.3: the Noble is taken or not, and is not taken between two rounds."""
    if between_rounds(s) or s.noble_used not in (0, 1):
        return expect(s, NOBLE_PLACE, NOBODY, s.noble_used, 0)
    return 0


@rule
def check_picks(s: State) -> int:
    """13.4: while bonuses are picked, picks and bonuses make up each player's share; there are no picks otherwise."""
    if s.asked != questions.BONUS:
        return expect(s, PICKS, NOBODY, s.bonus_picks, 0)
    faults = expect(s, PICKS, s.seat, s.bonus_picks & PICK_MASK, s.seat + 1)
    faults |= expect(s, PICKS, s.seat, s.legal, bonuses_left(s))
    picks = 0
    for p in range(s.players):
        mine = picks_to_come(s, p)
        picks += mine
        faults |= expect(s, PICKS, p, mine + bonuses_held(s, p), bonus_share(s, p))
    return faults | expect(s, PICKS, NOBODY, s.bonus_picks >> (PICK_BITS * picks), 0)


@rule
def check_palace(s: State) -> int:
    """13: everything that is wrong with the Palace expansion."""
    if not s.palace:
        return check_switched_off(s)
    return check_track(s) | check_bonuses(s) | check_noble(s) | check_picks(s)
