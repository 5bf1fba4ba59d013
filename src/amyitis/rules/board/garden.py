"""Water, canals and plants in the hanging gardens (8)."""

from amyitis.box.tables import (
    CITY_PLANT_SLOT,
    GARDENER,
    GREY,
    PLANT_QUALITY,
    TILE_CAMELS,
    TILE_COURTS,
    TILE_GARDENERS,
    TILE_GOODS,
    TILE_PALACES,
    TILE_PRESTIGE,
    TILE_TALENTS,
)

from .. import agenda, questions
from ..bits import count_bits, has_bit, least, lowest_bit
from ..journal import BONUS_LOST, CANAL, COURT_CARD, NOBODY, TILE, note
from ..rule import rule
from ..state import EMPTY, State
from .court import return_gardeners, take_gardener
from .garden_map import (
    HIGHEST_NEED,
    SIDE_AREAS,
    SIDE_NEIGHBOURS,
    SIDE_SQUARES,
    SQUARE_NEED,
    SQUARE_SIDES,
    SQUARES_FOR_QUALITY,
    TILED_SQUARES,
)
from .supply import gain_camels, gain_talents, score


@rule
def open_sides(s: State) -> int:
    """8.3: the set of sides with an empty area that water reaches."""
    return s.wet & ~s.irrigated


@rule
def dug_sides(s: State) -> int:
    """The set of sides that hold a cube of anybody's."""
    sides = 0
    for colour in range(GREY + 1):
        sides |= s.canals[colour]
    return sides


@rule
def flow(s: State, side: int) -> None:
    """8.3: a side carries water on to the sides it meets, and they to the next if they are irrigated."""
    carrying = 1 << side
    while carrying != 0:
        source = lowest_bit(carrying)
        carrying &= carrying - 1
        reached = SIDE_NEIGHBOURS[source] & ~s.wet
        s.wet |= reached
        carrying |= reached & s.irrigated


@rule
def fill_area(s: State, side: int, colour: int, clause: int) -> None:
    """8.2, 8.3: a cube fills one area of a side; a side with all areas filled is irrigated and carries water on.

    A side that holds a grey cube is a source of water whether or not it is linked to the river (8.4).
    """
    here = 1 << side
    completes = SIDE_AREAS[side] == 1 or dug_sides(s) & here != 0
    if s.canals[colour] & here:
        s.doubles[colour] |= here
    s.canals[colour] |= here
    note(s, clause, colour, CANAL, 1, side)
    if completes:
        s.irrigated |= here
        s.watered |= SIDE_SQUARES[side]
        if colour == GREY or has_bit(s.wet, side):
            flow(s, side)


@rule
def ask_dig(s: State, task: int) -> None:
    """8.3: on which side does the cube go?"""
    agenda.ask(s, task, questions.DIG, open_sides(s))


@rule
def ask_engineer(s: State) -> None:
    """6.5: the engineer who was recruited digs."""
    ask_dig(s, agenda.ENGINEER_DIG)


@rule
def dig(s: State, p: int, side: int, clause: int) -> None:
    """8.2: a player's own cube goes on an irrigation area."""
    s.seats[p].cubes -= 1
    fill_area(s, side, p, clause)


@rule
def send_engineer(s: State, p: int, side: int) -> None:
    """6.5: the recruited engineer digs on the side chosen."""
    dig(s, p, side, 6_05)


@rule
def planted_squares(s: State) -> int:
    """The set of squares that are planted."""
    squares = 0
    for p in range(s.players):
        squares |= s.seats[p].gardens
    return squares


@rule
def tiles_left(s: State) -> int:
    """11.1: how many tiles still lie in the garden."""
    return count_bits(TILED_SQUARES[s.players] & ~planted_squares(s))


@rule
def plantable_squares(s: State, p: int, quality: int) -> int:
    """8.5: the squares on which a player can plant a plant of this quality, with the help of their Gardeners."""
    reach = least(quality + s.seats[p].court[GARDENER], HIGHEST_NEED)
    return TILED_SQUARES[s.players] & ~planted_squares(s) & s.watered & SQUARES_FOR_QUALITY[reach]


@rule
def plant_quality(s: State, slot: int) -> int:
    """The quality of the plant card at a plant city, by its upper side."""
    return PLANT_QUALITY[s.plant_card[slot]][s.plant_face[slot]]


@rule
def quality_in_trade(s: State) -> int:
    """7.6: the quality of the plant that is sold where the caravan stands."""
    return plant_quality(s, CITY_PLANT_SLOT[s.caravan])


@rule
def plant(s: State, p: int, square: int) -> None:
    """8.5, 8.6, 8.9: Gardeners back, the tile and its bonuses; irrigation bonus and grey cubes wait on the agenda."""
    return_gardeners(s, p, SQUARE_NEED[square] - quality_in_trade(s))
    s.planting = square
    s.seats[p].gardens |= 1 << square
    kind = s.tile[square]
    note(s, 8_06, p, TILE, 1, square)
    score(s, p, TILE_PRESTIGE[kind], 8_06)
    gain_camels(s, p, TILE_CAMELS[kind], 8_06)
    gain_talents(s, p, TILE_TALENTS[kind], 8_06)
    for _ in range(TILE_GARDENERS[kind]):
        if s.court_left[GARDENER][1] > 0:
            take_gardener(s, p, 8_06)
        else:
            note(s, 8_06, p, BONUS_LOST, 1, COURT_CARD)
    agenda.push(s, agenda.TURN_PLANT)
    agenda.push(s, agenda.GREY_CUBES)
    agenda.push(s, agenda.IRRIGATION_BONUS)
    for _ in range(TILE_COURTS[kind]):
        agenda.push(s, agenda.TILE_COURT)
    for _ in range(TILE_PALACES[kind]):
        agenda.push(s, agenda.TILE_PALACE)
    for _ in range(TILE_GOODS[kind]):
        agenda.push(s, agenda.TILE_GOOD)


@rule
def cubes_around(s: State, square: int, p: int) -> int:
    """8.7: how many cubes of a player lie on the sides of a square."""
    sides = SQUARE_SIDES[square]
    return count_bits(s.canals[p] & sides) + count_bits(s.doubles[p] & sides)


@rule
def irrigation_bonus(s: State) -> None:
    """8.7: most cubes around the planted square score the plant's own quality; on a tie nobody."""
    winner = NOBODY
    most = 0
    for p in range(s.players):
        count = cubes_around(s, s.planting, p)
        if count > most:
            most = count
            winner = p
        elif count == most:
            winner = NOBODY
    if winner != NOBODY:
        score(s, winner, quality_in_trade(s), 8_07)


@rule
def grey_cubes(s: State) -> None:
    """8.8: grey cubes fill the empty areas between the new plant and its planted neighbours."""
    planted = planted_squares(s)
    sides = SQUARE_SIDES[s.planting] & ~s.irrigated
    while sides != 0:
        side = lowest_bit(sides)
        sides &= sides - 1
        if SIDE_SQUARES[side] & ~planted == 0:
            while not has_bit(s.irrigated, side):
                fill_area(s, side, GREY, 8_08)
    s.planting = EMPTY
