"""Bots that have others search for them: what they want to know of a position, and which move they make of the answer.

A page without a server plays so: Python decides there without NumPy and without a compiler, and the search runs beside
it as WebAssembly. What a level makes of what was found is what it makes of it on a server (`levels.py`).
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal, Protocol

from amyitis.errors import Malformed
from amyitis.game import Game
from amyitis.nets.cards import SMALL, NetworkRefused, knows, packaged_card
from amyitis.rules.chance import MASK
from amyitis.rules.state import State
from amyitis.search.opinion import Opinion

from .amounts import SearchAmount, search_amount
from .levels import ALL_LEVELS, MOST_MILLISECONDS, Level, graded_level, simulations
from .random_bot import RandomBot

Kind = Literal["look", "hand", "net"]
LOOK: Kind = "look"
HAND: Kind = "hand"
NET: Kind = "net"


@dataclass(frozen=True)
class SearchRequest:
    """What a bot wants to know: a look at every move, or a search by hand or with the small network.

    The tree grows on from move to move while name and seed are the same and the position lies in it. `most` is the most
    simulations that this bot ever asks for; with a time and simulations it is whatever is over first.
    """

    bot: str
    seed: tuple[int, int]  # its lowest 32 bits, and the others
    kind: Kind
    state: dict[str, Any]
    simulations: int | None = None
    most: int | None = None
    milliseconds: int | None = None

    def as_dict(self) -> dict[str, Any]:
        """Returns the request as plain data."""
        return asdict(self)


class AskingBot(Protocol):
    """A bot that has others search for it."""

    def request(self, game: Game) -> SearchRequest | None:
        """Returns what it wants to know before it chooses; None if nothing."""

    def choose_from(self, game: Game, opinions: Sequence[Mapping[str, Any]]) -> int:
        """Returns the move to play, from what was found for its request: an opinion on every move, the best first."""


class AskingLevel:
    """A level that has others search for it."""

    def __init__(self, level: Level, seed: int) -> None:
        self._level, self._seed = level, halves(seed)
        try:
            self._card: dict[str, Any] | None = packaged_card(SMALL)
        except NetworkRefused:
            self._card = None

    def request(self, game: Game) -> SearchRequest:
        """Returns what it wants to know before it chooses."""
        s = game.state
        net = self._net(s)
        visits = self._level.simulations(s, net)
        best = simulations((self._level.setting if net else self._level.by_hand).best)
        kind: Kind = NET if net else HAND if visits else LOOK
        time = MOST_MILLISECONDS if net and best else None
        return SearchRequest(self._level.name, self._seed, kind, s.as_dict(), visits, best, time)

    def choose_from(self, game: Game, opinions: Sequence[Mapping[str, Any]]) -> int:
        """Returns the move to play."""
        s = game.state
        return self._level.order(s, [opinion(one) for one in opinions], self._net(s))[0].action

    def _net(self, s: State) -> bool:
        return self._card is not None and knows(self._card, s)


class AskingSearch:
    """Plays the move that was found best: `greedy`, `search` and `netsearch`."""

    def __init__(self, spec: str, kind: Kind, seed: int, amount: SearchAmount) -> None:
        self._spec, self._kind, self._seed, self._amount = spec, kind, halves(seed), amount
        self._card = packaged_card(SMALL) if kind == NET else {}

    def request(self, game: Game) -> SearchRequest:
        """Returns what it wants to know before it chooses."""
        s = game.state
        kind: Kind = HAND if self._kind == NET and not knows(self._card, s) else self._kind
        visits, milliseconds = self._amount
        return SearchRequest(self._spec, self._seed, kind, s.as_dict(), visits, visits, milliseconds)

    def choose_from(self, game: Game, opinions: Sequence[Mapping[str, Any]]) -> int:
        """Returns the move to play."""
        return opinion(opinions[0]).action


class AskingRandom:
    """Any legal move: nobody need search for it."""

    def __init__(self, seed: int) -> None:
        self._bot = RandomBot(seed)

    def request(self, game: Game) -> None:
        """Returns nothing."""

    def choose_from(self, game: Game, opinions: Sequence[Mapping[str, Any]]) -> int:
        """Returns the move to play."""
        return self._bot.choose(game)


def make_asking_bot(spec: str, seed: int = 0) -> AskingBot:
    """Returns the bot of a name that has others search for it; raises Malformed if there is none."""
    name, _, argument = spec.partition(":")
    level = next((one for one in ALL_LEVELS if one.name == spec), None)
    try:
        if level or name == "level":
            return AskingLevel(level or graded_level(argument), seed)
        if spec == "random":
            return AskingRandom(seed)
        if spec == "greedy":
            return AskingSearch(spec, LOOK, seed, SearchAmount(None, None))
        if name in ("search", "netsearch"):
            return AskingSearch(spec, NET if name == "netsearch" else HAND, seed, search_amount(argument, name))
    except (Malformed, NetworkRefused) as problem:
        raise Malformed(f"bot {spec!r}: {problem}") from None
    raise Malformed(f"there is no bot {spec!r} that can play without a server")


def opinion(plain: Mapping[str, Any]) -> Opinion:
    """Returns an opinion that came as plain data."""
    return Opinion(
        int(plain["action"]), int(plain["visits"]), plain["guess"], tuple(plain["wins"]), tuple(plain["prestige"])
    )


def halves(seed: int) -> tuple[int, int]:
    """Returns a seed as two numbers, its lowest 32 bits and the others: JavaScript's hold no more than 53."""
    return seed & MASK, seed >> 32
