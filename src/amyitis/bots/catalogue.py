"""All bots with a line on each, and what was measured of it (`docs/figures/strength.md` has the commands)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from .levels import ALL_LEVELS, Level, Setting
from .registry import BUILT_IN, bot_names


@dataclass(frozen=True)
class BotEntry:
    """A bot: how it is called, what it is and what was measured; of a level for people its rating and figures, too."""

    name: str
    call: str
    about: str
    level: bool = False
    measured: str = ""
    rating: int | None = None
    figures: Mapping[str, Any] | None = None


BUILT_IN_BOTS = (
    BotEntry("random", "random", "any legal move"),
    BotEntry(
        "greedy", "greedy", "the move that looks best at once",
        measured="100.0 % (96.3-100.0) of 100 games against random"
    ),
    BotEntry(
        "search", "search:200, search:N=400", "tree search with a hand-made evaluation",
        measured="N=100: 100.0 % (96.3-100.0) of 100 games against greedy",
    ),
    BotEntry("net", "net, net:small", "a network that learned from its own games, without a search"),
    BotEntry("process", "process:node my_bot.js", "a program in any language, over standard input and output"),
    BotEntry("level", "level:skill=-0.5,form=0.3", "a level with your own settings"),
    BotEntry("netsearch", "netsearch:200, netsearch:N=64", "tree search with a network: the strongest, for analysis"),
)  # fmt: skip


ABOUT = {
    "Water carrier": "has just read the rules",
    "Apprentice": "goes for what is nearest",
    "Scribe": "counts well, ignores the others",
    "Steward": "plays the best move at first sight",
    "Astronomer": "looks a turn ahead",
    "Architect": "plans the whole round",
    "Governor": "gives nothing away",
    "Nebuchadnezzar": "the strongest level",
}


def catalogue() -> list[BotEntry]:
    """Returns all bots: ours, the levels for people from the gentlest on, and then those of other packages."""
    others = [BotEntry(name, name, "from another package") for name in bot_names() if name not in BUILT_IN]
    return [*BUILT_IN_BOTS, *map(level_entry, ALL_LEVELS), *others]


def level_entry(level: Level) -> BotEntry:
    """Returns the entry of a level."""
    figures = level.figures
    two = figures.get("two")
    measured = "" if two is None else f"{win_rate_text(two)} of {two['games']} games against {figures['against']}"
    about = f"{ABOUT[level.name]}: {setting_text(level.setting)}"
    return BotEntry(level.name, level.name, about, True, measured, figures.get("rating"), figures)


def win_rate_text(figures: Mapping[str, Any]) -> str:
    """Returns a win rate with its interval in words."""
    low, high = figures["interval"]
    return f"{100 * figures['win_rate']:.1f} % ({100 * low:.1f}-{100 * high:.1f})"


def setting_text(setting: Setting) -> str:
    """Returns how a level plays."""
    low, high = setting.skill - setting.form, setting.best
    parts = [f"skill {setting.skill:g}" + (f" ({low:g} to {high:g} from day to day)" if setting.form else "")]
    if setting.near:
        parts.append("prefers the near")
    if setting.alone:
        parts.append("its own prestige above all")
    return ", ".join(parts)
