"""What must be true of every position; each thing that is not is named.

`find_faults` returns a set of the checks that fail; `FAULT_TEXTS` says what each means. With a journal (the plain
engine) the details are noted: who is concerned, what was found and what was expected.
"""

from amyitis.box.tables import (
    CARAVANEER,
    CUBES,
    FIXED_PLANT,
    FIXED_PLANT_SLOT,
    GARDENER,
    GREY,
    MAX_SEATS,
    N_CITIES,
    N_CRAFTS,
    N_GOODS,
    N_TILE_KINDS,
    ROW_LENGTH,
    TEMPLE_SPACES,
    TEMPLES,
    TILE_COUNT,
    TILE_QUALITY,
    TOP_LEVEL,
    TOP_TILE,
)

from .. import RULES_VERSION, agenda, questions
from ..bits import count_bits, has_bit, lowest_bit
from ..board.court import GOOD_LEVEL, court_cards
from ..board.fields import cubes_in_row
from ..board.garden import planted_squares
from ..board.garden_map import (
    ALL_SIDES,
    N_SIDES,
    N_SQUARES,
    RIVER_SIDES,
    SIDE_AREAS,
    SIDE_NEIGHBOURS,
    SIDE_SQUARES,
    SQUARE_NEED,
    TILED_SQUARES,
)
from ..board.supply import camels_left, goods_left, talents_left
from ..board.temples import devotion
from ..course.round_end import goods_allowed
from ..course.round_start import craft_cards
from ..course.scoring import ROUND_LIMIT, goods_held
from ..journal import NOBODY
from ..questions import CRAFT_BITS, CRAFT_MASK, FACE_UP, GROUP_MASK, GROUP_SIZE
from ..rule import rule
from ..state import EMPTY, LEVELS, PLANT_SLOTS, State
from ..tasks import KIND_OF_TASK
from .faults import (
    CARAVAN_PLACE,
    CARAVANEER_GOODS,
    COURT_LOST,
    CRAFTS,
    CUBES_LOST,
    DRY_CUBE,
    FAULT_TEXTS,
    GARDENS,
    GREY_PLACE,
    LEVEL,
    NEGATIVE,
    OVERFILLED,
    PILES,
    QUESTION,
    ROUND,
    ROWS,
    TEMPLE_ROWS,
    TILES,
    TOO_MANY_GOODS,
    WATER,
    expect,
)
from .palace import check_palace

__all__ = ["FAULT_TEXTS", "find_faults"]

N_TEMPLES = len(TEMPLES)


@rule
def check_counts(s: State) -> int:
    """No count is negative."""
    negative = 0
    for p in range(s.players):
        me = s.seats[p]
        if me.prestige < 0 or me.talents < 0 or me.camels < 0 or me.cubes < 0:
            negative += 1
        for good in range(N_GOODS):
            if me.goods[good] < 0:
                negative += 1
    for kind in range(GARDENER + 1):
        for level in range(LEVELS):
            if s.court_left[kind][level] < 0:
                negative += 1
    return expect(s, NEGATIVE, NOBODY, negative, 0)


@rule
def check_cubes(s: State) -> int:
    """Every cube of a colour is at home, in a row, in a temple or on a canal."""
    faults = 0
    for p in range(s.players):
        cubes = s.seats[p].cubes + count_bits(s.canals[p]) + count_bits(s.doubles[p])
        for row in range(2):
            cubes += cubes_in_row(s, row, p)
        for temple in range(N_TEMPLES):
            cubes += devotion(s, temple, p) // TEMPLE_SPACES
        faults |= expect(s, CUBES_LOST, p, cubes, CUBES)
    return faults


@rule
def check_court(s: State) -> int:
    """9, 12.2: Court cards are in the supply or with a player, covered ones too."""
    faults = 0
    for kind in range(GARDENER):
        for p in range(s.players):
            level = s.seats[p].court[kind]
            if level < 0 or level > TOP_LEVEL[kind]:
                faults |= expect(s, LEVEL, p, level, TOP_LEVEL[kind])
        for level in range(LEVELS):
            cards = s.court_left[kind][level]
            for p in range(s.players):
                if s.seats[p].court[kind] >= level and (level > 0 or kind == CARAVANEER):
                    cards += 1
            faults |= expect(s, COURT_LOST, NOBODY, cards, court_cards(s, kind, level))
    gardeners = s.court_left[GARDENER][1]
    for p in range(s.players):
        gardeners += s.seats[p].court[GARDENER]
        if s.seats[p].court[GARDENER] < 0:
            faults |= 1 << NEGATIVE
    return faults | expect(s, COURT_LOST, NOBODY, gardeners, court_cards(s, GARDENER, 1))


@rule
def check_caravaneer_goods(s: State) -> int:
    """2.4, 9.3: a good lies on every level-2 Caravaneer in the supply, and on one just taken."""
    waiting = 1 if s.task == agenda.CARAVANEER_GOOD else 0
    goods = 0
    for good in range(N_GOODS):
        goods += s.caravaneer_goods[good]
    return expect(s, CARAVANEER_GOODS, NOBODY, goods, s.court_left[CARAVANEER][GOOD_LEVEL] + waiting)


@rule
def check_crafts(s: State) -> int:
    """4.1: at most three cards face up in a group, no more of a craft than the deck has, no group too many."""
    faults = 0
    for group in range(MAX_SEATS):
        if s.groups[group] < 0 or s.groups[group] > GROUP_MASK:
            return expect(s, CRAFTS, NOBODY, s.groups[group], 0)
        allowed = GROUP_SIZE if group < s.players else 0
        if FACE_UP[s.groups[group]] > allowed:
            faults |= expect(s, CRAFTS, NOBODY, FACE_UP[s.groups[group]], allowed)
    for craft in range(N_CRAFTS):
        cards = 0
        for group in range(s.players):
            cards += (s.groups[group] >> (CRAFT_BITS * craft)) & CRAFT_MASK
        if cards > craft_cards(s, craft):
            faults |= expect(s, CRAFTS, NOBODY, cards, craft_cards(s, craft))
    return faults


@rule
def check_tiles(s: State) -> int:
    """2.5, 2.6: a tile of the right quality on every square in use, none on the others, none twice."""
    faults = 0
    for square in range(N_SQUARES):
        kind = s.tile[square]
        if has_bit(TILED_SQUARES[s.players], square):
            if kind < 0 or kind >= N_TILE_KINDS:
                return expect(s, TILES, NOBODY, kind, square)
            faults |= expect(s, TILES, NOBODY, TILE_QUALITY[kind], SQUARE_NEED[square])
            faults |= expect(s, TILES, NOBODY, 1 if kind == TOP_TILE else 0, 1 if square == N_SQUARES - 1 else 0)
        else:
            faults |= expect(s, TILES, NOBODY, kind, EMPTY)
    for kind in range(N_TILE_KINDS):
        tiles = 0
        for square in range(N_SQUARES):
            if s.tile[square] == kind:
                tiles += 1
        if tiles > TILE_COUNT[kind]:
            faults |= expect(s, TILES, NOBODY, tiles, TILE_COUNT[kind])
    return faults


@rule
def check_gardens(s: State) -> int:
    """8.5, 8.10: a planted square has one owner, had a tile, and has an irrigated side."""
    owned = 0
    faults = 0
    for p in range(s.players):
        faults |= expect(s, GARDENS, p, owned & s.seats[p].gardens, 0)
        owned |= s.seats[p].gardens
    return faults | expect(s, GARDENS, NOBODY, owned & ~(TILED_SQUARES[s.players] & s.watered), 0)


@rule
def check_sides(s: State) -> int:
    """8.2, 8.8: no side is overfilled, and grey cubes lie only between planted squares."""
    planted = planted_squares(s)
    faults = 0
    for side in range(N_SIDES):
        cubes = 0
        for colour in range(GREY + 1):
            cubes += ((s.canals[colour] >> side) & 1) + ((s.doubles[colour] >> side) & 1)
            if has_bit(s.doubles[colour] & ~s.canals[colour], side):
                faults |= expect(s, OVERFILLED, colour, 2, 1)
        if cubes > SIDE_AREAS[side]:
            faults |= expect(s, OVERFILLED, NOBODY, cubes, SIDE_AREAS[side])
        if has_bit(s.irrigated, side) != (cubes >= SIDE_AREAS[side]):
            faults |= expect(s, WATER, NOBODY, side, N_SIDES)
        if has_bit(s.canals[GREY], side) and SIDE_SQUARES[side] & ~planted != 0:
            faults |= expect(s, GREY_PLACE, GREY, side, N_SIDES)
    return faults


@rule
def check_water(s: State) -> int:
    """8.3, 8.4: flood the garden anew from the river and the grey cubes, and compare."""
    wet = RIVER_SIDES
    carrying = (RIVER_SIDES & s.irrigated) | s.canals[GREY]
    done = 0
    watered = 0
    while carrying != 0:
        side = lowest_bit(carrying)
        done |= 1 << side
        wet |= SIDE_NEIGHBOURS[side]
        carrying = (carrying | (SIDE_NEIGHBOURS[side] & s.irrigated)) & ~done
    for side in range(N_SIDES):
        if has_bit(s.irrigated, side):
            watered |= SIDE_SQUARES[side]
    faults = expect(s, WATER, NOBODY, s.wet & ALL_SIDES, wet)
    faults |= expect(s, WATER, NOBODY, s.watered, watered)
    for p in range(s.players):
        faults |= expect(s, DRY_CUBE, p, s.canals[p] & ~wet, 0)
    return faults


@rule
def check_rows(s: State) -> int:
    """6.2, 6.3: rows are filled from the left and emptied when full."""
    faults = 0
    for row in range(2):
        gap = False
        for space in range(ROW_LENGTH):
            colour = s.rows[row][space]
            if colour == EMPTY:
                gap = True
            elif gap or colour < 0 or colour >= s.players:
                faults |= expect(s, ROWS, colour, space, EMPTY)
        if not gap:
            faults |= expect(s, ROWS, NOBODY, ROW_LENGTH, 0)
    return faults


@rule
def check_temples(s: State) -> int:
    """6.4: temples are filled from the left."""
    faults = 0
    for temple in range(N_TEMPLES):
        gap = False
        for space in range(TEMPLE_SPACES):
            colour = s.temples[temple][space]
            if colour == EMPTY:
                gap = True
            elif gap or colour < 0 or (colour >= s.players and colour != GREY):
                faults |= expect(s, TEMPLE_ROWS, colour, space, EMPTY)
    return faults


@rule
def check_caravan(s: State) -> int:
    """2.3, 7.1: the caravan stands in a city; every plant card lies once, the one with its own city there."""
    faults = 0
    if s.caravan < 0 or s.caravan >= N_CITIES:
        faults |= expect(s, CARAVAN_PLACE, NOBODY, s.caravan, N_CITIES - 1)
    cards = 0
    for slot in range(PLANT_SLOTS):
        if s.plant_card[slot] < 0 or s.plant_card[slot] >= PLANT_SLOTS:
            return faults | expect(s, CARAVAN_PLACE, NOBODY, s.plant_card[slot], PLANT_SLOTS - 1)
        cards |= 1 << s.plant_card[slot]
        if s.plant_face[slot] != 0 and s.plant_face[slot] != 1:
            faults |= expect(s, CARAVAN_PLACE, NOBODY, s.plant_face[slot], 1)
    faults |= expect(s, CARAVAN_PLACE, NOBODY, cards, (1 << PLANT_SLOTS) - 1)
    return faults | expect(s, CARAVAN_PLACE, NOBODY, s.plant_card[FIXED_PLANT_SLOT], FIXED_PLANT)


@rule
def check_piles(s: State) -> int:
    """12.1: with `limited_supply` nobody holds what the box does not have."""
    if not s.limited_supply:
        return 0
    short = 0
    if talents_left(s) < 0 or camels_left(s) < 0:
        short += 1
    for good in range(N_GOODS):
        if goods_left(s, good) < 0:
            short += 1
    return expect(s, PILES, NOBODY, short, 0)


@rule
def check_round(s: State) -> int:
    """The version of the rules, the round, the first player, the passed and the question are possible."""
    faults = 0
    if s.rules_version < 1 or s.rules_version > RULES_VERSION:
        faults |= expect(s, ROUND, NOBODY, s.rules_version, RULES_VERSION)
    if s.round_no < 0 or s.round_no > ROUND_LIMIT:
        faults |= expect(s, ROUND, NOBODY, s.round_no, ROUND_LIMIT)
    if s.first < 0 or s.first >= s.players:
        faults |= expect(s, ROUND, NOBODY, s.first, s.players - 1)
    if s.turn < 0 or s.turn >= s.players:
        faults |= expect(s, ROUND, NOBODY, s.turn, s.players - 1)
    faults |= expect(s, ROUND, NOBODY, s.passed >> s.players, 0)
    if s.asked < questions.DEAL and s.legal == 0:
        faults |= expect(s, QUESTION, s.seat, s.asked, questions.NOTHING)
    if s.asked != questions.OVER:
        kind = KIND_OF_TASK[s.task] if 0 <= s.task < len(KIND_OF_TASK) else questions.NOTHING
        faults |= expect(s, QUESTION, s.seat, s.asked, kind)
    if s.asked == questions.DEAL:
        for p in range(s.players):
            level = s.seats[p].court[CARAVANEER]
            if 0 <= level <= TOP_LEVEL[CARAVANEER] and goods_held(s, p) > goods_allowed(s, p):
                faults |= expect(s, TOO_MANY_GOODS, p, goods_held(s, p), goods_allowed(s, p))
    return faults


@rule
def find_faults(s: State) -> int:
    """The set of everything that is wrong with a position, as indices of FAULT_TEXTS; 0 for a sound one."""
    faults = check_counts(s) | check_cubes(s) | check_court(s) | check_caravaneer_goods(s) | check_crafts(s)
    faults |= check_tiles(s) | check_gardens(s) | check_sides(s) | check_water(s) | check_rows(s)
    return faults | check_temples(s) | check_caravan(s) | check_piles(s) | check_round(s) | check_palace(s)
