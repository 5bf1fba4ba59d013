"""The shape of a view, for the OpenAPI text: what `game/view.py` says about the table."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

Seat = Annotated[Literal["W", "K", "B", "R"], Field(description="White, black, blue or red.")]
Cube = Annotated[Literal["W", "K", "B", "R", "N"] | None, Field(description="A seat, N for grey, or nothing.")]
Good = Literal["barley", "dates", "salt", "palm", "wine"]


class Said(BaseModel):
    """Something the server says: exactly these fields."""

    model_config = ConfigDict(extra="forbid")


class Switches(Said):
    """The switches of the rules."""

    limited_supply: bool
    palace: bool


class Question(Said):
    """What is asked, of whom (`$` for chance)."""

    seat: Literal["W", "K", "B", "R", "$"]
    kind: str
    task: str


class OwnTile(Said):
    """A tile of a player and the square it lay on."""

    square: str
    tile: str


class SeatView(Said):
    """A player's panel."""

    seat: Seat
    colour: str
    prestige: int
    talents: int
    camels: int
    cubes: int
    goods: dict[Good, int]
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


class CraftGroup(Said):
    """A group of Craft cards and what the next one costs."""

    group: int
    face_up: list[str]
    price: int | None


class FieldSpace(Said):
    """A space of a field row."""

    good: Good
    cube: Cube


class Square(Said):
    """A square of the garden."""

    floor: int
    quality_needed: int
    tile: str | None
    planted_by: Seat | None
    irrigated: bool
    cubes: dict[str, int]


class Side(Said):
    """A side of the garden's squares, where canals are dug."""

    areas: int
    cubes: list[Cube]
    irrigated: bool
    open: bool


class Garden(Said):
    """The hanging gardens."""

    tiles_left: int
    tiles_at_end: int
    squares: dict[str, Square]
    sides: dict[str, Side]


class Plant(Said):
    """The plant card of a city."""

    card: str
    face: str
    quality: int
    extra: Good | None


class City(Said):
    """A city on the caravan's way; `camels` is the cost for whoever decides, null if out of reach."""

    city: str
    kind: Literal["market", "court", "plant"]
    asks: Good | None
    offers: list[str]
    spaces: int
    camels: int | None
    prices: list[int] | None = None
    plant: Plant | None = None


class Court(Said):
    """The Court cards that are left, by level."""

    banker: dict[str, int]
    caravaneer: dict[str, int]
    palace: dict[str, int]
    gardener: int
    caravaneer_goods: list[Good]


class Supply(Said):
    """What is left in the supply, where it is limited."""

    talents: int
    camels: int
    goods: dict[Good, int]


class Palace(Said):
    """The Palace expansion."""

    noble: Literal["used", "free"]
    track: dict[str, int]
    order: list[Seat]
    bonuses: dict[str, Seat | None]


class View(Said):
    """Everything on the table, and what is asked of whom."""

    players: int
    switches: Switches
    round: int
    last_round: bool
    phase: Literal["deal", "actions", "round end", "palace", "over"]
    first_player: Seat
    turn: Seat
    question: Question | None
    seats: list[SeatView]
    crafts: list[CraftGroup]
    fields: dict[Literal["top", "bottom"], list[FieldSpace]]
    temples: dict[Literal["ishtar", "marduk", "tammouz"], list[Cube]]
    garden: Garden
    caravan: str
    cities: list[City]
    court: Court
    scores: dict[str, int]
    winners: list[Seat]
    supply: Supply | None = None
    palace: Palace | None = None
