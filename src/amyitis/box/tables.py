"""The facts of the active box as constants: ints, tuples of ints, tuples of tuples of ints, and names.

Made once, when this module is imported; choose another box before that (`use_box`). Where a table has a column for a
number of players, the number itself is the index, so that columns 0 and 1 are empty. Ids count from 0 in the order of
the names.
"""

from collections.abc import Callable

from amyitis.box import words
from amyitis.box.active import active_box
from amyitis.box.model import CourtCard

_BOX = active_box()

BOX_NAME: str = _BOX.name
BOX_DIGEST: str = _BOX.digest

# --- goods, seats and piles ---------------------------------------------------------------------------------------

GOODS: tuple[words.Good, ...] = words.GOODS
GOOD_LETTERS: str = "bdspw"
BARLEY, DATES, SALT, PALM, WINE = range(5)
N_GOODS: int = len(GOODS)

COLOURS: tuple[words.Colour, ...] = words.COLOURS
SEATS: tuple[words.Seat, ...] = words.SEATS
SEAT_LETTERS: str = "".join(SEATS)
MAX_SEATS: int = len(COLOURS)
GREY: int = MAX_SEATS  # the owner of a neutral cube

CUBES: int = _BOX.cubes.each  # of each colour
PILE_TALENTS: int = _BOX.talents.count
PILE_CAMELS: int = _BOX.camels.count
PILE_GOODS: tuple[int, ...] = (_BOX.goods.each,) * N_GOODS

START_TALENTS: int = _BOX.start.talents
START_CAMELS: int = _BOX.start.camels
START_CARAVANEER: int = _BOX.start.caravaneer  # a level

# --- fields and temples -------------------------------------------------------------------------------------------

ROW_NAMES: tuple[words.Row, ...] = words.ROW_NAMES
ROW_GOODS: tuple[tuple[int, ...], ...] = tuple(tuple(GOODS.index(good) for good in row.goods) for row in _BOX.fields)
ROW_LENGTH: int = len(ROW_GOODS[0])

TEMPLES: tuple[words.Temple, ...] = words.TEMPLES
ISHTAR, MARDUK, TAMMOUZ = range(3)
TEMPLE_SPACES: int = _BOX.temples.spaces
MARDUK_PRESTIGE: tuple[int, ...] = _BOX.marduk.prestige  # first, second

# --- the ring of cities -------------------------------------------------------------------------------------------

MARKET, COURT_CITY, PLANT_CITY = range(3)  # the kinds of city
_KIND = {"market": MARKET, "court": COURT_CITY, "plant": PLANT_CITY}

CITY_NAMES: tuple[str, ...] = tuple(city.name for city in _BOX.cities)
N_CITIES: int = len(CITY_NAMES)
CITY_KIND: tuple[int, ...] = tuple(_KIND[city.kind] for city in _BOX.cities)
CITY_GOOD: tuple[int, ...] = tuple(-1 if city.good is None else GOODS.index(city.good) for city in _BOX.cities)
CITY_OFFER: tuple[int, ...] = tuple(  # a bit set: 1 << type for each Court type offered
    sum(1 << words.COURT_TYPES.index(kind) for kind in city.offers) for city in _BOX.cities
)
PLANT_SLOT_CITY: tuple[int, ...] = tuple(city for city in range(N_CITIES) if CITY_KIND[city] == PLANT_CITY)
CITY_PLANT_SLOT: tuple[int, ...] = tuple(  # which of the plant cities, in ring order; -1 for another kind
    PLANT_SLOT_CITY.index(city) if city in PLANT_SLOT_CITY else -1 for city in range(N_CITIES)
)
MARKET_PRESTIGE: tuple[int, ...] = (0, *_BOX.market.prestige)  # by goods sold

# --- plant cards: two faces each, face 0 up at the start ------------------------------------------------------------

PLANT_CARDS: tuple[str, ...] = words.PLANT_CARDS
PLANT_QUALITY: tuple[tuple[int, ...], ...] = tuple(tuple(face.quality for face in card.faces) for card in _BOX.plants)
PLANT_EXTRA: tuple[tuple[int, ...], ...] = tuple(  # the good asked besides the city's, -1 for none
    tuple(-1 if face.good is None else GOODS.index(face.good) for face in card.faces) for card in _BOX.plants
)
PLANT_FACES: tuple[tuple[str, ...], ...] = tuple(tuple(face.name for face in card.faces) for card in _BOX.plants)
FIXED_PLANT: int = next(i for i, card in enumerate(_BOX.plants) if card.city is not None)
FIXED_PLANT_SLOT: int = CITY_PLANT_SLOT[CITY_NAMES.index(_BOX.plants[FIXED_PLANT].city or "")]

# --- Craft cards --------------------------------------------------------------------------------------------------

CRAFTS: tuple[words.Craft, ...] = words.CRAFTS
PEASANT, PRIEST, ENGINEER, MERCHANT, COURTIER = range(5)
CRAFT_LETTERS: str = "FTEMC"
N_CRAFTS: int = len(CRAFTS)
CRAFT_COUNT: tuple[tuple[int, ...], ...] = (  # [players][craft]; courtiers are used with the expansion only
    (0,) * N_CRAFTS,
    (0,) * N_CRAFTS,
    *(tuple(card.cards[i] for card in _BOX.crafts) for i in range(3)),
)
ENGINEER_PRESTIGE: int = _BOX.engineer.prestige

# --- Court cards: [level], level 0 being "no card" but for the Caravaneer --------------------------------------------

COURT_TYPES: tuple[words.CourtType, ...] = words.COURT_TYPES
BANKER, CARAVANEER, PALACE, GARDENER = range(4)


def _levels(kind: str) -> dict[int, CourtCard]:
    """Returns the cards of a type by level."""
    return {card.level: card for card in _BOX.court if card.type == kind}


def _worth(kind: int, worth: Callable[[CourtCard], int]) -> tuple[int, ...]:
    """Returns what the cards of a type are worth, by level from 0."""
    cards = _levels(COURT_TYPES[kind])
    return tuple(worth(cards[level]) if level in cards else 0 for level in range(max(cards) + 1))


TOP_LEVEL: tuple[int, ...] = tuple(max(_levels(kind)) for kind in COURT_TYPES)
MAX_LEVEL: int = max(TOP_LEVEL)


def _counts(players: int, kind: str) -> tuple[int, ...]:
    """Returns how many cards of a type are in use, by level up to the highest of any type."""
    cards = _levels(kind)
    return tuple(
        cards[level].cards[players - 2] if players >= 2 and level in cards else 0 for level in range(MAX_LEVEL + 1)
    )


COURT_COUNT: tuple[tuple[tuple[int, ...], ...], ...] = tuple(  # [players][type][level]; Gardeners are at level 1
    tuple(_counts(players, kind) for kind in COURT_TYPES) for players in range(MAX_SEATS + 1)
)
BANKER_TALENTS: tuple[int, ...] = _worth(BANKER, lambda card: card.talents)
BANKER_PRESTIGE: tuple[int, ...] = _worth(BANKER, lambda card: card.prestige)
CARAVANEER_SPACES: tuple[int, ...] = _worth(CARAVANEER, lambda card: card.spaces)
CARAVANEER_KEEP: tuple[int, ...] = _worth(CARAVANEER, lambda card: card.keep)
CARAVANEER_GOODS: tuple[int, ...] = _worth(CARAVANEER, lambda card: card.goods)  # tokens lying on the card
PALACE_PRESTIGE: tuple[int, ...] = _worth(PALACE, lambda card: card.prestige)
GARDENER_QUALITY: int = _worth(GARDENER, lambda card: card.quality)[1]

# --- garden tiles: identical ones are one kind; sorted by quality, prestige, name ------------------------------------

_KINDS = tuple({tile.name: tile for tile in _BOX.tiles}.values())
TILE_NAMES: tuple[str, ...] = tuple(tile.name for tile in _KINDS)
N_TILE_KINDS: int = len(_KINDS)
TILE_COUNT: tuple[int, ...] = tuple(sum(tile.name == name for tile in _BOX.tiles) for name in TILE_NAMES)
TILE_QUALITY: tuple[int, ...] = tuple(tile.quality for tile in _KINDS)
TILE_PRESTIGE: tuple[int, ...] = tuple(tile.prestige for tile in _KINDS)
TILE_CAMELS: tuple[int, ...] = tuple(tile.camels for tile in _KINDS)
TILE_TALENTS: tuple[int, ...] = tuple(tile.talents for tile in _KINDS)
TILE_GOODS: tuple[int, ...] = tuple(tile.goods_count for tile in _KINDS)
TILE_GOOD: tuple[int, ...] = tuple(  # the good that it brings, or -1 where that is of the player's choice
    GOODS.index(tile.goods) if isinstance(tile.goods, str) else -1 for tile in _KINDS
)
TILE_GARDENERS: tuple[int, ...] = tuple(tile.gardeners for tile in _KINDS)
TILE_PALACES: tuple[int, ...] = tuple(tile.palaces for tile in _KINDS)
TILE_COURTS: tuple[int, ...] = tuple(tile.courts for tile in _KINDS)
TOP_TILE: int = TILE_NAMES.index(_BOX.garden.tiles.top)  # the kind that lies on floor 4

# --- the garden: square id = (rank - 1) * FILES + (file - 1) ----------------------------------------------------------

FILES: int = _BOX.garden.floors.files
RANKS: int = _BOX.garden.floors.ranks
SQUARE_NAMES: tuple[str, ...] = words.SQUARE_NAMES
STARRED: tuple[int, ...] = tuple(sorted(SQUARE_NAMES.index(square) for square in _BOX.garden.starred.squares))
RIVER_FILE: int = words.FILE_LETTERS.index(_BOX.garden.river.file) + 1  # the river runs along this file
RIVER_RANK: int = _BOX.garden.river.rank  # and this rank
DOUBLE_FROM_FLOOR: int = _BOX.garden.sides.double_from_floor  # a side touching this floor or a higher has two areas

# --- the end of the game ----------------------------------------------------------------------------------------------

END_TILES: tuple[int, ...] = (0, 0, *_BOX.end.tiles)  # [players]
FAVOUR_TILES: tuple[tuple[int, ...], ...] = (  # [players]: tiles for the small favour, for the great one
    (0, 0),
    (0, 0),
    *zip(_BOX.favour.low, _BOX.favour.high, strict=True),
)
FAVOUR_PRESTIGE: tuple[int, ...] = _BOX.favour.prestige  # small, great

# --- the Palace expansion ---------------------------------------------------------------------------------------------

COURTIER_STEPS: int = _BOX.palace.courtier.steps
NOBLE_COST: int = _BOX.palace.noble.talents
NOBLE_STEPS: int = _BOX.palace.noble.steps
MINOR_STEPS: int = _BOX.palace.minor.steps
MINOR_TALENTS: int = _BOX.palace.minor.talents
