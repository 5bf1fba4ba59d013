"""The layout of an encoded position: which number stands where, what it is called, and its scale.

A position is a row of small numbers (0 to 255). What a network sees is each number times its scale, so that most lie
between 0 and 1. The layout is the same for every number of players, with and without the Palace expansion: seats that
are not in the game are all zero. `docs/reference/encoding.md` is the table of every index, made from here.
"""

from collections.abc import Sequence

from amyitis.box.tables import (
    CITY_NAMES,
    COURT_TYPES,
    CRAFTS,
    GOODS,
    MAX_SEATS,
    ROW_LENGTH,
    ROW_NAMES,
    SQUARE_NAMES,
    TEMPLE_SPACES,
    TEMPLES,
)
from amyitis.rules.board.garden_map import SIDE_NAMES
from amyitis.rules.state import LEVELS, PLANT_SLOTS
from amyitis.rules.tasks import TASK_NAMES

ENCODING_VERSION = 1  # goes up when any index gets another meaning, or a number another scale

# How far counts are encoded step by step: the n-th number is 1 if there are more than n.
TALENT_STEPS, CAMEL_STEPS, REACH_STEPS = 6, 5, 8
PRICES = 3  # of a Craft card: 0 to 2 talents
TASK_ROOM = 32  # tasks may be added to the rules without a new encoding
_TASKS = (*TASK_NAMES, *("(unused)" for _ in range(TASK_ROOM - len(TASK_NAMES))))
BONUS_NAMES = ("first player", "procession", "craft", "minor courtier")
TILE_PARTS = ("lies here", "prestige", "camels", "talents", "goods", "gardeners", "palaces", "courts")
TILE_SCALES = (1.0, 0.1, 0.5, 0.5, 1.0, 1.0, 1.0, 1.0)
PLANT_PARTS = tuple(f"{side} {part}" for side in ("upper side:", "lower side:") for part in ("quality", *GOODS))


# (The sections below have names that no rule function uses: what it names of a module is a part of its fingerprint.)


class Section:
    """A run of consecutive numbers with names and scales."""

    def __init__(self) -> None:
        self.names: list[str] = []
        self.scales: list[float] = []

    def __len__(self) -> int:
        return len(self.names)

    def add(self, about: str, parts: Sequence[str] = ("",), scale: float = 1.0) -> int:
        """Append a number for each part, all of one scale; returns the index of the first."""
        first = len(self.names)
        self.names += [f"{about}: {part}" if part else about for part in parts]
        self.scales += [scale] * len(parts)
        return first


def _steps(most: int) -> list[str]:
    """The names of a count that is encoded step by step."""
    return [f"at least {count}" for count in range(1, most + 1)]


# --- what belongs to nobody -----------------------------------------------------------------------------------------

_TABLE = Section()
PLAYERS = _TABLE.add("players", ("2", "3", "4"))
LIMITED = _TABLE.add("limited supply")
EXPANSION = _TABLE.add("Palace expansion")
ROUND = _TABLE.add("round", scale=1 / 30)
TILES_TO_GO = _TABLE.add("tiles until the last round", scale=0.1)
LAST_ROUND = _TABLE.add("the last round")
OVER = _TABLE.add("the game is over")
TASK = _TABLE.add("asked", _TASKS)
PENDING = _TABLE.add("still to do", _TASKS)
PLANTING = _TABLE.add("being planted", SQUARE_NAMES)
CARAVAN = _TABLE.add("caravan", CITY_NAMES)
PLANTS = _TABLE.add("plant cards", [f"{slot + 1}. city, {part}" for slot in range(PLANT_SLOTS) for part in PLANT_PARTS])
PLANT_WIDTH = len(PLANT_PARTS)
COURT_LEFT = _TABLE.add(
    "Court cards left", [f"{kind} {level}" for kind in COURT_TYPES for level in range(1, LEVELS)], 0.25
)
CARAVANEER_GOODS = _TABLE.add("goods on level-2 Caravaneers", GOODS)
CRAFTS_AT_PRICE = _TABLE.add(
    "Craft cards face up", [f"{craft} for {price}" for craft in CRAFTS for price in range(PRICES)], 0.25
)
GROUPS = _TABLE.add(
    "Craft cards",
    [f"group {group + 1}, {craft}" for group in range(MAX_SEATS) for craft in (*CRAFTS, "price")],
    0.5,
)
GROUP_WIDTH = len(CRAFTS) + 1
NOBLE_USED = _TABLE.add("the Noble is taken")
TILES = _TABLE.add("tile", [f"{square}, {part}" for square in SQUARE_NAMES for part in TILE_PARTS])
TILE_WIDTH = len(TILE_PARTS)
_TABLE.scales[TILES:] = list(TILE_SCALES) * len(SQUARE_NAMES)
PLANTED = _TABLE.add("planted", SQUARE_NAMES)
WATERED = _TABLE.add("has an irrigated side", SQUARE_NAMES)
IRRIGATED = _TABLE.add("irrigated side", SIDE_NAMES)
WET = _TABLE.add("water reaches side", SIDE_NAMES)
GREY_CUBES = _TABLE.add("grey cubes on side", SIDE_NAMES, 0.5)
GREY_IN_TEMPLE = _TABLE.add(
    "grey cube", [f"{temple}, space {space + 1}" for temple in TEMPLES for space in range(TEMPLE_SPACES)]
)

# --- what belongs to a seat; indices from the first of the seat ----------------------------------------------------

_SEAT = Section()
PRESTIGE = _SEAT.add("prestige", scale=0.02)
TALENTS = _SEAT.add("talents", scale=0.1)
TALENTS_FROM = _SEAT.add("talents", _steps(TALENT_STEPS))
CAMELS = _SEAT.add("camels", scale=0.1)
CAMELS_FROM = _SEAT.add("camels", _steps(CAMEL_STEPS))
CUBES = _SEAT.add("cubes at home", scale=1 / 27)
HAS_CUBE = _SEAT.add("has a cube at home")
GOODS_HELD = _SEAT.add("goods", GOODS, 0.25)
HAS_GOOD = _SEAT.add("has at least 1", GOODS)
HAS_TWO = _SEAT.add("has at least 2", GOODS)
GOODS_IN_ALL = _SEAT.add("goods in all", scale=0.25)
GOODS_TOO_MANY = _SEAT.add("goods over the limit", scale=0.25)
COURT = _SEAT.add("Court", [f"{kind}, at least {level}" for kind in COURT_TYPES for level in range(1, LEVELS)])
COURT_OPEN = _SEAT.add("can rise as", COURT_TYPES)
TILE_COUNT = _SEAT.add("tiles", scale=1 / 7)
FAVOUR = _SEAT.add("Amyitis' favour", ("small", "great"))
TILES_TO_FAVOUR = _SEAT.add("tiles to the next favour", scale=0.2)
PASSED = _SEAT.add("has passed")
FIRST = _SEAT.add("first player")
TURN = _SEAT.add("whose turn it is")
DECIDES = _SEAT.add("decides now")
LEADS_PROCESSION = _SEAT.add("leads the procession")
REACH_FROM = _SEAT.add("spaces the caravan can go", _steps(REACH_STEPS))
CAN_TRADE = _SEAT.add("could lead the caravan to", CITY_NAMES)
IN_TEMPLE = _SEAT.add("cube", [f"{temple}, space {space + 1}" for temple in TEMPLES for space in range(TEMPLE_SPACES)])
TEMPLE_FIRST = _SEAT.add("first in", TEMPLES)
TEMPLE_SECOND = _SEAT.add("second in", TEMPLES)
IN_ROW = _SEAT.add("cube", [f"{row} row, space {space + 1}" for row in ROW_NAMES for space in range(ROW_LENGTH)])
ROW_COUNT = _SEAT.add("cubes in row", ROW_NAMES, 0.25)
CANALS = _SEAT.add("cubes on side", SIDE_NAMES, 0.5)
AROUND = _SEAT.add("cubes around a square to be planted", SQUARE_NAMES, 0.25)
LEADS_AROUND = _SEAT.add("most cubes around a square to be planted", SQUARE_NAMES)
TRACK = _SEAT.add("Palace track", scale=0.1)
ARRIVAL = _SEAT.add("came to its space of the track after", scale=1 / 3)
BONUSES = _SEAT.add("bonus", BONUS_NAMES)
PICKS = _SEAT.add("bonuses still to pick", scale=0.5)

SEATS = len(_TABLE)  # the viewer's numbers come first, then those of the seats to the left
SEAT_WIDTH = len(_SEAT)
WIDTH = SEATS + MAX_SEATS * SEAT_WIDTH

_PLACES = ("viewer", "1st to the left", "2nd to the left", "3rd to the left")
NAMES: tuple[str, ...] = (*_TABLE.names, *(f"{place}: {name}" for place in _PLACES for name in _SEAT.names))
SCALES: tuple[float, ...] = (*_TABLE.scales, *_SEAT.scales * MAX_SEATS)
