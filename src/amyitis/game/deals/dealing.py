"""What draws for a game: the fast generator of the lab, or one that shows nothing of the deals to come.

A seed that is a number begins the fast generator (`rules/course/chance.py`). One of 32 bytes begins `SealedShuffler`,
made of HMAC-SHA-256: the set-up and all deals so far do not give the next one away. Games on a server
use it. Both draw with the same code, that of `rules/course/chance.py`; only `draw` is another.
"""

import hmac
from collections.abc import Callable
from dataclasses import dataclass, replace
from types import FunctionType
from typing import Any

from amyitis.errors import Malformed
from amyitis.rules.course import chance
from amyitis.rules.course.chance import Shuffler, shuffler
from amyitis.rules.rule import RULES
from amyitis.rules.state import State

SEED_BYTES = 32
WORD_BYTES = 4
BLOCK_WORDS = 8  # of 32 bits, in what HMAC-SHA-256 gives


@dataclass
class SealedShuffler:
    """Random words from a seed: for each part of a game (0 the set-up, then the deals from 1 on) a row of its own."""

    seed: bytes
    part: int = -1
    place: int = 0

    def begin_part(self) -> None:
        """Go on to the next part."""
        self.part, self.place = self.part + 1, 0

    def draw(self) -> int:
        """The next 32 random bits of the part: eight words from each HMAC of `amyitis-deals-2:PART:BLOCK`."""
        block, word = divmod(self.place, BLOCK_WORDS)
        self.place += 1
        words = hmac.digest(self.seed, f"amyitis-deals-2:{self.part}:{block}".encode(), "sha256")
        return int.from_bytes(words[WORD_BYTES * word : WORD_BYTES * (word + 1)], "big")

    def copy(self) -> "SealedShuffler":
        """Returns another one at the same place."""
        return replace(self)


Dealer = Shuffler | SealedShuffler


def dealer(seed: int | bytes) -> Dealer:
    """Returns what draws from a seed; raises Malformed if it is none."""
    if not isinstance(seed, bytes):
        return shuffler(seed)
    if len(seed) != SEED_BYTES:
        raise Malformed(f"a seed is a number, or {SEED_BYTES} bytes, not {len(seed)}")
    return SealedShuffler(seed)


def draw_setup(s: State, deals: Dealer) -> None:
    """Draw all that is random in the set-up of a new game (2.3 to 2.8)."""
    if isinstance(deals, Shuffler):
        chance.draw_setup(s, deals)
        return
    deals.begin_part()
    _SEALED["draw_setup"](s, deals)


def draw_deal(s: State, deals: Dealer) -> int:
    """Draw a deal (4.1), as one number."""
    if isinstance(deals, Shuffler):
        return chance.draw_deal(s, deals)
    deals.part = max(deals.part, 0)  # a game that goes on from a position had no set-up to draw
    deals.begin_part()
    drawn: int = _SEALED["draw_deal"](s, deals)
    return drawn


def _drawing_with(draw: Callable[[Any], int]) -> dict[str, Any]:
    """Returns the functions of `rules/course/chance.py`, all of them drawing with `draw`."""
    scope: dict[str, Any] = dict(vars(chance))
    for name, function in vars(chance).items():
        if isinstance(function, FunctionType) and function in RULES and function.__module__ == chance.__name__:
            scope[name] = FunctionType(function.__code__, scope, name, function.__defaults__)
    scope["draw"] = draw
    return scope


_SEALED = _drawing_with(SealedShuffler.draw)
