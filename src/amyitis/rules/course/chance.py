"""All the chance of the game (1.3), outside the rules proper: a small generator, the set-up and the deals.

The generator is sfc32 (Chris Doty-Humphrey's Small Fast Counting generator): 32-bit additions, shifts and
exclusive ors, so that plain Python, compiled code and a GPU draw the same numbers from the same seed.
"""

from operator import index
from typing import Annotated

from amyitis.box.tables import (
    CARAVANEER,
    COURT_COUNT,
    FIXED_PLANT,
    FIXED_PLANT_SLOT,
    N_CRAFTS,
    N_TILE_KINDS,
    TILE_COUNT,
    TILE_QUALITY,
    TOP_TILE,
    WINE,
)
from amyitis.errors import Malformed

from .. import SEED_LIMIT
from ..bits import count_bits, nth_bit
from ..board.court import GOOD_LEVEL
from ..board.garden_map import FLOOR_SQUARES, HIGHEST_NEED, N_FLOORS, TILED_SQUARES
from ..questions import CRAFT_BITS, GROUP_BITS, GROUP_SIZE
from ..rule import entry, rule
from ..state import PLANT_SLOTS, Fields, State
from .round_start import craft_cards

MASK = 0xFFFFFFFF
WARM_UP = 12

# Streams: what is drawn from a seed. The moves of random players never touch the chance of the game.
DEALS = 0
MOVES = 1


class Shuffler(Fields):
    """The generator's state: three words and a counter of 32 bits."""

    x: Annotated[int, "i8"]
    y: Annotated[int, "i8"]
    z: Annotated[int, "i8"]
    count: Annotated[int, "i8"]


@rule
def draw(r: Shuffler) -> int:
    """The next 32 random bits."""
    result = (r.x + r.y + r.count) & MASK
    r.count = (r.count + 1) & MASK
    r.x = r.y ^ (r.y >> 9)
    r.y = (r.z + (r.z << 3)) & MASK
    r.z = (((r.z << 21) | (r.z >> 11)) + result) & MASK
    return result


@rule
def draw_below(r: Shuffler, limit: int) -> int:
    """A random number from 0 to limit - 1; for the small limits of a game the bias is below one in 100 million."""
    return (draw(r) * limit) >> 32


@entry
def start_shuffler(r: Shuffler, low: int, high: int, stream: int) -> None:
    """Begin a stream of a seed, given as its lower and upper 32 bits."""
    r.x = low & MASK
    r.y = high & MASK
    r.z = stream
    r.count = 1
    for _ in range(WARM_UP):
        draw(r)


def shuffler(seed: int, stream: int = DEALS) -> Shuffler:
    """Returns a generator for a stream of a seed, for the plain engine; raises Malformed if it is no seed."""
    try:
        if isinstance(seed, bool):  # which Python counts as a whole number
            raise TypeError
        seed = index(seed)
    except TypeError:
        raise Malformed(f"a seed is a whole number, not {seed!r:.60}") from None
    if not 0 <= seed < SEED_LIMIT:
        raise Malformed(f"a seed is a number from 0 to 2**64 - 1, not {seed if abs(seed) < 2**80 else 'one so large'}")
    r = Shuffler()
    start_shuffler(r, seed & MASK, seed >> 32, stream)
    return r


@rule
def draw_setup(s: State, r: Shuffler) -> None:
    """2.3 to 2.8: draw all that is random in the set-up of a new game."""
    s.first = draw_below(r, s.players)
    s.turn = s.first
    draw_plants(s, r)
    draw_caravaneer_goods(s, r)
    draw_tiles(s, r)


@rule
def draw_plants(s: State, r: Shuffler) -> None:
    """2.3: the card with quality 2 on both sides has its city, side at random; the others are shuffled."""
    cards = ((1 << PLANT_SLOTS) - 1) & ~(1 << FIXED_PLANT)
    for slot in range(PLANT_SLOTS):
        if slot == FIXED_PLANT_SLOT:
            s.plant_card[slot] = FIXED_PLANT
            s.plant_face[slot] = draw_below(r, 2)
        else:
            card = nth_bit(cards, draw_below(r, count_bits(cards)))
            cards &= ~(1 << card)
            s.plant_card[slot] = card
            s.plant_face[slot] = 0


@rule
def draw_caravaneer_goods(s: State, r: Shuffler) -> None:
    """2.4: a different good, never wine, on each level-2 Caravaneer in the game."""
    goods = (1 << WINE) - 1
    for _ in range(COURT_COUNT[s.players][CARAVANEER][GOOD_LEVEL]):
        good = nth_bit(goods, draw_below(r, count_bits(goods)))
        goods &= ~(1 << good)
        s.caravaneer_goods[good] = 1


@rule
def draw_tiles(s: State, r: Shuffler) -> None:
    """2.5, 2.6: the tile of the top floor has its square; every other floor gets random tiles of its quality."""
    for floor in range(1, N_FLOORS):
        draw_floor(s, r, floor)
    s.tile[nth_bit(FLOOR_SQUARES[N_FLOORS], 0)] = TOP_TILE


@rule
def draw_floor(s: State, r: Shuffler, floor: int) -> None:
    """2.5: go through the tiles of a quality; each comes into play with the right chance, on a random empty square."""
    tiles = 0
    for kind in range(N_TILE_KINDS):
        if TILE_QUALITY[kind] == floor:
            tiles += TILE_COUNT[kind]
    if floor == HIGHEST_NEED:
        tiles -= 1
    squares = FLOOR_SQUARES[floor] & TILED_SQUARES[s.players]
    for kind in range(N_TILE_KINDS):
        if TILE_QUALITY[kind] == floor:
            for _ in range(TILE_COUNT[kind] - (1 if kind == TOP_TILE else 0)):
                wanted = count_bits(squares)
                if draw_below(r, tiles) < wanted:
                    square = nth_bit(squares, draw_below(r, wanted))
                    squares &= ~(1 << square)
                    s.tile[square] = kind
                tiles -= 1


@rule
def draw_deal(s: State, r: Shuffler) -> int:
    """4.1: shuffle the Craft cards and lay out the groups; the deal as one number (`rules/questions.py`)."""
    gone = 0
    cards = 0
    for craft in range(N_CRAFTS):
        cards += craft_cards(s, craft)
    deal = 0
    for card in range(GROUP_SIZE * s.players):
        place = draw_below(r, cards - card)
        craft = 0
        left = craft_cards(s, 0) - (gone & 0xFF)
        while place >= left:
            place -= left
            craft += 1
            left = craft_cards(s, craft) - ((gone >> (8 * craft)) & 0xFF)
        gone += 1 << (8 * craft)
        deal += 1 << (GROUP_BITS * (card // GROUP_SIZE) + CRAFT_BITS * craft)
    return deal
