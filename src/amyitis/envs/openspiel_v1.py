"""The game among OpenSpiel's: importing this module registers `amyitis`, for `pyspiel.load_game("amyitis(players=3)")`.

**Chance.** A deal is explicit: group after group of three Craft cards, each one of at most 35 hands whose chances are
known exactly, so that algorithms may list them; a whole deal would be one of 1.5 million outcomes with four players.
The set-up is not: with its tiles it has more outcomes than can be listed, and what is drawn once before anybody decides
is no part of the tree that one wants to search. It is a parameter of the game instead, `seed`: sample it to train on
many set-ups, leave it to study one.
"""

from collections.abc import Mapping
from itertools import combinations_with_replacement
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from amyitis.box.tables import CRAFT_LETTERS, N_CRAFTS
from amyitis.engine.compiled import compiling_allowed, engine
from amyitis.engine.record import to_records
from amyitis.errors import Malformed
from amyitis.game import Game
from amyitis.lab.playing import MOVE_LIMIT
from amyitis.nets.encoding import encode_position
from amyitis.nets.layout import SCALES, WIDTH
from amyitis.notation.positions import position_text
from amyitis.notation.tokens import token
from amyitis.rules import questions
from amyitis.rules.apply import apply
from amyitis.rules.bits import count_bits, has_bit, members
from amyitis.rules.questions import CRAFT_BITS, CRAFT_MASK, FIRST_ACTION, FIRST_DEAL, GROUP_BITS, GROUP_SIZE, N_ACTIONS
from amyitis.rules.round_start import craft_cards
from amyitis.rules.scoring import winners
from amyitis.rules.state import State

from . import stepping
from .arguments import chosen_variant, missing

try:
    import pyspiel
except ImportError as problem:
    missing("openspiel", problem)

__all__ = ["AmyitisGame", "AmyitisObserver", "AmyitisState"]

NAME = "amyitis"
# Every group of three Craft cards, as the number that the rules give it; its place here is the chance action.
GROUPS = tuple(
    sorted(
        sum(1 << CRAFT_BITS * craft for craft in hand)
        for hand in combinations_with_replacement(range(N_CRAFTS), GROUP_SIZE)
    )
)
FACTORS = np.array(SCALES, np.float32)
DEFAULTS: dict[str, Any] = {"players": 2, "palace": False, "limited_supply": False, "seed": 0}

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


class AmyitisGame(pyspiel.Game):  # type: ignore[misc]
    """The game; parameters: `players`, `palace`, `limited_supply`, and `seed` of the set-up.

    What a game brings is the win share less an even share, so that all add up to nothing. Raises Malformed.
    """

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        given = {**DEFAULTS, **(params or {})}
        variant = chosen_variant(given["players"], given["palace"], given["limited_supply"])
        self.start = Game.new(variant.players, given["seed"], **variant.switches).start
        info = pyspiel.GameInfo(
            num_distinct_actions=N_ACTIONS,
            max_chance_outcomes=len(GROUPS),
            num_players=variant.players,
            min_utility=-1 / variant.players,
            max_utility=1 - 1 / variant.players,
            utility_sum=0.0,
            max_game_length=MOVE_LIMIT,
        )
        super().__init__(GAME_TYPE, info, params or {})

    def new_initial_state(self, position: str | None = None) -> "AmyitisState":
        """Returns the state after the set-up, or that of a position; raises Malformed."""
        game = Game.from_position(position or self.start)
        if game.players != self.num_players():
            raise Malformed(f"this game is for {self.num_players()} players, the position for {game.players}")
        return AmyitisState(self, game.state)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "AmyitisObserver | None":
        """Returns what observes states; all information is open. There are no information states: None for those."""
        if iig_obs_type is not None and iig_obs_type.perfect_recall:
            return None
        return AmyitisObserver(params)


class _Table:
    """A state of the rules and the groups dealt so far, quick to copy."""

    def __init__(self, s: State, groups: tuple[int, ...] = ()) -> None:
        self.s, self.groups = s, groups

    def __deepcopy__(self, memo: dict[int, Any]) -> "_Table":
        return _Table(self.s.copy(), self.groups)


class AmyitisState(pyspiel.State):  # type: ignore[misc]
    """A position; while Craft cards are dealt, with the groups that lie there already."""

    def __init__(self, game: AmyitisGame, s: State) -> None:
        super().__init__(game)
        self.table = _Table(s)

    def current_player(self) -> Any:
        """Returns the seat that decides, chance, or the sign of the end."""
        asked = self.table.s.asked
        if asked == questions.OVER:
            return pyspiel.PlayerId.TERMINAL
        return pyspiel.PlayerId.CHANCE if asked == questions.DEAL else self.table.s.seat

    def is_terminal(self) -> bool:
        """Returns whether the game is over."""
        return self.table.s.asked == questions.OVER

    def _legal_actions(self, player: int) -> list[int]:
        s = self.table.s
        return [FIRST_ACTION[s.asked] + answer for answer in members(s.legal)] if player == s.seat else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Returns the groups that may be dealt next, with their chances (4.1)."""
        left = self._left()
        hands = comb(sum(left), GROUP_SIZE)
        found = []
        for action, group in enumerate(GROUPS):
            ways = 1
            for craft, count in enumerate(left):
                ways *= comb(count, (group >> CRAFT_BITS * craft) & CRAFT_MASK)
            if ways:
                found.append((action, ways / hands))
        return found

    def _left(self) -> list[int]:
        """The cards of each craft that are still in the deck."""
        return [
            craft_cards(self.table.s, craft)
            - sum((group >> CRAFT_BITS * craft) & CRAFT_MASK for group in self.table.groups)
            for craft in range(N_CRAFTS)
        ]

    def _apply_action(self, action: int) -> None:
        s = self.table.s
        if s.asked != questions.DEAL:
            apply(s, action)
            return
        self.table.groups += (GROUPS[action],)
        if len(self.table.groups) == s.players:
            deal = sum(group << GROUP_BITS * place for place, group in enumerate(self.table.groups))
            self.table.groups = ()
            apply(s, FIRST_DEAL + deal)

    def _action_to_string(self, player: int, action: int) -> str:
        if player != pyspiel.PlayerId.CHANCE:
            return token(action)
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
        dealt = "".join(f" {group}" for group in self.table.groups)
        return position_text(self.table.s) + dealt


class AmyitisObserver:
    """The encoding of the learned player, scaled (`docs/encoding.md`); as text, the position."""

    def __init__(self, params: Any = None) -> None:
        if params:
            raise ValueError(f"there are no parameters of observations, not {params}")
        self.tensor = np.zeros(WIDTH, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: AmyitisState, player: int) -> None:
        """Write what a player sees."""
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
