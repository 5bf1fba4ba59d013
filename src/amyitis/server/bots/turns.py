"""The turns of bots: taken up as they come, after a restart, and when another server has left one lying."""

import asyncio
import contextlib
import logging
import os
import secrets
from collections.abc import Callable

from amyitis.box.known import digest_in
from amyitis.server.games.service import GameService
from amyitis.server.refusals import NotFound, Refused, Stale
from amyitis.store import DatabaseAway
from amyitis.table import Table

from .payers import Payers
from .pool import BotPool

SWEEP_SECONDS = 3.0
LEASE_SECONDS = 6.0

logger = logging.getLogger(__name__)


class BotTurns:
    """Plays for the bots of a server."""

    def __init__(self, games: GameService, pool: BotPool, on_move: Callable[[], None]) -> None:
        self._games, self._pool = games, pool
        self._pools: dict[str, BotPool] = {}  # for games with other boxes, by digest
        self._name = f"{os.getpid()}-{secrets.token_hex(4)}"
        self._busy: dict[str, asyncio.Task[None]] = {}
        self._sweeper: asyncio.Task[None] | None = None
        self._on_move = on_move
        self.payers = Payers()

    def start(self) -> None:
        """Take up every turn that waits, and look again from time to time."""
        self._sweeper = asyncio.create_task(self._sweep())

    async def stop(self) -> None:
        """Leave the turns that are being thought about to the next start."""
        tasks = [*self._busy.values(), *([self._sweeper] if self._sweeper else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await asyncio.gather(*(pool.stop() for pool in (self._pool, *self._pools.values())))

    @property
    def thinking(self) -> int:
        """How many games wait for a bot of this server."""
        return len(self._busy)

    def consider(self, table: Table) -> None:
        """Play for a bot if it must decide at this table."""
        if self._bot_to_play(table) is not None:
            self._take_up(table.facts.id)

    def _bot_to_play(self, table: Table) -> str | None:
        """The bot that must decide, if there is one."""
        return table.bot_to_play(self._games.watchers.watches(table.facts.id))

    def _take_up(self, game_id: str) -> None:
        if game_id not in self._busy:
            task = asyncio.create_task(self._play(game_id))
            self._busy[game_id] = task
            task.add_done_callback(lambda _task: self._busy.pop(game_id, None))

    async def _sweep(self) -> None:
        while True:
            try:
                for game_id in await self._games.store.waiting_bots(self._games.watchers.watched):
                    self._take_up(game_id)
            except DatabaseAway as problem:
                logger.warning("no look for waiting bots", extra={"error": str(problem)})
            except Exception:
                logger.exception("looking for waiting bots failed")
            await asyncio.sleep(SWEEP_SECONDS)

    async def _play(self, game_id: str) -> None:
        """Play until a person must decide, the game is over, or another server plays here."""
        try:
            while await self._play_one(game_id):
                pass
        except NotFound:
            pass  # the game was thrown away meanwhile
        except DatabaseAway:
            logger.warning("a bot's turn waits for the database", extra={"game": game_id})
        except Refused as problem:
            logger.warning("bot move refused", extra={"game": game_id, "error": str(problem)})
        except Exception:
            logger.exception("bot turn failed", extra={"game": game_id})

    async def _play_one(self, game_id: str) -> bool:
        """Play one move; False if there is none to play here."""
        table = await self._games.table(game_id)
        bot, ply = self._bot_to_play(table), table.ply
        if bot is None:
            return False
        if not await self._claim(game_id, ply):
            return False
        legal = table.legal
        move = legal[0] if len(legal) == 1 else await self._thought(table, bot)
        with contextlib.suppress(Stale):
            await self._games.bot_move(game_id, ply, move, bot)
            self._on_move()
        return True

    async def _claim(self, game_id: str, ply: int) -> bool:
        return await self._games.store.claim(game_id, ply, self._name, LEASE_SECONDS)

    async def _thought(self, table: Table, bot: str) -> str:
        """The bot's move; the claim is renewed as long as it thinks, and ends soon if this server does."""
        game_id, ply, box = table.facts.id, table.ply, digest_in(table.facts.box)
        pool = self._pools.get(box, self._pool)
        if box != self._games.boxes.own and box not in self._pools:
            path = await self._games.boxes.path(box)
            pool = self._pools.setdefault(box, BotPool(1, self._pool.seconds, path))
        payer = self.payers.of(game_id, table.facts.owner)
        choosing = asyncio.create_task(pool.choose(bot, table.position, table.legal, ply, game_id, payer))
        try:
            while not (await asyncio.wait({choosing}, timeout=LEASE_SECONDS / 3))[0]:
                await self._claim(game_id, ply)
            return choosing.result()
        finally:
            choosing.cancel()
            await asyncio.gather(choosing, return_exceptions=True)
