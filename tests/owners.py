"""An owner's box in which every number that a clause of the rules repeats is another than in ours."""

from functools import cache

from amyitis.box.loading import packaged_text, parse_box
from amyitis.box.model import Box

CHANGES = (
    ('name = "amyitis"', 'name = "an owner\'s"'),
    ("each = 7\ntotal = 35", "each = 39\ntotal = 195"),
    ("[camels]\ncount = 14", "[camels]\ncount = 150"),
    ("[talents]\ncount = 30", "[talents]\ncount = 160"),
    ('name = "Babylon"', 'name = "Kish"'),
    ('name = "Ur"', 'name = "Assur"'),
    ('name = "Khorsabad"', 'name = "Nippur"'),
    ('city = "Khorsabad"', 'city = "Nippur"'),
    ("prestige = [3, 6]", "prestige = [42, 43]"),
    ("spaces = 0\nkeep = 2\n", "spaces = 44\nkeep = 45\n"),
    ("spaces = 2\nkeep = 2\n", "spaces = 46\nkeep = 47\n"),
    ("spaces = 4\nkeep = 4\n", "spaces = 48\nkeep = 49\n"),
    ("goods = 1 # lying on the card\ncards = [1, 1, 2]", "goods = 1\ncards = [2, 3, 4]"),
    ("level = 1\ntalents = 1\ncards", "level = 1\ntalents = 50\nprestige = 51\ncards"),
    ("level = 2\ntalents = 2\ncards", "level = 2\ntalents = 52\nprestige = 53\ncards"),
    ("level = 3\ntalents = 2\nprestige = 2\n", "level = 3\ntalents = 54\nprestige = 55\n"),
    ("court = 31", "court = 33"),
    ("double_from_floor = 3", "double_from_floor = 2"),
    ("areas = 32", "areas = 42"),
    ("values = [1, 2, 3, 4, 5, 6, 8, 10]", "values = [1, 2, 3, 4, 5, 6, 8, 56]"),
    ('top = "3:10"', 'top = "3:56"'),
    ("quality = 3\nprestige = 10", "quality = 3\nprestige = 56"),
    (
        "[start] # what each player begins with; the Caravaneer is a level\ntalents = 4\ncamels = 1",
        "[start]\ntalents = 37\ncamels = 36",
    ),
    ("[engineer]\nprestige = 2", "[engineer]\nprestige = 59"),
    ("[marduk]\nprestige = [2, 1]", "[marduk]\nprestige = [60, 61]"),
    (
        "low = [5, 4, 3]\nhigh = [7, 6, 5]\nprestige = [5, 10]",
        "low = [62, 63, 64]\nhigh = [65, 66, 67]\nprestige = [68, 69]",
    ),
    (
        "[end] # the round in which no more than this many tiles are left is the last\ntiles = [3, 4, 4]",
        "[end]\ntiles = [6, 8, 9]",
    ),
    ("[palace.courtier]\nsteps = 2", "[palace.courtier]\nsteps = 71"),
    ("[palace.noble]\ntalents = 2\nsteps = 2", "[palace.noble]\ntalents = 72\nsteps = 73"),
    ("[palace.minor]\nsteps = 1\ntalents = 1", "[palace.minor]\nsteps = 74\ntalents = 75"),
)


def owners_text() -> str:
    """The text of the owner's box file."""
    text = packaged_text()
    for old, new in CHANGES:
        assert old in text, f"the standard box has no {old!r}"
        text = text.replace(old, new, 1)
    return text


@cache
def owners_box() -> Box:
    """The owner's box, read and checked."""
    return parse_box(owners_text())
