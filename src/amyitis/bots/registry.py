"""Bots by name: `random`, `greedy`, `search:200`, `Steward` ...; packages add their own as entry points.

A name may carry an argument behind a colon. A package adds a bot with the entry point group `amyitis.bots`: the name
is the bot's, the object a function that takes the argument (a str, empty if none) and a seed, and gives a `Bot`.
"""

from collections.abc import Callable
from difflib import get_close_matches
from importlib.metadata import entry_points

from amyitis.errors import Malformed

from .bot import Bot
from .levels import LEVELS
from .random_bot import RandomBot
from .search_bots import GreedyBot, make_search_bot

GROUP = "amyitis.bots"

Factory = Callable[[str, int], Bot]


def _plain(bot: Callable[[int], Bot]) -> Factory:
    """The factory of a bot that takes no argument."""

    def make(argument: str, seed: int) -> Bot:
        if argument:
            raise Malformed(f"this bot takes nothing behind a colon, not {argument!r}")
        return bot(seed)

    return make


BUILT_IN: dict[str, Factory] = {
    "random": _plain(RandomBot),
    "greedy": _plain(GreedyBot),
    "search": make_search_bot,
    **{level.__name__: _plain(level) for level in LEVELS},
}


def bot_names() -> list[str]:
    """The names of all bots, those of other packages included."""
    return sorted({*BUILT_IN, *(entry.name for entry in entry_points(group=GROUP))})


def make_bot(spec: str, seed: int = 0) -> Bot:
    """The bot that a name and its argument describe; raises Malformed if there is none."""
    name, _, argument = spec.partition(":")
    factory = BUILT_IN.get(name)
    if factory is None:
        found = [entry for entry in entry_points(group=GROUP) if entry.name == name]
        if not found:
            near = get_close_matches(name, bot_names(), n=1)
            hint = f"; did you mean {near[0]!r}?" if near else f"; there are {', '.join(bot_names())}"
            raise Malformed(f"there is no bot {name!r}{hint}")
        factory = found[0].load()
    try:
        bot = factory(argument, seed)
    except Malformed as problem:
        raise Malformed(f"bot {spec!r}: {problem}") from None
    bot.name = spec
    return bot
