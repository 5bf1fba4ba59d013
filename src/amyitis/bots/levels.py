"""Four opponents for people, by name, each clearly stronger than the one before (`docs/strength.md`)."""

from amyitis.rules.chance import MOVES, draw_below, shuffler
from amyitis.rules.state import State

from .bot import Bot, MoveValue
from .random_bot import RandomBot
from .search_bots import GreedyBot, SearchBot

SLIPS_IN_100 = 25
ARCHITECT_SIMULATIONS = 40
NEBUCHADNEZZAR_SIMULATIONS = 1_000  # well under 3 seconds a move on one core


class Apprentice(Bot):
    """Knows what is good at once, but every fourth move is made without thinking."""

    def __init__(self, seed: int) -> None:
        self._greedy, self._random, self._slips = GreedyBot(seed), RandomBot(seed), shuffler(seed, MOVES)

    def choose(self, s: State) -> int:
        """The move to play."""
        slip = draw_below(self._slips, 100) < SLIPS_IN_100
        return self._random.choose(s) if slip else self._greedy.choose(s)

    def explain(self, s: State) -> list[MoveValue]:
        """An opinion on every legal move."""
        return self._greedy.explain(s)


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


LEVELS: tuple[type[Bot], ...] = (Apprentice, Steward, Architect, Nebuchadnezzar)
