"""Eight opponents for people, by name, each winning about seven games of ten against the one before.

How strong a player is, is one number, its skill. At 0 it takes the move that a network likes best; above, it has a tree
on top that doubles its simulations with every eighth; below, it makes mistakes (`mistakes.py`), the more the lower. A
level has a skill of its own and good and bad days around it. `levels.json` holds both, and what was measured
(`docs/strength.md`); `amyitis levels` measures and tunes anew. Where the network cannot be used (another box, other
rules, a kind of game it never saw), a level plays with the hand-made valuation, with a skill for that.
"""

import json
import logging
from collections.abc import Callable
from dataclasses import dataclass, field, fields
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from amyitis.errors import Malformed
from amyitis.game import Game
from amyitis.nets.cards import SMALL, NetworkRefused, knows
from amyitis.rules.state import State
from amyitis.search.opinion import Opinion

from .bot import ExplainingBot, MoveValue
from .mistakes import Mistakes, form_of_the_day, mistaken

if TYPE_CHECKING:  # what thinks needs NumPy and a compiler: it is imported when a level sits down
    from amyitis.nets.network import Network
    from amyitis.search.net_searcher import NetSearcher
    from amyitis.search.searcher import Searcher

FILE = Path(__file__).parent / "levels.json"
MOST_MILLISECONDS = 1_500  # that a level thinks about a move with a network, even on a slow machine


DOUBLINGS = 8  # of the simulations, from skill 0 to skill 1
OVERLOOKS = 0.2  # the share of the moves that a player of skill -1 does not see
MOST_OVERLOOKED = 0.6
LOWEST, HIGHEST = -4.0, 1.5
MILLISECONDS_A_SIMULATION = 0.4  # about, with two players

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Setting:
    """How a level plays: its skill, how far that is off on its best and worst days, and its peculiarities."""

    skill: float = 0.0
    form: float = 0.0
    near: float = 0.0
    alone: float = 0.0

    def today(self, s: State) -> float:
        """The skill with which it plays a game, known by a state of it."""
        return self.skill + self.form * form_of_the_day(s) if self.form else self.skill

    @property
    def best(self) -> float:
        """The skill on its best day."""
        return self.skill + self.form

    def mistakes(self, skill: float) -> Mistakes:
        """What goes wrong with such a skill."""
        lack = max(0.0, -skill)
        return Mistakes(min(MOST_OVERLOOKED, OVERLOOKS * lack), lack, self.near, self.alone)

    def as_dict(self) -> dict[str, Any]:
        """The setting as plain data; what is as usual is left out."""
        return {one.name: value for one in fields(self) if (value := getattr(self, one.name)) != one.default}

    @property
    def spec(self) -> str:
        """The name of the bot that plays so: `level:skill=0.5`."""
        return "level:" + ",".join(f"{name}={value}" for name, value in self.as_dict().items())


def simulations(skill: float) -> int:
    """The simulations of a tree at some skill; 0 for none."""
    return round(2 ** (DOUBLINGS * skill)) if skill > 0 else 0


@dataclass(frozen=True)
class Level:
    """A level: its name, how it plays with a network and how without, and what was measured of it."""

    name: str
    setting: Setting
    by_hand: Setting
    figures: dict[str, Any] = field(default_factory=dict)

    def today(self, s: State, net: bool) -> tuple[Setting, float]:
        """How it plays the game of a state, and with which skill; `net`: whether there is a network for such a game."""
        setting = self.setting if net else self.by_hand
        return setting, setting.today(s)

    def simulations(self, s: State, net: bool) -> int:
        """The simulations that it makes before it decides; 0 for a look at each move."""
        return simulations(self.today(s, net)[1])

    def order(self, s: State, found: list[Opinion], net: bool) -> list[Opinion]:
        """What was found of every move, in the order in which it would play them."""
        setting, skill = self.today(s, net)
        wrong = setting.mistakes(skill)
        return found if wrong.none or simulations(skill) else mistaken(s, found, wrong)


class LevelBot:
    """Plays as its level does."""

    def __init__(self, level: Level, seed: int) -> None:
        self._level, self._seed = level, seed
        from amyitis.nets.network import packaged_network

        self._network: Network | None = None
        self._net_searcher: NetSearcher | None = None
        self._hand_searcher: Searcher | None = None
        try:
            self._network = packaged_network(SMALL)
        except NetworkRefused as problem:
            log.info("%s; the hand-made valuation plays instead", problem)

    @property
    def cost(self) -> float:
        """About how many milliseconds a decision takes on an ordinary day."""
        return MILLISECONDS_A_SIMULATION * simulations(self._level.setting.skill)

    def _opinions(self, s: State) -> list[Opinion]:
        """What it thinks of every move, in the order in which it would play them."""
        if self._network is not None and knows(self._network.card, s):
            return self._level.order(s, self._thought_with(self._network, s), net=True)
        return self._level.order(s, self._thought_by_hand(s, self._level.simulations(s, net=False)), net=False)

    def _thought_with(self, network: "Network", s: State) -> list[Opinion]:
        """What the search with the network found. It wants compiled code: who only asks for the cost waits for none."""
        from amyitis.search.net_searcher import NetSearcher

        if self._net_searcher is None:
            most = simulations(self._level.setting.best)
            self._net_searcher = NetSearcher(network, most, MOST_MILLISECONDS if most else None)
        return self._net_searcher.search(s, self._level.simulations(s, net=True))

    def _thought_by_hand(self, s: State, visits: int) -> list[Opinion]:
        """What the search with the hand-made valuation found, or a look at every move."""
        from amyitis.search.searcher import Searcher, first_look

        looks = first_look(s)
        if not visits:
            return looks
        if self._hand_searcher is None:
            self._hand_searcher = Searcher(self._seed, visits)
        seen = {one.action: one for one in looks}  # for moves that the search never visited
        return [one if one.visits else seen[one.action] for one in self._hand_searcher.search(s)]

    def choose(self, game: Game) -> int:
        """Returns the move to play."""
        return self._opinions(game.state)[0].action

    def explain(self, game: Game) -> list[MoveValue]:
        """Returns an opinion on every legal move."""
        from .search_bots import move_value

        s = game.state
        return [move_value(s, one) for one in self._opinions(s)]


def read_levels(text: str) -> list[Level]:
    """The levels that a file describes, from the gentlest to the strongest."""
    return [
        Level(one["name"], Setting(**one["setting"]), Setting(**one["by_hand"]), one.get("figures", {}))
        for one in json.loads(text)["levels"]
    ]


ALL_LEVELS = read_levels(FILE.read_text(encoding="utf-8"))


def make_level(name: str, seed: int) -> LevelBot:
    """The bot of a level."""
    return LevelBot(next(one for one in ALL_LEVELS if one.name == name), seed)


def make_graded_bot(argument: str, seed: int) -> LevelBot:
    """`level:skill=-0.5,form=0.3`: a level of one's own; raises Malformed."""
    return LevelBot(graded_level(argument), seed)


def graded_level(argument: str) -> Level:
    """The level that is described behind `level:`; raises Malformed."""
    plain: dict[str, Any] = {}
    readers: dict[str, Callable[[str], Any]] = {"skill": float, "form": float, "near": float, "alone": float}
    for part in filter(None, argument.split(",")):
        name, _, value = part.partition("=")
        if name not in readers:
            raise Malformed(f"a level is made of {', '.join(f'{one}=...' for one in readers)}, not of {part!r}")
        try:
            plain[name] = readers[name](value)
        except ValueError:
            raise Malformed(f"{name} cannot be {value!r}") from None
    setting = Setting(**plain)
    if not (setting.skill - setting.form >= LOWEST and setting.best <= HIGHEST and setting.form >= 0):
        raise Malformed(f"skill lies between {LOWEST:g} and {HIGHEST:g}, on good and bad days, too")
    return Level(f"level:{argument}", setting, setting)


LEVELS: dict[str, Callable[[int], ExplainingBot]] = {one.name: partial(make_level, one.name) for one in ALL_LEVELS}
