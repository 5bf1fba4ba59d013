"""What a search says of a move."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Opinion:
    """What a search found of one move: visits, and by seat the mean chance to win and prestige."""

    action: int
    visits: int
    guess: float
    wins: tuple[float, ...]
    prestige: tuple[float, ...]
