"""The bots that learned: a network that looks at every move (`net`), or with the tree on top (`netsearch`).

`net` plays without a search, with the large network; `netsearch:200` thinks for 200 milliseconds a move,
`netsearch:N=64` makes 64 simulations, with the small one, which is stronger in equal time. Another network can be
named, `net:small`, `netsearch:N=64,large`, or the file of its card, `net:FOLDER/large.json`.
Where the network cannot be used (another box, other rules, a kind of game it never saw), the search with the hand-made
valuation plays instead.
"""

import logging
from pathlib import Path

from amyitis.errors import Malformed
from amyitis.game import Game
from amyitis.nets.cards import LARGE, SMALL, NetworkRefused, knows
from amyitis.nets.network import Network, load_network, network_names, packaged_network
from amyitis.rules.state import State
from amyitis.search.net_searcher import NetSearcher
from amyitis.search.opinion import Opinion

from .amounts import search_amount
from .bot import MoveValue
from .search_bots import MILLISECONDS_OF_A_SIMULATION, SearchBot, move_value

BARE_SIMULATIONS = 40  # of the search that plays where the bare network cannot

log = logging.getLogger(__name__)


def find_network(name: str, any_box: bool = False) -> Network:
    """A network by its name in the package, or by the file of its card; raises NetworkRefused, or Malformed.

    With `any_box` one for another box will do.
    """
    if name.endswith(".json"):
        return load_network(Path(name), any_box)
    if name not in network_names():
        raise Malformed(f"there is no network {name!r}; there are {', '.join(network_names()) or 'none'}")
    return packaged_network(name, any_box)


class NetBot:
    """Plays the move after which the network likes the position best; with a searcher, the one it visited most."""

    def __init__(
        self,
        seed: int,
        name: str = LARGE,
        simulations: int | None = None,
        milliseconds: int | None = None,
        any_box: bool = False,
    ) -> None:
        self._network: Network | None = None
        self._searcher: NetSearcher | None = None
        try:
            self._network = find_network(name, any_box)
        except NetworkRefused as problem:
            log.warning("%s; the hand-made valuation plays instead", problem)
        if self._network is not None:
            self._searcher = NetSearcher(self._network, simulations, milliseconds)
        if not simulations and not milliseconds:
            simulations = BARE_SIMULATIONS
        self._seed, self._simulations, self._milliseconds = seed, simulations, milliseconds
        self.cost = float(milliseconds or (simulations or 0) * MILLISECONDS_OF_A_SIMULATION)
        self._hand_made: SearchBot | None = None

    def _opinions(self, s: State) -> list[Opinion] | None:
        """The network's opinions, or None where it knows nothing of such a game."""
        if self._network is None or self._searcher is None or not knows(self._network.card, s):
            return None
        return self._searcher.search(s)

    def _instead(self) -> SearchBot:
        """Who plays where the network cannot."""
        if self._hand_made is None:
            self._hand_made = SearchBot(self._seed, self._simulations, self._milliseconds)
        return self._hand_made

    def choose(self, game: Game) -> int:
        """Returns the move to play."""
        found = self._opinions(game.state)
        return self._instead().choose(game) if found is None else found[0].action

    def explain(self, game: Game) -> list[MoveValue]:
        """Returns an opinion on every legal move."""
        found = self._opinions(game.state)
        if found is None:
            return self._instead().explain(game)
        return [move_value(game.state, one) for one in found]


def make_net_bot(argument: str, seed: int) -> NetBot:
    """`net`, or `net:NETWORK`: no search."""
    return NetBot(seed, argument or LARGE)


def make_net_search_bot(argument: str, seed: int, *, any_box: bool = False) -> NetBot:
    """`netsearch:200` thinks for 200 milliseconds a move, `netsearch:N=64,NETWORK` makes 64 simulations."""
    how_much, named, name = argument.partition(",")
    amount = search_amount(how_much, "netsearch")
    return NetBot(seed, name if named else SMALL, amount.simulations, amount.milliseconds, any_box)
