"""`BotTurns`: plays for bots, one turn after the other at each table; of several servers, one plays a turn."""

import asyncio
import logging
import os
import secrets
from contextlib import suppress

from amyitis.service.background_tasks import BackgroundTasks, cancel_all, log_problem, repeat
from amyitis.service.bounded_cache import BoundedCache
from amyitis.service.events import BotFailed, EventBus, TableChanged
from amyitis.service.ports import Ports
from amyitis.service.problems import NotFound, Stale
from amyitis.table import Table

from .moves import Moves
from .tables import Tables
from .watching.watchers import Watchers

SWEEP_SECONDS = 3.0
LEASE_SECONDS = 6.0
MOST_OWNERS = 10_000

logger = logging.getLogger(__name__)


class BotTurns:
    """Plays for bots until a person must decide or the game is over."""

    def __init__(self, ports: Ports, events: EventBus, tables: Tables, watchers: Watchers, moves: Moves) -> None:
        self._store, self._analyzer, self._clock, self._events = ports.store, ports.analyzer, ports.clock, events
        self._tables, self._watchers, self._moves = tables, watchers, moves
        self._name = f"{os.getpid()}-{secrets.token_hex(4)}"
        self._turns: dict[str, asyncio.Task[None]] = {}
        self._tasks = BackgroundTasks()
        self._stopped = False
        # Which client acted last in each game: the bots' computing time there is charged to it. A client that only
        # watches pays where nobody has acted, so that a greedy stranger slows no game of others.
        self.owners: BoundedCache[str, str] = BoundedCache(MOST_OWNERS)
        events.subscribe(TableChanged, lambda event: self.consider(event.table))

    def start(self) -> None:
        """Take up every turn that waits, and look again from time to time."""
        self._tasks.start(repeat(self._sweep, self._clock, SWEEP_SECONDS, logger))

    async def stop(self) -> None:
        """Leave the turns that are being computed to the next start."""
        self._stopped = True
        await self._tasks.stop()
        await cancel_all(self._turns.values())

    @property
    def running(self) -> int:
        """How many games wait for a bot here."""
        return len(self._turns)

    def consider(self, table: Table) -> None:
        """Play for a bot if it must decide at this table."""
        if self._bot_to_play(table) is not None:
            self._take_up(table.metadata.id)

    def _bot_to_play(self, table: Table) -> str | None:
        return table.bot_to_play(self._watchers.watches(table.metadata.id))

    def _take_up(self, game_id: str) -> None:
        if game_id not in self._turns and not self._stopped:
            task = asyncio.create_task(self._play(game_id))
            self._turns[game_id] = task
            task.add_done_callback(lambda _task: self._turns.pop(game_id, None))

    async def _sweep(self) -> None:
        for game_id in await self._store.waiting_bots(self._watchers.watched):
            self._take_up(game_id)

    async def _play(self, game_id: str) -> None:
        try:
            while await self._play_one(game_id):
                pass
        except NotFound:
            pass  # the game was deleted meanwhile
        except Exception as problem:
            log_problem(logger, problem, "a bot's turn failed", game=game_id)
            self._events.publish(BotFailed(game_id, problem))

    async def _play_one(self, game_id: str) -> bool:
        """Play one move; False if there is none to play here."""
        table = await self._tables.table(game_id)
        bot, ply = self._bot_to_play(table), table.ply
        if bot is None or not await self._store.claim(game_id, ply, self._name, LEASE_SECONDS):
            return False
        legal = table.legal
        move = legal[0] if len(legal) == 1 else await self._choose(table, bot)
        with suppress(Stale):
            await self._moves.bot_move(game_id, ply, move, bot)
        return True

    async def _choose(self, table: Table, bot: str) -> str:
        """Return the bot's move; the claim is renewed while it is computed, and expires soon if this server dies."""
        game_id, ply = table.metadata.id, table.ply
        owner = self.owners.get(game_id, table.metadata.owner)
        choosing = asyncio.ensure_future(self._analyzer.choose(table, bot, owner))
        try:
            while not (await asyncio.wait({choosing}, timeout=LEASE_SECONDS / 3))[0]:
                await self._store.claim(game_id, ply, self._name, LEASE_SECONDS)
            return choosing.result()
        finally:
            if not choosing.done():
                choosing.cancel()
                await asyncio.gather(choosing, return_exceptions=True)
