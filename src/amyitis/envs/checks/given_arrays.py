"""Checks of what callers give the vector environments: places, seeds, seats, actions."""

from enum import IntEnum
from typing import Any, NoReturn, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from amyitis.errors import Illegal, Malformed
from amyitis.game.arguments import whole_number
from amyitis.game.why_not import why_not
from amyitis.lab.batches import check_seeds, given_array
from amyitis.lab.variants import Variant
from amyitis.notation.tokens import checked_id, token
from amyitis.rules import SEED_LIMIT
from amyitis.rules.state import State

WRONG_SEED = "seed {}: seeds go from 0 to 2**64 - 1"
Choice = TypeVar("Choice", bound=IntEnum)


def one_of(kind: type[Choice], name: str, value: Any) -> Choice:
    """Returns one of a kind, which may be given as its number; raises Malformed."""
    number = whole_number(value)
    named = {int(member): member for member in kind.__members__.values()}
    if number is None or number not in named:
        known = ", ".join(f"{kind.__name__}.{member.name}" for member in named.values())
        raise Malformed(f"{name}={value!r:.60}: there are {known}")
    return named[number]


def seeds_from(seed: int, size: int) -> NDArray[np.uint64]:
    """Returns the seeds of so many games; raises Malformed for one out of range."""
    first, _ = check_seeds(seed, size)
    return np.arange(size, dtype=np.uint64) + np.uint64(first)


def checked_places(places: ArrayLike, seeds: ArrayLike, size: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Returns places among so many and the bits of their seeds; raises Malformed unless each place has a seed."""
    where, given = np.atleast_1d(given_array(places)), np.atleast_1d(seed_array(seeds))
    whole = all(array.dtype.kind in "iu" or array.size == 0 for array in (where, given))
    if not whole or where.shape != given.shape or where.ndim != 1:
        raise Malformed("places and seeds are whole numbers, as many of the one as of the other")
    if where.size and not (where.min() >= 0 and where.max() < size):
        raise Malformed(f"places go from 0 to {size - 1}")
    if len(where) > 1 and len(np.unique(where)) != len(where):
        raise Malformed("a place is named more than once")
    if given.size and given.min() < 0:
        raise Malformed(WRONG_SEED.format(int(given.min())))
    return where.astype(np.int64), given.astype(np.uint64).view(np.int64)


def seed_array(seeds: ArrayLike) -> NDArray[Any]:
    """Returns seeds as an array; raises Malformed for one too large. (Of a list with large ones NumPy makes floats.)"""
    given = given_array(seeds)
    if isinstance(seeds, np.ndarray) or given.dtype.kind not in ("f", "O") or given.ndim > 1:
        return given
    numbers = [whole_number(seed) for seed in np.atleast_1d(np.asarray(seeds, object))]
    if None in numbers:
        return given
    for seed in numbers:
        if seed is not None and not 0 <= seed < SEED_LIMIT:
            raise Malformed(WRONG_SEED.format(seed if abs(seed) < SEED_LIMIT**2 else "so large"))
    return np.array(numbers, np.uint64)


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
