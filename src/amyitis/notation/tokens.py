"""Tokens: every action id as a word that a player can read aloud, and back."""

from difflib import get_close_matches
from operator import index
from typing import SupportsIndex

from amyitis.box.tables import (
    CITY_NAMES,
    COURT_TYPES,
    CRAFT_LETTERS,
    CRAFTS,
    GOOD_LETTERS,
    MAX_SEATS,
    N_CRAFTS,
    ROW_NAMES,
    SQUARE_NAMES,
    TEMPLES,
)
from amyitis.errors import Malformed
from amyitis.rules.board.garden_map import SIDE_NAMES
from amyitis.rules.questions import (
    ACTION,
    ANSWERS,
    CRAFT_BITS,
    CRAFT_MASK,
    FACE_UP,
    FIRST_DEAL,
    GROUP_BITS,
    GROUP_MASK,
    GROUP_SIZE,
    N_ACTIONS,
    N_PURSES,
    NO_GOOD,
    PURSE_FIRST,
    PURSE_SECOND,
    SWAP_GET,
    SWAP_GIVE,
    by_kind,
)

DEAL_WORD = "deal:"
BONUS_NAMES = ("first", "procession", "craft", "courtier")


def purse_letters(purse: int) -> str:
    """Returns the goods of a purse as letters."""
    first, second = PURSE_FIRST[purse], PURSE_SECOND[purse]
    return GOOD_LETTERS[first] + ("" if second == NO_GOOD else GOOD_LETTERS[second])


_CARDS = [f"{craft}/{group}" for group in range(1, MAX_SEATS + 1) for craft in CRAFTS]
_PURSES = [purse_letters(purse) for purse in range(N_PURSES)]
_SWAPS = zip(SWAP_GIVE[1:], SWAP_GET[1:], strict=True)

# The tokens of the answers to each kind of question, in the order of the action ids (`rules/questions.py`).
TOKENS_OF_KIND: tuple[tuple[str, ...], ...] = by_kind(
    "tokens",
    {
        "action": (
            "pass",
            *_CARDS,
            "noble",
            *(f"free:{card}" for card in _CARDS),
            *(f"go:{city}" for city in CITY_NAMES),
        ),
        "row": ROW_NAMES,
        "temple": TEMPLES,
        "dig": tuple(f"dig:{side}" for side in SIDE_NAMES),
        "sell": tuple(f"sell:{purse}" for purse in _PURSES),
        "pay": tuple(f"pay:{purse}" for purse in _PURSES),
        "court": COURT_TYPES,
        "plant": tuple(f"plant:{square}" for square in SQUARE_NAMES),
        "take": tuple(f"take:{letter}" for letter in GOOD_LETTERS),
        "ishtar": ("camel", "talent"),
        "swap": ("keep", *(f"swap:{GOOD_LETTERS[give]}{GOOD_LETTERS[get]}" for give, get in _SWAPS)),
        "drop": tuple(f"drop:{letter}" for letter in GOOD_LETTERS),
        "bonus": tuple(f"bonus:{name}" for name in BONUS_NAMES),
    },
)
if tuple(map(len, TOKENS_OF_KIND)) != ANSWERS:
    raise ValueError(f"the tokens of a kind of question are not as many as its answers: {ANSWERS}")
TOKENS: tuple[str, ...] = tuple(token for tokens in TOKENS_OF_KIND for token in tokens)
IDS: dict[str, int] = {token: action for action, token in enumerate(TOKENS)}
assert len(TOKENS) == N_ACTIONS == len(IDS)
_OPENING = frozenset(TOKENS_OF_KIND[ACTION])


def opens_turn(move: str) -> bool:
    """Returns whether a move, given as a token, is the choice of an action, with which a turn begins."""
    return move in _OPENING


def token(action: int) -> str:
    """Returns the token of an action id."""
    if action >= FIRST_DEAL:
        return DEAL_WORD + deal_text(action - FIRST_DEAL)
    return TOKENS[action]


def action_id(move: str | int) -> int:
    """Returns the action id of a move, given as a token or as its id; raises Malformed if it is neither."""
    return parse_token(move) if isinstance(move, str) else checked_id(move)


def checked_id(action: SupportsIndex) -> int:
    """Returns an action id as it is; raises Malformed if it is none."""
    try:
        if isinstance(action, bool):  # which Python counts as a whole number
            raise TypeError
        action = index(action)
    except TypeError:
        raise Malformed(f"an action id is a whole number, not {action!r:.60}; a token is for push") from None
    if 0 <= action < N_ACTIONS or _is_deal(action - FIRST_DEAL):
        return action
    number = action if abs(action) < 2**80 else "a number so large"
    raise Malformed(
        f"{number} is not an action id: they go from 0 to {N_ACTIONS - 1}, and what is higher must be a deal"
    )


def _is_deal(deal: int) -> bool:
    """Returns whether a number says which cards lie in each of up to four whole groups."""
    if not 0 < deal < 1 << GROUP_BITS * MAX_SEATS:
        return False
    while deal:
        if FACE_UP[deal & GROUP_MASK] != GROUP_SIZE:
            return False
        deal >>= GROUP_BITS
    return True


def parse_token(text: str) -> int:
    """Returns the action id of a token; raises Malformed if it is none."""
    if not isinstance(text, str):
        raise Malformed(f"a move is written as a token such as 'pass', not {text!r:.60}; an action id is for push_id")
    action = IDS.get(text)
    if action is not None:
        return action
    if text.startswith(DEAL_WORD):
        return FIRST_DEAL + parse_deal(text.removeprefix(DEAL_WORD))
    near = get_close_matches(text[:60], TOKENS, n=1)
    hint = f"; did you mean {near[0]!r}?" if near else ""
    raise Malformed(f"{text!r:.60} is not a move{hint}")


def group_text(group: int) -> str:
    """Returns the face-up cards of a group as letters, in the order F T E M C."""
    return "".join(CRAFT_LETTERS[craft] * ((group >> CRAFT_BITS * craft) & CRAFT_MASK) for craft in range(N_CRAFTS))


def parse_group(text: str) -> int:
    """Returns a group of at most three face-up cards from its letters; raises Malformed."""
    unknown = set(text) - set(CRAFT_LETTERS)
    if unknown:
        raise Malformed(
            f"{text!r:.60} is not a group of Craft cards: {sorted(unknown)[0]!r} is none of {CRAFT_LETTERS}"
        )
    if len(text) > GROUP_SIZE:
        raise Malformed(f"{text!r:.60} is not a group of Craft cards: it has more than {GROUP_SIZE}")
    return sum(1 << CRAFT_BITS * CRAFT_LETTERS.index(letter) for letter in text)


def deal_text(deal: int) -> str:
    """Returns a deal as its groups in the order laid out."""
    groups = []
    while deal:
        groups.append(group_text(deal & GROUP_MASK))
        deal >>= GROUP_BITS
    return "/".join(groups)


def parse_deal(text: str) -> int:
    """Returns a deal from its text; raises Malformed. The rules say whether the deck has these cards (4.1)."""
    parts = text.split("/")
    if len(parts) > MAX_SEATS or any(len(part) != GROUP_SIZE for part in parts):
        raise Malformed(
            f"{DEAL_WORD + text!r:.60} is not a deal: it wants up to {MAX_SEATS} groups of {GROUP_SIZE} cards"
        )
    return sum(parse_group(part) << GROUP_BITS * place for place, part in enumerate(parts))
