"""The shape of a view, written once: the API's models and the page's types come from it.

The names of seats, goods and so on are those of the box, `Kind` and `Task` those of the rules' own tables.
"""

from typing import Literal, NotRequired

from amyitis.box import words
from amyitis.extras import TypedDict
from amyitis.notation import positions
from amyitis.rules.questions import KindName
from amyitis.rules.switches import SwitchesDict
from amyitis.rules.tasks import TaskName

Seat = words.Seat
SeatOrChance = positions.SeatOrChance
Cube = positions.Cube
Colour = words.Colour
Good = words.Good
Craft = words.Craft
CourtType = words.CourtType
CityKind = words.CityKind
Phase = Literal["deal", "actions", "round end", "palace", "over"]
Kind = KindName
Task = TaskName


class Switches(SwitchesDict):
    """The switches of the rules."""


class Question(TypedDict):
    """What is asked, of whom (`$` for chance), and which task asks it."""

    seat: SeatOrChance
    kind: Kind
    task: Task


class Goods(TypedDict):
    """How many of each good."""

    barley: int
    dates: int
    salt: int
    palm: int
    wine: int


class OwnTile(TypedDict):
    """A tile of a player and the square it lay on."""

    square: str
    tile: str


class SeatView(TypedDict):
    """A player's panel."""

    seat: Seat
    colour: Colour
    prestige: int
    talents: int
    camels: int
    cubes: int
    goods: Goods
    goods_held: int
    goods_limit: int
    banker: int
    caravaneer: int
    palace: int
    gardeners: int
    caravan_bonus: int
    income: int
    tiles: list[OwnTile]
    favour: int
    tiles_to_next_favour: int | None
    passed: bool
    first_player: bool


class CraftGroup(TypedDict):
    """A group of Craft cards and what the next one costs."""

    group: int
    face_up: list[Craft]
    price: int | None


class FieldSpace(TypedDict):
    """A space of a field row."""

    good: Good
    cube: Cube | None


class Fields(TypedDict):
    """The two field rows."""

    top: list[FieldSpace]
    bottom: list[FieldSpace]


class Temples(TypedDict):
    """The spaces of the temples."""

    ishtar: list[Cube | None]
    marduk: list[Cube | None]
    tammouz: list[Cube | None]


class Square(TypedDict):
    """A square of the garden."""

    floor: int
    quality_needed: int
    tile: str | None
    planted_by: Seat | None
    irrigated: bool
    cubes: dict[Seat, int]


class Side(TypedDict):
    """A side of the garden's squares, where canals are dug."""

    areas: int
    cubes: list[Cube]
    irrigated: bool
    open: bool


class Garden(TypedDict):
    """The hanging gardens."""

    tiles_left: int
    tiles_at_end: int
    squares: dict[str, Square]
    sides: dict[str, Side]


class PlantFace(TypedDict):
    """A side of a plant card: its name, its quality, and the good it asks for besides the city's."""

    face: str
    quality: int
    extra: Good | None


class Plant(PlantFace):
    """The plant card of a city as it lies, and its other side, which is open to all (1.3)."""

    card: str
    under: PlantFace


class City(TypedDict):
    """A city on the caravan's way; `camels` is the cost for the player to decide, null if out of reach."""

    city: str
    kind: CityKind
    asks: Good | None
    offers: list[CourtType]
    spaces: int
    camels: int | None
    prices: NotRequired[list[int]]
    plant: NotRequired[Plant]


class Court(TypedDict):
    """The Court cards that are left, by level."""

    banker: dict[str, int]
    caravaneer: dict[str, int]
    palace: dict[str, int]
    gardener: int
    caravaneer_goods: list[Good]


class Supply(TypedDict):
    """What is left in the supply, where it is limited."""

    talents: int
    camels: int
    goods: Goods


class Bonuses(TypedDict):
    """The bonuses of the Palace, and who has taken them."""

    first: Seat | None
    procession: Seat | None
    craft: Seat | None
    courtier: Seat | None


class Palace(TypedDict):
    """The Palace expansion."""

    noble: Literal["used", "free"]
    track: dict[Seat, int]
    order: list[Seat]
    bonuses: Bonuses


class View(TypedDict):
    """Everything on the table, and what is asked of whom."""

    players: int
    rules_version: int
    switches: Switches
    round: int
    last_round: bool
    phase: Phase
    first_player: Seat
    turn: Seat
    question: Question | None
    seats: list[SeatView]
    crafts: list[CraftGroup]
    fields: Fields
    temples: Temples
    garden: Garden
    caravan: str
    cities: list[City]
    court: Court
    scores: dict[Seat, int]
    winners: list[Seat]
    supply: NotRequired[Supply]
    palace: NotRequired[Palace]
