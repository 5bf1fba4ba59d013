"""Many games against bots: what `VectorGames` does against random players, with whatever bots you like.

Networks and `greedy` decide for all games at once, in compiled code, and so does a function of yours; other bots think
in Python, one game after the other.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from amyitis.bots.bot import Bot
from amyitis.bots.playing import ask, seated
from amyitis.engine.compiled import engine
from amyitis.engine.record import aligned, from_record
from amyitis.errors import Malformed
from amyitis.game import Game
from amyitis.lab.policies import Policy, find_policy
from amyitis.lab.variants import Variant
from amyitis.nets.network import Network

from . import stepping
from .checks.given_arrays import checked_actions, checked_seats, refuse, seeds_from
from .vector import WIDTH, Autoreset, Reward, Seen, VectorGames

WAIT = -1  # is no action: where it stands, nothing happens
RANDOM = "random"

# Chooses in many games at once: of their observations and masks, one row for each, an action for each.
Chooser = Callable[[NDArray[np.uint8], NDArray[np.int8]], ArrayLike]
Opponent = str | Network | Bot | Chooser


def _key(opponent: Any) -> Any:
    """What tells opponents from each other."""
    return opponent if isinstance(opponent, str) else id(opponent)


class VersusBots:
    """Games in which you play one seat in each place, and bots play the others.

    `opponents` has one for each other seat, clockwise from yours: the name of a bot, a `Network`, a function
    (`Chooser`), or a bot, which then plays in all places. A list of several is a league, whose members take turns over
    the places, as many in a row as there are seats; `oppose` sends in others. Without `seats`, yours is another one in
    each place. Reset, seeds and ends are as with `VectorGames`, and each game is the one that a single environment
    plays with its seed. Raises Malformed for what cannot be, NetworkRefused for a network that cannot play such games.

    >>> from amyitis.envs.versus import VersusBots
    >>> from amyitis.lab.variants import Variant
    >>> games = VersusBots(Variant(2), ["greedy"], 4, seats=0)
    >>> seen = games.reset(seed=7)
    >>> games.step(seen.masks.argmax(axis=1)).deciders.tolist()
    [0, 0, 0, 0]
    """

    def __init__(
        self,
        variant: Variant,
        opponents: Sequence[Opponent | Sequence[Opponent]],
        size: int,
        seats: ArrayLike | None = None,
        *,
        threads: int | None = None,
        reward: Reward = Reward.WIN_SHARE,
        autoreset: Autoreset = Autoreset.SAME_STEP,
    ) -> None:
        self._games = VectorGames(variant, size, threads=threads, reward=reward, autoreset=Autoreset.DISABLED)
        self.variant, self.size, self.autoreset = variant, self._games.size, autoreset
        self._seats = np.arange(self.size) % variant.players
        if seats is not None:
            self._seats[:] = checked_seats(seats, self.size, variant)
        self.states: Any = self._games.states
        self._lines: list[dict[int, Any]] = [{} for _ in range(self.size)]  # those that think in Python, by seat
        self._bots: list[dict[int, Bot]] = [{} for _ in range(self.size)]
        self._policies: list[Policy | Chooser] = []
        self._policy_of = np.full((self.size, variant.players), -1)  # of each seat, or -1 for a bot that thinks alone
        inner = self._games.seen
        self.seen: Seen = replace(
            inner,
            rewards=aligned(inner.rewards.shape, np.float32),
            ended=np.ones_like(inner.ended),
            last_observations=aligned(inner.last_observations.shape, np.uint8),
        )
        self.oppose(opponents)

    def oppose(self, opponents: Sequence[Opponent | Sequence[Opponent]]) -> None:
        """Replace the opponents, for example by a frozen copy of a learner. Raises Malformed or NetworkRefused.

        >>> from amyitis.envs.versus import VersusBots
        >>> from amyitis.lab.variants import Variant
        >>> games = VersusBots(Variant(2), ["greedy"], 4, seats=0)
        >>> games.oppose([["random", "greedy"]])  # a league for the one other seat
        """
        players = self.variant.players
        if isinstance(opponents, str) or len(opponents) != players - 1:
            raise Malformed(f"opponents={opponents!r:.60}: one, or a list of several, for each of {players - 1} others")
        leagues = [
            list(entry) if isinstance(entry, Sequence) and not isinstance(entry, str) else [entry]
            for entry in opponents
        ]
        if not all(leagues):
            raise Malformed("a league has at least one member")
        policies = {_key(bot): self._policy(bot) for league in leagues for bot in league}
        self._policies = [chooser for chooser in policies.values() if chooser is not None]
        for place, mine in enumerate(self._seats.tolist()):
            line = {
                (mine + 1 + k) % players: league[place // players % len(league)] for k, league in enumerate(leagues)
            }
            self._lines[place] = {seat: bot for seat, bot in line.items() if policies[_key(bot)] is None}
            for seat, bot in line.items():
                policy = policies[_key(bot)]
                self._policy_of[place, seat] = -1 if policy is None else self._policies.index(policy)
            self._games.sit_at(place, mine if {_key(bot) for bot in line.values()} == {RANDOM} else None)
            self._seat(place)

    def _seat(self, place: int) -> None:
        """Make the bots that think in Python, for the game that is played in a place."""
        seed = int(self.seen.seeds[place])
        self._bots[place] = {seat: seated(bot, seed, seat) for seat, bot in self._lines[place].items()}

    def _policy(self, bot: Any) -> Policy | Chooser | None:
        if isinstance(bot, (str, Network)):
            return find_policy(bot, self.variant, self._games.threads)
        if hasattr(bot, "choose"):
            return None
        if not callable(bot):
            raise Malformed(f"{bot!r:.200} is no opponent: a name, a network, a function or a bot is")
        return bot  # type: ignore[no-any-return]

    def reset(self, seed: int = 0) -> Seen:
        """Begin new games in all places: place i gets the seed `seed + i`. Raises Malformed for a seed out of range.

        >>> from amyitis.envs.versus import VersusBots
        >>> from amyitis.lab.variants import Variant
        >>> games = VersusBots(Variant(2), ["greedy"], 4, seats=0)
        >>> games.reset(seed=7).seeds.tolist()
        [7, 8, 9, 10]
        """
        return self.begin(np.arange(self.size), seeds_from(seed, self.size))

    def begin(self, places: ArrayLike, seeds: ArrayLike) -> Seen:
        """Begin the games of these seeds in these places, up to your decisions; the others stay. Raises Malformed.

        >>> from amyitis.envs.versus import VersusBots
        >>> from amyitis.lab.variants import Variant
        >>> games = VersusBots(Variant(2), ["greedy"], 4, seats=0)
        >>> seen = games.reset(seed=7)
        >>> games.begin([1], [500]).seeds.tolist()
        [7, 500, 9, 10]
        """
        self._games.begin(places, seeds)
        for place in np.atleast_1d(np.asarray(places)):
            self._seat(place)
            self.seen.ended[place], self.seen.rewards[place] = 0, 0
        self._play_on()
        return self.seen

    def step(self, actions: ArrayLike) -> Seen:
        """Take your action in each game and go on to your next decisions.

        Raises Malformed unless there is one number of the action table for each game, Illegal with the clause where one
        is not legal: nothing happened in any game then.

        >>> from amyitis.envs.versus import VersusBots
        >>> from amyitis.lab.variants import Variant
        >>> games = VersusBots(Variant(2), ["greedy"], 4, seats=0)
        >>> seen = games.reset(seed=7)
        >>> games.step(seen.masks.argmax(axis=1)).rewards.shape
        (4, 4)
        """
        given = checked_actions(actions, self.size)
        if self.autoreset is Autoreset.SAME_STEP:
            self.seen.ended[:] = 0  # the next game is on the table already
        over = self.seen.ended != 0
        self._check(given, np.flatnonzero(~over), "game")
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

    def after(self, actions: ArrayLike) -> NDArray[np.uint8]:
        """Returns what you would see right after your action in each game; as `VectorGames.after`.

        >>> from amyitis.envs.versus import VersusBots
        >>> from amyitis.lab.variants import Variant
        >>> games = VersusBots(Variant(2), ["greedy"], 4, seats=0)
        >>> games.after(games.reset(seed=7).masks.argmax(axis=1)).shape
        (4, 1179)
        """
        return self._games.after(actions)

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
            deciders = self.seen.deciders[waiting]
            policies = self._policy_of[waiting, deciders]
            for number in np.unique(policies):
                places = waiting[policies == number]
                actions[places] = self._alone(places) if number < 0 else self._together(self._policies[number], places)
            self._advance(actions)

    def _alone(self, places: NDArray[np.int64]) -> list[int]:
        """What bots choose that think in Python."""
        seen = self.seen
        return [
            ask(
                self._bots[place][int(seen.deciders[place])],
                Game(from_record(self.states[place])),
                int(seen.seeds[place]),
            )
            for place in places
        ]

    def _together(self, policy: Any, places: NDArray[np.int64]) -> NDArray[Any]:
        """What is chosen for all these games in one call; raises Malformed or Illegal for what is not legal."""
        if hasattr(policy, "choose"):
            return policy.choose(self.states, places)  # type: ignore[no-any-return]
        actions = np.full(self.size, WAIT)
        actions[places] = checked_actions(policy(self.seen.observations[places], self.seen.masks[places]), len(places))
        self._check(actions, places, "an opponent in game")
        return actions[places]

    def _check(self, actions: NDArray[Any], places: NDArray[np.int64], who: str) -> None:
        """Raise Malformed or Illegal for the first action in these places that is not legal."""
        masks, chosen = self.seen.masks[places], actions[places]
        there = (chosen >= 0) & (chosen < masks.shape[1])
        legal = there & (masks[np.arange(len(places)), np.where(there, chosen, 0)] != 0)
        if not legal.all():
            place = int(places[np.argmin(legal)])
            refuse(from_record(self.states[place]), int(actions[place]), f"{who} {place}")

    def _advance(self, actions: NDArray[np.int64]) -> None:
        """Take these actions, and keep what a game that ends with one brings."""
        inner, before = self._games.seen, self._games.seen.ended != 0
        self._games.actions[:] = actions
        self._games.advance()
        now = (inner.ended != 0) & ~before
        self.seen.ended[now], self.seen.rewards[now] = 1, inner.rewards[now]

    def _show_ends(self, ended: NDArray[np.bool_]) -> None:
        """Show these games as you see them, no matter who made the last move."""
        rows = np.zeros((np.count_nonzero(ended), WIDTH), np.uint8)
        look: Any = engine(stepping.look)
        look(self.states[ended], self._seats[ended], rows)
        self.seen.observations[ended] = self.seen.last_observations[ended] = rows
