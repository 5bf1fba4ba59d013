"""The questions a seat can be asked, and the fixed table of actions that answer them.

Every kind of question owns a run of consecutive action ids, at most 63, so that the legal answers of a moment are
one integer: bit i stands for the action FIRST_ACTION[kind] + i. Ids never change with players, box or switches.
A deal, the only answer of chance, is an id from FIRST_DEAL up: two bits for each craft in each group.
"""

from amyitis.box.tables import MAX_SEATS, N_CITIES, N_CRAFTS, N_GOODS, WINE

from .garden_map import N_SIDES, N_SQUARES
from .purses import N_PURSES

NOTHING = -1
ACTION = 0
ROW = 1
TEMPLE = 2
DIG = 3
SELL = 4
PAY = 5
COURT = 6
PLANT = 7
TAKE = 8
ISHTAR_PRIZE = 9
SWAP = 10
DROP = 11
BONUS = 12
DEAL = 13
OVER = 14

KIND_NAMES = (
    "action", "row", "temple", "dig", "sell", "pay", "court", "plant",
    "take", "ishtar", "swap", "drop", "bonus", "deal", "over",
)  # fmt: skip

# Answers to ACTION, from its first id.
PASS = 0
RECRUIT = 1  # + N_CRAFTS * group + craft
NOBLE = RECRUIT + N_CRAFTS * MAX_SEATS
FREE_RECRUIT = NOBLE + 1  # + N_CRAFTS * group + craft
GO = FREE_RECRUIT + N_CRAFTS * MAX_SEATS  # + city
N_ACTION_ANSWERS = GO + N_CITIES

# Answers to ISHTAR_PRIZE.
CAMEL = 0
TALENT = 1

# Answers to SWAP: keep, then every good given for another that is not wine (10.5).
KEEP = 0
_SWAPS = [(give, get) for give in range(N_GOODS) for get in range(N_GOODS) if get not in (give, WINE)]
SWAP_GIVE: tuple[int, ...] = (-1, *(give for give, _ in _SWAPS))
SWAP_GET: tuple[int, ...] = (-1, *(get for _, get in _SWAPS))

# Answers to BONUS (13.5).
BONUS_FIRST = 0
BONUS_PROCESSION = 1
BONUS_CRAFT = 2
BONUS_COURTIER = 3

ANSWERS: tuple[int, ...] = (
    N_ACTION_ANSWERS, 2, 3, N_SIDES, N_PURSES, N_PURSES, 4, N_SQUARES, N_GOODS, 2, len(SWAP_GIVE), N_GOODS, 4,
)  # fmt: skip
FIRST_ACTION: tuple[int, ...] = tuple(sum(ANSWERS[:kind]) for kind in range(len(ANSWERS) + 1))
N_ACTIONS = FIRST_ACTION[DEAL]
FIRST_DEAL = N_ACTIONS

# A group of Craft cards is one number: two bits for how many of each craft lie face up.
GROUP_SIZE = 3  # 4.1
CRAFT_BITS = 2
CRAFT_MASK = (1 << CRAFT_BITS) - 1
GROUP_BITS = CRAFT_BITS * N_CRAFTS
GROUP_MASK = (1 << GROUP_BITS) - 1
# By group: how many cards lie face up, and the set of crafts among them.
FACE_UP: tuple[int, ...] = tuple(
    sum((group >> CRAFT_BITS * craft) & CRAFT_MASK for craft in range(N_CRAFTS)) for group in range(GROUP_MASK + 1)
)
CRAFTS_SHOWN: tuple[int, ...] = tuple(
    sum(1 << craft for craft in range(N_CRAFTS) if (group >> CRAFT_BITS * craft) & CRAFT_MASK)
    for group in range(GROUP_MASK + 1)
)
