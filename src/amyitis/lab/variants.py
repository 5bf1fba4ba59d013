"""What kind of game is played."""

from dataclasses import dataclass
from functools import cache
from typing import Any, Self

from amyitis.box import load_box
from amyitis.box.tables import BOX_DIGEST
from amyitis.errors import Malformed
from amyitis.game import Switches
from amyitis.game.arguments import chosen_players, chosen_rules
from amyitis.game.view.shape import Switches as SwitchesView
from amyitis.rules.state import State
from amyitis.rules.version import RULES_VERSION


@dataclass(frozen=True, order=True)
class Variant:
    """The number of players, the switches of the rules and their version.

    Games of different variants are not counted together.
    """

    players: int
    limited_supply: bool = False
    palace: bool = False
    full_lap: bool = False
    unlimited_noble: bool = False
    rules_version: int = RULES_VERSION
    box: str = ""  # the digest of the box, where it is not the standard one

    def __post_init__(self) -> None:
        """Check all of it as a game does, and keep it as Python's own numbers; raises Malformed."""
        version, switches = chosen_rules(
            self.rules_version, self.limited_supply, self.palace, self.full_lap, self.unlimited_noble
        )
        if not isinstance(self.box, str):
            raise Malformed(f"box={self.box!r:.60}: the digest of a box")
        checked = {"players": chosen_players(self.players), "rules_version": version, **switches.as_dict()}
        for name, value in checked.items():
            object.__setattr__(self, name, value)

    @classmethod
    def of(cls, s: State) -> Self:
        """Returns the variant of a game by a state of it; versions that do not differ in it are one."""
        version = s.rules_version if s.palace else RULES_VERSION
        box = "" if _standard_box() == BOX_DIGEST else BOX_DIGEST
        return cls(s.players, **Switches.of(s).as_dict(), rules_version=version, box=box)

    @property
    def switches(self) -> SwitchesView:
        """The switches as keywords, as in `Game.new`."""
        return self._switches.as_dict()

    @property
    def _switches(self) -> Switches:
        return Switches(self.limited_supply, self.palace, self.full_lap, self.unlimited_noble)

    @property
    def name(self) -> str:
        """The variant in words."""
        switches = str(self._switches)
        version = f"rules version {self.rules_version}" if self.rules_version != RULES_VERSION else ""
        box = f"box {self.box}" if self.box else ""
        return ", ".join([f"{self.players} players", *(words for words in (switches, version, box) if words)])

    @property
    def slug(self) -> str:
        """The variant as part of a file name."""
        base = f"{self.players}p" + "-limited" * self.limited_supply + "-palace" * self.palace
        old = f"-rules{self.rules_version}" if self.rules_version != RULES_VERSION else ""
        house = "-lap" * self.full_lap + "-nobles" * self.unlimited_noble
        return base + house + old + (f"-{self.box}" if self.box else "")

    def mark(self, s: Any) -> None:
        """Say in an all-zero state, or in an array of such records, by which rules it is to be set up."""
        for name in ("full_lap", "unlimited_noble", "rules_version"):
            value = int(getattr(self, name))
            if isinstance(s, State):
                setattr(s, name, value)
            else:
                s[name] = value


@cache
def _standard_box() -> str:
    return load_box().digest


VARIANTS = tuple(
    Variant(players, limited_supply, palace)
    for players in (2, 3, 4)
    for limited_supply in (False, True)
    for palace in (False, True)
)
HOUSE_RULES = tuple(Variant(players, palace=True, full_lap=True, unlimited_noble=True) for players in (2, 3, 4))
