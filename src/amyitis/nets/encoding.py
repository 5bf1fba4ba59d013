"""A position as a row of numbers, seen by one seat: rule functions, so they run plain, compiled and on a GPU.

What stands where is said in `layout.py`. Rows are cleared first. What follows is written without asking whether it is
zero, wherever that is cheap: a processor that guesses a branch wrongly loses more time than a few numbers cost.
"""

from typing import Any, Protocol

import numpy as np

from amyitis.box.tables import (
    END_TILES,
    FAVOUR_TILES,
    GREY,
    N_CITIES,
    N_CRAFTS,
    N_GOODS,
    PLANT_EXTRA,
    PLANT_QUALITY,
    ROW_LENGTH,
    TEMPLE_SPACES,
    TEMPLES,
    TILE_CAMELS,
    TILE_COURTS,
    TILE_GARDENERS,
    TILE_GOODS,
    TILE_PALACES,
    TILE_PRESTIGE,
    TILE_TALENTS,
    TOP_LEVEL,
)
from amyitis.engine.record import ARRAY_TYPES
from amyitis.rules import questions
from amyitis.rules.bits import count_bits, least, lowest_bit
from amyitis.rules.caravan import caravan_bonus, legal_cities
from amyitis.rules.court import court_open
from amyitis.rules.garden import cubes_around, planted_squares, tiles_left
from amyitis.rules.garden_map import N_SIDES, N_SQUARES, TILED_SQUARES
from amyitis.rules.journal import NOBODY
from amyitis.rules.palace import PICK_BITS, PICK_MASK
from amyitis.rules.questions import CRAFT_BITS, CRAFT_MASK, FACE_UP, FIRST_ACTION, GROUP_SIZE
from amyitis.rules.round_end import goods_allowed, procession_leader
from amyitis.rules.rule import rule
from amyitis.rules.scoring import last_round
from amyitis.rules.state import BONUSES, COURT_KINDS, EMPTY, LEVELS, PLANT_SLOTS, State
from amyitis.rules.temples import first_in_temple, second_in_temple

from . import layout

N_TEMPLES = len(TEMPLES)
LARGEST = 255


class Row(Protocol):
    """The numbers of one position, each from 0 to 255."""

    def __getitem__(self, i: int, /) -> Any: ...
    def __setitem__(self, i: int, value: int, /) -> None: ...
    def __len__(self) -> int: ...


class Rows(Protocol):
    """Positions below each other."""

    def __getitem__(self, i: int, /) -> Any: ...
    def __len__(self) -> int: ...


ARRAY_TYPES["Row"] = (np.dtype(np.uint8), 1)
ARRAY_TYPES["Rows"] = (np.dtype(np.uint8), 2)


@rule
def put(row: Row, index: int, value: int) -> None:
    """Write a number, the largest there is if it is larger."""
    row[index] = least(value, LARGEST)


@rule
def put_steps(row: Row, first: int, count: int, most: int) -> None:
    """Tell a count step by step."""
    for i in range(most):
        row[first + i] = 1 if count > i else 0


@rule
def put_set(row: Row, first: int, members: int, size: int) -> None:
    """Write a 1 for each member of a set of so many things at most, a 0 for each other thing."""
    for i in range(size):
        row[first + i] = (members >> i) & 1


@rule
def put_members(row: Row, first: int, members: int) -> None:
    """Write a 1 for each member of a set that has few of many, and nothing else."""
    while members != 0:
        row[first + lowest_bit(members)] = 1
        members &= members - 1


@rule
def encode_moment(s: State, row: Row) -> None:
    """The kind of game, how far it is, and what is being asked."""
    row[layout.PLAYERS + s.players - 2] = 1
    row[layout.LIMITED] = s.limited_supply
    row[layout.EXPANSION] = s.palace
    put(row, layout.ROUND, s.round_no)
    to_go = tiles_left(s) - END_TILES[s.players]
    if to_go > 0:
        row[layout.TILES_TO_GO] = to_go
    if last_round(s):
        row[layout.LAST_ROUND] = 1
    row[layout.NOBLE_USED] = s.noble_used
    if s.asked == questions.OVER:
        row[layout.OVER] = 1
        return
    if s.task >= 0:
        row[layout.TASK + s.task] = 1
    for i in range(s.agenda_length):
        row[layout.PENDING + s.agenda[i]] = 1
    if s.planting != EMPTY:
        row[layout.PLANTING + s.planting] = 1


@rule
def encode_cities(s: State, row: Row) -> None:
    """The caravan, both sides of the plant cards, and the Court cards that are left."""
    row[layout.CARAVAN + s.caravan] = 1
    for slot in range(PLANT_SLOTS):
        for side in range(2):
            at = layout.PLANTS + slot * layout.PLANT_WIDTH + side * (1 + N_GOODS)
            face = s.plant_face[slot] if side == 0 else 1 - s.plant_face[slot]
            row[at] = PLANT_QUALITY[s.plant_card[slot]][face]
            extra = PLANT_EXTRA[s.plant_card[slot]][face]
            if extra >= 0:
                row[at + 1 + extra] = 1
    for kind in range(COURT_KINDS):
        for level in range(1, TOP_LEVEL[kind] + 1):
            row[layout.COURT_LEFT + kind * (LEVELS - 1) + level - 1] = s.court_left[kind][level]
    for good in range(N_GOODS):
        row[layout.CARAVANEER_GOODS + good] = s.caravaneer_goods[good]


@rule
def encode_crafts(s: State, row: Row) -> None:
    """4.1, 6.1: the Craft cards face up, by price and by group."""
    for group in range(s.players):
        cards = s.groups[group]
        if cards != 0:
            price = GROUP_SIZE - FACE_UP[cards]
            at = layout.GROUPS + group * layout.GROUP_WIDTH
            row[at + N_CRAFTS] = price
            for craft in range(N_CRAFTS):
                count = (cards >> CRAFT_BITS * craft) & CRAFT_MASK
                row[at + craft] = count
                row[layout.CRAFTS_AT_PRICE + craft * layout.PRICES + price] += count


@rule
def put_canals(s: State, colour: int, first: int, row: Row) -> None:
    """Write how many cubes of a colour lie on each side."""
    ones = s.canals[colour]
    twos = s.doubles[colour]
    for side in range(N_SIDES):
        row[first + side] = ((ones >> side) & 1) + ((twos >> side) & 1)


@rule
def encode_garden(s: State, row: Row) -> None:
    """8: tiles that can still be planted, plants, water and grey cubes."""
    planted = planted_squares(s)
    put_set(row, layout.PLANTED, planted, N_SQUARES)
    put_set(row, layout.WATERED, s.watered, N_SQUARES)
    put_set(row, layout.IRRIGATED, s.irrigated, N_SIDES)
    put_set(row, layout.WET, s.wet, N_SIDES)
    put_canals(s, GREY, layout.GREY_CUBES, row)
    squares = TILED_SQUARES[s.players] & ~planted
    while squares != 0:
        square = lowest_bit(squares)
        squares &= squares - 1
        kind = s.tile[square]
        at = layout.TILES + square * layout.TILE_WIDTH
        row[at] = 1
        row[at + 1] = TILE_PRESTIGE[kind]
        row[at + 2] = TILE_CAMELS[kind]
        row[at + 3] = TILE_TALENTS[kind]
        row[at + 4] = TILE_GOODS[kind]
        row[at + 5] = TILE_GARDENERS[kind]
        row[at + 6] = TILE_PALACES[kind]
        row[at + 7] = TILE_COURTS[kind]


@rule
def seat_at(s: State, viewer: int, p: int) -> int:
    """The index of the first number of a seat, as the viewer sees it."""
    places = p - viewer if p >= viewer else p - viewer + s.players
    return layout.SEATS + layout.SEAT_WIDTH * places


@rule
def encode_purse(s: State, p: int, at: int, row: Row) -> None:
    """What a player has in hand."""
    me = s.seats[p]
    put(row, at + layout.PRESTIGE, me.prestige)
    put(row, at + layout.TALENTS, me.talents)
    put_steps(row, at + layout.TALENTS_FROM, me.talents, layout.TALENT_STEPS)
    put(row, at + layout.CAMELS, me.camels)
    put_steps(row, at + layout.CAMELS_FROM, me.camels, layout.CAMEL_STEPS)
    row[at + layout.CUBES] = me.cubes
    row[at + layout.HAS_CUBE] = 1 if me.cubes > 0 else 0
    held = 0
    for good in range(N_GOODS):
        count = me.goods[good]
        held += count
        put(row, at + layout.GOODS_HELD + good, count)
        row[at + layout.HAS_GOOD + good] = 1 if count > 0 else 0
        row[at + layout.HAS_TWO + good] = 1 if count > 1 else 0
    put(row, at + layout.GOODS_IN_ALL, held)
    if held > goods_allowed(s, p):
        put(row, at + layout.GOODS_TOO_MANY, held - goods_allowed(s, p))
    reach = me.camels + caravan_bonus(s, p) if me.camels > 0 else 0
    put_steps(row, at + layout.REACH_FROM, reach, layout.REACH_STEPS)
    put_set(row, at + layout.CAN_TRADE, legal_cities(s, p), N_CITIES)


@rule
def encode_standing(s: State, p: int, at: int, row: Row) -> None:
    """Court cards, tiles, the place in the round, and the Palace track."""
    me = s.seats[p]
    for kind in range(COURT_KINDS):
        put_steps(row, at + layout.COURT + kind * (LEVELS - 1), me.court[kind], LEVELS - 1)
    put_set(row, at + layout.COURT_OPEN, court_open(s, p), COURT_KINDS)
    tiles = count_bits(me.gardens)
    row[at + layout.TILE_COUNT] = tiles
    low, high = FAVOUR_TILES[s.players][0], FAVOUR_TILES[s.players][1]
    if tiles >= low:
        row[at + layout.FAVOUR] = 1
    if tiles >= high:
        row[at + layout.FAVOUR + 1] = 1
    else:
        row[at + layout.TILES_TO_FAVOUR] = high - tiles if tiles >= low else low - tiles
    row[at + layout.PASSED] = (s.passed >> p) & 1
    row[at + layout.FIRST] = 1 if s.first == p else 0
    row[at + layout.TURN] = 1 if s.turn == p else 0
    row[at + layout.DECIDES] = 1 if s.seat == p else 0
    row[at + layout.LEADS_PROCESSION] = 1 if procession_leader(s) == p else 0
    if s.palace:
        put(row, at + layout.TRACK, me.track)
        row[at + layout.ARRIVAL] = me.arrival
        for bonus in range(BONUSES):
            if s.bonus[bonus] == p:
                row[at + layout.BONUSES + bonus] = 1
        picks = s.bonus_picks
        while picks != 0:
            if (picks & PICK_MASK) == p + 1:
                row[at + layout.PICKS] += 1
            picks >>= PICK_BITS


@rule
def put_cube(s: State, viewer: int, colour: int, grey_at: int, at: int, row: Row) -> None:
    """Write a 1 for the cube on a space, with its owner's numbers or where grey ones stand; a 0 for an empty space."""
    place = grey_at if colour == GREY else seat_at(s, viewer, colour if colour != EMPTY else 0) + at
    row[place] = 1 if colour != EMPTY else 0


@rule
def encode_cubes(s: State, viewer: int, row: Row) -> None:
    """Cubes in temples and field rows, and who is first and second in a temple."""
    for temple in range(N_TEMPLES):
        for space in range(TEMPLE_SPACES):
            at = temple * TEMPLE_SPACES + space
            put_cube(s, viewer, s.temples[temple][space], layout.GREY_IN_TEMPLE + at, layout.IN_TEMPLE + at, row)
        first = first_in_temple(s, temple)
        if first != NOBODY:
            row[seat_at(s, viewer, first) + layout.TEMPLE_FIRST + temple] = 1
        second = second_in_temple(s, temple)
        if second != NOBODY:
            row[seat_at(s, viewer, second) + layout.TEMPLE_SECOND + temple] = 1
    for line in range(2):
        for space in range(ROW_LENGTH):
            colour = s.rows[line][space]
            put_cube(s, viewer, colour, 0, layout.IN_ROW + line * ROW_LENGTH + space, row)
            if colour != EMPTY:
                row[seat_at(s, viewer, colour) + layout.ROW_COUNT + line] += 1


@rule
def encode_leads(s: State, viewer: int, row: Row) -> None:
    """8.7: cubes around each square that can still be planted, and who has most of them alone."""
    squares = TILED_SQUARES[s.players] & ~planted_squares(s)
    while squares != 0:
        square = lowest_bit(squares)
        squares &= squares - 1
        leader = NOBODY
        most = 0
        for p in range(s.players):
            count = cubes_around(s, square, p)
            row[seat_at(s, viewer, p) + layout.AROUND + square] = count
            leader = p if count > most else NOBODY if count == most else leader
            most = count if count > most else most
        for p in range(s.players):
            row[seat_at(s, viewer, p) + layout.LEADS_AROUND + square] = 1 if leader == p else 0


@rule
def encode_position(s: State, viewer: int, row: Row) -> None:
    """Write a position as the viewer sees it; the row has `layout.WIDTH` numbers."""
    for i in range(len(row)):
        row[i] = 0
    encode_moment(s, row)
    encode_cities(s, row)
    encode_crafts(s, row)
    encode_garden(s, row)
    for p in range(s.players):
        at = seat_at(s, viewer, p)
        encode_purse(s, p, at, row)
        encode_standing(s, p, at, row)
        put_canals(s, p, at + layout.CANALS, row)
    encode_cubes(s, viewer, row)
    encode_leads(s, viewer, row)


@rule
def legal_mask(s: State, row: Row) -> None:
    """The legal moves, a 1 for each in the order of the action table; all 0 at a deal and when the game is over."""
    for i in range(len(row)):
        row[i] = 0
    if s.asked not in (questions.DEAL, questions.OVER):
        put_members(row, FIRST_ACTION[s.asked], s.legal)
