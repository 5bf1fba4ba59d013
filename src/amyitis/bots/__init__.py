"""Players that choose a move, by name."""

from .bot import Bot, MoveValue
from .registry import bot_names, make_bot

__all__ = ["Bot", "MoveValue", "bot_names", "make_bot"]
