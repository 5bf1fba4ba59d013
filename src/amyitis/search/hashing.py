"""Hashes of positions in a last round: of what still matters in them, and of nothing else.

Of a player who has passed only the number of goods matters, no talent or camel. Whose a canal is matters beside squares
that are not planted. It does not matter which group of Craft cards lies where, nor the prestige so far where the margin
to come is asked. In phase III little is left.
"""

from amyitis.box.tables import CARAVANEER, GREY, MAX_SEATS, N_GOODS, ROW_LENGTH, TEMPLE_SPACES
from amyitis.engine.arrays import Numbers
from amyitis.rules import questions
from amyitis.rules.bits import count_bits, has_bit, least, lowest_bit
from amyitis.rules.board.garden import dug_sides, planted_squares
from amyitis.rules.board.garden_map import SQUARE_SIDES, TILED_SQUARES
from amyitis.rules.course.scoring import favour, goods_held, last_round
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
def put_rest(s: State, parts: Numbers, with_prestige: bool) -> int:
    """Write what still matters of the end of a last round (10): temples, goods, and cubes for two more places."""
    for p in range(s.players):
        me = s.seats[p]
        word = least(me.cubes, 2) | (goods_held(s, p) << 4) | (me.court[CARAVANEER] << 12) | (favour(s, p) << 16)
        if with_prestige:
            word |= (me.prestige - s.seats[0].prestige + (1 << 14)) << 32
        parts[p] = word
    return s.players


@rule
def put_players(s: State, parts: Numbers, with_prestige: bool) -> int:
    """Write what still matters of the players; with no limit to the supply (12.1) little of those who have passed."""
    unplanted = TILED_SQUARES[s.players] & ~planted_squares(s)
    if s.planting >= 0:
        unplanted |= 1 << s.planting
    near = 0
    while unplanted != 0:
        near |= SQUARE_SIDES[lowest_bit(unplanted)]
        unplanted &= unplanted - 1
    n = 0
    for p in range(s.players):
        me = s.seats[p]
        word = talents_that_matter(s, p)
        if s.limited_supply or not has_bit(s.passed, p):
            word |= me.camels << 16
        if with_prestige:
            word |= (me.prestige - s.seats[0].prestige + (1 << 14)) << 32
        parts[n] = word
        word = (me.cubes << 5) | count_bits(me.gardens)
        if s.limited_supply or not has_bit(s.passed, p):
            for good in range(N_GOODS):
                word = (word << 6) | me.goods[good]
        else:
            word = (word << 30) | goods_held(s, p)
        for kind in range(COURT_KINDS):
            word = (word << 5) | me.court[kind]
        parts[n + 1] = word
        parts[n + 2] = (s.canals[p] & near) | ((s.doubles[p] & near) << 24)
        n += 3
    parts[n] = dug_sides(s) | (s.irrigated << 24)
    parts[n + 1] = s.canals[GREY] | (planted_squares(s) << 24)
    return n + 2


@rule
def put_table(s: State, parts: Numbers, place: int) -> int:
    """Write what still matters of the rest of the table in phase II."""
    n = place
    put_groups(s, parts, n)
    word = s.caravan | (s.turn << 4) | (s.passed << 8) | (s.noble_used << 12)
    parts[n + 1] = word | ((s.planting + 1) << 16)
    parts[n + 2] = s.legal if s.asked != questions.ACTION else 0
    word = 0
    for i in range(2 * ROW_LENGTH):
        word = (word << 3) | (s.rows[i // ROW_LENGTH][i % ROW_LENGTH] + 1)
    parts[n + 3] = word
    word = 0
    for i in range(PLANT_SLOTS):
        word = (word << 5) | (s.plant_card[i] << 1) | s.plant_face[i]
    for i in range(N_GOODS):
        word = (word << 3) | s.caravaneer_goods[i]
    for i in range(BONUSES):
        word = (word << 3) | (s.bonus[i] + 1)
    parts[n + 4] = word
    return n + 5


@rule
def put_parts(s: State, parts: Numbers, with_prestige: bool, behind: int) -> int:
    """Write what still matters of a position as whole numbers; returns how many."""
    if s.passed == (1 << s.players) - 1 and last_round(s) and not s.limited_supply:
        n = put_rest(s, parts, with_prestige)
    else:
        n = put_players(s, parts, with_prestige)
        n = put_table(s, parts, n)
    word = 0
    for i in range(3 * TEMPLE_SPACES):
        word = (word << 3) | (s.temples[i // TEMPLE_SPACES][i % TEMPLE_SPACES] + 1)
    parts[n] = word
    for half in range(2):
        word = 0
        for i in range(AGENDA_ROOM // 2):
            word = (word << 6) | s.agenda[half * (AGENDA_ROOM // 2) + i]
        parts[n + 1 + half] = word
    word = 0 if behind == 0 or last_round(s) else 1 if behind < 0 else 2
    word |= (s.asked << 4) | (s.task << 8) | (s.seat << 16) | (s.agenda_length << 20)
    parts[n + 3] = word
    return n + 4


@rule
def hash_of(parts: Numbers, count: int, factor: int) -> int:
    """A hash of some whole numbers, in 63 bits."""
    h = factor >> 5
    for i in range(count):
        h = ((h ^ parts[i]) * factor) & WORD
        h ^= h >> 29
    return h
