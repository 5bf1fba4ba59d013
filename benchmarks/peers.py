"""Other engines, measured the way ours is: random play on one core. Runs in an environment of its own (`make bench`).

`python benchmarks/peers.py NAME [SECONDS [SPELLS]]` measures one peer and prints one JSON object. A step is the
smallest thing that the engine counts as one: a tick, an action (chance included), a move. The best of a few spells is
told.
"""

import json
import os
import random
import sys
import time
from collections.abc import Callable
from importlib.metadata import version
from typing import Any

PGX_BATCHES = (256, 1024, 4096)
PGX_STEPS = 16
CHESS_PLIES = 600

Played = tuple[int, int]  # steps and games


def catanatron() -> dict[str, Any]:
    """Four random players; a tick is one action."""
    from catanatron import Color, Game, RandomPlayer
    from catanatron.game import TURNS_LIMIT

    def play() -> Played:
        game = Game([RandomPlayer(color) for color in (Color.RED, Color.BLUE, Color.ORANGE, Color.WHITE)])
        ticks = 0
        while game.winning_color() is None and game.state.num_turns < TURNS_LIMIT:
            game.play_tick()
            ticks += 1
        return ticks, 1

    return {**about("Catanatron", "catanatron", "random games, ticks", 4), **measure(play)}


def open_spiel(name: str, players: int) -> dict[str, Any]:
    """Random actions, chance included, driven from Python."""
    import pyspiel

    game = pyspiel.load_game(name)

    def play() -> Played:
        state, steps = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                actions, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(random.choices(actions, chances)[0])
            else:
                state.apply_action(random.choice(state.legal_actions()))
            steps += 1
        return steps, 1

    return {**about(f"OpenSpiel {name}", "open_spiel", "random actions from Python", players), **measure(play)}


def pgx_backgammon() -> dict[str, Any]:
    """Batches of random games, compiled by JAX for the CPU; the best size of batch is told."""
    import jax
    import jax.numpy as jnp
    import pgx
    from pgx.experimental import auto_reset

    env = pgx.make("backgammon")
    begin, step = jax.vmap(env.init), jax.vmap(auto_reset(env.step, env.init))

    def many_steps(state: Any, key: Any) -> tuple[Any, Any]:
        def one(carry: Any, key: Any) -> tuple[Any, None]:
            state, games = carry
            choose, again = jax.random.split(key)
            scores = jnp.where(state.legal_action_mask, 0.0, -1e9)
            state = step(state, jax.random.categorical(choose, scores), jax.random.split(again, len(scores)))
            return (state, games + state.terminated.sum()), None

        (state, games), _ = jax.lax.scan(one, (state, jnp.int32(0)), jax.random.split(key, PGX_STEPS))
        return state, games

    run = jax.jit(many_steps)
    rows = []
    for batch in PGX_BATCHES:
        hold = {"state": begin(jax.random.split(jax.random.key(0), batch)), "key": jax.random.key(1)}

        def play(hold: dict[str, Any] = hold, batch: int = batch) -> Played:
            hold["key"], key = jax.random.split(hold["key"])
            hold["state"], games = run(hold["state"], key)
            return batch * PGX_STEPS, int(games)

        rows.append({"batch": batch, **measure(play)})
    best = max(rows, key=lambda row: float(row["steps_per_second"]))
    what = f"random steps in batches of {best['batch']}, JAX {version('jax')} on the CPU"
    return {**about("Pgx backgammon", "pgx", what, 2), **best}


def python_chess() -> dict[str, Any]:
    """Random legal moves to the end of the game."""
    import chess

    def play() -> Played:
        board, plies = chess.Board(), 0
        while not board.is_game_over() and plies < CHESS_PLIES:
            board.push(random.choice(list(board.legal_moves)))
            plies += 1
        return plies, 1

    return {**about("python-chess", "chess", "random games, moves", 2), **measure(play)}


def rlcard() -> dict[str, Any]:
    """Limit hold'em between two random agents."""
    import rlcard as library
    from rlcard.agents import RandomAgent

    env = library.make("limit-holdem", config={"seed": 1})
    env.set_agents([RandomAgent(num_actions=env.num_actions) for _ in range(env.num_players)])

    def play() -> Played:
        _, player = env.reset()
        state, steps = env.get_state(player), 0
        while not env.is_over():
            action = env.agents[player].step(state)
            state, player = env.step(action, env.agents[player].use_raw)
            steps += 1
        return steps, 1

    return {**about("RLCard limit hold'em", "rlcard", "random games, steps", 2), **measure(play)}


def about(name: str, package: str, what: str, players: int) -> dict[str, Any]:
    """The name and version of a peer, and what was counted."""
    return {"name": name, "version": version(package), "what": what, "players": players}


def measure(play: Callable[[], Played]) -> dict[str, float]:
    """Steps and games per second of processor time, the best of a few spells; the first play is not counted."""
    play()
    best: dict[str, float] = {"steps_per_second": 0.0}
    for _ in range(SPELLS):
        steps = games = 0
        started = time.process_time()
        while time.process_time() - started < SECONDS:
            played = play()
            steps, games = steps + played[0], games + played[1]
        seconds = time.process_time() - started
        if steps / seconds > best["steps_per_second"]:
            best = {"steps_per_second": steps / seconds, "games_per_second": games / seconds, "seconds": seconds}
    return best


PEERS: dict[str, Callable[[], dict[str, Any]]] = {
    "catanatron": catanatron,
    "openspiel-backgammon": lambda: open_spiel("backgammon", 2),
    "openspiel-hearts": lambda: open_spiel("hearts", 4),
    "pgx-backgammon": pgx_backgammon,
    "python-chess": python_chess,
    "rlcard": rlcard,
}
SECONDS = float(sys.argv[2]) if len(sys.argv) > 2 else 0.7
SPELLS = int(sys.argv[3]) if len(sys.argv) > 3 else 6


def main() -> None:
    """Measure the peer that is named, on one core unless CORES=all."""
    if os.environ.get("CORES") != "all" and hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    random.seed(1)
    print(json.dumps(PEERS[sys.argv[1]]()))


if __name__ == "__main__":
    main()
