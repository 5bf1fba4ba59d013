"""`Variant`: the kind of a game: number of players, switches, version of the rules, box."""

from dataclasses import dataclass
from functools import cache
from typing import Any, Self

from amyitis.box import load_box
from amyitis.box.tables import BOX_DIGEST
from amyitis.errors import Malformed
from amyitis.game.arguments import chosen_players, chosen_rules
from amyitis.rules import RULES_VERSION
from amyitis.rules.state import State
from amyitis.rules.switches import NO_SWITCHES, SWITCH_WORDS, Switches


@dataclass(frozen=True, order=True)
class Variant:
    """A kind of game: the number of players, the switches and the version of the rules.

    Statistics never mix games of different variants. Raises Malformed for one that the rules do not have.

    >>> from amyitis.lab.variants import Variant
    >>> Variant(3, Switches(palace=True)).name
    '3 players, Palace'
    """

    players: int
    switches: Switches = NO_SWITCHES
    rules_version: int = RULES_VERSION
    box: str = ""  # the digest of the box, where it is not the standard one

    def __post_init__(self) -> None:
        """Check all of it as a game does, and keep it as Python's own numbers; raises Malformed."""
        if not isinstance(self.switches, Switches):
            raise Malformed(f"switches={self.switches!r:.60}: Switches(palace=True) for one (from amyitis)")
        if not isinstance(self.box, str):
            raise Malformed(f"box={self.box!r:.60}: the digest of a box")
        object.__setattr__(self, "players", chosen_players(self.players))
        object.__setattr__(self, "rules_version", chosen_rules(self.rules_version, self.switches, self.players))

    @classmethod
    def of(cls, s: State) -> Self:
        """Returns the variant of a game by a state of it."""
        box = "" if _standard_box() == BOX_DIGEST else BOX_DIGEST
        return cls(s.players, Switches.of(s), s.rules_version, box)

    @property
    def name(self) -> str:
        """The variant in words."""
        version = f"rules version {self.rules_version}" if self.rules_version != RULES_VERSION else ""
        box = f"box {self.box}" if self.box else ""
        parts = (f"{self.players} players", self.switches.words(), version, box)
        return ", ".join(part for part in parts if part)

    @property
    def slug(self) -> str:
        """The variant as part of a file name."""
        old = f"-rules{self.rules_version}" if self.rules_version != RULES_VERSION else ""
        switches = "".join(f"-{SWITCH_WORDS[name].position}" for name in self.switches.names())
        return f"{self.players}p" + switches + old + (f"-{self.box}" if self.box else "")

    def example(self) -> State:
        """Returns an otherwise blank state of this variant."""
        s = State()
        self.mark(s)
        s.players = self.players
        return s

    def mark(self, s: Any) -> None:
        """Mark an all-zero state, or an array of such records, with this variant."""
        if isinstance(s, State):
            self.switches.mark(s)
            s.rules_version = self.rules_version
            return
        for name, is_on in self.switches.as_dict().items():
            s[name] = is_on
        s["rules_version"] = self.rules_version


@cache
def _standard_box() -> str:
    return load_box().digest


VARIANTS = tuple(
    Variant(players, Switches(limited_supply=limited_supply, palace=palace))
    for players in (2, 3, 4)
    for limited_supply in (False, True)
    for palace in (False, True)
)
HOUSE_RULES = tuple(
    Variant(players, Switches(palace=True, full_lap=True, unlimited_noble=True, open_duel=players == 2))
    for players in (2, 3, 4)
)
