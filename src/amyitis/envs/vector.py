"""Thousands of games in arrays, stepped together by all cores."""

from copy import deepcopy
from dataclasses import dataclass
from enum import IntEnum
from typing import Any, NoReturn, Self, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from amyitis.box.tables import MAX_SEATS
from amyitis.engine.compiled import bound, engine, prepare
from amyitis.engine.record import SHUFFLER_DTYPE, blank_records, from_record
from amyitis.errors import Illegal, Malformed
from amyitis.game.arguments import whole_number
from amyitis.game.why_not import why_not
from amyitis.lab.batches import check_seeds, check_size, cores, given_array, in_parts, thread_pool
from amyitis.lab.variants import Variant
from amyitis.nets import layout
from amyitis.notation.tokens import checked_id, token
from amyitis.rules.questions import N_ACTIONS
from amyitis.rules.state import State

from . import stepping
from .given_states import checked_states

WIDTH = layout.WIDTH
FEWEST_STEPS = 512  # games worth a thread of their own


class Reward(IntEnum):
    """What the end of a game brings: the win share (a win shared by k counts 1/k), the margin, or the score.

    Margin (own prestige less the best other's) and score are in hundreds of prestige.
    """

    WIN_SHARE = stepping.WIN_SHARE
    MARGIN = stepping.MARGIN
    SCORE = stepping.SCORE


class Autoreset(IntEnum):
    """What happens where a game is over, by the names that Gymnasium has for it."""

    SAME_STEP = stepping.SAME_STEP
    NEXT_STEP = stepping.NEXT_STEP
    DISABLED = stepping.DISABLED


Choice = TypeVar("Choice", Reward, Autoreset)


@dataclass(frozen=True)
class Seen:
    """What all games show, in arrays that are written anew by every step; copy what you want to keep.

    One row for each game: `observations` (as `deciders` see it), `masks` of the legal actions, `deciders` and `movers`
    (the seat that decides now, and the one that acted), `rewards` by seat, `ended`, and for games that ended the
    `last_observations` of the seat that acted. `seeds` are those of the games that are shown.
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
    """Many games of one variant, each in its place: `reset` them, then `step` all of them at once.

    The game in place i has the seed `seed + i`; where it is over, the next one there has a seed that is `size` higher.
    So every game can be played again by itself, from its seed and its actions (`Game.new(players, seed)`). What comes
    out does not depend on the number of threads. By default whoever has to decide is asked; with `seat`, a seat or one
    for each place, only that seat is, and the others play at random. Raises Malformed for a size, a number of threads,
    a reward or a way to begin anew that is none, or for a seat that is not in the game.
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
        size, threads = check_size(variant, size, cores() if threads is None else threads)
        self.variant, self.size, self.threads = variant, size, threads
        self.reward, self.autoreset = one_of(Reward, "reward", reward), one_of(Autoreset, "autoreset", autoreset)
        self.states: Any = blank_records(size)
        self.actions: NDArray[np.int64] = np.zeros(size, np.int64)
        self.outcome: NDArray[np.int64] = np.zeros(size, np.int64)
        self._blank = blank_records(1)
        variant.mark(self._blank)
        self._deals, self._moves = np.zeros(size, SHUFFLER_DTYPE), np.zeros(size, SHUFFLER_DTYPE)
        self._masks = np.zeros((size, N_ACTIONS), np.uint8)
        self._seeds = np.zeros(size, np.int64)  # their 64 bits: compiled code knows no other numbers
        self._seats = np.full(size, stepping.ALL_SEATS, np.int64)
        self._chosen = np.zeros(size, np.int64)
        self.seen = Seen(
            observations=np.zeros((size, WIDTH), np.uint8),
            masks=self._masks.view(np.int8),
            deciders=np.zeros(size, np.int64),
            movers=np.zeros(size, np.int64),
            rewards=np.zeros((size, MAX_SEATS), np.float32),
            ended=np.ones(size, np.int64),
            last_observations=np.zeros((size, WIDTH), np.uint8),
            seeds=self._seeds.view(np.uint64),
        )
        prepare(stepping.play_games)
        if seat is not None:
            self.sit(seat)
        parts = max(1, min(threads, size // FEWEST_STEPS))
        self._parts = [slice(size * part // parts, size * (part + 1) // parts) for part in range(parts)]
        self._bind()

    def sit(self, seat: ArrayLike) -> None:
        """Ask this seat alone from now on, one for all places or one for each; the others play at random."""
        self._seats[:] = checked_seats(seat, self.size, self.variant)

    def sit_at(self, place: int, seat: int | None) -> None:
        """Ask this seat alone in one place from now on; with None whoever decides."""
        self._seats[place] = stepping.ALL_SEATS if seat is None else seat

    def reset(self, seed: int = 0) -> Seen:
        """Begin all games anew: in place i that of the seed `seed + i`. Raises Malformed for a seed out of range."""
        return self.begin(np.arange(self.size), seeds_from(seed, self.size))

    def begin(self, places: ArrayLike, seeds: ArrayLike) -> Seen:
        """Begin the games of these seeds in these places; the others stay as they are. Raises Malformed."""
        self._choose(*checked_places(places, seeds, self.size))
        self._everywhere(stepping.BEGIN)
        return self.seen

    def enter(self, places: ArrayLike, states: Any, seeds: ArrayLike) -> Seen:
        """Go on from given states (records as in `states`) in these places, with the deals of these seeds.

        Raises Malformed unless there is a state of this variant and a seed for each place.
        """
        where, given = checked_places(places, seeds, self.size)
        records = checked_states(states, len(where), self.variant)
        self._choose(where, given)
        self.states[where] = records
        self._everywhere(stepping.ENTER)
        return self.seen

    def step(self, actions: ArrayLike) -> Seen:
        """Take an action in each game and go on to its next decision.

        Raises Malformed unless there is one number of the action table for each game, Illegal with the clause where one
        is not legal: nothing happened in such a game then, while the others went on.
        """
        given = checked_actions(actions, self.size)
        self.actions[:] = given
        self.advance()
        if (self.outcome == stepping.NOT_LEGAL).any():
            place = int(np.argmax(self.outcome == stepping.NOT_LEGAL))
            refuse(from_record(self.states[place]), int(given[place]), f"game {place}")
        return self.seen

    def advance(self) -> None:
        """Take the `actions` that were written there; `outcome` says what became of each, and nothing is raised."""
        if not self._others:
            self._first()
            return
        pool = thread_pool(len(self._others))
        under_way = [pool.submit(other) for other in self._others]
        self._first()
        for one in under_way:
            one.result()

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


def one_of(kind: type[Choice], name: str, value: Any) -> Choice:
    """Returns one of a kind, which may be given as its number; raises Malformed."""
    number = whole_number(value)
    named = {int(one): one for one in kind.__members__.values()}
    if number is None or number not in named:
        known = ", ".join(f"{kind.__name__}.{one.name}" for one in named.values())
        raise Malformed(f"{name}={value!r:.60}: there are {known}")
    return named[number]


def seeds_from(seed: int, size: int) -> NDArray[np.uint64]:
    """Returns the seeds of so many games; raises Malformed for one out of range."""
    first, _ = check_seeds(seed, size)
    return np.arange(size, dtype=np.uint64) + np.uint64(first)


def checked_places(places: ArrayLike, seeds: ArrayLike, size: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Returns places among so many and the bits of their seeds; raises Malformed unless each place has a seed."""
    where, given = (np.atleast_1d(given_array(one)) for one in (places, seeds))
    whole = all(one.dtype.kind in "iu" or one.size == 0 for one in (where, given))
    if not whole or where.shape != given.shape or where.ndim != 1:
        raise Malformed("places and seeds are whole numbers, as many of the one as of the other")
    if where.size and not (where.min() >= 0 and where.max() < size):
        raise Malformed(f"places go from 0 to {size - 1}")
    if len(where) > 1 and len(np.unique(where)) != len(where):
        raise Malformed("a place is named more than once")
    if given.size and given.min() < 0:
        raise Malformed(f"seed {int(given.min())}: seeds go from 0 to 2**64 - 1")
    return where.astype(np.int64), given.astype(np.uint64).view(np.int64)


def checked_seats(seat: ArrayLike, size: int, variant: Variant) -> NDArray[np.int64]:
    """Returns a seat for all of so many games, or one for each; raises Malformed."""
    given = given_array(seat)
    if given.dtype.kind not in "iu" or given.shape not in ((), (size,)):
        raise Malformed(f"seat={seat!r:.60}: a seat for all games, or one for each of {size}")
    if given.min() < 0 or given.max() >= variant.players:
        raise Malformed(f"seat={seat!r:.60}: the seats of {variant.players} players go from 0")
    return given.astype(np.int64)


def checked_actions(actions: ArrayLike, size: int) -> NDArray[Any]:
    """Returns the actions of so many games; raises Malformed unless there is a whole number for each."""
    given = given_array(actions)
    if given.shape != (size,) or given.dtype.kind not in "iu":
        raise Malformed(f"{size} games take {size} whole numbers, not {given.dtype} of shape {given.shape}")
    return given


def refuse(state: State, action: int, where: str) -> NoReturn:
    """Raise Malformed for a number that is no action or before any game, Illegal with the clause for what it breaks."""
    if state.players == 0:
        many = f"{where}: there is no game yet; reset() begins all games, begin() those of some places"
        raise Malformed(many if where else "there is no game yet: reset() begins one")
    try:
        named = token(checked_id(action))
    except Malformed as wrong:
        raise Malformed(f"{where}: {wrong}" if where else str(wrong)) from None
    refusal = why_not(state, action)
    assert refusal is not None
    raise Illegal(named, refusal.clause, refusal.missing, where, refusal.key, refusal.facts)
