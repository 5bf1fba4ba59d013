"""A position as a row of numbers, seen by one seat: rule functions, so they run plain, compiled and on a GPU.

What stands where is said in `layout.py`. Rows are cleared first. What follows is written without asking whether it is
zero, wherever that is cheap: a processor that guesses a branch wrongly loses more time than a few numbers cost. Most
of a row is written eight numbers at a time (`rows.py`), which may clear a few numbers of the next field: so fields are
written in the order in which they stand, those of the table before those of the seats.
"""

from amyitis.box.tables import (
    GREY,
    N_CITIES,
    N_CRAFTS,
    N_GOODS,
    N_TILE_KINDS,
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
from amyitis.engine.arrays import Row, put_eight
from amyitis.rules import questions
from amyitis.rules.bits import count_bits
from amyitis.rules.board.caravan import caravan_bonus, legal_cities
from amyitis.rules.board.court import court_open
from amyitis.rules.board.garden import planted_squares, tiles_left
from amyitis.rules.board.garden_map import N_SIDES, N_SQUARES, SQUARE_SIDES, TILED_SQUARES
from amyitis.rules.board.palace import PICK_BITS, PICK_MASK
from amyitis.rules.board.temples import first_in_temple, second_in_temple
from amyitis.rules.course.round_end import goods_allowed, procession_leader
from amyitis.rules.course.scoring import GREAT, SMALL, favour_tiles, last_round, tiles_at_end
from amyitis.rules.journal import NOBODY
from amyitis.rules.questions import CRAFT_BITS, CRAFT_MASK, FACE_UP, FIRST_ACTION, GROUP_SIZE
from amyitis.rules.rule import rule
from amyitis.rules.state import BONUSES, COURT_KINDS, EMPTY, LEVELS, PLANT_SLOTS, State

from . import layout
from .rows import EIGHT, ONES, put, put_members, put_set, put_steps, spread

N_TEMPLES = len(TEMPLES)

# By kind of tile: its eight numbers.
TILE_NUMBERS: tuple[int, ...] = tuple(
    sum(number << EIGHT * i for i, number in enumerate(numbers))
    for numbers in zip(
        [1] * N_TILE_KINDS, TILE_PRESTIGE, TILE_CAMELS, TILE_TALENTS, TILE_GOODS, TILE_GARDENERS, TILE_PALACES,
        TILE_COURTS, strict=True,
    )
)  # fmt: skip
# By half of the garden (eight squares), eight sides and a set of these: how many of them lie around each square.
AROUND: tuple[tuple[tuple[int, ...], ...], ...] = tuple(
    tuple(
        tuple(
            sum(((sides << side & SQUARE_SIDES[square + i]).bit_count()) << EIGHT * i for i in range(EIGHT))
            for sides in range(1 << EIGHT)
        )
        for side in range(0, N_SIDES, EIGHT)
    )
    for square in range(0, N_SQUARES, EIGHT)
)
FIFTHS = ONES << 4  # the fifth bit of each byte: numbers below it can be compared all at once


@rule
def encode_moment(s: State, row: Row) -> None:
    """The kind of game, how far it is, and what is being asked."""
    row[layout.PLAYERS + s.players - 2] = 1
    row[layout.LIMITED] = s.limited_supply
    row[layout.EXPANSION] = s.palace
    put(row, layout.ROUND, s.round_no)
    to_go = tiles_left(s) - tiles_at_end(s)
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
    for side in range(0, N_SIDES, EIGHT):
        put_eight(row, first + side, spread(ones >> side) + spread(twos >> side))


@rule
def encode_garden(s: State, row: Row) -> None:
    """8: tiles that can still be planted, plants, water and grey cubes."""
    planted = planted_squares(s)
    squares = TILED_SQUARES[s.players] & ~planted
    for square in range(N_SQUARES):
        lies_here = (squares >> square) & 1
        put_eight(row, layout.TILES + square * layout.TILE_WIDTH, lies_here * TILE_NUMBERS[s.tile[square]])
    put_set(row, layout.PLANTED, planted, N_SQUARES)
    put_set(row, layout.WATERED, s.watered, N_SQUARES)
    put_set(row, layout.IRRIGATED, s.irrigated, N_SIDES)
    put_set(row, layout.WET, s.wet, N_SIDES)
    put_canals(s, GREY, layout.GREY_CUBES, row)
    for temple in range(N_TEMPLES):
        put_eight(row, layout.GREY_IN_TEMPLE + temple * TEMPLE_SPACES, owned_by(temple_cubes(s, temple), GREY))


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
    low, high = favour_tiles(s, SMALL), favour_tiles(s, GREAT)
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
def owner(colour: int) -> int:
    """The owner of a cube as a set of one; none for an empty space."""
    return (1 << (colour + 1)) >> 1


@rule
def owned_by(owners: int, colour: int) -> int:
    """By byte a 1 if the owner is of a colour."""
    return (owners >> colour) & ONES


@rule
def temple_cubes(s: State, temple: int) -> int:
    """The owners of the cubes in a temple, a byte for each space."""
    owners = 0
    for space in range(TEMPLE_SPACES):
        owners |= owner(s.temples[temple][space]) << EIGHT * space
    return owners


@rule
def row_cubes(s: State, line: int) -> int:
    """The owners of the cubes in a field row, a byte for each space."""
    owners = 0
    for space in range(ROW_LENGTH):
        owners |= owner(s.rows[line][space]) << EIGHT * space
    return owners


@rule
def put_place(s: State, viewer: int, p: int, at: int, row: Row) -> None:
    """Write a 1 for the player who has a place, if anybody has."""
    row[seat_at(s, viewer, 0 if p == NOBODY else p) + at] = 0 if p == NOBODY else 1


@rule
def encode_temples(s: State, viewer: int, row: Row) -> None:
    """Cubes in temples, and who is first and second there."""
    for temple in range(N_TEMPLES):
        owners = temple_cubes(s, temple)
        for p in range(s.players):
            at = seat_at(s, viewer, p) + layout.IN_TEMPLE + temple * TEMPLE_SPACES
            put_eight(row, at, owned_by(owners, p))
    for temple in range(N_TEMPLES):
        put_place(s, viewer, first_in_temple(s, temple), layout.TEMPLE_FIRST + temple, row)
        put_place(s, viewer, second_in_temple(s, temple), layout.TEMPLE_SECOND + temple, row)


@rule
def encode_rows(s: State, viewer: int, row: Row) -> None:
    """Cubes in field rows."""
    first, second = row_cubes(s, 0), row_cubes(s, 1)
    for p in range(s.players):
        at = seat_at(s, viewer, p)
        put_eight(row, at + layout.IN_ROW, owned_by(first, p))
        put_eight(row, at + layout.IN_ROW + ROW_LENGTH, owned_by(second, p))
        row[at + layout.ROW_COUNT] = count_bits(owned_by(first, p))
        row[at + layout.ROW_COUNT + 1] = count_bits(owned_by(second, p))


@rule
def cubes_around_half(s: State, p: int, half: int) -> int:
    """8.7: how many cubes of a player lie on the sides of each square of a half of the garden, a byte for each."""
    ones = s.canals[p]
    twos = s.doubles[p]
    cubes = 0
    for i in range(N_SIDES // EIGHT):
        cubes += AROUND[half][i][(ones >> EIGHT * i) & 255] + AROUND[half][i][(twos >> EIGHT * i) & 255]
    return cubes


@rule
def encode_leads(s: State, viewer: int, row: Row) -> None:
    """8.7: cubes around each square that can still be planted, and who has most of them alone."""
    squares = TILED_SQUARES[s.players] & ~planted_squares(s)
    for half in range(N_SQUARES // EIGHT):
        first = half * EIGHT
        marks = spread(squares >> first) * 15
        most = 0
        leader = 0  # by square, a set of one or none
        for p in range(s.players):
            cubes = cubes_around_half(s, p, half) & marks
            put_eight(row, seat_at(s, viewer, p) + layout.AROUND + first, cubes)
            # (16 + a - b has the fifth bit if a is not less than b: eight comparisons in one subtraction.)
            as_many = (((cubes | FIFTHS) - most) & FIFTHS) >> 4
            more = as_many & ~((((most | FIFTHS) - cubes) & FIFTHS) >> 4)
            leader = leader & ~(as_many * 15) | more << p
            most = most & ~(more * 15) | cubes & more * 15
        for p in range(s.players):
            put_eight(row, seat_at(s, viewer, p) + layout.LEADS_AROUND + first, owned_by(leader, p))


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
    encode_temples(s, viewer, row)
    encode_rows(s, viewer, row)
    for p in range(s.players):
        put_canals(s, p, seat_at(s, viewer, p) + layout.CANALS, row)
    encode_leads(s, viewer, row)


@rule
def legal_mask(s: State, row: Row) -> None:
    """The legal moves, a 1 for each in the order of the action table; all 0 at a deal and when the game is over."""
    for i in range(len(row)):
        row[i] = 0
    if s.asked not in (questions.DEAL, questions.OVER):
        put_members(row, FIRST_ACTION[s.asked], s.legal)
