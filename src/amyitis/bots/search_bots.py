"""The bots that play the move which a search finds best: `greedy`, `search`, `net` and `netsearch`.

`greedy` looks at every move once. `search:200` searches for 200 milliseconds a move with the hand-made evaluation,
`search:N=400` makes 400 simulations. `net` plays the move after which the large network likes the position best.
`netsearch:200` and `netsearch:N=64` search with the small network, which is stronger in equal time. Another network can
be named, `net:small`, `netsearch:N=64,large`, or the file of its card, `net:FOLDER/large.json`.
A network that cannot play a game (another box, other rules, a kind of game it never saw) is refused: nobody plays under
its name.
"""

import re
from typing import NamedTuple

from amyitis.errors import Malformed
from amyitis.game import Game
from amyitis.nets.cards import LARGE, SMALL, card_file, check_kind, find_card, read_weights
from amyitis.rules.state import State

from .searching import HAND, LOOK, NET, Kind, SearchingBot, SearchRequest

MOST_SIMULATIONS = 1_000_000
MOST_MILLISECONDS = 60_000
EXAMPLES = {"search": 400, "netsearch": 64}
MILLISECONDS_OF_A_SIMULATION = 0.5  # about


class SearchAmount(NamedTuple):
    """How long to search: simulations or milliseconds, or neither for a look at every move."""

    simulations: int | None = None
    milliseconds: int | None = None


class SearchBot(SearchingBot):
    """Plays the move that its search finds best.

    Raises NetworkRefused for a network that cannot be used here, and in games of a kind that it was not trained for.
    """

    def __init__(
        self,
        name: str,
        kind: Kind,
        seed: int,
        amount: SearchAmount,
        network: str = SMALL,
        any_box: bool = False,
    ) -> None:
        self.name, self._kind, self._seed, self._amount = name, kind, seed, amount
        self._network, self._any_box = network, any_box
        self._card = find_card(network, any_box) if kind == NET else None
        self.cost = float(amount.milliseconds or (amount.simulations or 0) * MILLISECONDS_OF_A_SIMULATION)

    def check_kind(self, s: State) -> None:
        """Raise NetworkRefused unless its network, if it has one, was trained on games like that of a state."""
        if self._card is not None:
            check_kind(self._card, s, self._network)

    def check_network(self, s: State) -> None:
        """Raise NetworkRefused unless its network, if it has one, is whole and plays games like that of a state."""
        self.check_kind(s)
        if self._card is not None:
            read_weights(card_file(self._network), self._card)

    def request(self, game: Game) -> SearchRequest:
        """Returns what to search before the bot chooses; raises NetworkRefused."""
        self.check_kind(game.state)
        simulations, milliseconds = self._amount
        return SearchRequest(
            self.name,
            self._seed,
            self._kind,
            game.state,
            simulations,
            simulations,
            milliseconds,
            self._network,
            self._any_box,
        )


def search_amount(text: str, name: str) -> SearchAmount:
    """How long the bot `name` searches: `200` milliseconds a move, or `N=400` simulations; raises Malformed."""
    parts = re.fullmatch(r"(N=)?(\d{1,9})", text)
    if not parts:
        raise Malformed(f"a search wants milliseconds ({name}:200) or simulations ({name}:N={EXAMPLES[name]})")
    amount, limit = int(parts[2]), MOST_SIMULATIONS if parts[1] else MOST_MILLISECONDS
    if not 1 <= amount <= limit:
        raise Malformed(f"a search takes 1 to {limit} {'simulations' if parts[1] else 'milliseconds'}, not {amount}")
    return SearchAmount(simulations=amount) if parts[1] else SearchAmount(milliseconds=amount)


def make_greedy_bot(seed: int) -> SearchBot:
    """Returns the bot of `greedy`; nothing is drawn, so the seed makes no difference."""
    return SearchBot("greedy", LOOK, seed, SearchAmount())


def make_search_bot(argument: str, seed: int) -> SearchBot:
    """Returns the bot of `search:200` or `search:N=400`; raises Malformed."""
    return SearchBot(f"search:{argument}", HAND, seed, search_amount(argument, "search"))


def make_net_bot(argument: str, seed: int) -> SearchBot:
    """Returns the bot of `net` or `net:NETWORK`, without a search; raises NetworkRefused."""
    return SearchBot(f"net:{argument}", NET, seed, SearchAmount(), argument or LARGE)


def make_net_search_bot(argument: str, seed: int, *, any_box: bool = False) -> SearchBot:
    """Returns the bot of `netsearch:200` or `netsearch:N=64,NETWORK`; raises Malformed or NetworkRefused."""
    how_much, named, network = argument.partition(",")
    amount = search_amount(how_much, "netsearch")
    return SearchBot(f"netsearch:{argument}", NET, seed, amount, network if named else SMALL, any_box)
