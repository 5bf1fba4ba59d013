"""Fair play: the engine is not asked about a position that people play right now, unless all of them have agreed.

Whose position it is shows by its tiles: they are drawn for each game and lie still until its end. A game that was begun
with a moment of another, or with a seed that somebody chose, has no tiles of its own: others may have them rightly.
Whoever has the program can ask it at home; this server does not do it for them.
"""

import json
import re

from amyitis.api.records import read_record
from amyitis.game import Game
from amyitis.server.refusals import Conflict
from amyitis.store import GameStore
from amyitis.table import GameFacts
from amyitis.table.coaching import people

_TILES = re.compile(r"_tiles=([^_]*)_")
_PLANTER = re.compile("[A-Z]@")
PLAYED = "people play this position right now, and not all of them have agreed to a coach: ask when their game is over"


async def check_not_played(store: GameStore, position: str, round_: int) -> None:
    """Raises Conflict if a position, in so many rounds, may be of a game that people play without a coach."""
    found = _TILES.search(position)
    if found is None:
        return
    like = [
        facts
        for facts in await store.running_with(f"_tiles={_PLANTER.sub('', found[1])}_")
        if _drawn(facts) and facts.coach != "on" and _round(facts.standing) <= round_
    ]
    seats = await store.seats_of([facts.id for facts in like])
    if any(people(seats[facts.id]) > 1 for facts in like):
        raise Conflict(PLAYED, key="being_played")


def end_of_record(text: str) -> tuple[str, int]:
    """The last position of a record, and its round; raises what is wrong with it."""
    game = Game.from_record(read_record(text))
    return game.position, game.round


def _drawn(facts: GameFacts) -> bool:
    """Whether the tiles of a game were drawn for it."""
    return facts.seeded_start and not facts.seed_chosen


def _round(standing: str) -> int:
    return int(json.loads(standing)["round"]) if standing else 0
