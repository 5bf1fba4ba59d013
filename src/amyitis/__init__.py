"""Amyitis: the board game, whole and playable. An unofficial fan implementation.

>>> from amyitis import Game
>>> game = Game.new(players=3, seed=7)
>>> events = game.push("engineer/1")
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from amyitis.game import Event, Game, LegalMoves, Ply, Refusal, SetupFacts, game_from_record, record_of

__version__ = "0.1.0"

__all__ = [
    "Event",
    "Game",
    "LegalMoves",
    "Ply",
    "Refusal",
    "SetupFacts",
    "__version__",
    "game_from_record",
    "record_of",
]


def __getattr__(name: str) -> Any:
    """Import the game on first use: the box may be chosen until then (`amyitis.box.use_box`)."""
    if name in __all__:
        from amyitis import game

        return getattr(game, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
