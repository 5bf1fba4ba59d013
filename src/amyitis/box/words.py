"""The words a box may use, each list in the order the notation gives it."""

GOODS = ("barley", "dates", "salt", "palm", "wine")
COLOURS = ("white", "black", "blue", "red")
NEUTRAL = "grey"
CRAFTS = ("peasant", "priest", "engineer", "merchant", "courtier")
EXPANSION_CRAFT = "courtier"
COURT_TYPES = ("banker", "caravaneer", "palace", "gardener")
ROW_NAMES = ("top", "bottom")
TEMPLES = ("ishtar", "marduk", "tammouz")
CITY_KINDS = ("market", "court", "plant")
PLANT_CARDS = ("1", "2", "3", "K")
FILE_LETTERS = "abcd"
RANK_DIGITS = "1234"
SQUARE_NAMES = tuple(file + rank for rank in RANK_DIGITS for file in FILE_LETTERS)
PLAYERS = (2, 3, 4)  # the numbers of players that a triple of numbers stands for, in this order


def floor_of(square: str) -> int:
    """Returns the floor of a square named like `c3` (8.1): the smaller of file and rank."""
    return min(FILE_LETTERS.index(square[0]), RANK_DIGITS.index(square[1])) + 1
