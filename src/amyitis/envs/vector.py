"""Thousands of games in arrays, stepped together by all cores."""

from copy import deepcopy
from dataclasses import dataclass
from enum import IntEnum
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from amyitis.box.tables import MAX_SEATS
from amyitis.engine.compiled import bound, engine, need_machine_code, prepare
from amyitis.engine.record import SHUFFLER_DTYPE, aligned, blank_records, from_record
from amyitis.lab.batches import check_size, cores, in_parts, thread_pool
from amyitis.lab.variants import Variant
from amyitis.nets import layout
from amyitis.rules.questions import N_ACTIONS

from . import stepping
from .checks.given_arrays import checked_actions, checked_places, checked_seats, one_of, refuse, seeds_from
from .checks.given_states import checked_states

WIDTH = layout.WIDTH
FEWEST_STEPS = 512  # games worth a thread of their own


class Reward(IntEnum):
    """The reward at the end of a game: the win share (a win shared by k counts 1/k), the margin, or the score.

    Margin (own prestige less the best other's) and score are in hundreds of prestige.

    >>> from amyitis.lab.variants import Variant
    >>> from amyitis.envs.vector import VectorGames
    >>> games = VectorGames(Variant(2), 4)
    >>> seen = games.reset(seed=7)
    >>> from amyitis.envs.vector import Reward
    >>> VectorGames(Variant(2), 4, reward=Reward.MARGIN).reward.name
    'MARGIN'
    """

    WIN_SHARE = stepping.WIN_SHARE
    MARGIN = stepping.MARGIN
    SCORE = stepping.SCORE


class Autoreset(IntEnum):
    """What happens when a game is over, with Gymnasium's names.

    >>> from amyitis.envs.vector import Autoreset, VectorGames
    >>> from amyitis.lab.variants import Variant
    >>> VectorGames(Variant(2), 4, autoreset=Autoreset.DISABLED).reset(seed=7).ended.tolist()
    [0, 0, 0, 0]
    """

    SAME_STEP = stepping.SAME_STEP
    NEXT_STEP = stepping.NEXT_STEP
    DISABLED = stepping.DISABLED


@dataclass(frozen=True)
class Seen:
    """What all games show, in arrays that every step overwrites; copy what you keep.

    One row for each game: `observations` (as `deciders` see it), `masks` of the legal actions, `deciders` and `movers`
    (the seat that decides now, and the one that acted), `rewards` by seat, `ended`, and for games that ended the
    `last_observations` of the seat that acted. `seeds` are those of the games that are shown.

    >>> from amyitis.envs.vector import VectorGames
    >>> from amyitis.lab.variants import Variant
    >>> seen = VectorGames(Variant(2), 4).reset(seed=7)
    >>> seen.observations.shape, seen.masks.shape, seen.seeds.tolist()
    ((4, 1179), (4, 173), [7, 8, 9, 10])
    """

    observations: NDArray[np.uint8]
    masks: NDArray[np.int8]
    deciders: NDArray[np.int64]
    movers: NDArray[np.int64]
    rewards: NDArray[np.float32]
    ended: NDArray[np.int64]
    last_observations: NDArray[np.uint8]
    seeds: NDArray[np.uint64]


class VectorGames:
    """Many games of one variant in arrays: `reset` them, then `step` all of them at once.

    The game in place i has the seed `seed + i`; each later game there has a seed that is `size` higher. So every game
    can be replayed from its seed and its actions (`Game.new(players, seed)`), whatever the number of threads. By
    default every seat is asked. With `seat`, one for all places or one for each, only that seat is, and the others play
    at random.

    Raises AmyitisError where rules run as plain Python, Malformed for a wrong size, number of threads, reward or
    autoreset mode, or for a seat that is not in the game.

    >>> from amyitis.lab.variants import Variant
    >>> from amyitis.envs.vector import VectorGames
    >>> games = VectorGames(Variant(2), 4)
    >>> seen = games.reset(seed=7)
    >>> seen = games.step(seen.masks.argmax(axis=1))
    >>> seen.observations.shape == (4, 1179), seen.ended.tolist()
    (True, [0, 0, 0, 0])
    """

    def __init__(
        self,
        variant: Variant,
        size: int,
        *,
        threads: int | None = None,
        reward: Reward = Reward.WIN_SHARE,
        autoreset: Autoreset = Autoreset.SAME_STEP,
        seat: ArrayLike | None = None,
    ) -> None:
        need_machine_code("VectorGames")
        size, threads = check_size(variant, size, cores() if threads is None else threads)
        self.variant, self.size, self.threads = variant, size, threads
        self.reward, self.autoreset = one_of(Reward, "reward", reward), one_of(Autoreset, "autoreset", autoreset)
        self.states: Any = blank_records(size)
        self.actions: NDArray[np.int64] = np.zeros(size, np.int64)
        self.outcome: NDArray[np.int64] = np.zeros(size, np.int64)
        self._blank = blank_records(1)
        variant.mark(self._blank)
        self._deals, self._moves = np.zeros(size, SHUFFLER_DTYPE), np.zeros(size, SHUFFLER_DTYPE)
        self._masks = aligned((size, N_ACTIONS), np.uint8)
        self._seeds = np.zeros(size, np.int64)  # their 64 bits: compiled code knows no other numbers
        self._seats = np.full(size, stepping.ALL_SEATS, np.int64)
        self._chosen = np.zeros(size, np.int64)
        self.seen = Seen(
            observations=aligned((size, WIDTH), np.uint8),
            masks=self._masks.view(np.int8),
            deciders=np.zeros(size, np.int64),
            movers=np.zeros(size, np.int64),
            rewards=aligned((size, MAX_SEATS), np.float32),
            ended=np.ones(size, np.int64),
            last_observations=aligned((size, WIDTH), np.uint8),
            seeds=self._seeds.view(np.uint64),
        )
        prepare(stepping.play_games)
        if seat is not None:
            self.sit(seat)
        parts = max(1, min(threads, size // FEWEST_STEPS))
        self._parts = [slice(size * part // parts, size * (part + 1) // parts) for part in range(parts)]
        self._bind()

    def sit(self, seat: ArrayLike) -> None:
        """From now on you decide for this seat only (one for all places or one for each); the others play at random.

        >>> from amyitis.lab.variants import Variant
        >>> from amyitis.envs.vector import VectorGames
        >>> games = VectorGames(Variant(2), 4)
        >>> seen = games.reset(seed=7)
        >>> games.sit(0)
        >>> games.reset(seed=7).deciders.tolist()
        [0, 0, 0, 0]
        """
        self._seats[:] = checked_seats(seat, self.size, self.variant)

    def sit_at(self, place: int, seat: int | None) -> None:
        """From now on you decide for this seat only in one place; with None, for all seats there.

        >>> from amyitis.lab.variants import Variant
        >>> from amyitis.envs.vector import VectorGames
        >>> games = VectorGames(Variant(2), 4)
        >>> seen = games.reset(seed=7)
        >>> games.sit_at(2, 1)
        >>> int(games.reset(seed=7).deciders[2])
        1
        """
        self._seats[place] = stepping.ALL_SEATS if seat is None else seat

    def reset(self, seed: int = 0) -> Seen:
        """Begin all games: the one in place i has the seed `seed + i`. Raises Malformed for a seed out of range.

        >>> from amyitis.lab.variants import Variant
        >>> from amyitis.envs.vector import VectorGames
        >>> games = VectorGames(Variant(2), 4)
        >>> seen = games.reset(seed=7)
        >>> seen.seeds.tolist()
        [7, 8, 9, 10]
        """
        return self.begin(np.arange(self.size), seeds_from(seed, self.size))

    def begin(self, places: ArrayLike, seeds: ArrayLike) -> Seen:
        """Begin games of these seeds in these places; the others stay as they are. Raises Malformed.

        >>> from amyitis.lab.variants import Variant
        >>> from amyitis.envs.vector import VectorGames
        >>> games = VectorGames(Variant(2), 4)
        >>> seen = games.reset(seed=7)
        >>> games.begin(places=[1], seeds=[500]).seeds.tolist()
        [7, 500, 9, 10]
        """
        self._choose(*checked_places(places, seeds, self.size))
        self._everywhere(stepping.BEGIN)
        return self.seen

    def enter(self, places: ArrayLike, states: Any, seeds: ArrayLike) -> Seen:
        """Go on from given states (records as in `states`) in these places, with deals of these seeds.

        Raises Malformed unless there is a state of this variant and a seed for each place.

        >>> from amyitis.lab.variants import Variant
        >>> from amyitis.envs.vector import VectorGames
        >>> games = VectorGames(Variant(2), 4)
        >>> seen = games.reset(seed=7)
        >>> seen = games.enter([3], games.states[[0]], [99])
        >>> bool((seen.masks[3] == seen.masks[0]).all())
        True
        """
        where, given = checked_places(places, seeds, self.size)
        records = checked_states(states, len(where), self.variant)
        self._choose(where, given)
        self.states[where] = records
        self._everywhere(stepping.ENTER)
        return self.seen

    def step(self, actions: ArrayLike) -> Seen:
        """Take an action in each game and go on to its next decision.

        Raises Malformed unless there is one action id for each game. Raises Illegal, with the clause, if an action is
        not legal: that game has not changed then, but the others have gone on.

        >>> from amyitis.lab.variants import Variant
        >>> from amyitis.envs.vector import VectorGames
        >>> games = VectorGames(Variant(2), 4)
        >>> seen = games.reset(seed=7)
        >>> games.step([0, 0, 0, 0]).rewards.shape  # everybody passes
        (4, 4)
        """
        given = checked_actions(actions, self.size)
        self.actions[:] = given
        self.advance()
        self._check(given, self.outcome)
        return self.seen

    def _check(self, actions: NDArray[Any], outcome: NDArray[np.int64]) -> None:
        """Raise Malformed or Illegal for the first of these actions that was not legal."""
        if (outcome == stepping.NOT_LEGAL).any():
            place = int(np.argmax(outcome == stepping.NOT_LEGAL))
            refuse(from_record(self.states[place]), int(actions[place]), f"game {place}")

    def after(self, actions: ArrayLike) -> NDArray[np.uint8]:
        """Returns what each decider would see right after its action, before any deal; nothing is played.

        The networks of the package evaluate such rows. Raises as `step` does; no action is legal in a game that is
        over.

        >>> from amyitis.lab.variants import Variant
        >>> from amyitis.envs.vector import VectorGames
        >>> games = VectorGames(Variant(2), 4)
        >>> seen = games.reset(seed=7)
        >>> games.after([0, 0, 0, 0]).shape
        (4, 1179)
        """
        given = checked_actions(actions, self.size)
        rows, outcome = np.zeros((self.size, WIDTH), np.uint8), np.zeros(self.size, np.int64)
        look, wanted = engine(stepping.look_ahead), given.astype(np.int64)

        def work(part: slice) -> None:
            look(self.states[part], blank_records(1), wanted[part], rows[part], outcome[part])

        in_parts(self.size, len(self._parts), work)
        self._check(given, outcome)
        return rows

    def advance(self) -> None:
        """Take the actions written into `actions`; `outcome` has the outcome of each, and nothing is raised.

        >>> from amyitis.lab.variants import Variant
        >>> from amyitis.envs.vector import VectorGames
        >>> games = VectorGames(Variant(2), 4)
        >>> seen = games.reset(seed=7)
        >>> games.actions[:] = 0
        >>> games.advance()
        >>> games.outcome.shape
        (4,)
        """
        if not self._others:
            self._first()
            return
        pool = thread_pool(len(self._others))
        under_way = [pool.submit(other) for other in self._others]
        self._first()
        for step in under_way:
            step.result()

    def _arguments(self, phase: int, part: slice) -> tuple[Any, ...]:
        """All that the compiled loop works on for some of the games."""
        seen, variant = self.seen, self.variant
        return (
            phase,
            True,
            self.states[part],
            self._deals[part],
            self._moves[part],
            self._seeds[part],
            self._seats[part],
            self._chosen[part],
            self.actions[part],
            seen.observations[part],
            self._masks[part],
            seen.last_observations[part],
            seen.deciders[part],
            seen.movers[part],
            seen.rewards[part],
            seen.ended[part],
            self.outcome[part],
            self._blank,
            int(self.reward),
            int(self.autoreset),
            self.size,
            variant.players,
            0,
            part.stop - part.start,
        )

    def __copy__(self) -> Self:
        """A copy with arrays of its own: games that shared them would step each other."""
        return deepcopy(self)

    def __getstate__(self) -> dict[str, Any]:
        """What is pickled: all arrays; compiled code is bound to them again."""
        return {name: value for name, value in self.__dict__.items() if name not in ("_first", "_others", "seen")} | {
            "seen": vars(self.seen)
        }

    def __setstate__(self, kept: dict[str, Any]) -> None:
        views = {"masks": kept["_masks"].view(np.int8), "seeds": kept["_seeds"].view(np.uint64)}
        self.__dict__.update(kept | {"seen": Seen(**kept["seen"] | views)})
        self._bind()

    def _bind(self) -> None:
        steps = (bound(stepping.play_games, *self._arguments(stepping.STEP, part)) for part in self._parts)
        self._first, *self._others = steps

    def _choose(self, places: NDArray[np.int64], seeds: NDArray[np.int64]) -> None:
        """Mark the places that are to begin, and give them their seeds."""
        self._chosen[:] = 0
        self._chosen[places] = 1
        self._seeds[places] = seeds

    def _everywhere(self, phase: int) -> None:
        """Begin or enter the games that are chosen, on all cores."""
        play: Any = engine(stepping.play_games)
        in_parts(self.size, len(self._parts), lambda part: play(*self._arguments(phase, part)))
