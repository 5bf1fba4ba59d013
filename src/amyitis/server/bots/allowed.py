"""Which bots may take a seat."""

import asyncio
from collections.abc import Iterable, Mapping
from functools import lru_cache

from amyitis.bots import bot_names, make_bot
from amyitis.bots.costs import EXPENSIVE, cost
from amyitis.bots.file_bots import bot_file
from amyitis.errors import BotError, Malformed
from amyitis.server.refusals import BadRequest

# They think as long as they are told to, and read whatever file or run whatever program they are told to: the levels do
# with less.
NOT_ALLOWED = ("search", "net", "netsearch", "level", "process")


def allowed_bots() -> list[str]:
    """The names of the bots that may take a seat."""
    return [name for name in bot_names() if name not in NOT_ALLOWED]


async def expensive_among(bots: Iterable[str | None], learned: Mapping[str, float]) -> int:
    """How many of these bots think so long that nobody may have many of them: by their own word, or as was learned."""

    def count() -> int:
        return sum(max(_said(bot), learned.get(bot, 0.0)) >= EXPENSIVE for bot in bots if bot is not None)

    return await asyncio.to_thread(count)  # to make a bot may take its time


@lru_cache(200)
def _said(name: str) -> float:
    """What a bot says it costs; raises Malformed or BotError. It is made for that once, not with every game."""
    return cost(make_bot(name, 0))


def check_bot(name: str, field: str = "bot") -> str:
    """The name of a bot that may take a seat; raises BadRequest."""
    if name.partition(":")[0] in NOT_ALLOWED or bot_file(name):
        raise BadRequest(f"{name} may not take a seat here; choose a level", field=field)
    try:
        _said(name)
    except (Malformed, BotError) as problem:
        raise BadRequest(str(problem), field=field) from None
    return name
