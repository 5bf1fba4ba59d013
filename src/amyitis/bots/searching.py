"""Bots that search: a bot decides what to search, a runner runs that request, and the bot chooses from the result.

`NativeSearch` (`native_search.py`) runs requests with the compiled searchers. A page without a server runs them as
WebAssembly beside Python, which has neither NumPy nor a compiler there. Either way the same bot decides.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol

from amyitis.game import Game
from amyitis.nets.cards import SMALL
from amyitis.notation.positions import seat_letters
from amyitis.notation.tokens import token
from amyitis.rules.course.chance import MASK
from amyitis.rules.state import State
from amyitis.search.evaluation import MoveEvaluation

from .bot import MoveValue

NODES_A_SIMULATION = 250  # positions that a proof may look at: in about the time of a simulation

Kind = Literal["look", "hand", "net"]
LOOK: Kind = "look"
HAND: Kind = "hand"
NET: Kind = "net"


@dataclass(frozen=True)
class SearchRequest:
    """What to search: a look at every move, a search with the hand-made evaluation, or one with a network.

    The tree grows on from move to move while `bot` and `seed` are the same and the position lies in it. `most` is the
    greatest number of simulations that this bot ever requests. With a time and simulations, the search stops at
    whichever is reached first.
    """

    bot: str
    seed: int
    kind: Kind
    state: State
    simulations: int | None = None
    most: int | None = None
    milliseconds: int | None = None
    network: str = SMALL
    any_box: bool = False  # whether a network that was trained for another box will do

    @property
    def nodes(self) -> int:
        """How many positions a proof of the end may look at beside the search."""
        amount = self.milliseconds if self.simulations is None else self.simulations
        return NODES_A_SIMULATION * (amount or 0) if self.kind == NET else 0

    def as_dict(self) -> dict[str, Any]:
        """Returns the request as plain data, for a page: it has the small network alone."""
        return {
            "bot": self.bot,
            "seed": halves(self.seed),
            "kind": self.kind,
            "state": self.state.as_dict(),
            "simulations": self.simulations,
            "most": self.most,
            "milliseconds": self.milliseconds,
        }


class SearchRunner(Protocol):
    """Runs the requests of one bot."""

    def prepare(self, request: SearchRequest) -> None:
        """Load the code and the network that such a request needs."""

    def run(self, request: SearchRequest) -> list[MoveEvaluation]:
        """Returns the evaluation of every move, the best first."""


class SearchingBot:
    """A bot that chooses from the result of a search."""

    _runner: SearchRunner | None = None

    def request(self, game: Game) -> SearchRequest:
        """Returns what to search before the bot chooses."""
        raise NotImplementedError

    def ranked(self, s: State, evaluations: Sequence[MoveEvaluation]) -> Sequence[MoveEvaluation]:
        """Returns the evaluations in the order in which the bot would play the moves."""
        return evaluations

    def choose_from(self, game: Game, evaluations: Sequence[MoveEvaluation]) -> int:
        """Returns the move to play, from the result of its request."""
        return self.ranked(game.state, evaluations)[0].action

    def prepare(self, game: Game) -> None:
        """Load now, not at the first move, what its searches need."""
        self._native_runner().prepare(self.request(game))

    def choose(self, game: Game) -> int:
        """Returns the move to play; the search runs in this process."""
        return self.choose_from(game, self._native_runner().run(self.request(game)))

    def explain(self, game: Game) -> list[MoveValue]:
        """Returns the value of every legal move, the best first."""
        s = game.state
        return [move_value(s, move) for move in self.ranked(s, self._native_runner().run(self.request(game)))]

    def _native_runner(self) -> SearchRunner:
        if self._runner is None:
            from .native_search import NativeSearch  # with NumPy and compiled code

            self._runner = NativeSearch()
        return self._runner


def move_value(s: State, move: MoveEvaluation) -> MoveValue:
    """Returns the evaluation of a search as a bot's value of a move, by token and seat letters."""
    letters: list[str] = [*seat_letters(s)]
    prestige, wins = (dict(zip(letters, values, strict=True)) for values in (move.prestige, move.wins))
    return MoveValue(token(move.action), move.visits, prestige, wins)


def halves(seed: int) -> tuple[int, int]:
    """Returns a seed as two numbers, its lowest 32 bits and the others: JavaScript's hold no more than 53."""
    return seed & MASK, seed >> 32
