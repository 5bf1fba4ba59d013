"""Whole games from their logs: every entry with what it did, the table at any ply.

To replay a game takes some ten milliseconds, so it is done beside the event loop, and the latest ones are kept.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager
from typing import Any, TypeVar

from amyitis.api.bounded_cache import BoundedCache
from amyitis.box.known import digest_in
from amyitis.server.boxes.boxes import Boxes
from amyitis.server.encoding import TELLER, encode, ready
from amyitis.server.refusals import Conflict, NotFound
from amyitis.store import GameStore
from amyitis.table import Entry, GameFacts, LogEntry, SeatFacts, Table
from amyitis.table.replaying import LogReplay, entries_of_log
from amyitis.table.shortening import ShortLog
from amyitis.table.table import ENTRIES_KEPT

GAMES_KEPT = 12
LONG_LOG = 2000  # entries: no game that was just played has more
PAGE = 100  # entries that are read at once, and nobody waits longer for the event loop
REST, LONGEST_REST = 3.0, 0.5  # times as long as such a page took; seconds

T = TypeVar("T")
TakeTurn = Callable[[], AbstractAsyncContextManager[None]]
Find = Callable[[str], Awaitable[tuple[GameFacts, list[SeatFacts]]]]


async def whole_log(store: GameStore, facts: GameFacts, upto: int | None = None) -> list[LogEntry]:
    """The log of a game, or as far as a ply; raises NotFound if the game was thrown away meanwhile.

    From a long one, what was taken back is left out, but for the latest entries.
    """
    wanted = facts.ply if upto is None else min(upto, facts.ply)
    if not facts.start:
        raise Conflict("the game has not begun: its set-up is drawn when everybody sits at the table")
    if wanted > LONG_LOG:
        short = ShortLog(facts.id, wanted, ENTRIES_KEPT)
        async for page in pages(store, facts.id, wanted):
            short.read(page)
        return short.entries
    log = await store.log(facts.id, upto=wanted)
    if len(log) != wanted:
        raise NotFound("there is no such game")
    return log


async def pages(store: GameStore, game_id: str, upto: int) -> AsyncIterator[list[LogEntry]]:
    """A log in pieces that fit into memory; raises NotFound if the game was thrown away meanwhile."""
    for after in range(0, upto, PAGE):
        began = time.perf_counter()
        page = await store.log(game_id, after, min(after + PAGE, upto))
        if not page:
            raise NotFound("there is no such game")
        yield page
        await rest_after(time.perf_counter() - began)


async def rest_after(seconds: float) -> None:
    """Leave the processor to the others for a while, after a page of a long log has taken some seconds of it.

    Only games that were made long on purpose, before that was bounded, have so many entries: they come slowly, and
    those who play meanwhile hardly notice.
    """
    await asyncio.sleep(min(REST * seconds, LONGEST_REST))


class History:
    """Replays games from their logs; the entries of the latest ones are kept, encoded."""

    def __init__(self, store: GameStore, find: Find, boxes: Boxes) -> None:
        self._store, self._find, self._boxes = store, find, boxes
        self._kept: BoundedCache[str, list[Entry]] = BoundedCache(GAMES_KEPT)

    def remember(self, game_id: str, entries: list[Entry]) -> None:
        """Keep the entries of a game for those who may ask."""
        if len(entries) > ENTRIES_KEPT:
            self._kept[game_id] = entries

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
        """The entries behind a ply up to the table's own, encoded; of very many, the latest.

        The table may go on while older entries are replayed, so it is looked at last: there are exactly as many entries
        as it has plies when this returns.
        """
        if table.ply - since > LONG_LOG:
            since = table.ply - len(table.recent)
        while (recent := table.entries_after(since)) is None:
            known = self._kept.get(table.facts.id, [])
            if not known or table.entries_after(len(known)) is None:
                _facts, known = await self.replayed(table.facts.id, entries_of_log, upto=table.ply)
                self.remember(table.facts.id, known)
            found = await self._boxes.beside(_encoded, known[since:])
            later = table.entries_after(since + len(found))
            if later is not None:
                return found + [TELLER.entry(table, entry) for entry in later]
        return [TELLER.entry(table, entry) for entry in recent]

    async def stream(self, facts: GameFacts, after: int, turn: TakeTurn) -> AsyncIterator[bytes]:
        """A long log behind a ply, as JSON in pieces, each made in a turn of its own: who reads slowly keeps none.

        That of a game with another box comes without what was taken back.
        """
        yield b'{"ply":%d,"entries":[' % facts.ply
        between = b""
        if digest_in(facts.box) != self._boxes.own:
            async with turn():
                _facts, entries = await self.replayed(facts.id, entries_of_log)
            yield _joined([entry for entry in entries if entry.logged.ply > after])
        else:
            replay = LogReplay(facts)
            for page_after in range(0, facts.ply, PAGE):
                async with turn():
                    began = time.perf_counter()
                    page = await self._store.log(facts.id, page_after, min(page_after + PAGE, facts.ply))
                    text = await self._boxes.beside(_told, replay, page, after)
                    await rest_after(time.perf_counter() - began)
                if text:
                    yield between + text
                    between = b","
        yield b"]}"


def _told(replay: LogReplay, page: list[LogEntry], after: int) -> bytes:
    return _joined([entry for entry in replay.entries(page) if entry.logged.ply > after])


def _joined(entries: list[Entry]) -> bytes:
    return b",".join(encode(entry.as_dict()) for entry in entries)


def _encoded(entries: list[Entry]) -> list[Any]:
    return [ready(entry.as_dict()) for entry in entries]
