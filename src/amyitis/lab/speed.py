"""How fast the engine and its search are, here and now. (`benchmarks/speed` compares them with others.)"""

import platform
import time
from importlib.metadata import version
from pathlib import Path

from amyitis import __version__
from amyitis.engine.compiled import has_compiler
from amyitis.game import Game
from amyitis.search.searcher import Searcher

from .batches import cores
from .simulate import simulate

SIMULATIONS = 400
POSITIONS = 40
SEED = 1


def machine() -> dict[str, str | int]:
    """Where something was measured, and with what."""
    return {
        "processor": _processor(),
        "cores": cores(),
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
        "amyitis": __version__,
        "numba": version("numba") if has_compiler() else "not installed",
        "numpy": version("numpy"),
    }


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor() or "unknown"
    names = (line.split(":", 1)[1].strip() for line in lines if line.startswith("model name"))
    return next(names, platform.processor() or "unknown")


def random_games(players: int, threads: int, seconds: float, spells: int) -> dict[str, float]:
    """The fastest of a few spells of random games, each of so many seconds."""
    probe = simulate(players, 200 * threads, threads=threads)
    games = max(threads, int(probe.games_per_second * seconds))
    tried = [one_spell(players, threads, games) for _ in range(spells)]
    return max(tried, key=lambda spell: spell["decisions_per_second"])


def one_spell(players: int, threads: int, games: int) -> dict[str, float]:
    """Games and decisions per second: of processor time for one thread, of the clock for several."""
    started = time.process_time()
    simulation = simulate(players, games, threads=threads)
    seconds = time.process_time() - started if threads == 1 else simulation.seconds
    return {
        "games": games,
        "decisions_per_game": simulation.mean_decisions,
        "decisions_per_second": simulation.decisions / seconds,
        "games_per_second": games / seconds,
    }


def search_speed(players: int, positions: int = POSITIONS, simulations: int = SIMULATIONS) -> float:
    """Simulations a second on one core over positions of a game that the search plays, each with an empty tree."""
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
    return positions * simulations / seconds
