"""All bots with a line on each, and what was measured of it (`docs/strength.md` has the commands)."""

from dataclasses import asdict, dataclass
from typing import Any

from .registry import BUILT_IN, bot_names


@dataclass(frozen=True)
class BotFacts:
    """A bot: how it is called, what it is, whether it is a level for people, and what was measured."""

    name: str
    call: str
    about: str
    level: bool = False
    measured: str = ""

    def as_dict(self) -> dict[str, Any]:
        """Returns the facts as plain data."""
        return asdict(self)


FACTS = (
    BotFacts("random", "random", "any legal move"),
    BotFacts(
        "greedy", "greedy", "the move that looks best at once",
        measured="100.0 % (96.3-100.0) of 100 games against random"
    ),
    BotFacts(
        "search", "search:200, search:N=400", "a tree search with a valuation made by hand",
        measured="N=400: 100.0 % (96.3-100.0) of 100 games against greedy",
    ),
    BotFacts("net", "net, net:small", "a network that learned from its own games, without a search"),
    BotFacts(
        "netsearch", "netsearch:200, netsearch:N=64", "a tree search with such a network: the strongest",
        measured="20 ms a move: 100.0 % (98.2-100.0) of 208 games against search:20",
    ),
    BotFacts("Apprentice", "Apprentice", "greedy, but every fourth move is made without thinking", level=True),
    BotFacts(
        "Steward", "Steward", "always takes what looks best at once", level=True,
        measured="81.8 % (75.8-86.5) of 200 games against Apprentice",
    ),
    BotFacts(
        "Architect", "Architect", "looks some moves ahead: 40 simulations", level=True,
        measured="100.0 % (98.1-100.0) of 200 games against Steward",
    ),
    BotFacts(
        "Nebuchadnezzar", "Nebuchadnezzar", "thinks the round through, and into the next: 1,000 simulations",
        level=True,
        measured="97.3 % (93.9-98.8) of 200 games against Architect",
    ),
)  # fmt: skip


def catalogue() -> list[BotFacts]:
    """Returns all bots, ours first and then those of other packages."""
    others = [BotFacts(name, name, "of another package") for name in bot_names() if name not in BUILT_IN]
    return [*FACTS, *others]
