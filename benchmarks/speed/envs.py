"""How fast the environments are, measured in one run beside those of others.

`python -m benchmarks.speed.envs`, with the options of `engine.py`. What runs on one core is given for a second of
processor time: on a busy machine that does not count what others took. Actions are random legal ones; those of the
vector environment are chosen before the clock starts.
"""

import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np

from amyitis.engine.arrays import Rows, States
from amyitis.engine.compiled import engine
from amyitis.engine.cuda import gpu_name
from amyitis.envs import stepping
from amyitis.envs.vector import Seen, VectorGames
from amyitis.envs.versus import VersusBots
from amyitis.errors import AmyitisError
from amyitis.game import Game
from amyitis.lab.batches import cores
from amyitis.lab.plots import COLOUR, LINE
from amyitis.lab.speed import machine
from amyitis.lab.variants import Variant
from amyitis.nets.encoding import legal_mask
from amyitis.rules.rule import rule

from .engine import PEERS_SCRIPT, Report, Sizes, Tell, draw_bars, peer_alone, run_benchmark
from .tables import print_envs

PLAYERS = (2, 4)
GAMES = 2048
OWN_SCRIPT = PEERS_SCRIPT.with_name("env_peers.py")
ENGINES = ("python-chess", "catanatron", "openspiel-backgammon")
OTHERS = (
    "pettingzoo-chess",
    "pettingzoo-connect-four",
    "catanatron-gym",
    "openspiel-python-tic-tac-toe",
    "openspiel-python-kuhn-poker",
)
BATCHED = "pgx-backgammon"


@rule
def show_masks(states: States, masks: Rows) -> None:
    """The legal actions of each game, for their time to be taken."""
    for i in range(len(states)):
        legal_mask(states[i], masks[i])


def measure_envs(sizes: Sizes, peers: Path | None, tell: Tell) -> Report:
    """Measure all environments whose extra is installed; `peers` is the Python of the peers' environment."""
    report: Report = {"machine": machine(), "date": datetime.now(UTC).isoformat(timespec="seconds")}
    report["vector"] = list(vector_speeds(sizes, tell))
    report["split"] = [step_costs(players, sizes, tell) for players in PLAYERS]
    report["together"] = list(together_speeds(sizes, tell))
    report["single"] = list(single_speeds(sizes, tell))
    if gpu_name() is not None:
        report["gpu"] = on_gpu(sizes, tell)
    if peers is not None:
        report["peers"] = [other(name, peers, sizes, tell) for name in (*ENGINES, *OTHERS, BATCHED)]
    return report


def chosen_actions(games: VectorGames, steps: int) -> list[Any]:
    """Random legal actions for so many steps; the games begin with seed 1."""
    random, seen, found = np.random.default_rng(1), games.reset(1), []
    for _ in range(steps):
        found.append(np.argmax(seen.masks * random.random(seen.masks.shape, np.float32), axis=1))
        seen = games.step(found[-1])
    return found


def vector_speeds(sizes: Sizes, tell: Tell) -> Iterator[Report]:
    """Steps per second of the vector environment, observations and masks included, on one core and on all."""
    for players in PLAYERS:
        for threads in sorted({1, cores()}):
            tell(f"vector environment, {players} players, {threads} threads")
            games = VectorGames(Variant(players), GAMES, threads=threads)
            actions = chosen_actions(games, max(4, int(200 * sizes.seconds)))

            def run(games: VectorGames = games, actions: list[Any] = actions) -> int:
                games.reset(1)
                for one in actions:
                    games.step(one)
                return len(actions) * games.size

            speeds = [_timed(run) for _ in range(sizes.spells)]
            busy, clock = max(one for one, _ in speeds), max(one for _, one in speeds)
            yield {"players": players, "threads": threads, "games": GAMES, "per_busy_core": busy, "by_the_clock": clock}


def step_costs(players: int, sizes: Sizes, tell: Tell) -> Report:
    """Nanoseconds of a step on one core: all of it, its observation and its mask alone, and a copy of both."""
    tell(f"what a step costs, {players} players")
    games = VectorGames(Variant(players), GAMES, threads=1)
    actions = chosen_actions(games, 60)
    viewers, rows, masks = (
        games.seen.deciders.copy(),
        games.seen.observations.copy(),
        games.seen.masks.view(np.uint8).copy(),
    )
    look, show = engine(stepping.look), engine(show_masks)
    times = max(2, int(60 * sizes.seconds))

    def steps() -> int:
        games.reset(1)
        for one in actions:
            games.step(one)
        return len(actions) * GAMES

    def copies(seen: Seen = games.seen) -> int:
        for _ in range(times):
            np.copyto(rows, seen.observations)
            np.copyto(masks, seen.masks.view(np.uint8))
        return times * GAMES

    def often(call: Callable[..., Any], *given: Any) -> Callable[[], int]:
        def run() -> int:
            for _ in range(times):
                call(*given)
            return times * GAMES

        return run

    measured = {
        "step": steps,
        "observation": often(look, games.states, viewers, rows),
        "mask": often(show, games.states, masks),
        "copy": copies,
    }
    costs = {name: min(1e9 / _timed(run)[0] for _ in range(sizes.spells)) for name, run in measured.items()}
    return {"players": players, "nanoseconds": {**costs, "rules": costs["step"] - costs["observation"] - costs["mask"]}}


def on_gpu(sizes: Sizes, tell: Tell) -> Report:
    """The games on a GPU, beside those on all cores; where that does not work, why not: the rest is told anyway."""
    try:
        from .games_on_gpu import measure_gpu_games

        return measure_gpu_games(sizes, tell)
    except (ImportError, AmyitisError) as problem:
        return {"failed": str(problem)}
    except Exception as problem:  # whatever a driver, torch or numba may raise
        return {"failed": f"{type(problem).__name__}: {problem}"}


def single_speeds(sizes: Sizes, tell: Tell) -> Iterator[Report]:
    """Steps per second of single environments driven from Python; of those whose extra is not installed, why not."""
    makers: dict[str, Callable[[], Callable[[], int]]] = {
        "Game": _game,
        "Game, events read": lambda: _game(events=True),
        "PettingZoo amyitis_v1": _pettingzoo,
        "Gymnasium Amyitis-v1": _gymnasium,
        "OpenSpiel amyitis": _openspiel,
    }
    for name, make in makers.items():
        tell(name)
        try:
            play = make()
        except ImportError as problem:
            yield {"name": name, "failed": str(problem)}
            continue
        play()
        yield {"name": name, "steps_per_second": max(_spell(play, sizes.seconds) for _ in range(sizes.spells))}


def together_speeds(sizes: Sizes, tell: Tell) -> Iterator[Report]:
    """Decisions per second of many games against bots and of playouts, on one core.

    Against bots, a step is a decision of yours, and what it takes until the next one. In playouts, all are counted.
    """
    games, two = max(8, int(64 * sizes.seconds)), Variant(2)
    middle = Game.new(2, 1)
    for _ in range(40):
        middle.push(middle.legal_moves[0])
    for bot, times in (("random", 100), ("greedy", 4), ("net:small", 1)):
        tell(f"playouts and games against {bot}")

        def play_out(bot: str = bot, count: int = games * times) -> int:
            return int(middle.playouts(count, bot, threads=1).decisions.sum())

        versus = VersusBots(two, [bot], games * min(times, 16), threads=1)
        random, seen = np.random.default_rng(1), versus.reset(1)

        def step(versus: VersusBots = versus, random: np.random.Generator = random, seen: Seen = seen) -> int:
            for _ in range(20):
                versus.step(np.argmax(seen.masks * random.random(seen.masks.shape, np.float32), axis=1))
            return 20 * versus.size

        for name, run in ((f"VersusBots, against {bot}", step), (f"playouts by {bot}", play_out)):
            run()
            yield {"name": name, "steps_per_second": max(_spell(run, sizes.seconds) for _ in range(sizes.spells))}


def _game(events: bool = False) -> Callable[[], int]:
    import random

    def play() -> int:
        game, steps = Game.new(2), 0
        while not game.is_over:
            happened = game.push_id(random.choice(game.legal_moves.ids))
            steps += 1
            if events:
                list(happened)
        return steps

    return play


def _pettingzoo() -> Callable[[], int]:
    import random

    from amyitis.envs import amyitis_v1

    env = amyitis_v1.env()

    def play() -> int:
        env.reset()
        steps = 0
        for _ in env.agent_iter():
            observation, _, over, _, _ = env.last()
            if over:
                break
            env.step(random.choice(np.flatnonzero(observation["action_mask"]).tolist()))
            steps += 1
        return steps

    return play


def _gymnasium() -> Callable[[], int]:
    import random

    from amyitis.envs.gymnasium_v1 import AmyitisEnv

    env = AmyitisEnv()

    def play() -> int:
        _, info = env.reset()
        over, steps = False, 0
        while not over:
            _, _, over, _, info = env.step(random.choice(np.flatnonzero(info["action_mask"]).tolist()))
            steps += 1
        return steps

    return play


def _openspiel() -> Callable[[], int]:
    import random

    from amyitis.envs.openspiel_v1 import AmyitisGame, AmyitisObserver

    game, observer = AmyitisGame({}), AmyitisObserver()

    def play() -> int:
        state, steps = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(random.choices(outcomes, chances)[0])
            else:
                observer.set_from(state, state.current_player())
                state.apply_action(random.choice(state.legal_actions()))
            steps += 1
        return steps

    return play


def other(name: str, python: Path, sizes: Sizes, tell: Tell) -> Report:
    """One environment or engine of others."""
    return peer_alone(PEERS_SCRIPT if name in (BATCHED, *ENGINES) else OWN_SCRIPT, name, python, sizes, tell)


def draw_envs(report: Report, path: Path) -> None:
    """Bars on a logarithmic scale, the fastest on top: ours and those of others, steps per second of one core."""
    bars = [
        (f"Amyitis vector, {one['players']} players", one["per_busy_core"], COLOUR)
        for one in report["vector"]
        if one["threads"] == 1
    ]
    ours = [*report["together"], *report["single"]]
    bars += [(one["name"], one["steps_per_second"], COLOUR) for one in ours if "failed" not in one]
    bars += [(one["name"], one["steps_per_second"], LINE) for one in report.get("peers", []) if "failed" not in one]
    draw_bars(report, path, bars, 100, "steps per second of one core, observations and masks included")


def _timed(run: Callable[[], int]) -> tuple[float, float]:
    """Steps for a second of processor time, and for one of the clock."""
    clock, busy = time.perf_counter(), time.process_time()
    steps = run()
    return steps / (time.process_time() - busy), steps / (time.perf_counter() - clock)


def _spell(play: Callable[[], int], seconds: float) -> float:
    """Steps for a second of processor time, over so many."""
    started, steps = time.process_time(), 0
    while time.process_time() - started < seconds:
        steps += play()
    return steps / (time.process_time() - started)


if __name__ == "__main__":
    run_benchmark(measure_envs, draw_envs, print_envs)
