"""`LocalGames`: what happens in local games. A change is worked out, kept, made, and only then told.

Several tabs may share a store: a table is read anew where the kept head is another one, and whoever writes second is
told that the game has moved on.
"""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any
from weakref import WeakValueDictionary

from amyitis.api.gathering import Gathering
from amyitis.api.refusals import Conflict, NotFound
from amyitis.api.refusing import refusals_of, stale
from amyitis.api.watchers import Watcher, Watchers
from amyitis.box.known import digest_in, plays_alike
from amyitis.box.tables import BOX_DIGEST
from amyitis.rules.version import RULES_VERSIONS
from amyitis.table import Asker, Change, Entry, GameFacts, LogEntry, NewGame, SeatFacts, Table, now
from amyitis.table.gathering import SHARE_SECONDS, begun, latest_stage
from amyitis.table.replaying import entries_of_log
from amyitis.table.telling import Teller

from .store import GameChange, GameLog, Kept

TELLER = Teller()
ME = Asker(person="me")  # whoever sits at this browser


class LocalGames:
    """The games of a browser. `on_change` is called for a table that has changed, whoever must decide there now."""

    def __init__(self, log: GameLog, share_seconds: float = SHARE_SECONDS) -> None:
        self.log = log
        self.watchers = Watchers()
        self.on_change: Callable[[Table], None] = lambda _table: None
        self._tables: dict[str, Table] = {}
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._share_seconds = share_seconds
        self._gathering = Gathering(self._advance, share_seconds)

    # Tables.

    async def table(self, game_id: str) -> Table:
        """The table of a game, up to date; raises NotFound or Conflict."""
        async with self._lock(game_id):
            return await self._current(game_id)

    def _lock(self, game_id: str) -> asyncio.Lock:
        lock = self._locks.get(game_id)
        if lock is None:
            lock = self._locks[game_id] = asyncio.Lock()
        return lock

    async def kept(self, game_id: str) -> Kept:
        """A game as it is kept; raises NotFound, and Conflict for one whose rules or box are not here."""
        kept = await self.log.kept(game_id)
        if kept is None:
            self._tables.pop(game_id, None)
            raise NotFound("there is no such game")
        check_playable(kept.facts)
        return kept

    async def _current(self, game_id: str) -> Table:
        """The table, up to date, for one who holds the game's lock."""
        kept, table = await self.kept(game_id), self._tables.get(game_id)
        if table is None or [table.ply, table.seating] != kept.mark:
            log = await self.log.entries(game_id)
            table, _entries = Table.rebuild(kept.facts, kept.seats, log)
            self._tables[game_id] = table
            self._gathering.consider(table)
        table.online = self.watchers.online(game_id, table.seats)
        return table

    async def whole_log(self, game_id: str) -> tuple[Kept, list[LogEntry]]:
        """A game and its log; raises NotFound, and Conflict for one that has not begun."""
        kept = await self.kept(game_id)
        if not kept.facts.start:
            raise Conflict("the game has not begun: its set-up is drawn when everybody sits at the table")
        return kept, await self.log.entries(game_id)

    async def entries_after(self, table: Table, since: int) -> list[Entry]:
        """The entries of a table behind a ply."""
        recent = table.entries_after(since)
        if recent is not None:
            return recent
        log = await self.log.entries(table.facts.id)
        return entries_of_log(table.facts, log[: table.ply])[since:]

    # What happens.

    async def create(self, new: NewGame, rematch_of: Table | None = None) -> Table:
        """Keep a new game, and with it in the game before that it is followed; raises Conflict or StorageFull."""
        changes = [GameChange(None, Kept(new.game, new.seats), new.log)]
        if rematch_of is not None:
            old = Kept(rematch_of.facts, rematch_of.seats)
            changes.append(GameChange(old, old.seated(old.seats, rematch=new.game.id)))
        if not await self.log.write(*changes):
            raise Conflict("somebody else was quicker")
        table = await self.table(new.game.id)
        if rematch_of is not None:
            self.changed(await self.table(rematch_of.facts.id))
        self.changed(table)
        return table

    async def step(
        self,
        game_id: str,
        make: Callable[[Table], Change],
        asker: Asker = ME,
        *,
        watcher: str | None = None,
        ahead: bool = False,
    ) -> Table:
        """Work a change out, keep it, make it, tell everyone but the `watcher`; raises a Refused, with nothing done."""
        async with self._lock(game_id):
            table = await self._current(game_id)
            with refusals_of(table):
                change = make(table)
            step, before = change.step, Kept(table.facts, table.seats)
            facts = replace(
                table.facts,
                ply=step.entries[-1].ply,
                updated=now(),
                decider=step.decider,
                over=step.over,
                result=step.result,
                standing=step.standing,
            )
            if not await self.log.write(GameChange(before, Kept(facts, table.seats), step.entries)):
                raise stale(TELLER, await self._current(game_id), asker, ahead)
            table.keep(change)
            table.facts = facts
            self.watchers.saw(game_id, watcher, asker, table.ply)
        self.changed(table)
        return table

    async def change_seat(self, game_id: str, letter: str, make: Callable[[Table, SeatFacts], dict[str, Any]]) -> Table:
        """Change a seat; `make` checks and gives the changes. Raises a Refused."""
        async with self._lock(game_id):
            table = await self._current(game_id)
            seat = table.seat(letter)
            if seat is None:
                raise NotFound(f"this game has no seat {letter}")
            changes = make(table, seat)
            if not changes:
                return table  # it is so already
            seats = [replace(one, **changes) if one is seat else one for one in table.seats]
            before = Kept(table.facts, table.seats)
            if not await self.log.write(GameChange(before, before.seated(seats, updated=now()))):
                raise Conflict("somebody else was quicker")
            table = await self._current(game_id)
            if table.gathering:
                table = await self._advanced(table)
        self.changed(table)
        return table

    async def delete(self, game_id: str) -> None:
        """Throw a game away; whoever watches is told. Raises NotFound."""
        async with self._lock(game_id):
            gone = await self.log.kept(game_id)
            if gone is None:
                raise NotFound("there is no such game")
            followed = [one for one in await self.log.all() if one.facts.rematch == game_id]
            changes = [GameChange(one, one.seated(one.seats, rematch=None)) for one in followed]
            if not await self.log.write(GameChange(gone, None), *changes):
                raise Conflict("somebody else was quicker")
            self._tables.pop(game_id, None)
        self.watchers.wake(game_id)

    def changed(self, table: Table) -> None:
        """Tell everyone that a table has changed."""
        self.watchers.wake(table.facts.id)
        self.on_change(table)

    # Tables that gather.

    async def _advance(self, game_id: str) -> None:
        """Take a game that gathers as far as it can go."""
        async with self._lock(game_id):
            table = await self._current(game_id)
            if not table.gathering:
                return
            table = await self._advanced(table)
        self.changed(table)

    async def _advanced(self, table: Table) -> Table:
        """The table as far as it can go by itself, for one who holds the game's lock."""
        facts = latest_stage(table.facts, table.seats, self._share_seconds)
        if facts is table.facts:
            return table
        entries: Sequence[LogEntry] = ()
        if facts.stage is None:
            log = await self.log.entries(facts.id) if facts.start else []
            facts, entries = begun(facts, table.seats, log)
        after = Kept(replace(facts, seating=facts.seating + 1), table.seats)
        await self.log.write(GameChange(Kept(table.facts, table.seats), after, entries))
        return await self._current(facts.id)

    # Watchers.

    def enter(self, game_id: str, watcher: Watcher) -> None:
        """Somebody begins to watch."""
        self.watchers.enter(game_id, watcher)
        self.watchers.wake(game_id)

    def leave(self, game_id: str, watcher: Watcher) -> None:
        """Somebody watches no more."""
        self.watchers.leave(game_id, watcher)
        self.watchers.wake(game_id)


def check_playable(facts: GameFacts) -> None:
    """Raise Conflict for a game whose rules or box are not here."""
    if facts.rules_version not in RULES_VERSIONS:
        raise Conflict(
            f"this game is played by rules version {facts.rules_version}, which came with a newer program: "
            "this one plays versions " + " and ".join(map(str, RULES_VERSIONS))
        )
    if not plays_alike(digest_in(facts.box), facts.players):
        check_box(digest_in(facts.box))


def check_box(digest: str | None) -> None:
    """Raise Conflict for a box that is not the one in use: a page without a server plays with no other."""
    if digest and digest != BOX_DIGEST:
        raise Conflict(
            f"this game is played with the box {digest}: without a server there is only the box {BOX_DIGEST}",
            key="other_box",
        )
