"""Whole games from their logs: every entry with what it did, the table at any ply.

To replay a game takes some ten milliseconds, so it is done beside the event loop, and the latest ones are kept.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from amyitis.notation.records import Record, Turn, parse_record
from amyitis.server.boxes.boxes import Boxes
from amyitis.server.encoding import TELLER, ready
from amyitis.server.http.refusals import BadRequest, NotFound
from amyitis.store import GameStore
from amyitis.table import Entry, GameFacts, LogEntry, SeatFacts, Table
from amyitis.table.replaying import entries_of_log
from amyitis.table.table import ENTRIES_KEPT

MOST_PLIES = 5000  # of a record that is sent here
GAMES_KEPT = 12

T = TypeVar("T")
Find = Callable[[str], Awaitable[tuple[GameFacts, list[SeatFacts]]]]


def read_record(text: str) -> Record:
    """A record that is sent here; raises Malformed, and BadRequest for one that is longer than any game."""
    record = parse_record(text)
    if sum(len(entry.tokens) for entry in record.entries if isinstance(entry, Turn)) > MOST_PLIES:
        raise BadRequest(f"a record has at most {MOST_PLIES} moves", field="record")
    return record


async def whole_log(store: GameStore, facts: GameFacts, upto: int | None = None) -> list[LogEntry]:
    """The log of a game, or as far as a ply; raises NotFound if the game was thrown away meanwhile."""
    wanted = facts.ply if upto is None else min(upto, facts.ply)
    log = await store.log(facts.id, upto=wanted)
    if len(log) != wanted:
        raise NotFound("there is no such game")
    return log


class History:
    """Replays games from their logs; the entries of the latest ones are kept, encoded."""

    def __init__(self, store: GameStore, find: Find, boxes: Boxes) -> None:
        self._store, self._find, self._boxes = store, find, boxes
        self._kept: OrderedDict[str, list[Entry]] = OrderedDict()

    def remember(self, game_id: str, entries: list[Entry]) -> None:
        """Keep the entries of a game for those who may ask."""
        if len(entries) > ENTRIES_KEPT:
            keep(self._kept, game_id, entries, GAMES_KEPT)

    def forget(self, game_id: str) -> None:
        """Let go of a game that is gone."""
        self._kept.pop(game_id, None)

    async def replayed(
        self, game_id: str, function: Callable[..., T], *given: Any, upto: int | None = None
    ) -> tuple[GameFacts, T]:
        """A game's facts, and what a function makes of it: `function(facts, log, *given)`, by the rules of the game.

        The log is whole, or as far as a ply. Raises NotFound.
        """
        facts, _seats = await self._find(game_id)
        log = await whole_log(self._store, facts, upto)
        return facts, await self._boxes.call(facts.box, function, facts, log, *given)

    async def entries_after(self, table: Table, since: int) -> list[Any]:
        """The entries behind a ply up to the table's own, encoded.

        The table may go on while older entries are replayed, so it is looked at last: there are exactly as many entries
        as it has plies when this returns.
        """
        while (recent := table.entries_after(since)) is None:
            known = self._kept.get(table.facts.id, [])
            if not known or table.entries_after(len(known)) is None:
                _facts, known = await self.replayed(table.facts.id, entries_of_log, upto=table.ply)
                self.remember(table.facts.id, known)
            found = await asyncio.to_thread(_encoded, known[since:])
            later = table.entries_after(since + len(found))
            if later is not None:
                return found + [TELLER.entry(table, entry) for entry in later]
        return [TELLER.entry(table, entry) for entry in recent]


def _encoded(entries: list[Entry]) -> list[Any]:
    return [ready(entry.as_dict()) for entry in entries]


def keep(cache: OrderedDict[Any, Any], key: Any, thing: Any, room: int) -> None:
    """Keep something in a cache; what was kept longest ago makes room."""
    cache[key] = thing
    cache.move_to_end(key)
    while len(cache) > room:
        cache.popitem(last=False)
