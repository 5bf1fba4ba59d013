"""The facts of the garden and its tiles, as frozen dataclasses."""

from dataclasses import dataclass
from typing import Annotated

from . import words
from .origin import Origin


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
    """A garden tile: the quality it needs, its prestige and bonuses (goods and courts are of the player's choice)."""

    quality: int
    prestige: int
    palaces: int = 0
    courts: int = 0
    gardeners: int = 0
    goods: int = 0
    camels: int = 0
    talents: int = 0
    origin: Origin

    @property
    def name(self) -> str:
        """The tile as written: `quality:prestige+bonuses`, a number before a bonus only where it is more than one."""
        bonuses = [
            (self.palaces, "palace"),
            (self.courts, "court"),
            (self.gardeners, "gardener"),
            (self.goods, "good"),
            (self.camels, "camel"),
            (self.talents, "talent"),
        ]
        return f"{self.quality}:{self.prestige}" + "".join(
            f"+{word}" if count == 1 else f"+{count}{word}s" for count, word in bonuses if count
        )
