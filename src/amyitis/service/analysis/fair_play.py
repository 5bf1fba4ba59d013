"""Fair play: nothing is analysed about a position that people play right now, unless all of them have agreed.

A game is recognised by its tiles: they are drawn for each game and stay until its end. A game that began with a moment
of another, or with a chosen seed, has no tiles of its own: others may have them rightly. A player with a copy of the
program can ask it at home; this server does not do it for them.
"""

import json
import re

from amyitis.service.ports import Store
from amyitis.service.problems import Conflict
from amyitis.table import GameMetadata
from amyitis.table.people import people

_TILES = re.compile(r"_tiles=([^_]*)_")
_PLANTER = re.compile("[A-Z]@")
PLAYED = "people play this position right now, and not all of them have agreed to a coach: ask when their game is over"


async def check_not_played(store: Store, position: str, round_: int) -> None:
    """Raise Conflict if a position of this round may belong to a game that people play without a coach."""
    tiles = _TILES.search(position)
    if tiles is None:
        return
    candidates = [
        metadata
        for metadata in await store.running_with(f"_tiles={_PLANTER.sub('', tiles[1])}_")
        if _is_drawn(metadata) and metadata.coach != "on" and _round(metadata.standing) <= round_
    ]
    seats = await store.seats_of([metadata.id for metadata in candidates])
    if any(people(seats[metadata.id]) > 1 for metadata in candidates):
        raise Conflict(PLAYED, key="being_played")


def _is_drawn(metadata: GameMetadata) -> bool:
    """Return whether the tiles of a game were drawn for it."""
    return metadata.seeded_start and not metadata.seed_chosen


def _round(standing: str) -> int:
    return int(json.loads(standing)["round"]) if standing else 0
