"""A game of Amyitis to play, ask and take back."""

from .events import Event
from .game import Game, LegalMoves, Ply
from .refusal import Refusal
from .replay import game_from_record, record_of
from .setup_facts import SetupFacts

__all__ = ["Event", "Game", "LegalMoves", "Ply", "Refusal", "SetupFacts", "game_from_record", "record_of"]
