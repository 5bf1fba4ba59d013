"""Four opponents for people, by name, each clearly stronger than the one before (`docs/strength.md`)."""

from collections.abc import Callable

from amyitis.game import Game
from amyitis.rules.chance import MOVES, draw_below, shuffler

from .bot import ExplainingBot, MoveValue
from .random_bot import RandomBot
from .search_bots import GreedyBot, SearchBot

SLIPS_IN_100 = 25
ARCHITECT_SIMULATIONS = 40
NEBUCHADNEZZAR_SIMULATIONS = 1_000  # well under 3 seconds a move on one core


class Apprentice:
    """Knows what is good at once, but every fourth move is made without thinking."""

    def __init__(self, seed: int) -> None:
        self._greedy, self._random, self._slips = GreedyBot(seed), RandomBot(seed), shuffler(seed, MOVES)

    def choose(self, game: Game) -> int:
        """Returns the move to play."""
        slip = draw_below(self._slips, 100) < SLIPS_IN_100
        return self._random.choose(game) if slip else self._greedy.choose(game)

    def explain(self, game: Game) -> list[MoveValue]:
        """Returns an opinion on every legal move."""
        return self._greedy.explain(game)


class Steward(GreedyBot):
    """Always takes what looks best at once."""


class Architect(SearchBot):
    """Looks some moves ahead."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed, simulations=ARCHITECT_SIMULATIONS)


class Nebuchadnezzar(SearchBot):
    """Thinks the round through, and into the next."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed, simulations=NEBUCHADNEZZAR_SIMULATIONS)


LEVELS: dict[str, Callable[[int], ExplainingBot]] = {
    "Apprentice": Apprentice,
    "Steward": Steward,
    "Architect": Architect,
    "Nebuchadnezzar": Nebuchadnezzar,
}
