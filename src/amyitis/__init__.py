"""Amyitis: the board game, whole and playable. An unofficial fan implementation.

>>> from amyitis import Game, play
>>> game = Game.new(players=3, seed=7)
>>> events = game.push("engineer/1")
>>> play(["Steward", "random"], seed=7).is_over
True

Everything else that a program may need is in `__all__`; `docs/reference/python.md` shows it in use.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from amyitis.errors import AmyitisError, BotError, BoxError, Drift, Illegal, Malformed

if TYPE_CHECKING:
    from amyitis.bots import Bot, MoveValue, bot_names, make_bot, play
    from amyitis.game import Event, Game, LegalMoves, Outcome, Ply, Prospect, Refusal, SetupFacts, Switches
    from amyitis.lab.batches import Batch, Results

__version__ = "0.1.0"

__all__ = [
    "AmyitisError",
    "Batch",
    "Bot",
    "BotError",
    "BoxError",
    "Drift",
    "Event",
    "Game",
    "Illegal",
    "LegalMoves",
    "Malformed",
    "MoveValue",
    "Outcome",
    "Ply",
    "Prospect",
    "Refusal",
    "Results",
    "SetupFacts",
    "Switches",
    "__version__",
    "bot_names",
    "make_bot",
    "play",
]

_MODULES = {
    **dict.fromkeys(("Bot", "MoveValue", "bot_names", "make_bot", "play"), "amyitis.bots"),
    **dict.fromkeys(("Batch", "Results"), "amyitis.lab.batches"),
}


def __getattr__(name: str) -> Any:
    """Import games, bots and batches on first use: the box may be chosen until then (`amyitis.box.use_box`)."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_MODULES.get(name, "amyitis.game")), name)


def __dir__() -> list[str]:
    return sorted(__all__)
