"""`GameService`: what happens in games. A move takes one way: who, ply, rules, log; only then everyone is told."""

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import replace
from typing import Any, NamedTuple, TypeVar

from amyitis.api.gathering import Gathering
from amyitis.api.refusing import moved_by_bot, refusals_of
from amyitis.api.watchers import Watcher, Watchers
from amyitis.box.elsewhere import Lost
from amyitis.server.boxes.boxes import Boxes
from amyitis.server.http.refusals import Conflict, Forbidden, NotFound
from amyitis.server.live.presence import Presence
from amyitis.store import GameStore, Taken
from amyitis.table import Asker, Change, LogEntry, NewGame, SeatFacts, Table, now
from amyitis.table.facts import Coach
from amyitis.table.gathering import SHARE_SECONDS, begun, latest_stage

from .history import whole_log
from .refusing import deciding, stale
from .tables import Tables

T = TypeVar("T")
NewRematch = Callable[[Table], Coroutine[Any, Any, NewGame | None]]


class Telling(NamedTuple):
    """How one who moves is told: not again by the websocket of this name, and with the outlook if it is asked for."""

    watcher: str | None = None
    ahead: bool = False


TO_ALL = Telling()


class GameService:
    """Moves, undo, seats and rematches; and who is told of them."""

    def __init__(self, store: GameStore, cached_games: int, boxes: Boxes, share_seconds: float = SHARE_SECONDS) -> None:
        self.store = store
        self.boxes = boxes
        self._share_seconds = share_seconds
        self.watchers = Watchers()
        self.tables = Tables(store, cached_games, boxes)
        self.tables.on_load = self._loaded
        self.tables.on_news = self.watchers.wake
        self.on_change: Callable[[Table], None] = lambda _table: None
        self.on_turn: Callable[[Table], None] = lambda _table: None  # another seat must decide now
        self._tasks: set[asyncio.Task[Any]] = set()
        self.gathering = Gathering(self._advance, share_seconds)
        self.presence = Presence(store, self._here)

    async def table(self, game_id: str, surely: bool = False) -> Table:
        """The table of a game, up to date (see `Tables.table`); raises NotFound."""
        return await self.tables.table(game_id, surely)

    async def create(self, new: NewGame) -> Table:
        """Keep a new game; returns its table."""
        await self.store.create(new)
        table = await self.table(new.game.id)
        self.on_change(table)
        self.gathering.consider(table)
        self.on_turn(table)
        return table

    # What happens.

    async def move(self, game_id: str, ply: int, tokens: Sequence[str], asker: Asker, told: Telling = TO_ALL) -> Table:
        """Play moves for a person or program. Raises a Refused."""

        def make(table: Table) -> Change:
            return table.moved(tokens, asker.actor, deciding(table, ply, asker, told.ahead))

        return await self._step(game_id, make, asker, told)

    async def bot_move(self, game_id: str, ply: int, token: str, bot: str) -> Table:
        """Play a bot's move; raises Stale if the game has gone on since, or the seat is no longer a bot's."""
        return await self._step(game_id, lambda table: moved_by_bot(table, ply, token, bot), Asker())

    async def undo(self, game_id: str, ply: int, asker: Asker, told: Telling = TO_ALL) -> Table:
        """Take back the last own decision. Raises a Refused."""

        def make(table: Table) -> Change:
            return table.taken_back(asker.actor, deciding(table, ply, asker, told.ahead))

        return await self._step(game_id, make, asker, told)

    async def _step(self, game_id: str, make: Callable[[Table], Change], asker: Asker, told: Telling = TO_ALL) -> Table:
        """Work a change out, append it, make it, tell everyone; whatever becomes of the one who asked."""

        async def step() -> Table:
            async with self.tables.lock(game_id):
                table, change = await self._worked_out(game_id, make)
                await self._append(table, change, asker, told)
                decided = table.decider
                table.keep(change)
                self.watchers.saw(game_id, told.watcher, asker, table.ply)
                self.presence.saw(game_id, asker.seats(table.seats))
            self._changed(table)
            if table.decider != decided:
                self.on_turn(table)
            return table

        return await self._unhurt(step())

    async def _worked_out(self, game_id: str, make: Callable[[Table], Change]) -> tuple[Table, Change]:
        """The table, and the change to be made; a table that its process has lost is opened again. Raises a Refused."""
        for last in (False, True):
            table = await self.tables.current(game_id)
            with refusals_of(table):
                if not table.apart:
                    return table, make(table)
                try:
                    return table, await asyncio.to_thread(make, table)
                except Lost:
                    self.tables.drop(game_id)
                    if last:
                        raise
        raise AssertionError("either it was worked out, or something was raised")

    async def ask(self, game_id: str, question: Callable[[Table], T]) -> T:
        """What is asked of a table's rules, beside the event loop if they are in another process. Raises a Refused."""
        table = await self.table(game_id)
        with refusals_of(table):
            if not table.apart:
                return question(table)
            try:
                return await asyncio.to_thread(question, table)
            except Lost:
                self.tables.drop(game_id)
        table = await self.table(game_id)
        with refusals_of(table):
            return await asyncio.to_thread(question, table)

    async def _append(self, table: Table, change: Change, asker: Asker, told: Telling) -> None:
        game_id = table.facts.id
        try:
            await self.store.append(change.step)
        except Taken:
            if self.store.shared:
                await self.tables.catch_up(table)
            else:
                self.tables.drop(game_id)
                table = await self.tables.current(game_id)
            raise stale(table, asker, told.ahead) from None
        except BaseException:
            # Whether it was written is not known: the next one who asks reads the log.
            self.tables.drop(game_id)
            raise

    async def change_seat(self, game_id: str, letter: str, make: Callable[[Table, SeatFacts], dict[str, Any]]) -> Table:
        """Change a seat; `make` checks and gives the changes. Raises a Refused."""

        async def change() -> Table:
            async with self.tables.lock(game_id):
                table = await self.tables.current(game_id)
                seat, stage = table.seat(letter), table.facts.stage
                if seat is None:
                    raise NotFound(f"this game has no seat {letter}")
                changes = make(table, seat)
                if not changes:
                    return table  # it is so already
                if not await self.store.change_seat(game_id, seat, changes):
                    raise Conflict("somebody else was quicker")
                table.seats = await self.store.seats(game_id)
                table.seating += 1
                self._look_who_watches(table)
                table = await self._advanced(table)
            self._changed(table)
            if table.facts.stage != stage:
                self.on_turn(table)
            return table

        return await self._unhurt(change())

    async def change_coach(self, game_id: str, make: Callable[[Table], Coach]) -> Table:
        """Give a table a coach, or take it away; `make` checks and says which. Raises a Refused."""

        async def change() -> Table:
            async with self.tables.lock(game_id):
                table = await self.tables.current(game_id, surely=True)
                was, coach = table.facts.coach, make(table)
                if coach == was:
                    return table
                if not await self.store.change_coach(game_id, was, coach):
                    raise Conflict("somebody else was quicker")
                table.facts, table.seating = replace(table.facts, coach=coach), table.seating + 1
            self._changed(table)
            return table

        return await self._unhurt(change())

    # Tables that gather.

    def _loaded(self, table: Table) -> None:
        self._look_who_watches(table)
        self.gathering.consider(table)

    async def _advance(self, game_id: str) -> None:
        """Take a game that gathers as far as it can go: to its next stage, and on to its beginning."""

        async def advance() -> None:
            async with self.tables.lock(game_id):
                before = await self.tables.current(game_id, surely=True)
                table = await self._advanced(before)
                if table is before:
                    return
            self._changed(table)
            if not table.gathering:
                self.on_turn(table)

        await self._unhurt(advance())

    async def _advanced(self, table: Table) -> Table:
        """The table of a game that gathers, as far as it can go; the same one if it is there already.

        Where somebody was quicker it is read anew and looked at again: of two servers that write the last two shares at
        the same time, neither has seen both of them before.
        """
        while (was := table.facts.stage) is not None:
            facts = latest_stage(table.facts, table.seats, self._share_seconds)
            if facts is table.facts:
                break
            entries: list[LogEntry] = []
            if facts.stage is None:
                log = await whole_log(self.store, table.facts) if facts.start else []
                facts, entries = await self.boxes.call(facts.box, begun, facts, table.seats, log)
            await self.store.advance(facts, was, table.seating, entries)
            self.tables.drop(facts.id)
            table = await self.tables.current(facts.id)
        return table

    async def rematch(self, game_id: str, make: NewRematch) -> tuple[Table, bool]:
        """The game that follows one, and whether it is new; `make` checks and makes it if need be. Raises a Refused."""

        async def follow() -> tuple[Table, bool]:
            async with self.tables.lock(game_id):
                table = await self.tables.current(game_id, surely=True)
                new, follower = await make(table), table.facts.rematch
                if new is not None and follower is None:
                    follower = await self.store.create(new, rematch_of=game_id)
                    table.facts, table.seating = replace(table.facts, rematch=follower), table.seating + 1
            assert follower is not None
            self._changed(table)
            after, made = await self.table(follower), new is not None and follower == new.game.id
            if made:
                self.on_change(after)
                self.on_turn(after)
            return after, made

        return await self._unhurt(follow())

    async def delete(self, game_id: str, check: Callable[[Table], None]) -> None:
        """Throw a game away if `check` does not refuse and no others play in it; whoever watches is told."""

        async def throw() -> None:
            async with self.tables.lock(game_id):
                check(await self.tables.current(game_id, surely=True))
                if not await self.store.delete(game_id):
                    raise Forbidden("other people play in this game: leave your seat to a bot instead")
                self.tables.forget(game_id)
            self.watchers.wake(game_id)

        await self._unhurt(throw())

    def _changed(self, table: Table) -> None:
        self.watchers.wake(table.facts.id)
        self.on_change(table)
        self.gathering.consider(table)

    # Watchers.

    def enter(self, game_id: str, watcher: Watcher) -> None:
        """Somebody begins to watch."""
        self.watchers.enter(game_id, watcher)
        self._came_or_went(game_id, watcher)

    def leave(self, game_id: str, watcher: Watcher) -> None:
        """Somebody watches no more."""
        self.watchers.leave(game_id, watcher)
        self._came_or_went(game_id, watcher)

    def _came_or_went(self, game_id: str, watcher: Watcher) -> None:
        """If the one who came or went has a seat, the others are told."""
        table = self.tables.known(game_id)
        if table is not None and any(watcher.who.may_claim(seat) for seat in table.seats):
            self._look_who_watches(table)

    def _look_who_watches(self, table: Table) -> None:
        """See who of those at a table watches, and tell the others if that has changed."""
        online = self.watchers.online(table.facts.id, table.seats)
        if online != table.online:
            at, changed = now(), online ^ table.online
            self.presence.saw(table.facts.id, changed)
            table.seats = [replace(seat, seen=at) if seat.seat in changed else seat for seat in table.seats]
            table.online = online
            self.watchers.wake(table.facts.id)

    def _here(self) -> list[tuple[str, str]]:
        """The seats whose holders watch through this server."""
        tables = [table for game_id in self.watchers.watched if (table := self.tables.known(game_id)) is not None]
        return [(table.facts.id, seat) for table in tables for seat in table.online]

    # News of other servers.

    def heard(self, game_id: str) -> None:
        """Another server says that a game has changed."""
        self.tables.heard(game_id)
        self.watchers.wake(game_id)

    def gap(self) -> None:
        """News may have been missed: everyone looks again."""
        self.tables.gap()
        for game_id in self.watchers.watched:
            self.watchers.wake(game_id)

    # What is begun is ended.

    async def _unhurt(self, work: Coroutine[Any, Any, T]) -> T:
        """Do something to its end, even if the one who waits for it goes away."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return await asyncio.shield(task)

    async def settle(self) -> None:
        """Wait until everything begun has ended."""
        await self.gathering.stop()
        await self.presence.stop()
        while self._tasks:
            await asyncio.wait(self._tasks)
