"""Players that choose a move: by name, by object, and against each other."""

from .bot import Bot, ExplainingBot, MoveValue
from .playing import ask, play, play_out
from .registry import bot_names, make_bot

__all__ = ["Bot", "ExplainingBot", "MoveValue", "ask", "bot_names", "make_bot", "play", "play_out"]
