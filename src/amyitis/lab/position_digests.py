"""One digest for every position of many random games: the proof that a change of the code changed no game.

All numbers of players and all switches are played. `tests/golden/positions.json` keeps the digests, for a few games
that every test run plays and for 100,000:

    python -m amyitis.lab.position_digests 100000
"""

import hashlib
import json
import sys
from typing import Any

import numpy as np

from amyitis.engine.record import to_records

from .batches import Batch
from .variants import VARIANTS, Variant

DIGEST_BYTES = 16
SIDE_BY_SIDE = 512  # games played together; another number would give other digests


def position_digest(variant: Variant, games: int, seed: int = 0) -> str:
    """A digest of the games of consecutive seeds: of their starts, and of each position after a random move."""
    digest = hashlib.blake2b(digest_size=DIGEST_BYTES)
    for first in range(seed, seed + games, SIDE_BY_SIDE):
        batch = Batch(variant, min(SIDE_BY_SIDE, seed + games - first))
        batch.begin(first)
        moved = np.ones(batch.size, np.bool_)
        while moved.any():
            digest.update(_bytes(batch.states, moved))
            moved = batch.take(batch.choose())
    return digest.hexdigest()


def position_digests(games: int) -> dict[str, str]:
    """The digest of each variant, of at least so many games in all."""
    each = -(-games // len(VARIANTS))
    return {variant_name(variant): position_digest(variant, each) for variant in VARIANTS}


def variant_name(variant: Variant) -> str:
    """Players and switches in words."""
    switches = [*(["limited"] if variant.limited_supply else []), *(["palace"] if variant.palace else [])]
    return " ".join([str(variant.players), *switches])


def _bytes(states: Any, wanted: Any) -> bytes:
    """The bytes of those states that are wanted, the same for records and for plain states."""
    if not isinstance(states, np.ndarray):
        states = to_records(states)
    rows = states.view(np.uint8).reshape(len(states), -1)  # chosen as records, the bytes between fields are not copied
    return bytes(rows[wanted].tobytes())


if __name__ == "__main__":
    print(json.dumps(position_digests(int(sys.argv[1])), indent=1))
