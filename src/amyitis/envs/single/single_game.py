"""One game, stepped from Python as quickly as Python allows: a call of compiled code, and arrays that stay in place."""

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from amyitis.box.tables import BOX_DIGEST
from amyitis.engine.compiled import bound
from amyitis.engine.record import from_record, to_records
from amyitis.envs import stepping
from amyitis.envs.checks.given_arrays import refuse
from amyitis.envs.vector import WIDTH, Autoreset, Reward, VectorGames
from amyitis.errors import Malformed
from amyitis.game import Game
from amyitis.game.view.shape import View
from amyitis.lab.variants import Variant
from amyitis.notation.position_parser import parse_position
from amyitis.rules.state import State

NOBODY = -1  # decides: the game is over


def _numbers(array: Any) -> memoryview:
    """Whole numbers as Python reads them quickest."""
    return memoryview(array)


class SingleGame:
    """A game of a variant that is begun and stepped; what it shows is copied, so it may be kept."""

    def __init__(self, variant: Variant, reward: Reward = Reward.WIN_SHARE) -> None:
        self.variant = variant
        self._games = VectorGames(variant, 1, threads=1, reward=reward, autoreset=Autoreset.DISABLED)
        self._bind()

    def _bind(self) -> None:
        games = self._games
        self._row: NDArray[np.uint8] = games.seen.observations[0]
        self._mask: NDArray[np.int8] = games.seen.masks[0]
        self._action, self._outcome = _numbers(games.actions), _numbers(games.outcome)
        self._decider, self._ended = _numbers(games.seen.deciders), _numbers(games.seen.ended)
        self._viewer, self._other = np.zeros(1, np.int64), np.zeros((1, WIDTH), np.uint8)
        self._advance = games.advance
        self._look: Callable[[], Any] = partial(self._first_look, games.states)

    def _first_look(self, states: Any) -> None:
        """Bind what shows the position to another seat when it is first wanted; many never want it."""
        self._look = bound(stepping.look, states, self._viewer, self._other)
        self._look()

    def sit(self, seat: int) -> None:
        """Ask this seat alone from the next game on; the others play at random."""
        self._games.sit(seat)

    def begin(self, seed: int) -> int:
        """Begin the game of a seed; returns the seat that decides. Raises Malformed for a seed out of range."""
        return int(self._games.begin([0], [seed]).deciders[0])

    def enter(self, position: str, seed: int) -> int:
        """Go on from a position, with the deals of a seed; returns who decides, or NOBODY. Raises Malformed."""
        state = parse_position(position)
        self._games.enter([0], to_records([state]), [seed])
        return NOBODY if self._ended[0] else int(self._decider[0])

    def step(self, action: Any) -> int:
        """Take an action; returns the seat that decides next, or NOBODY.

        Raises Malformed for what is no action and Illegal with the clause for one that is not legal; nothing happens
        then.
        """
        try:
            self._action[0] = action
        except TypeError:
            raise Malformed(f"an action is a whole number, not {action!r:.60}") from None
        self._advance()
        if self._outcome[0]:
            refuse(self.state, int(self._action[0]), "")
        return NOBODY if self._ended[0] else self._decider[0]

    def observation(self, seat: int) -> NDArray[np.uint8]:
        """What a seat sees."""
        if seat == self._decider[0]:
            return self._row.copy()
        self._viewer[0] = seat
        self._look()
        return np.array(self._other[0])

    def mask(self, seat: int) -> NDArray[np.int8]:
        """What a seat may do now: nothing while another one decides."""
        return self._mask.copy() if seat == self._decider[0] else np.zeros_like(self._mask)

    @property
    def decider(self) -> int:
        """The seat that decides, or NOBODY."""
        return NOBODY if self._ended[0] else self._decider[0]

    @property
    def seed(self) -> int:
        """The seed of the game."""
        return int(self._games.seen.seeds[0])

    @property
    def rewards(self) -> list[float]:
        """What the end of the game brought each seat, if the last step ended it."""
        return self._games.seen.rewards[0, : self.variant.players].tolist()  # type: ignore[no-any-return]

    @property
    def state(self) -> State:
        """The position, as the rules have it."""
        return from_record(self._games.states[0])

    def view(self) -> View:
        """Everything on the table as plain data."""
        return Game(self.state).view()

    def __getstate__(self) -> dict[str, Any]:
        return {"variant": self.variant, "games": self._games, "box": BOX_DIGEST}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        if kept["box"] != BOX_DIGEST:
            raise Malformed(f"this game was kept with the box {kept['box']}; here {BOX_DIGEST} is in use")
        self.variant, self._games = kept["variant"], kept["games"]
        self._bind()
