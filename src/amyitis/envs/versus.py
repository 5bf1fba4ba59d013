"""Many games against named bots: what `VectorGames` does against random players, with bots that think in Python.

Games, observations, masks and rewards stay in compiled arrays; only the bots' own decisions are made one by one.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from amyitis.bots.bot import Bot
from amyitis.bots.playing import ask, seated
from amyitis.engine.compiled import engine
from amyitis.engine.record import from_record
from amyitis.game import Game
from amyitis.lab.variants import Variant

from . import stepping
from .vector import Autoreset, Reward, Seen, VectorGames, checked_actions, refuse

WAIT = -1  # is no action: where it stands, nothing happens


class VersusBots:
    """Games in which one seat of each place is asked, and named bots (clockwise from it) play the others.

    Reset, seeds and ends are as with `VectorGames`; each game is the one that a single environment plays with its seed.
    """

    def __init__(
        self,
        variant: Variant,
        names: Sequence[str],
        seats: NDArray[np.int64],
        *,
        threads: int | None = None,
        reward: Reward = Reward.WIN_SHARE,
        autoreset: Autoreset = Autoreset.SAME_STEP,
    ) -> None:
        size = len(seats)
        self.variant, self.size, self.autoreset = variant, size, autoreset
        self._names, self._seats = tuple(names), seats
        self._games = VectorGames(variant, size, threads=threads, reward=reward, autoreset=Autoreset.DISABLED)
        self.states: Any = self._games.states
        self._bots: list[dict[int, Bot]] = [{} for _ in range(size)]
        inner = self._games.seen
        self.seen: Seen = replace(
            inner,
            rewards=np.zeros_like(inner.rewards),
            ended=np.ones_like(inner.ended),
            last_observations=np.zeros_like(inner.last_observations),
        )

    def begin(self, places: ArrayLike, seeds: ArrayLike) -> Seen:
        """Begin the games of these seeds in these places, up to your decisions; the others stay. Raises Malformed."""
        self._games.begin(places, seeds)
        for place, seed in zip(np.atleast_1d(np.asarray(places)), np.atleast_1d(np.asarray(seeds)), strict=True):
            mine, players = int(self._seats[place]), self.variant.players
            others = [(mine + step) % players for step in range(1, players)]
            self._bots[place] = {p: seated(name, int(seed), p) for p, name in zip(others, self._names, strict=True)}
            self.seen.ended[place], self.seen.rewards[place] = 0, 0
        self._play_on()
        return self.seen

    def step(self, actions: ArrayLike) -> Seen:
        """Take your action in each game and go on to your next decisions.

        Raises Malformed unless there is one number of the action table for each game, Illegal with the clause where one
        is not legal: nothing happened in any game then.
        """
        given, over = checked_actions(actions, self.size), self.seen.ended != 0
        for place in np.flatnonzero(~over):
            action = int(given[place])
            if not (0 <= action < self.seen.masks.shape[1] and self.seen.masks[place, action]):
                refuse(from_record(self.states[place]), action, f"game {place}")
        self.seen.rewards[:] = 0
        if self.autoreset is Autoreset.NEXT_STEP:
            self._begin_next(over)
        self._advance(np.where(over, WAIT, given))
        self._play_on()
        ended = (self.seen.ended != 0) & ~over
        if ended.any():
            self._show_ends(ended)
            if self.autoreset is Autoreset.SAME_STEP:
                kept = self.seen.rewards.copy()
                self._begin_next(ended)
                self.seen.rewards[:], self.seen.ended[ended] = kept, 1
        return self.seen

    def _begin_next(self, places: NDArray[np.bool_]) -> None:
        """Begin the next game in these places."""
        where = np.flatnonzero(places)
        self.begin(where, self.seen.seeds[where] + self.size)

    def _play_on(self) -> None:
        """Let the bots play until you decide everywhere, or the game is over."""
        while True:
            waiting = np.flatnonzero((self._games.seen.ended == 0) & (self.seen.deciders != self._seats))
            if not len(waiting):
                return
            actions = np.full(self.size, WAIT)
            for place in waiting:
                bot = self._bots[place][int(self.seen.deciders[place])]
                actions[place] = ask(bot, Game(from_record(self.states[place])), int(self.seen.seeds[place]))
            self._advance(actions)

    def _advance(self, actions: NDArray[np.int64]) -> None:
        """Take these actions, and keep what a game that ends with one brings."""
        inner, before = self._games.seen, self._games.seen.ended != 0
        self._games.actions[:] = actions
        self._games.advance()
        now = (inner.ended != 0) & ~before
        self.seen.ended[now], self.seen.rewards[now] = 1, inner.rewards[now]

    def _show_ends(self, ended: NDArray[np.bool_]) -> None:
        """Show these games as you see them, whoever made the last move."""
        rows = np.zeros_like(self.seen.observations)
        look: Any = engine(stepping.look)
        look(self.states, self._seats, rows)
        self.seen.observations[ended] = rows[ended]
        self.seen.last_observations[ended] = rows[ended]
