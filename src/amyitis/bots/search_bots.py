"""The bots that look ahead: one step (`greedy`), or with the tree search for a time or a number of simulations."""

from amyitis.engine.compiled import engine
from amyitis.game import Game
from amyitis.notation.positions import seat_letters
from amyitis.notation.tokens import token
from amyitis.rules.state import State
from amyitis.search.opinion import Opinion
from amyitis.search.searcher import Searcher, first_look
from amyitis.search.tree import look_at

from .amounts import search_amount
from .bot import MoveValue

MILLISECONDS_OF_A_SIMULATION = 0.5  # about


class SearchBot:
    """Plays the move that its search visited most."""

    def __init__(
        self, seed: int, simulations: int | None = None, milliseconds: int | None = None, threads: int = 1
    ) -> None:
        self._searcher = Searcher(seed, simulations, milliseconds, threads)
        self.cost = float(milliseconds or (simulations or 0) * MILLISECONDS_OF_A_SIMULATION)

    def choose(self, game: Game) -> int:
        """Returns the move to play."""
        return self._searcher.search(game.state)[0].action

    def explain(self, game: Game) -> list[MoveValue]:
        """Returns an opinion on every legal move."""
        s = game.state
        looks = {one.action: one for one in first_look(s)}  # for moves that the search never visited
        found = self._searcher.search(s)
        return [move_value(s, one if one.visits else looks[one.action]) for one in found]


class GreedyBot:
    """Plays the move after which the position looks best at once."""

    def __init__(self, seed: int) -> None:
        """Nothing is drawn, so the seed makes no difference; compiled code is fetched now, not at the first move."""
        engine(look_at)

    def choose(self, game: Game) -> int:
        """Returns the move to play."""
        return first_look(game.state)[0].action

    def explain(self, game: Game) -> list[MoveValue]:
        """Returns an opinion on every legal move."""
        s = game.state
        return [move_value(s, one) for one in first_look(s)]


def move_value(s: State, one: Opinion) -> MoveValue:
    """Returns an opinion of a search as one of a bot."""
    letters = seat_letters(s)
    return MoveValue(
        token(one.action),
        one.visits,
        dict(zip(letters, one.prestige, strict=True)),
        dict(zip(letters, one.wins, strict=True)),
    )


def make_search_bot(argument: str, seed: int) -> SearchBot:
    """Returns the bot of `search:200` (milliseconds a move) or `search:N=400` (simulations); raises Malformed."""
    amount = search_amount(argument, "search")
    return SearchBot(seed, amount.simulations, amount.milliseconds)
