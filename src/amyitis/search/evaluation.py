"""What a search returns for a move."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self


@dataclass(frozen=True)
class MoveEvaluation:
    """A move after a search: its visits, and by seat the mean chance to win and the mean prestige.

    `guess` is what the move looked worth to its player before any visit.
    """

    action: int
    visits: int
    guess: float
    wins: tuple[float, ...]
    prestige: tuple[float, ...]

    @classmethod
    def from_dict(cls, plain: Mapping[str, Any]) -> Self:
        """Returns the evaluation that a search in a page sent as plain data."""
        wins, prestige = tuple(plain["wins"]), tuple(plain["prestige"])
        return cls(int(plain["action"]), int(plain["visits"]), plain["guess"], wins, prestige)
