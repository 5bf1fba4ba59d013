"""Bots by name: `random`, `greedy`, `search:200`, `Steward`, `my_bot.py:MyBot` ...; packages add their own.

A name may carry an argument behind a colon. A package adds a bot with the entry point group `amyitis.bots`: the name
is the bot's, the object a class, or any other callable that returns a bot. It is called with the argument (a str, empty
if there is none) and a seed if it takes two, with a seed if it takes one, else with nothing.
"""

import inspect
from collections.abc import Callable
from contextlib import suppress
from difflib import get_close_matches
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from amyitis.errors import Malformed

from .bot import Bot
from .file_bots import bot_file, factory_in_file
from .levels import LEVELS, make_graded_bot
from .process_bots import make_process_bot
from .random_bot import RandomBot

GROUP = "amyitis.bots"

Factory = Callable[..., Any]


def _later(name: str, place: str) -> EntryPoint:
    """One of ours that needs NumPy and a compiler, imported only if somebody plays against it."""
    return EntryPoint(name, f"amyitis.bots.{place}", GROUP)


BUILT_IN: dict[str, Factory | EntryPoint] = {
    "random": RandomBot,
    "greedy": _later("greedy", "search_bots:GreedyBot"),
    "search": _later("search", "search_bots:make_search_bot"),
    "net": _later("net", "net_bots:make_net_bot"),
    "netsearch": _later("netsearch", "net_bots:make_net_search_bot"),
    "level": make_graded_bot,
    "process": make_process_bot,
    **LEVELS,
}


def bot_names() -> list[str]:
    """Returns the names of all bots, those of other packages included."""
    return sorted({*BUILT_IN, *(entry.name for entry in entry_points(group=GROUP))})


def make_bot(spec: str, seed: int = 0) -> Bot:
    """Returns the bot that a name and its argument describe; raises Malformed if there is none."""
    name, _, argument = spec.partition(":")
    if bot_file(spec):
        factory, argument = factory_in_file(spec)
    else:
        found = BUILT_IN.get(name) or entry_point(spec)
        factory = found.load() if isinstance(found, EntryPoint) else found
    try:
        bot = build(factory, argument, seed)
    except Malformed as problem:
        raise Malformed(f"bot {spec!r}: {problem}") from None
    with suppress(AttributeError):
        bot.name = spec  # type: ignore[attr-defined]
    return bot


def entry_point(spec: str) -> EntryPoint:
    """Returns the entry point of another package's bot; raises Malformed if there is none."""
    name = spec.partition(":")[0]
    found = [entry for entry in entry_points(group=GROUP) if entry.name == name]
    if not found:
        near = get_close_matches(name, bot_names(), n=1)
        hint = f"; did you mean {near[0]!r}?" if near else f"; there are {', '.join(bot_names())}"
        raise Malformed(f"there is no bot {name!r}{hint}")
    return found[0]


def build(factory: Factory, argument: str, seed: int) -> Bot:
    """Returns the bot that a class or another callable makes; raises Malformed if it makes none."""
    if isinstance(factory, type) and not hasattr(factory, "choose"):
        raise Malformed(f"{factory!r} is not a class of bots: it has no method choose(game)")
    given = _accepted(factory, argument, seed)
    if argument and len(given) < 2:
        raise Malformed(f"this bot takes nothing behind a colon, not {argument!r}")
    return checked(factory(*given))


def checked(bot: Any) -> Bot:
    """Returns a bot that can choose; raises Malformed for anything else."""
    if isinstance(bot, type) or not callable(getattr(bot, "choose", None)):
        raise Malformed(f"{bot!r} is not a bot: it has no method choose(game)")
    return bot  # type: ignore[no-any-return]


def _accepted(factory: Factory, argument: str, seed: int) -> tuple[Any, ...]:
    """Returns as much of argument and seed as a factory takes."""
    for given in ((argument, seed), (seed,), ()):
        with suppress(TypeError):
            inspect.signature(factory).bind(*given)
            return given
    raise Malformed(f"{factory!r} wants more than an argument and a seed")
