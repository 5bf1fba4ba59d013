"""How many simulations a second the tree search makes on one core, over the positions of a game."""

import time
from dataclasses import dataclass

from amyitis.game import Game
from amyitis.search.searcher import Searcher

SIMULATIONS = 400
POSITIONS = 40
SEED = 1


@dataclass(frozen=True)
class SearchSpeed:
    """What was measured: positions searched anew, simulations made, seconds."""

    players: int
    positions: int
    simulations: int
    seconds: float

    @property
    def simulations_per_second(self) -> float:
        """Simulations a second on one core."""
        return self.simulations / self.seconds


def search_speed(players: int, positions: int = POSITIONS, simulations: int = SIMULATIONS) -> SearchSpeed:
    """Search the positions of a game that the search itself plays, each with an empty tree; returns the speed."""
    Searcher(SEED, simulations=2).search(Game.new(players, SEED).state)  # compiled or loaded before the clock runs
    game, seconds = Game.new(players, SEED), 0.0
    for _ in range(positions):
        searcher, s = Searcher(SEED, simulations), game.state
        started = time.perf_counter()
        best = searcher.search(s)[0]
        seconds += time.perf_counter() - started
        game.push_id(best.action)
        if game.is_over:
            game = Game.new(players, SEED + 1)
    return SearchSpeed(players, positions, positions * simulations, seconds)
