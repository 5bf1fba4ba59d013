"""The switches of the rules: what a game is played with beside its number of players.

This is the one list of them, and all else is made from it: keywords, options of the command line, JSON, headers, the
words in the text of a position. To add a switch, add it to both classes here and as a field of the same name to
`State`; the rule that it changes reads it there (`s.palace`). Its words for people are here, in the rulebook and in the
strings of the page. Nothing here needs a box.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any, NamedTuple, Self, cast

from amyitis.errors import Malformed
from amyitis.extras import TypedDict

if TYPE_CHECKING:
    from .state import State


class Words(NamedTuple):
    """What a switch is called: in the text of a position, in a sentence, and where somebody chooses it."""

    position: str
    sentence: str
    about: str


class SwitchesDict(TypedDict):
    """The switches as plain data, and as keywords of a function."""

    limited_supply: bool
    palace: bool
    full_lap: bool
    unlimited_noble: bool
    open_duel: bool


def _switch(position: str, sentence: str, about: str) -> Any:
    return field(default=False, metadata={"words": Words(position, sentence, about)})


@dataclass(frozen=True, order=True)
class Switches:
    """Which switches are on. Raises Malformed for a value that is neither True nor False.

    Text: `str(switches)` is the names of those that are on, between spaces; `Switches.parse` reads it back.

    >>> Switches(palace=True).words(), Game.new(3, seed=7, **Switches(palace=True).as_dict()).switches.palace
    ('Palace', True)
    """

    limited_supply: bool = _switch("limited", "limited supply", "Talents, camels and goods may run out (rule 12.1).")
    palace: bool = _switch("palace", "Palace", "Play with the Palace expansion (rules, section 13).")
    full_lap: bool = _switch("lap", "full lap", "House rule: the caravan may go all the way round (rule 7.1).")
    unlimited_noble: bool = _switch(
        "nobles", "Noble without limit", "House rule: recruit the Noble any number of times (rule 13.3)."
    )
    open_duel: bool = _switch(
        "duel",
        "open duel",
        "House rule for two: both begin with a Banker and a Caravaneer, second places count (rules 2.7, 10.2, 11.2).",
    )

    def __post_init__(self) -> None:
        for name in SWITCH_NAMES:
            value = getattr(self, name)
            if not isinstance(value, bool):
                object.__setattr__(self, name, chosen_switch(name, value))

    @classmethod
    def of(cls, s: "State") -> Self:
        """Returns the switches of a state."""
        return cls(*(bool(getattr(s, name)) for name in SWITCH_NAMES))

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> Self:
        """Returns switches by their names, off where they are not named; raises Malformed for one that is unknown."""
        if not isinstance(values, Mapping):
            raise Malformed(f"switches are given by their names, as in {{'palace': True}}, not as {values!r:.60}")
        for name in values:
            if name not in SWITCH_NAMES:
                raise Malformed(f"there is no switch {name!r:.60}; there are {', '.join(SWITCH_NAMES)}")
        return cls(**values)

    @classmethod
    def parse(cls, text: str) -> Self:
        """Returns the switches of a text, as `str` writes it; raises Malformed for a name that is unknown."""
        return cls.from_dict(dict.fromkeys(text.split(), True))

    def names(self) -> list[str]:
        """Returns the names of those that are on."""
        return [name for name in SWITCH_NAMES if getattr(self, name)]

    def as_dict(self) -> SwitchesDict:
        """Returns all switches as plain data, and as keywords: `Game.new(3, **switches.as_dict())`."""
        return cast(SwitchesDict, {name: getattr(self, name) for name in SWITCH_NAMES})

    def words(self) -> str:
        """Returns those that are on as people call them: `limited supply, Palace`."""
        return ", ".join(SWITCH_WORDS[name].sentence for name in self.names())

    def mark(self, s: "State") -> None:
        """Say in a state which switches it is played with, before it is set up."""
        for name in SWITCH_NAMES:
            setattr(s, name, int(getattr(self, name)))

    def check(self, players: int) -> None:
        """Raise Malformed for switches that cannot be on together, or not with so many players."""
        if self.unlimited_noble and not self.palace:
            raise Malformed("unlimited_noble goes with the Palace expansion alone (rule 13.3)")
        if self.open_duel and players != 2:
            raise Malformed(f"open_duel is for 2 players, not for {players} (rule 2.7)")

    def __str__(self) -> str:
        return " ".join(self.names())


def chosen_switch(name: str, value: Any) -> bool:
    """Returns a value that is on or off, NumPy's too; raises Malformed for what is neither, like a word."""
    if isinstance(value, bool):
        return value
    # A truth of NumPy's is no number, and NumPy is not known here: a value without axes says itself what it is.
    plain = value.item() if getattr(value, "ndim", None) == 0 else value
    if not isinstance(plain, int) or plain not in (0, 1):
        raise Malformed(f"{name}={value!r:.60}: True or False")
    return bool(plain)


SWITCH_WORDS: dict[str, Words] = {switch.name: switch.metadata["words"] for switch in fields(Switches)}
SWITCH_NAMES = tuple(SWITCH_WORDS)
NO_SWITCHES = Switches()
if tuple(SwitchesDict.__annotations__) != SWITCH_NAMES:
    raise ValueError("Switches and SwitchesDict do not name the same switches")
