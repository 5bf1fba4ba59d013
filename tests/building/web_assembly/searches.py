"""Orders to search from positions in the middle of random games."""

import base64
from collections.abc import Iterator

import numpy as np

from amyitis import play
from amyitis.engine.compiled import engine
from amyitis.engine.record import SHUFFLER_DTYPE, blank_records, from_record
from amyitis.lab import playing
from amyitis.nets.network import packaged_network
from amyitis.rules.state import State
from amyitis.search.solver import FAR
from tests.building.web_assembly.node import Order

SEARCHES = [(3, 11, 150), (2, 12, 90), (4, 13, 30)]  # players, seed, decisions before


def position(players: int, seed: int, plies: int) -> State:
    """A position in the middle of a random game."""
    s = blank_records(1)
    deals, moves = np.zeros(1, SHUFFLER_DTYPE), np.zeros(1, SHUFFLER_DTYPE)
    actions, taken = np.zeros(1, np.int64), np.zeros(1, np.int64)
    engine(playing.begin_games)(s, deals, moves, seed, 0, players)
    for _ in range(plies):
        engine(playing.choose_actions)(s, deals, moves, actions)
        engine(playing.take_actions)(s, actions, taken)
    engine(playing.deal_crafts)(s, deals)
    return from_record(s[0])


def endings() -> Iterator[State]:
    """Decisions shortly before the end of random games."""
    for players in (2, 3, 4):
        game = play(["random"] * players, seed=players).copy()
        for _ in range(12):
            game.undo()
        yield game.state


def solutions(nodes: int = 50_000) -> Iterator[Order]:
    for s in endings():
        yield {"kind": "solve", "state": s.as_dict(), "beta": 0, "behind": -FAR, "nodes": nodes}


def searches() -> Iterator[Order]:
    for place in SEARCHES:
        yield {"kind": "search", "state": position(*place).as_dict(), "simulations": 200}


def net_searches(simulations: int = 60) -> Iterator[Order]:
    network = base64.b64encode(packaged_network("small").quantized.packed()).decode()
    for order in searches():
        yield {**order, "kind": "netSearch", "simulations": simulations, "network": network}
