"""A game of Amyitis to play, ask and take back."""

from .events import Event
from .game import Game
from .legal_moves import LegalMoves
from .ply import Ply
from .prospects import Outcome, Prospect
from .refusal import Refusal
from .setup_facts import SetupFacts
from .switches import Switches

__all__ = ["Event", "Game", "LegalMoves", "Outcome", "Ply", "Prospect", "Refusal", "SetupFacts", "Switches"]
