"""Bots by name: `random`, `greedy`, `search:200`, `Steward`, `my_bot.py:MyBot` ...; packages add their own.

A name may carry an argument behind a colon. A package adds a bot with the entry point group `amyitis.bots`: the name
is the bot's, the object a class, or any other callable that returns a bot. It is called with a seed and the argument (a
str, empty if there is none), as far as it takes them (`_given`).
"""

import inspect
from collections.abc import Callable
from contextlib import suppress
from difflib import get_close_matches
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from inspect import BoundArguments
from typing import Any

from amyitis.errors import AmyitisError, BotError, Malformed
from amyitis.rules.state import State

from .bot import Bot, RandomBot
from .file_bots import bot_file, factory_in_file
from .levels import LEVELS, LevelBot, make_graded_bot
from .process_bots import ProcessBot
from .search_bots import SearchBot, make_greedy_bot, make_net_bot, make_net_search_bot, make_search_bot

GROUP = "amyitis.bots"

Factory = Callable[..., Any]


BUILT_IN: dict[str, Factory] = {
    "random": RandomBot,
    "greedy": make_greedy_bot,
    "search": make_search_bot,
    "net": make_net_bot,
    "netsearch": make_net_search_bot,
    "level": make_graded_bot,
    "process": ProcessBot,
    **LEVELS,
}


def bot_names() -> list[str]:
    """Returns the names of all bots, those of other packages included.

    >>> "Steward" in bot_names()
    True
    """
    return sorted({*BUILT_IN, *(entry.name for entry in packaged_bots())})


@cache
def packaged_bots() -> tuple[EntryPoint, ...]:
    """Returns the bots of other packages; what is installed is read once."""
    return tuple(entry_points(group=GROUP))


def make_bot(spec: str, seed: int = 0, *, as_loaded: bool = False) -> Bot:
    """Returns the bot of a name and its argument, such as `search:200` or `FILE.py:Class`.

    A file that has changed since it was loaded is loaded again, unless `as_loaded`. Raises Malformed if there is no
    such bot, BotError if making it fails.

    >>> bot = make_bot("random", seed=1)
    >>> bot.choose(Game.new(2, seed=7)) in Game.new(2, seed=7).legal_moves.ids
    True
    """
    name, _, argument = spec.partition(":")
    ours = None if bot_file(spec) else BUILT_IN.get(name)
    if ours is not None:
        factory = ours
    elif bot_file(spec):
        factory, argument = factory_in_file(spec, as_loaded=as_loaded)
    else:
        factory = _load(entry_point(spec), spec)
    try:
        # A built-in that fails is a bug of ours, or the want of a package: nobody is to be blamed for it.
        bot = build(factory, argument, seed, spec) if ours is None else _make(factory, argument, seed)
    except Malformed as problem:
        raise Malformed(f"bot {spec!r:.200}: {problem}") from None
    with suppress(Exception):
        bot.name = spec  # type: ignore[attr-defined]
    return bot


def check_bot(spec: str, s: State) -> None:
    """Raise Malformed for a bot that there is not, NetworkRefused for one that cannot play games like that of `s`.

    A level can play without a network; it says so on standard error.
    """
    bot = make_bot(spec)
    if isinstance(bot, SearchBot | LevelBot):
        bot.check_network(s)


def entry_point(spec: str) -> EntryPoint:
    """Returns the entry point of another package's bot; raises Malformed if there is none."""
    name = spec.partition(":")[0]
    entries = [entry for entry in packaged_bots() if entry.name == name]
    if not entries:
        near = get_close_matches(name, bot_names(), n=1)
        hint = f"; did you mean {near[0]!r}?" if near else f"; there are {', '.join(bot_names())}"
        raise Malformed(f"there is no bot {name!r:.200}{hint}")
    return entries[0]


def _load(entry: EntryPoint, spec: str) -> Factory:
    """Returns the object that another package names; raises BotError if the package fails."""
    try:
        return entry.load()  # type: ignore[no-any-return]
    except (Exception, SystemExit) as problem:
        raise BotError(spec, None, None, f"it could not be loaded: {error_line(problem)}") from problem


def build(factory: Factory, argument: str, seed: int, name: str = "") -> Bot:
    """Returns the bot that a class or another callable makes, spoken of by a name.

    Raises Malformed if it makes none, BotError if it fails.
    """
    try:
        return _make(factory, argument, seed)
    except (Exception, SystemExit) as problem:
        if isinstance(problem, Malformed) or type(problem) is AmyitisError:
            raise  # it says in words what is wrong
        spoken = name or getattr(factory, "__name__", repr(factory))
        raise BotError(spoken, None, None, f"it could not be made: {error_line(problem)}") from problem


def _make(factory: Factory, argument: str, seed: int) -> Bot:
    if isinstance(factory, type) and not hasattr(factory, "choose"):
        raise Malformed(f"{factory!r:.200} is not a class of bots: it has no method choose(game)")
    given = _given(factory, argument, seed)
    return checked(factory(*given.args, **given.kwargs))


def checked(bot: Any) -> Bot:
    """Returns a bot that can choose; raises Malformed for anything else."""
    if isinstance(bot, type) or not callable(getattr(bot, "choose", None)):
        raise Malformed(f"{bot!r:.200} is not a bot: it has no method choose(game)")
    return bot  # type: ignore[no-any-return]


def error_line(problem: BaseException) -> str:
    """Returns an error in one line: its kind, and what it says."""
    return f"{type(problem).__name__}: {problem}" if str(problem) else type(problem).__name__


def _given(factory: Factory, argument: str, seed: int) -> BoundArguments:
    """Returns what a factory is called with.

    A parameter called `seed` gets the seed, one called `argument` the argument. What it must be given besides gets the
    one of these two that is left: of two such parameters the first gets the argument, a single one the seed. A
    parameter with a default of its own keeps it, but an argument that nothing else takes goes to the first of these.
    Raises Malformed if something is left over.
    """
    try:
        signature = inspect.signature(factory)
    except (TypeError, ValueError):  # as of some types written in C
        signature = inspect.Signature()
    named = signature.parameters
    for_seed = next((name for name in named if "seed" in name.lower().split("_") and _is_one(named[name])), None)
    for_argument = "argument" if "argument" in named and _is_one(named["argument"]) else None
    others = [
        parameter for name, parameter in named.items() if _is_one(parameter) and name not in (for_seed, for_argument)
    ]
    needed = [parameter.name for parameter in others if parameter.default is parameter.empty]
    anything = any(parameter.kind is parameter.VAR_POSITIONAL for parameter in named.values())
    if for_seed is None and for_argument is None and anything and len(others) <= 2:
        return signature.bind(argument, seed)
    if len(needed) > (for_seed is None) + (for_argument is None):
        raise Malformed(f"{factory!r:.200} wants more than an argument and a seed")
    if needed and for_argument is None and (for_seed is not None or len(needed) == 2):
        for_argument = needed.pop(0)
    if needed:
        for_seed = needed.pop()
    if argument and for_argument is None:
        for_argument = next((parameter.name for parameter in others if parameter.name != for_seed), None)
        if for_argument is None:
            raise Malformed(f"this bot takes nothing behind a colon, not {argument!r:.200}")
    given = signature.bind_partial()
    values = {for_seed: seed, for_argument: argument}
    given.arguments.update({name: values[name] for name in named if name in values})
    return given


def _is_one(parameter: inspect.Parameter) -> bool:
    """Returns whether a parameter takes one value, not all that is left."""
    return parameter.kind not in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD)
