"""The tree search with a network: runs for a number of simulations or for a time, or values each move alone."""

import time
from typing import Any

import numpy as np

from amyitis.engine.compiled import compiling_allowed, engine
from amyitis.engine.record import RECORD_TYPES, blank_records
from amyitis.nets.network import Network
from amyitis.rules.state import State

from .evaluation import MoveEvaluation
from .net_tree import (
    FIRST_NET_STATE,
    NET_OPTIONS,
    NetNode,
    reset_net_node,
    run_net_search,
)
from .searcher import NODES_A_STATE, Tree

STATES_A_SIMULATION = 12  # the first ones run through the whole round, later ones share most of the way
STATES_A_ROUND = 300
STATES_A_MILLISECOND = 40
MOST_STATES = 100_000
MOST_VISITS = 1 << 30  # as good as any number


class NetTree(Tree):
    """One growing tree that a network values. Kept between moves while the game stays inside the round."""

    def __init__(self, network: Network, states: int, options: tuple[float, ...] = NET_OPTIONS) -> None:
        self._compiled = compiling_allowed()
        self._network = network
        nodes = states * NODES_A_STATE + 64
        size = FIRST_NET_STATE + states
        if self._compiled:
            self.nodes = np.zeros(nodes, RECORD_TYPES["NetNode"])
            self._named = self.nodes.view(np.recarray)
            self.states = blank_records(size)
        else:
            self.nodes = self._named = [NetNode() for _ in range(nodes)]
            self.states = [State() for _ in range(size)]
        self._counts = np.array([0, FIRST_NET_STATE], np.int64)
        self._options = np.array(options)
        self._run = engine(run_net_search)
        self._first_state = FIRST_NET_STATE
        self._reset = engine(reset_net_node)
        self.root = 0

    def grow(self, simulations: int) -> int:
        """Simulate; returns how many times, fewer if the tree is full."""
        return self._run(
            self.nodes, self.states, self._counts, self._options, self.root, simulations, *self._network.arguments
        )

    def _means(self, node: Any, visits: int, name: str, players: int) -> tuple[float, ...]:
        """The mean over the visits of a node; of one never visited, the network's own value."""
        return super()._means(node, visits, name if visits else f"look_{name}", players)


class NetSearcher:
    """A search with one tree that a network values; with neither simulations nor a time it only values each move.

    With both, it stops at whichever is reached first.
    """

    def __init__(
        self,
        network: Network,
        simulations: int | None = None,
        milliseconds: int | None = None,
        options: tuple[float, ...] = NET_OPTIONS,
    ) -> None:
        self._simulations, self._milliseconds = simulations, milliseconds
        room = STATES_A_SIMULATION * simulations if simulations else STATES_A_MILLISECOND * (milliseconds or 0)
        self._tree = NetTree(network, min(2 * room + STATES_A_ROUND, MOST_STATES), options)

    def search(self, s: State, simulations: int | None = None) -> list[MoveEvaluation]:
        """Search a position; the evaluation of every move, the most visited first.

        `simulations` may be fewer than usual, and 0 for the network's value of each move alone.
        """
        wanted = self._simulations if simulations is None else simulations
        deadline = time.perf_counter() + (self._milliseconds or 0) / 1000
        tree = self._tree
        tree.plant(s)
        if wanted == 0 or (wanted is None and self._milliseconds is None):
            tree.grow(0)
        elif self._milliseconds is None:
            tree.grow(max(1, (wanted or 0) - tree.visits))
        else:
            left = MOST_VISITS if wanted is None else max(1, wanted - tree.visits)
            while left > 0 and tree.grow(1) == 1 and time.perf_counter() < deadline:
                left -= 1
        return tree.evaluations(s.players)
