"""One digest for every position of many random games: the proof that a change of the code changed no game.

All numbers of players and all switches are played. `tests/golden/positions.json` keeps the digests, for a few games
that every test run plays and for 100,000:

    python -m tests.golden.position_digests 100000
"""

import hashlib
import json
import sys
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from amyitis.engine.record import STATE_DTYPE, to_records
from amyitis.lab.batches import Batch
from amyitis.lab.variants import VARIANTS, Variant
from amyitis.rules import RULES_VERSION
from amyitis.rules.switches import SWITCH_WORDS


def _fields() -> list[Any]:
    """The fields of a state's record as a list to make a record type of."""
    fields: Mapping[str, Any] = STATE_DTYPE.fields or {}
    return [(name, *(kind.subdtype or (kind,))) for name, (kind, *_) in fields.items()]


DIGEST_BYTES = 16
# Fields that are the same in all positions of a game and came with later versions of the rules are left out: so a
# version that changes nothing in a variant has the digests of the one before.
_RULES = ("full_lap", "unlimited_noble", "open_duel", "rules_version")
_PLAYED = np.dtype([one for one in _fields() if one[0] not in _RULES], align=True)
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


def position_digests(games: int, rules_version: int = RULES_VERSION) -> dict[str, str]:
    """The digest of each variant, of at least so many games in all."""
    each = -(-games // len(VARIANTS))
    variants = [replace(variant, rules_version=rules_version) for variant in VARIANTS]
    return {variant_name(variant): position_digest(variant, each) for variant in variants}


def variant_name(variant: Variant) -> str:
    """Players and switches in words."""
    return " ".join([str(variant.players), *(SWITCH_WORDS[name].position for name in variant.switches.names())])


def _bytes(states: Any, wanted: Any) -> bytes:
    """The bytes of those states that are wanted, the same for records and for plain states."""
    if not isinstance(states, np.ndarray):
        states = to_records(states)
    played = np.zeros(len(states), _PLAYED)
    for name in _PLAYED.names or ():
        played[name] = states[name]
    rows = played.view(np.uint8).reshape(len(states), -1)  # chosen as records, the bytes between fields are not copied
    return bytes(rows[wanted].tobytes())


if __name__ == "__main__":
    print(json.dumps(position_digests(*map(int, sys.argv[1:])), indent=1))
