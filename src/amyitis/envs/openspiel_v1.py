"""The game among OpenSpiel's: importing this module registers `amyitis`, for `pyspiel.load_game("amyitis(players=3)")`.

**Chance.** A deal is explicit: group after group of three Craft cards, each one of at most 35 hands whose chances are
known exactly, so that algorithms may list them; a whole deal would be one of 1.5 million outcomes with four players.
The set-up has more outcomes than can be listed (hundreds of millions by the tiles alone), so it is drawn from as many
as you say: with `setups=1000` the first node of the game is one of 1,000 set-ups, those of the seeds from `seed` on,
all alike. With one, as is the default, there is no such node: an algorithm then studies one set-up.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations_with_replacement
from math import comb
from typing import Any, NoReturn

import numpy as np
from numpy.typing import NDArray

from amyitis.box.tables import CRAFT_LETTERS, N_CRAFTS
from amyitis.engine.compiled import compiling_allowed, engine
from amyitis.engine.record import to_records
from amyitis.errors import Illegal, Malformed
from amyitis.game import Game
from amyitis.lab.playing import MOVE_LIMIT
from amyitis.lab.variants import Variant
from amyitis.nets.encoding import encode_position
from amyitis.nets.layout import SCALES, WIDTH
from amyitis.notation.positions import position_text
from amyitis.notation.tokens import token
from amyitis.rules import questions
from amyitis.rules.apply import apply, is_legal
from amyitis.rules.bits import count_bits, has_bit, members
from amyitis.rules.course.round_start import craft_cards
from amyitis.rules.course.scoring import winners
from amyitis.rules.questions import CRAFT_BITS, CRAFT_MASK, FIRST_ACTION, FIRST_DEAL, GROUP_BITS, GROUP_SIZE, N_ACTIONS
from amyitis.rules.state import State
from amyitis.rules.switches import NO_SWITCHES, SWITCH_NAMES

from . import stepping
from .checks.arguments import chosen_variant, missing
from .checks.given_arrays import refuse

try:
    import pyspiel
except ImportError as problem:
    missing("openspiel", problem)

__all__ = ["AmyitisGame", "AmyitisObserver", "AmyitisState"]

NAME = "amyitis"
MOST_SETUPS = 1_000_000
# Every group of three Craft cards, as the number that the rules give it; its place here is the chance action.
GROUPS = tuple(
    sorted(
        sum(1 << CRAFT_BITS * craft for craft in hand)
        for hand in combinations_with_replacement(range(N_CRAFTS), GROUP_SIZE)
    )
)
FACTORS = np.array(SCALES, np.float32)
DEFAULTS: dict[str, Any] = {"players": 2, **NO_SWITCHES.as_dict(), "seed": 0, "setups": 1}

GAME_TYPE = pyspiel.GameType(
    short_name=NAME,
    long_name="Amyitis",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=4,
    min_num_players=2,
    provides_information_state_string=False,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification=DEFAULTS,
)


@dataclass(frozen=True)
class Setups:
    """The set-ups that one is drawn from: those of so many seeds, from the first one on."""

    variant: Variant
    seed: int
    count: int

    def state(self, number: int) -> State:
        """Returns the position after a set-up, before the first deal; raises Malformed for a seed out of range."""
        start = Game.new(self.variant.players, self.seed + number, **self.variant.switches.as_dict()).start
        return Game.from_position(start).state


class AmyitisGame(pyspiel.Game):  # type: ignore[misc]
    """The game, with parameters `players`, the switches, `seed` of the set-up, and `setups` to draw it from.

    What a game brings is the win share less an even share, so that all add up to nothing. Raises Malformed.

    >>> from amyitis.envs.openspiel_v1 import AmyitisGame
    >>> AmyitisGame({"players": 3, "seed": 7}).num_players()
    3
    """

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        given = {**DEFAULTS, **(params or {})}
        variant = chosen_variant(given["players"], {name: given[name] for name in SWITCH_NAMES})
        if not 1 <= given["setups"] <= MOST_SETUPS:
            raise Malformed(f"setups={given['setups']}: from 1 to {MOST_SETUPS} set-ups can be listed")
        if given["seed"] < 0:
            raise Malformed(f"seed={given['seed']}: seeds go from 0")
        self.setups = Setups(variant, given["seed"], given["setups"])
        info = pyspiel.GameInfo(
            num_distinct_actions=N_ACTIONS,
            max_chance_outcomes=max(len(GROUPS), given["setups"]),
            num_players=variant.players,
            min_utility=-1 / variant.players,
            max_utility=1 - 1 / variant.players,
            utility_sum=0.0,
            max_game_length=MOVE_LIMIT,
        )
        super().__init__(GAME_TYPE, info, params or {})

    def new_initial_state(self, position: str | None = None) -> "AmyitisState":
        """Returns the state before the set-up is drawn (after it, if there is but one), or that of a position.

        Raises Malformed.
        """
        if position is None:
            return AmyitisState(self, self.setups.state(0), self.setups if self.setups.count > 1 else None)
        game = Game.from_position(position)
        if game.players != self.num_players():
            raise Malformed(f"this game is for {self.num_players()} players, the position for {game.players}")
        return AmyitisState(self, game.state)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "AmyitisObserver | None":
        """Returns what observes states; all information is open. There are no information states: None for those."""
        if iig_obs_type is not None and iig_obs_type.perfect_recall:
            return None
        return AmyitisObserver(params)


class _Table:
    """A state of the rules, the groups dealt so far, and the set-ups while none is drawn; quick to copy."""

    def __init__(self, s: State, groups: tuple[int, ...] = (), setups: Setups | None = None) -> None:
        self.s, self.groups, self.setups = s, groups, setups

    def __deepcopy__(self, memo: dict[int, Any]) -> "_Table":
        return _Table(self.s.copy(), self.groups, self.setups)


class AmyitisState(pyspiel.State):  # type: ignore[misc]
    """A position; while Craft cards are dealt, with the groups that lie there already.

    >>> from amyitis.envs.openspiel_v1 import AmyitisGame
    >>> AmyitisGame().new_initial_state().is_chance_node()
    True
    """

    def __init__(self, game: AmyitisGame, s: State, setups: Setups | None = None) -> None:
        super().__init__(game)
        self.table = _Table(s, setups=setups)

    def current_player(self) -> Any:
        """Returns the seat that decides, chance, or the sign of the end."""
        question = self.table.s.asked
        if question == questions.OVER:
            return pyspiel.PlayerId.TERMINAL
        return pyspiel.PlayerId.CHANCE if question == questions.DEAL else self.table.s.seat

    def is_terminal(self) -> bool:
        """Returns whether the game is over."""
        return self.table.s.asked == questions.OVER

    def _legal_actions(self, player: int) -> list[int]:
        s = self.table.s
        return [FIRST_ACTION[s.asked] + answer for answer in members(s.legal)] if player == s.seat else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Returns the set-ups (2), or the groups that may be dealt next (4.1), with their chances."""
        if self.table.setups is not None:
            count = self.table.setups.count
            return [(action, 1 / count) for action in range(count)]
        left = self._left()
        hands = comb(sum(left), GROUP_SIZE)
        outcomes = []
        for action, group in enumerate(GROUPS):
            ways = 1
            for craft, count in enumerate(left):
                ways *= comb(count, (group >> CRAFT_BITS * craft) & CRAFT_MASK)
            if ways:
                outcomes.append((action, ways / hands))
        return outcomes

    def _left(self) -> list[int]:
        """The cards of each craft that are still in the deck."""
        return [
            craft_cards(self.table.s, craft)
            - sum((group >> CRAFT_BITS * craft) & CRAFT_MASK for group in self.table.groups)
            for craft in range(N_CRAFTS)
        ]

    def _apply_action(self, action: int) -> None:
        """Play an action or an outcome; one that is not legal changes nothing. Raises SpielError with the reason."""
        setups, s = self.table.setups, self.table.s
        if setups is not None:
            if action >= setups.count:
                raise pyspiel.SpielError(f"{action} is no set-up: they go from 0 to {setups.count - 1}")
            self.table = _Table(setups.state(action))
            return
        if s.asked != questions.DEAL:
            if not is_legal(s, action):
                self._refuse(action)
            apply(s, action)
            return
        if action >= len(GROUPS) or any(
            (GROUPS[action] >> CRAFT_BITS * craft) & CRAFT_MASK > count for craft, count in enumerate(self._left())
        ):
            raise pyspiel.SpielError(f"{action} is no group that can be dealt here (rule 4.1)")
        self.table.groups += (GROUPS[action],)
        if len(self.table.groups) == s.players:
            deal = sum(group << GROUP_BITS * place for place, group in enumerate(self.table.groups))
            self.table.groups = ()
            apply(s, FIRST_DEAL + deal)

    def _refuse(self, action: int) -> NoReturn:
        try:
            refuse(self.table.s, action, f"seat {self.table.s.seat}")
        except (Illegal, Malformed) as wrong:
            raise pyspiel.SpielError(str(wrong)) from None

    def _action_to_string(self, player: int, action: int) -> str:
        if player != pyspiel.PlayerId.CHANCE:
            return token(action)
        if self.table.setups is not None:
            return f"set-up of seed {self.table.setups.seed + action}"
        group = GROUPS[action]
        return "deal:" + "".join(
            letter * ((group >> CRAFT_BITS * craft) & CRAFT_MASK) for craft, letter in enumerate(CRAFT_LETTERS)
        )

    def returns(self) -> list[float]:
        """Returns the win share of each seat less an even share; noughts while the game is running."""
        s = self.table.s
        if s.asked != questions.OVER:
            return [0.0] * s.players
        best = winners(s)
        return [has_bit(best, p) / count_bits(best) - 1 / s.players for p in range(s.players)]

    def __str__(self) -> str:
        if self.table.setups is not None:
            return f"one of {self.table.setups.count} set-ups is to be drawn"
        dealt = "".join(f" {group}" for group in self.table.groups)
        return position_text(self.table.s) + dealt


class AmyitisObserver:
    """The encoding of the learned player, scaled (`docs/reference/encoding.md`); as text, the position.

    >>> from amyitis.envs.openspiel_v1 import AmyitisGame, AmyitisObserver
    >>> observer = AmyitisObserver()
    >>> observer.set_from(AmyitisGame().new_initial_state(), 0)
    >>> observer.tensor.shape
    (1179,)
    """

    def __init__(self, params: Any = None) -> None:
        if params:
            raise ValueError(f"there are no parameters of observations, not {params}")
        self.tensor = np.zeros(WIDTH, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: AmyitisState, player: int) -> None:
        """Write what a player sees: nothing before the set-up."""
        if state.table.setups is not None:
            self.tensor[:] = 0
            return
        self.tensor[:] = encoded(state.table.s, player) * FACTORS

    def string_from(self, state: AmyitisState, player: int) -> str:
        """Returns the position as text."""
        return str(state)


def encoded(s: State, viewer: int) -> NDArray[np.uint8]:
    """Returns a position as a seat sees it: by compiled code, where there is a compiler."""
    if compiling_allowed():
        rows = np.zeros((1, WIDTH), np.uint8)
        look: Any = engine(stepping.look)
        look(to_records([s]), np.array([viewer]), rows)
        return np.array(rows[0])
    row = [0] * WIDTH
    encode_position(s, viewer, row)
    return np.array(row, np.uint8)


if NAME not in pyspiel.registered_names():
    pyspiel.register_game(GAME_TYPE, AmyitisGame)
