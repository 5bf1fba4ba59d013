"""Environments of others, measured the way ours are: random legal actions on one core, observations included.

`python benchmarks/env_peers.py NAME [SECONDS [SPELLS]]` measures one and prints one JSON object, in the environment
of the peers (`requirements/peers.txt`).
"""

import json
import os
import random
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
from peers import Played, about, measure


def pettingzoo(module: str, most: int = 400) -> dict[str, Any]:
    """A game of PettingZoo's classics, with its usual wrappers."""
    from importlib import import_module

    env = import_module(f"pettingzoo.classic.{module}").env()

    def play() -> Played:
        env.reset()
        steps = 0
        for _ in env.agent_iter():
            observation, _, over, cut, _ = env.last()
            if over or cut or steps == most:
                break
            env.step(random.choice(np.flatnonzero(observation["action_mask"]).tolist()))
            steps += 1
        return steps, 1

    return {**about(f"PettingZoo {module}", "pettingzoo", "a single environment", 2), **measure(play)}


def catanatron_gym() -> dict[str, Any]:
    """Catanatron's Gymnasium environment: one player against a random one."""
    import catanatron_gym  # noqa: F401 - registers it
    import gymnasium

    env = gymnasium.make("catanatron_gym:catanatron-v1", disable_env_checker=True)

    def play() -> Played:
        _, info = env.reset()
        over = cut = False
        steps = 0
        while not (over or cut):
            _, _, over, cut, info = env.step(random.choice(info["valid_actions"]))
            steps += 1
        return steps, 1

    name = "catanatron_gym"
    return {**about("Catanatron Gymnasium", name, "a single environment", 2), **measure(play)}


def openspiel_python(name: str) -> dict[str, Any]:
    """A game of OpenSpiel's that is written in Python, with the observation of who decides."""
    import pyspiel
    from open_spiel.python.games import block_dominoes, kuhn_poker, tic_tac_toe  # noqa: F401 - registers them

    game = pyspiel.load_game(name)
    observer = game.make_py_observer()

    def play() -> Played:
        state, steps = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(random.choices(outcomes, chances)[0])
            else:
                observer.set_from(state, state.current_player())
                state.apply_action(random.choice(state.legal_actions()))
            steps += 1
        return steps, 1

    return {**about(f"OpenSpiel {name}", "open_spiel", "actions and observations from Python", 2), **measure(play)}


PEERS: dict[str, Callable[[], dict[str, Any]]] = {
    "pettingzoo-chess": lambda: pettingzoo("chess_v6", 60),
    "pettingzoo-connect-four": lambda: pettingzoo("connect_four_v3"),
    "catanatron-gym": catanatron_gym,
    "openspiel-python-tic-tac-toe": lambda: openspiel_python("python_tic_tac_toe"),
    "openspiel-python-kuhn-poker": lambda: openspiel_python("python_kuhn_poker"),
}


if __name__ == "__main__":
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    random.seed(1)
    print(json.dumps(PEERS[sys.argv[1]]()))
