"""`amyitis bench`: how fast this machine plays."""

import json
import time
from typing import Annotated

import typer

from ..options import BoxOption, JsonOption
from ..progress import show_compiling
from .figures import figures_table, wide_console

GAMES = 2048


def bench(
    quick: Annotated[bool, typer.Option("--quick", help="Measure briefly, for a first look.")] = False,
    as_json: JsonOption = False,
    box: BoxOption = None,
) -> None:
    """Measure the speed of this machine: random games, the vector environment and the tree search."""
    from amyitis.lab import speed
    from amyitis.lab.batches import cores

    show_compiling()
    seconds, spells, positions = (0.05, 1, 2) if quick else (0.7, 6, speed.POSITIONS)
    rates = [
        {
            "players": players,
            "one_core": speed.random_games(players, 1, seconds, spells)["decisions_per_second"],
            "all_cores": speed.random_games(players, cores(), seconds, spells)["decisions_per_second"],
            "environment_steps": _steps_per_second(players, seconds),
            "simulations": speed.search_speed(players, positions),
        }
        for players in (2, 3, 4)
    ]
    machine = speed.machine()
    if as_json:
        print(json.dumps({"machine": machine, "rates": rates}))
        return
    print(f"{machine['processor']}, {machine['cores']} cores; Python {machine['python']}, numba {machine['numba']}")
    headings = ("players", "decisions, one core", "all cores", "environment steps, all cores", "simulations, one core")
    rows = ((str(row.pop("players")), *(f"{rate:,.0f}" for rate in row.values())) for row in rates)
    wide_console().print(figures_table("A second", headings, rows))


def _steps_per_second(players: int, seconds: float) -> float:
    """Steps of the vector environment on all cores, observations and masks included, the choice of actions not."""
    import numpy as np

    from amyitis.envs.vector import VectorGames
    from amyitis.lab.variants import Variant

    games, random = VectorGames(Variant(players), GAMES), np.random.default_rng(1)
    seen, steps, spent = games.reset(1), 0, 0.0
    while spent < seconds:
        actions = np.argmax(seen.masks * random.random(seen.masks.shape, np.float32), axis=1)
        started = time.perf_counter()
        seen = games.step(actions)
        spent += time.perf_counter() - started
        steps += games.size
    return steps / spent
