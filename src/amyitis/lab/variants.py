"""What kind of game is played."""

from dataclasses import dataclass

from amyitis.errors import Malformed


@dataclass(frozen=True, order=True)
class Variant:
    """The number of players and the switches of the rules; games of different variants are not counted together."""

    players: int
    limited_supply: bool = False
    palace: bool = False

    def __post_init__(self) -> None:
        if not 2 <= self.players <= 4:
            raise Malformed(f"Amyitis is for 2 to 4 players, not for {self.players} (rule 1.1)")

    @property
    def name(self) -> str:
        """The variant in words."""
        switches = (("limited supply", self.limited_supply), ("Palace", self.palace))
        return ", ".join([f"{self.players} players", *(word for word, on in switches if on)])

    @property
    def slug(self) -> str:
        """The variant as part of a file name."""
        return f"{self.players}p" + "-limited" * self.limited_supply + "-palace" * self.palace


VARIANTS = tuple(
    Variant(players, limited_supply, palace)
    for players in (2, 3, 4)
    for limited_supply in (False, True)
    for palace in (False, True)
)
