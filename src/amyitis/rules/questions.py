"""The kinds of question a seat can be asked, and the fixed table of actions that answer them.

Every kind of question owns a run of consecutive action ids, at most 63, so that the legal answers of a moment are
one integer: bit i stands for the action FIRST_ACTION[kind] + i. Ids never change with players, box or switches.
A deal, the only answer of chance, is an id from FIRST_DEAL up: two bits for each craft in each group.
"""

from collections.abc import Mapping
from itertools import combinations_with_replacement
from typing import Literal, TypeVar, get_args

from amyitis.box.tables import COURT_TYPES, MAX_SEATS, N_CITIES, N_CRAFTS, N_GOODS, ROW_NAMES, TEMPLES, WINE

from .board.garden_map import N_SIDES, N_SQUARES

T = TypeVar("T")

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

# Answers to ACTION, from its first id.
PASS = 0
RECRUIT = 1  # + N_CRAFTS * group + craft
NOBLE = RECRUIT + N_CRAFTS * MAX_SEATS
FREE_RECRUIT = NOBLE + 1  # + N_CRAFTS * group + craft
GO = FREE_RECRUIT + N_CRAFTS * MAX_SEATS  # + city
N_ACTION_ANSWERS = GO + N_CITIES

# Answers to SELL and PAY: a purse, one or two goods in the hand in no order (7.4 to 7.7), as its first and second good.
# A purse of one good is numbered like that good.
NO_GOOD = -1
_PURSES = [(good, NO_GOOD) for good in range(N_GOODS)] + list(combinations_with_replacement(range(N_GOODS), 2))
N_PURSES = len(_PURSES)
PURSE_FIRST: tuple[int, ...] = tuple(first for first, _ in _PURSES)
PURSE_SECOND: tuple[int, ...] = tuple(second for _, second in _PURSES)
PAIR: tuple[tuple[int, ...], ...] = tuple(
    tuple(_PURSES.index((min(a, b), max(a, b))) for b in range(N_GOODS)) for a in range(N_GOODS)
)

# Answers to ISHTAR_PRIZE: this, and then a talent.
CAMEL = 0

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

KindName = Literal[
    "action", "row", "temple", "dig", "sell", "pay", "court", "plant",
    "take", "ishtar", "swap", "drop", "bonus", "deal",
]  # fmt: skip

# Every kind that players answer, with its name and the number of its answers. Who asks, and what comes of an answer, is
# in `tasks.py`; the tokens of the answers are in `notation/tokens.py`.
_KINDS: dict[int, tuple[KindName, int]] = {
    ACTION: ("action", N_ACTION_ANSWERS),
    ROW: ("row", len(ROW_NAMES)),
    TEMPLE: ("temple", len(TEMPLES)),
    DIG: ("dig", N_SIDES),
    SELL: ("sell", N_PURSES),
    PAY: ("pay", N_PURSES),
    COURT: ("court", len(COURT_TYPES)),
    PLANT: ("plant", N_SQUARES),
    TAKE: ("take", N_GOODS),
    ISHTAR_PRIZE: ("ishtar", 2),
    SWAP: ("swap", len(SWAP_GIVE)),
    DROP: ("drop", N_GOODS),
    BONUS: ("bonus", 4),
}
N_KINDS = len(_KINDS)
ASKED_NAMES: tuple[KindName, ...] = (*(name for name, _ in _KINDS.values()), "deal")
KIND_NAMES: tuple[KindName | Literal["over"], ...] = (*ASKED_NAMES, "over")
if list(_KINDS) != list(range(DEAL)) or DEAL + 1 != OVER or get_args(KindName) != ASKED_NAMES:
    raise ValueError("the kinds of question are not numbered in the order of their table, or a name is missing")


def by_kind(what: str, table: Mapping[KindName, T]) -> tuple[T, ...]:
    """A table with an entry for every kind that players answer, in their order; raises ValueError if one is missing."""
    wanted = ASKED_NAMES[:N_KINDS]
    missing, unknown = [name for name in wanted if name not in table], [name for name in table if name not in wanted]
    if missing or unknown:
        raise ValueError(f"{what}: nothing for {', '.join(missing) or 'none'}; unknown: {', '.join(unknown) or 'none'}")
    return tuple(table[name] for name in wanted)


ANSWERS: tuple[int, ...] = tuple(answers for _, answers in _KINDS.values())
FIRST_ACTION: tuple[int, ...] = tuple(sum(ANSWERS[:kind]) for kind in range(len(ANSWERS) + 1))
N_ACTIONS = FIRST_ACTION[DEAL]
FIRST_DEAL = N_ACTIONS


def kind_of(action: int) -> int:
    """The kind of question that an action answers."""
    return next(kind for kind in range(N_KINDS + 1) if kind == DEAL or action < FIRST_ACTION[kind + 1])


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
