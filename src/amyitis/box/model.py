"""The facts of a box, as frozen dataclasses: one class for each kind of entry in `box.toml`.

Every entry carries an `Origin`: how sure it is, and where it comes from. A field with a default may be left out of the
file; `Annotated` names the words that a text may be. Nothing here judges a number: see `checks`.
"""

import hashlib
import json
from dataclasses import dataclass, fields, is_dataclass
from typing import Annotated, Any

from . import words
from .origin import Origin
from .words import CityKind, Colour, CourtType, Craft, Good, Row, Temple

Triple = tuple[int, int, int]  # one number each for 2, 3 and 4 players
Pair = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Goods:
    """The goods tokens: how many of each good, and of all together."""

    names: tuple[Good, ...]
    each: int
    total: int
    origin: Origin


@dataclass(frozen=True, slots=True)
class Camels:
    """The camels, and the marker of the caravan."""

    count: int
    caravans: int
    origin: Origin


@dataclass(frozen=True, slots=True)
class Talents:
    """The talents."""

    count: int
    origin: Origin


@dataclass(frozen=True, slots=True)
class Cubes:
    """The cubes: the players' colours, the neutral one, how many of each player's; the rest of the total is neutral."""

    colours: tuple[Colour, ...]
    neutral: Annotated[str, (words.NEUTRAL,)]
    each: int
    total: int
    origin: Origin


@dataclass(frozen=True, slots=True)
class Cards:
    """How many cards there are in all, the expansion's left out."""

    craft: int
    court: int
    plant: int
    origin: Origin


@dataclass(frozen=True, slots=True)
class FieldRow:
    """A row of the fields: the good of each space, left to right."""

    row: Row
    goods: tuple[Good, ...]
    origin: Origin


@dataclass(frozen=True, slots=True)
class Temples:
    """The temples, left to right, and how many spaces each has."""

    names: tuple[Temple, ...]
    spaces: int
    origin: Origin


@dataclass(frozen=True, slots=True)
class Mesopotamia:
    """The ring the caravan walks."""

    spaces: int
    origin: Origin


@dataclass(frozen=True, slots=True, kw_only=True)
class City:
    """A space of the ring: what it is, the good it asks for, the two Court types it offers."""

    name: str
    kind: CityKind
    good: Good | None = None
    offers: tuple[CourtType, ...] = ()
    also: str | None = None
    origin: Origin


@dataclass(frozen=True, slots=True)
class Market:
    """The prestige for selling one good, and two."""

    prestige: Pair
    origin: Origin


@dataclass(frozen=True, slots=True)
class PlantFace:
    """One side of a plant card: its quality, and the good it asks for besides the city's."""

    quality: int
    good: Good | None = None

    @property
    def name(self) -> str:
        """The face as written: `1`, `2p`."""
        return f"{self.quality}{self.good[0] if self.good else ''}"


@dataclass(frozen=True, slots=True, kw_only=True)
class PlantCard:
    """A plant card; `city` is given where the set-up puts it there for good (2.3)."""

    card: Annotated[str, words.PLANT_CARDS]
    city: str | None = None
    faces: tuple[PlantFace, PlantFace]
    origin: Origin


@dataclass(frozen=True, slots=True)
class CraftCard:
    """A craft, and how many cards of it are in use with 2, 3 and 4 players."""

    craft: Craft
    cards: Triple
    origin: Origin


@dataclass(frozen=True, slots=True, kw_only=True)
class CourtCard:
    """A Court card: its worth, and how many are in use with 2, 3 and 4 players. What a type does not have is 0."""

    type: CourtType
    level: int
    cards: Triple
    talents: int = 0
    prestige: int = 0
    spaces: int = 0
    keep: int = 0
    goods: int = 0
    quality: int = 0
    origin: Origin


@dataclass(frozen=True, slots=True)
class Floors:
    """The squares of the garden: files, ranks, and how many lie on each floor."""

    files: int
    ranks: int
    squares: tuple[int, ...]
    origin: Origin


@dataclass(frozen=True, slots=True)
class River:
    """The file and the rank along which the river runs."""

    file: Annotated[str, words.FILE_LETTERS]
    rank: int
    origin: Origin


@dataclass(frozen=True, slots=True)
class Starred:
    """The squares that two players leave empty."""

    squares: tuple[Annotated[str, words.SQUARE_NAMES], ...]
    origin: Origin


@dataclass(frozen=True, slots=True)
class Sides:
    """The sides between squares, their areas, and the floor from which a side has two."""

    double_from_floor: int
    sides: int
    areas: int
    origin: Origin


@dataclass(frozen=True, slots=True)
class TileSet:
    """The tiles as a whole: how many, the values that occur, the one on floor 4."""

    total: int
    values: tuple[int, ...]
    top: str
    origin: Origin


@dataclass(frozen=True, slots=True)
class Garden:
    """Everything about the garden but the single tiles."""

    floors: Floors
    river: River
    starred: Starred
    sides: Sides
    tiles: TileSet


@dataclass(frozen=True, slots=True, kw_only=True)
class Tile:
    """A garden tile: the quality it needs, its prestige and bonuses.

    Courts are of the player's choice, and so are goods unless one is named.
    """

    quality: int
    prestige: int
    palaces: int = 0
    courts: int = 0
    gardeners: int = 0
    goods: int | Good = 0
    camels: int = 0
    talents: int = 0
    origin: Origin

    @property
    def goods_count(self) -> int:
        """How many goods it brings."""
        return 1 if isinstance(self.goods, str) else self.goods

    @property
    def name(self) -> str:
        """The tile as written: `quality:prestige+bonuses`, a number before a bonus only where it is more than one."""
        bonuses: list[tuple[int | Good, str]] = [
            (self.palaces, "palace"),
            (self.courts, "court"),
            (self.gardeners, "gardener"),
            (self.goods, "good"),
            (self.camels, "camel"),
            (self.talents, "talent"),
        ]
        return f"{self.quality}:{self.prestige}" + "".join(
            f"+{count}" if isinstance(count, str) else f"+{word}" if count == 1 else f"+{count}{word}s"
            for count, word in bonuses
            if count
        )


@dataclass(frozen=True, slots=True)
class Start:
    """What each player begins with; the Caravaneer is a level."""

    talents: int
    camels: int
    caravaneer: int
    origin: Origin


@dataclass(frozen=True, slots=True)
class Engineer:
    """The prestige for an engineer's irrigation."""

    prestige: int
    origin: Origin


@dataclass(frozen=True, slots=True)
class Marduk:
    """The prestige of the first and the second in Marduk's temple."""

    prestige: Pair
    origin: Origin


@dataclass(frozen=True, slots=True)
class Favour:
    """Amyitis' favour: the tiles from which the small and the great one are won, and what they are worth."""

    low: Triple
    high: Triple
    prestige: Pair
    origin: Origin


@dataclass(frozen=True, slots=True)
class End:
    """The number of tiles left that makes a round the last."""

    tiles: Triple
    origin: Origin


@dataclass(frozen=True, slots=True)
class Track:
    """The Palace track."""

    start: int
    endless: bool
    origin: Origin


@dataclass(frozen=True, slots=True)
class Courtier:
    """How far a courtier advances."""

    steps: int
    origin: Origin


@dataclass(frozen=True, slots=True)
class Noble:
    """What the Noble costs and how far he advances."""

    talents: int
    steps: int
    origin: Origin


@dataclass(frozen=True, slots=True)
class Minor:
    """The minor courtier, a bonus: how far he advances, and the talents he brings."""

    steps: int
    talents: int
    origin: Origin


@dataclass(frozen=True, slots=True)
class Palace:
    """The numbers of the Palace expansion."""

    track: Track
    courtier: Courtier
    noble: Noble
    minor: Minor


@dataclass(frozen=True, slots=True)
class Box:
    """All that is in the box. The lists are in a fixed order, whatever order the file has; the cities keep theirs."""

    name: str
    goods: Goods
    camels: Camels
    talents: Talents
    cubes: Cubes
    cards: Cards
    fields: tuple[FieldRow, ...]
    temples: Temples
    mesopotamia: Mesopotamia
    cities: tuple[City, ...]
    market: Market
    plants: tuple[PlantCard, ...]
    crafts: tuple[CraftCard, ...]
    court: tuple[CourtCard, ...]
    garden: Garden
    tiles: tuple[Tile, ...]
    start: Start
    engineer: Engineer
    marduk: Marduk
    favour: Favour
    end: End
    palace: Palace

    @property
    def digest(self) -> str:
        """Twelve hexadecimal digits that stand for the facts: equal facts, equal digest, whatever their marks."""
        facts = _facts(self)
        del facts["name"]
        text = json.dumps(facts, sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()[:12]


def _facts(value: Any) -> Any:
    """Returns an entry as plain lists and dictionaries, without its origin."""
    if is_dataclass(value):
        named = ((field.name, getattr(value, field.name)) for field in fields(value))
        return {name: _facts(inner) for name, inner in named if not isinstance(inner, Origin)}
    if isinstance(value, tuple):
        return [_facts(inner) for inner in value]
    return value
