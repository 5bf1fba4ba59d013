"""A game of Amyitis to play, ask and take back."""

from amyitis.rules.switches import Switches

from .events import Event, Ply
from .game import Game
from .legal_moves import LegalMoves
from .prospects import Outcome, Prospect
from .refusal import Refusal
from .setup_facts import SetupFacts

__all__ = ["Event", "Game", "LegalMoves", "Outcome", "Ply", "Prospect", "Refusal", "SetupFacts", "Switches"]
