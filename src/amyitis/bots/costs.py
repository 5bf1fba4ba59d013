"""What a decision of a bot costs: a bot may say so itself."""

from .bot import Bot

EXPENSIVE = 100.0  # milliseconds of a core, from which on a server has a quota for a bot


def cost(bot: Bot) -> float:
    """Returns about how many milliseconds of one core a decision takes: the bot's `cost`, 0 if it says nothing."""
    return float(getattr(bot, "cost", 0.0))
