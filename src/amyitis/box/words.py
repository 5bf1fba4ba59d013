"""The words a box may use, each list in the order the notation gives it, and their types."""

from typing import Literal

Good = Literal["barley", "dates", "salt", "palm", "wine"]
Colour = Literal["white", "black", "blue", "red"]
Seat = Literal["W", "K", "B", "R"]
Craft = Literal["peasant", "priest", "engineer", "merchant", "courtier"]
CourtType = Literal["banker", "caravaneer", "palace", "gardener"]
Row = Literal["top", "bottom"]
Temple = Literal["ishtar", "marduk", "tammouz"]
CityKind = Literal["market", "court", "plant"]

GOODS: tuple[Good, ...] = ("barley", "dates", "salt", "palm", "wine")
COLOURS: tuple[Colour, ...] = ("white", "black", "blue", "red")
SEATS: tuple[Seat, ...] = ("W", "K", "B", "R")  # the letters of the colours
NEUTRAL = "grey"
CRAFTS: tuple[Craft, ...] = ("peasant", "priest", "engineer", "merchant", "courtier")
EXPANSION_CRAFT = "courtier"
COURT_TYPES: tuple[CourtType, ...] = ("banker", "caravaneer", "palace", "gardener")
ROW_NAMES: tuple[Row, ...] = ("top", "bottom")
TEMPLES: tuple[Temple, ...] = ("ishtar", "marduk", "tammouz")
CITY_KINDS: tuple[CityKind, ...] = ("market", "court", "plant")
PLANT_CARDS = ("1", "2", "3", "K")
FILE_LETTERS = "abcd"
RANK_DIGITS = "1234"
SQUARE_NAMES = tuple(file + rank for rank in RANK_DIGITS for file in FILE_LETTERS)
PLAYERS = (2, 3, 4)  # the numbers of players that a triple of numbers stands for, in this order


def floor_of(square: str) -> int:
    """Returns the floor of a square named like `c3` (8.1): the smaller of file and rank."""
    return min(FILE_LETTERS.index(square[0]), RANK_DIGITS.index(square[1])) + 1
