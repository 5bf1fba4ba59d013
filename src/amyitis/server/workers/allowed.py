"""Which bots may take a seat on a server."""

from collections.abc import Iterable, Mapping
from functools import lru_cache

from amyitis.bots import bot_names, make_bot
from amyitis.bots.bot import EXPENSIVE, cost
from amyitis.bots.file_bots import bot_file
from amyitis.errors import BotError, Malformed
from amyitis.service.problems import BadRequest

# They think as long as they are told to, and read any file or run any program they are told to: the levels need less.
NOT_ALLOWED = ("search", "net", "netsearch", "level", "process")


def allowed_bots() -> list[str]:
    """Return the names of the bots that may take a seat."""
    return [name for name in bot_names() if name not in NOT_ALLOWED]


def count_expensive(bots: Iterable[str | None], measured: Mapping[str, float]) -> int:
    """Count the bots that think long: by their own word, or by the milliseconds measured."""
    return sum(max(_own_word(bot), measured.get(bot, 0.0)) >= EXPENSIVE for bot in bots if bot is not None)


@lru_cache(200)
def _own_word(name: str) -> float:
    """Return what a bot says it costs; raises Malformed or BotError. The bot is made once for that."""
    return cost(make_bot(name, 0))


def check_bot(name: str, field: str = "bot") -> str:
    """Return the name of a bot that may take a seat; raises BadRequest."""
    if name.partition(":")[0] in NOT_ALLOWED or bot_file(name):
        raise BadRequest(f"{name} may not take a seat here; choose a level", field=field)
    try:
        _own_word(name)
    except (Malformed, BotError) as problem:
        raise BadRequest(str(problem), field=field) from None
    return name
