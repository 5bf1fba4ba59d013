"""The switches of the rules: what a game is played with beside its number of players."""

from dataclasses import dataclass
from typing import Self

from amyitis.rules.state import State

from .view import shape


@dataclass(frozen=True, order=True)
class Switches:
    """Which switches are on: the limited supply of goods (12.1), the Palace expansion (13), and house rules.

    `full_lap`: the caravan may go all the way round (7.1); `unlimited_noble`: the Noble may be won over again and again
    in a round (13.3), with the Palace expansion alone.
    """

    limited_supply: bool = False
    palace: bool = False
    full_lap: bool = False
    unlimited_noble: bool = False

    @classmethod
    def of(cls, s: State) -> Self:
        """Returns the switches of a state."""
        return cls(bool(s.limited_supply), bool(s.palace), bool(s.full_lap), bool(s.unlimited_noble))

    def as_dict(self) -> shape.Switches:
        """Returns the switches as plain data, and as keywords: `Game.new(3, **switches.as_dict())`."""
        return {
            "limited_supply": self.limited_supply,
            "palace": self.palace,
            "full_lap": self.full_lap,
            "unlimited_noble": self.unlimited_noble,
        }

    def __str__(self) -> str:
        on = {
            "limited supply": self.limited_supply,
            "Palace": self.palace,
            "full lap": self.full_lap,
            "Noble without limit": self.unlimited_noble,
        }
        return ", ".join(name for name, is_on in on.items() if is_on)
