"""The tree search with a network: runs for a number of simulations or for a time, or values each move alone."""

from amyitis.engine.compiled import engine
from amyitis.nets.network import Network

from .net_tree import (
    FIRST_NET_STATE,
    NET_OPTIONS,
    NetNode,
    reset_net_node,
    run_net_search,
)
from .searcher import Searcher, Tree

STATES_A_SIMULATION = 12  # the first ones run through the whole round, later ones share most of the way
STATES_A_ROUND = 300
STATES_A_MILLISECOND = 150
MOST_STATES = 100_000


class NetTree(Tree):
    """One growing tree that a network values. Kept between moves while the game stays inside the round."""

    def __init__(self, network: Network, states: int, options: tuple[float, ...] = NET_OPTIONS) -> None:
        self._network = network
        self._lay_out(NetNode, states, FIRST_NET_STATE, options)
        self._run = engine(run_net_search)
        self._reset = engine(reset_net_node)

    def grow(self, simulations: int) -> int:
        """Simulate; returns how many times, fewer if the tree is full."""
        return self._run(
            self.nodes, self.states, self._counts, self._options, self.root, simulations, *self._network.arguments
        )

    def _means(self, name: str, first: int, visits: list[int], players: int) -> list[tuple[float, ...]]:
        """The means over the visits of nodes; of one never visited, the network's own values."""
        looks = self._column(f"look_{name}", first, len(visits))
        means = super()._means(name, first, visits, players)
        return [
            mean if count else tuple(look[:players]) for mean, look, count in zip(means, looks, visits, strict=True)
        ]


class NetSearcher(Searcher):
    """A search with one tree that a network values; without simulations and a time it only values each move."""

    _chunk = 1

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
