"""What can be wrong with a position, and how a check says so."""

from ..journal import note
from ..rule import rule
from ..state import State

FAULT_TEXTS = (
    "a count is negative",
    "the cubes of a colour do not add up",
    "the Court cards of a level do not add up",
    "a Court level is out of range",
    "the goods on the level-2 Caravaneers do not match the cards left",
    "the Craft cards do not add up",
    "a tile is missing, doubled or on a wrong floor",
    "a planted square has two owners, no tile or no water",
    "a side holds more cubes than it has areas",
    "the water does not agree with the canals",
    "a cube lies where no water reaches",
    "a field row has a gap, a foreign cube or was not emptied",
    "a temple has a gap or a foreign cube",
    "the caravan or a plant card is out of place",
    "a common pile holds less than nothing",
    "the open question has no legal answer, or is not the one that its task asks",
    "the round, the first player or the turn is out of range",
    "a grey cube lies beside a square that is not planted",
    "somebody kept too many goods",
    "the Palace expansion is in use though its switch is off",
    "a marker on the Palace track is out of place or out of order",
    "a Palace bonus is with somebody who cannot have it, or outlived its round",
    "the Noble is out of place",
    "the picks of the Palace phase do not agree with the bonuses or the question",
)
(
    NEGATIVE, CUBES_LOST, COURT_LOST, LEVEL, CARAVANEER_GOODS, CRAFTS, TILES, GARDENS, OVERFILLED, WATER, DRY_CUBE,
    ROWS, TEMPLE_ROWS, CARAVAN_PLACE, PILES, QUESTION, ROUND, GREY_PLACE, TOO_MANY_GOODS,
    SWITCHED_OFF, TRACK_ORDER, BONUS_HOLDER, NOBLE_PLACE, PICKS,
) = range(len(FAULT_TEXTS))  # fmt: skip


@rule
def expect(s: State, fault: int, who: int, found: int, expected: int) -> int:
    """The fault as a set of one if what was found is not what was expected, else the empty set."""
    if found == expected:
        return 0
    note(s, fault, who, fault, found, expected)
    return 1 << fault
