"""Eight opponents for people, by name, each winning about seven games of ten against the one before.

One number, the skill, says how strong a level is. At 0 it takes the move that the network likes best. Above 0 it
searches, and doubles its simulations with every eighth. Below 0 it makes mistakes (`mistakes.py`), the more the lower.
A level has good and bad days around its skill. `levels.json` holds both, and the figures (`docs/figures/strength.md`);
`building/levels/` measures and tunes anew. Where the network cannot be used (another box, other rules, a kind of game
it never saw), a level plays with the hand-made evaluation and a skill for that.
"""

import json
import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, fields
from functools import cache, partial
from pathlib import Path
from typing import Any

from amyitis.errors import Malformed
from amyitis.game import Game
from amyitis.nets.cards import SMALL, Card, NetworkRefused, check_kind, find_card, knows
from amyitis.rules.state import State
from amyitis.search.evaluation import MoveEvaluation

from .bot import ExplainingBot
from .mistakes import Mistakes, form_of_the_day, mistaken
from .searching import HAND, LOOK, NET, SearchingBot, SearchRequest

FILE = Path(__file__).parent / "levels.json"
MOST_MILLISECONDS = 1_500  # of a search with a network, even on a slow machine
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
        return {field.name: value for field in fields(self) if (value := getattr(self, field.name)) != field.default}

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


class LevelBot(SearchingBot):
    """Plays as its level does."""

    def __init__(self, level: Level, seed: int) -> None:
        self._level, self._seed = level, seed
        self._card: Card | None = None
        try:
            self._card = find_card(SMALL)
        except NetworkRefused as problem:
            log.info("%s; the hand-made evaluation plays instead", problem)

    def check_network(self, s: State) -> None:
        """Say on standard error, once, if it plays games like that of a state with the hand-made evaluation."""
        try:
            check_kind(find_card(SMALL) if self._card is None else self._card, s, SMALL)
        except NetworkRefused as problem:
            _warn(f"{self._level.name} plays with the hand-made evaluation: {problem}")

    @property
    def cost(self) -> float:
        """About how many milliseconds a decision takes on an ordinary day."""
        return MILLISECONDS_A_SIMULATION * simulations(self._level.setting.skill)

    def request(self, game: Game) -> SearchRequest:
        """Returns what to search before the bot chooses."""
        s = game.state
        setting, net = self._setting(s)
        visits, most = simulations(setting.today(s)), simulations(setting.best)
        kind = NET if net else HAND if visits else LOOK
        return SearchRequest(
            self._level.name, self._seed, kind, s, visits, most, MOST_MILLISECONDS if net and most else None
        )

    def ranked(self, s: State, evaluations: Sequence[MoveEvaluation]) -> Sequence[MoveEvaluation]:
        """Returns the evaluations in the order in which the level would play the moves."""
        setting, _ = self._setting(s)
        skill = setting.today(s)
        mistakes = setting.mistakes(skill)
        return evaluations if mistakes.none or simulations(skill) else mistaken(s, evaluations, mistakes)

    def _setting(self, s: State) -> tuple[Setting, bool]:
        """How the level plays the game of a state, and whether it has a network for such a game."""
        net = self._card is not None and knows(self._card, s)
        return self._level.setting if net else self._level.by_hand, net


@cache
def _warn(sentence: str) -> None:
    """Log a warning, the same one only once."""
    log.warning(sentence)


def read_levels(text: str) -> list[Level]:
    """The levels that a file describes, from the gentlest to the strongest."""
    return [
        Level(entry["name"], Setting(**entry["setting"]), Setting(**entry["by_hand"]), entry.get("figures", {}))
        for entry in json.loads(text)["levels"]
    ]


ALL_LEVELS = read_levels(FILE.read_text(encoding="utf-8"))


def make_graded_bot(argument: str, seed: int) -> LevelBot:
    """`level:skill=-0.5,form=0.3`: a level of one's own; raises Malformed."""
    plain: dict[str, float] = {}
    names = [field.name for field in fields(Setting)]
    for part in filter(None, argument.split(",")):
        name, _, value = part.partition("=")
        if name not in names:
            raise Malformed(f"a level is made of {', '.join(f'{name}=...' for name in names)}, not of {part!r:.60}")
        try:
            plain[name] = float(value)
        except ValueError:
            raise Malformed(f"{name} cannot be {value!r:.60}") from None
    setting = Setting(**plain)
    if not (setting.skill - setting.form >= LOWEST and setting.best <= HIGHEST and setting.form >= 0):
        raise Malformed(f"skill lies between {LOWEST:g} and {HIGHEST:g}, on good and bad days, too")
    return LevelBot(Level(f"level:{argument}", setting, setting), seed)


LEVELS: dict[str, Callable[[int], ExplainingBot]] = {level.name: partial(LevelBot, level) for level in ALL_LEVELS}
