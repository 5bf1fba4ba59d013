"""One game stepped in plain Python: the interface of `SingleGame`, slower, for where nothing is compiled."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from amyitis.envs.stepping import judge
from amyitis.envs.vector import WIDTH, Reward
from amyitis.errors import Malformed
from amyitis.game import Game
from amyitis.game.view.shape import View
from amyitis.lab.variants import Variant
from amyitis.nets.encoding import encode_position, legal_mask
from amyitis.rules.questions import N_ACTIONS
from amyitis.rules.state import State

from .single_game import NOBODY


class PlainGame:
    """As `SingleGame`, with the uncompiled rules."""

    def __init__(self, variant: Variant, reward: Reward = Reward.WIN_SHARE) -> None:
        self.variant, self._reward = variant, reward
        self.seed = 0
        self._game = Game.new(variant.players, 0, **variant.switches.as_dict())

    def begin(self, seed: int) -> int:
        """Begin the game of a seed; returns the seat that decides."""
        self.seed, self._game = seed, Game.new(self.variant.players, seed, **self.variant.switches.as_dict())
        return self.decider

    def enter(self, position: str, seed: int) -> int:
        """Go on from a position, with the deals of a seed; returns who decides, or NOBODY. Raises Malformed."""
        game = Game.from_position(position, seed)
        if Variant.of(game.state) != self.variant:
            raise Malformed(f"this game is of {self.variant.name}; the given position is of another kind")
        self.seed, self._game = seed, game
        return self.decider

    def step(self, action: Any) -> int:
        """Take an action; returns the seat that decides next, or NOBODY. Raises Malformed or Illegal."""
        if not hasattr(action, "__index__"):
            raise Malformed(f"an action is a whole number, not {action!r:.60}")
        self._game.push_id(int(action))
        self._game.forget()
        return self.decider

    def observation(self, seat: int) -> NDArray[np.uint8]:
        """What a seat sees."""
        row = [0] * WIDTH
        encode_position(self._game.state, seat, row)
        return np.array(row, np.uint8)

    def mask(self, seat: int) -> NDArray[np.int8]:
        """What a seat may do now: nothing while another one decides."""
        row = [0] * N_ACTIONS
        if seat == self.decider:
            legal_mask(self._game.state, row)
        return np.array(row, np.int8)

    @property
    def decider(self) -> int:
        """The seat that decides, or NOBODY."""
        return NOBODY if self._game.is_over else self._game.seats.index(self._game.seat)

    @property
    def rewards(self) -> list[float]:
        """What the end of the game brought each seat."""
        rows: Any = [[0.0] * self.variant.players]
        judge(self._game.state, int(self._reward), rows, 0)
        return rows[0]  # type: ignore[no-any-return]

    @property
    def state(self) -> State:
        """The position, as the rules have it."""
        return self._game.state

    def view(self) -> View:
        """Everything on the table as plain data."""
        return self._game.view()
