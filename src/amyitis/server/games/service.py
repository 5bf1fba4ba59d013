"""`GameService`: all tables of a server. A move takes one way: who, ply, rules, log; only then everyone is told."""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from dataclasses import replace
from typing import Any, TypeVar
from weakref import WeakValueDictionary

from amyitis.box.tables import BOX_DIGEST
from amyitis.errors import AmyitisError, Illegal
from amyitis.rules.version import RULES_VERSION
from amyitis.server.http.refusals import BadRequest, Conflict, Forbidden, IllegalMove, NotFound, Stale, illegal_facts
from amyitis.server.live.watchers import Watcher, Watchers
from amyitis.server.people.identity import Asker
from amyitis.store import GameRow, GameStore, NewGame, SeatRow, Taken

from .history import History, whole_log
from .table import BOT, Change, DealBetween, Misplaced, NothingToTakeBack, NotYours, Table
from .telling import game_json

MOST_NEWS = 10_000
LONG_LOG = 120  # entries from which on a log is replayed beside the event loop

logger = logging.getLogger(__name__)
T = TypeVar("T")


class GameService:
    """The tables in use, kept in memory as long as there is room; the log has them all."""

    def __init__(self, store: GameStore, cached_games: int) -> None:
        self.store = store
        self.watchers = Watchers()
        self.history = History(store, self.row)
        self.on_change: Callable[[Table], None] = lambda _table: None
        self.on_turn: Callable[[Table], None] = lambda _table: None  # another seat must decide now
        self._room = cached_games
        self._tables: OrderedDict[str, Table] = OrderedDict()
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._news: set[str] = set()
        self._tasks: set[asyncio.Task[Any]] = set()

    # Tables.

    async def table(self, game_id: str, surely: bool = False) -> Table:
        """The table of a game, up to date; raises NotFound.

        Where several servers share the database, a table in memory is taken as it is unless news of it has come;
        `surely` asks the database all the same.
        """
        known = self._tables.get(game_id)
        if known is not None and not (self.store.shared and (surely or not self._is_current(game_id))):
            self._tables.move_to_end(game_id)
            return known
        async with self._lock(game_id):
            return await self._current(game_id, surely)

    def _is_current(self, game_id: str) -> bool:
        return self.store.listening and game_id not in self._news

    async def _current(self, game_id: str, surely: bool = False) -> Table:
        """The table, up to date; the game's lock is held."""
        table = self._tables.get(game_id)
        if table is None:
            table = self._tables[game_id] = await self._load(game_id)
            self._greet(table)
            while len(self._tables) > self._room:
                self._tables.popitem(last=False)
        elif self.store.shared and (surely or not self._is_current(game_id)):
            await self._catch_up(table)
        self._tables.move_to_end(game_id)
        return table

    async def _load(self, game_id: str) -> Table:
        self._news.discard(game_id)
        row, seats = await self.row(game_id)
        rows = await whole_log(self.store, row)
        if len(rows) < LONG_LOG:
            table, entries = Table.rebuild(row, seats, rows)
        else:
            table, entries = await asyncio.to_thread(Table.rebuild, row, seats, rows)
        self.history.remember(game_id, entries)
        return table

    async def _catch_up(self, table: Table) -> None:
        """Follow what other servers have appended, and tell those who watch."""
        game_id = table.row.id
        self._news.discard(game_id)
        try:
            head = await self.store.head(game_id)
            if head is None:
                self._tables.pop(game_id, None)
                raise NotFound("there is no such game")
            if head == (table.ply, table.seating):
                return
            ply, seating = head
            if ply > table.ply:
                table.follow(await self.store.log(game_id, after=table.ply, upto=ply))
            if seating != table.seating:
                table.row, table.seats = await self.row(game_id)
                table.seating = seating
                self._greet(table)
        except BaseException:
            self._news.add(game_id)  # whoever asked may have gone away: the next one looks again
            raise
        self.watchers.wake(game_id)

    async def row(self, game_id: str) -> tuple[GameRow, list[SeatRow]]:
        """A game's row and seats; raises NotFound."""
        row = await self.store.game(game_id)
        if row is None:
            raise NotFound("there is no such game")
        if row.rules_version != RULES_VERSION or row.box.split()[-1:] != [BOX_DIGEST]:
            raise Conflict(f"this game is played by rules version {row.rules_version} with the box {row.box}")
        return row, await self.store.seats(game_id)

    async def create(self, new: NewGame) -> Table:
        """Keep a new game and lay its table."""
        await self.store.create(new)
        table = await self.table(new.game.id)
        self.on_change(table)
        self.on_turn(table)
        return table

    # What happens.

    async def move(self, game_id: str, ply: int, tokens: Sequence[str], asker: Asker) -> tuple[Table, list[str]]:
        """Play moves for a person or program; answers with the table and the new entries. Raises a Refused."""

        async def make(table: Table) -> Change:
            mine = asker.seats(table)
            if not mine:
                raise Forbidden("you hold no seat in this game")
            self._check_ply(table, ply, asker)
            return table.moved(tokens, asker.actor, mine)

        return await self._step(game_id, make, asker)

    async def bot_move(self, game_id: str, ply: int, token: str, bot: str) -> Table:
        """Play a bot's move; raises Stale if the game has gone on since, or the seat is no longer a bot's."""

        async def make(table: Table) -> Change:
            seat = table.seat(table.decider)
            if table.ply != ply or seat is None or seat.bot is None:
                raise Stale("the bot's turn is over")
            return table.moved([token], BOT + bot, frozenset(table.decider))

        return (await self._step(game_id, make, Asker()))[0]

    async def undo(self, game_id: str, ply: int, asker: Asker) -> tuple[Table, list[str]]:
        """Take back the last own decision. Raises a Refused."""

        async def make(table: Table) -> Change:
            mine = asker.seats(table)
            if not mine:
                raise Forbidden("you hold no seat in this game")
            self._check_ply(table, ply, asker)
            return table.taken_back(asker.actor, mine)

        return await self._step(game_id, make, asker)

    def _check_ply(self, table: Table, ply: int, asker: Asker) -> None:
        if ply != table.ply:
            raise stale(table, asker)

    async def _step(
        self, game_id: str, make: Callable[[Table], Awaitable[Change]], asker: Asker
    ) -> tuple[Table, list[str]]:
        """Work a change out, append it, make it, tell everyone; whatever becomes of the one who asked."""

        async def step() -> tuple[Table, list[str]]:
            async with self._lock(game_id):
                table = await self._current(game_id)
                change = await self._worked_out(table, make)
                await self._append(table, change, asker)
                decided = table.decider
                table.keep(change)
                new = table.recent_after(change.step.before) or []
            self._changed(table)
            if table.decider != decided:
                self.on_turn(table)
            return table, new

        return await self._unhurt(step())

    async def _worked_out(self, table: Table, make: Callable[[Table], Awaitable[Change]]) -> Change:
        """The change, or the refusal that a problem with it means."""
        ply = table.ply
        try:
            return await make(table)
        except Misplaced as found:
            raise refusal_of(found.problem, ply, found.place) from None
        except NotYours as found:
            raise Forbidden(str(found), ply=ply, place=found.place, decider=found.seat) from None
        except DealBetween as found:
            raise Conflict(str(found), ply=ply, place=found.place) from None
        except NothingToTakeBack as found:
            raise Conflict(f"nothing can be taken back: {found}", ply=ply) from None

    async def _append(self, table: Table, change: Change, asker: Asker) -> None:
        game_id = table.row.id
        try:
            await self.store.append(change.step)
        except Taken:
            if self.store.shared:
                await self._catch_up(table)
            else:
                del self._tables[game_id]
                table = await self._current(game_id)
            raise stale(table, asker) from None
        except BaseException:
            # Whether it was written is not known: the next one who asks reads the log.
            self._tables.pop(game_id, None)
            raise

    async def change_seat(self, game_id: str, letter: str, make: Callable[[Table, SeatRow], dict[str, Any]]) -> Table:
        """Change a seat; `make` checks and gives the changes. Raises a Refused."""

        async def change() -> Table:
            async with self._lock(game_id):
                table = await self._current(game_id)
                seat = table.seat(letter)
                if seat is None:
                    raise NotFound(f"this game has no seat {letter}")
                if not await self.store.change_seat(game_id, seat, make(table, seat)):
                    raise Conflict("somebody else was quicker")
                table.seats = await self.store.seats(game_id)
                table.seating += 1
                self._greet(table)
            self._changed(table)
            return table

        return await self._unhurt(change())

    async def rematch(self, game_id: str, lay: Callable[[Table], Awaitable[NewGame | None]]) -> tuple[Table, bool]:
        """The game that follows one, and whether it is new; `lay` checks and lays it if need be. Raises a Refused."""

        async def make() -> tuple[Table, bool]:
            async with self._lock(game_id):
                table = await self._current(game_id, surely=True)
                new, follower = await lay(table), table.row.rematch
                if new is not None and follower is None:
                    follower = await self.store.create(new, rematch_of=game_id)
                    table.row, table.seating = replace(table.row, rematch=follower), table.seating + 1
            assert follower is not None
            self._changed(table)
            after, made = await self.table(follower), new is not None and follower == new.game.id
            if made:
                self.on_change(after)
                self.on_turn(after)
            return after, made

        return await self._unhurt(make())

    async def delete(self, game_id: str, check: Callable[[Table], None]) -> None:
        """Throw a game away if `check` does not refuse and no others play in it; whoever watches is told."""

        async def throw() -> None:
            async with self._lock(game_id):
                check(await self._current(game_id, surely=True))
                if not await self.store.delete(game_id):
                    raise Forbidden("other people play in this game: leave your seat to a bot instead")
                for table in list(self._tables.values()):
                    if game_id in (table.row.id, table.row.rematch):
                        del self._tables[table.row.id]
                self.history.forget(game_id)
            self.watchers.wake(game_id)

        await self._unhurt(throw())

    # Watchers.

    def enter(self, game_id: str, watcher: Watcher) -> None:
        """Somebody begins to watch."""
        self.watchers.enter(game_id, watcher)
        self._seen(game_id, watcher)

    def leave(self, game_id: str, watcher: Watcher) -> None:
        """Somebody watches no more."""
        self.watchers.leave(game_id, watcher)
        self._seen(game_id, watcher)

    def _seen(self, game_id: str, watcher: Watcher) -> None:
        """Somebody came or went: if they have a seat, the others are told."""
        table = self._tables.get(game_id)
        if table is not None and any(watcher.who.may_claim(seat) for seat in table.seats):
            self._greet(table)

    def _greet(self, table: Table) -> None:
        """See who of those at a table watches, and tell the others if that has changed."""
        online = self.watchers.online(table.row.id, table.seats)
        if online != table.online:
            table.online = online
            self.watchers.wake(table.row.id)

    # News.

    def heard(self, game_id: str) -> None:
        """Another server says that a game has changed."""
        if len(self._news) > MOST_NEWS:
            self._news.intersection_update([*self._tables, *self._locks])
        self._news.add(game_id)
        self.watchers.wake(game_id)

    def gap(self) -> None:
        """News may have been missed: everyone looks again."""
        self._news.update(self._tables)
        for game_id in self.watchers.watched:
            self.watchers.wake(game_id)

    def _changed(self, table: Table) -> None:
        self.watchers.wake(table.row.id)
        self.on_change(table)

    # Inner works.

    def _lock(self, game_id: str) -> asyncio.Lock:
        lock = self._locks.get(game_id)
        if lock is None:
            lock = self._locks[game_id] = asyncio.Lock()
        return lock

    async def _unhurt(self, work: Coroutine[Any, Any, T]) -> T:
        """Do something to its end, even if the one who waits for it goes away."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return await asyncio.shield(task)

    async def settle(self) -> None:
        """Wait until everything begun has ended."""
        while self._tasks:
            await asyncio.wait(self._tasks)


def stale(table: Table, asker: Asker) -> Stale:
    """The answer to one who has not seen the latest ply: with the game as it is now."""
    return Stale(f"the game is at ply {table.ply} now", ply=table.ply, game=game_json(table, asker))


def refusal_of(problem: AmyitisError, ply: int, place: int) -> BadRequest | IllegalMove:
    """The answer to a move that is malformed or illegal."""
    if isinstance(problem, Illegal):
        return IllegalMove(str(problem), ply=ply, place=place, **illegal_facts(problem))
    return BadRequest(str(problem), ply=ply, place=place)
