"""The switches of the rules: what a game is played with beside its number of players."""

from dataclasses import dataclass
from typing import Self

from amyitis.rules.state import State

from .view import shape


@dataclass(frozen=True, order=True)
class Switches:
    """Which switches are on: the limited supply of goods (12.1), the Palace expansion (13)."""

    limited_supply: bool = False
    palace: bool = False

    @classmethod
    def of(cls, s: State) -> Self:
        """Returns the switches of a state."""
        return cls(bool(s.limited_supply), bool(s.palace))

    def as_dict(self) -> shape.Switches:
        """Returns the switches as plain data, and as keywords: `Game.new(3, **switches.as_dict())`."""
        return {"limited_supply": self.limited_supply, "palace": self.palace}

    def __str__(self) -> str:
        on = ["limited supply"] * self.limited_supply + ["Palace"] * self.palace
        return ", ".join(on)
