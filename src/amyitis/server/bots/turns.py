"""The turns of bots: taken up as they come, after a restart, and when another server has left one lying."""

import asyncio
import logging
import os
import secrets
from collections.abc import Callable

from amyitis.api.background_tasks import cancel_all
from amyitis.api.bot_turns import BaseBotTurns
from amyitis.box.known import digest_in
from amyitis.server.games.service import GameService
from amyitis.server.refusals import NotFound, Refused
from amyitis.store import DatabaseAway
from amyitis.table import Table

from .payers import Payers
from .pool import BotPool

SWEEP_SECONDS = 3.0
LEASE_SECONDS = 6.0

logger = logging.getLogger(__name__)


class BotTurns(BaseBotTurns):
    """Plays for the bots of a server; of several, one plays a turn."""

    def __init__(self, games: GameService, pool: BotPool, on_move: Callable[[], None]) -> None:
        super().__init__(games.watchers, games.table)
        self._games, self._pool = games, pool
        self._pools: dict[str, BotPool] = {}  # for games with other boxes, by digest
        self._name = f"{os.getpid()}-{secrets.token_hex(4)}"
        self._sweeper: asyncio.Task[None] | None = None
        self._on_move = on_move
        self.payers = Payers()

    def start(self) -> None:
        """Take up every turn that waits, and look again from time to time."""
        self._sweeper = asyncio.create_task(self._sweep())

    async def stop(self) -> None:
        """Leave the turns that are being thought about to the next start."""
        await cancel_all([*self._busy.values(), *([self._sweeper] if self._sweeper else [])])
        await asyncio.gather(*(pool.stop() for pool in (self._pool, *self._pools.values())))

    @property
    def thinking(self) -> int:
        """How many games wait for a bot of this server."""
        return len(self._busy)

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

    async def _may_play(self, game_id: str, ply: int) -> bool:
        """Claim a turn, or go on claiming it; False if another server has it."""
        return await self._games.store.claim(game_id, ply, self._name, LEASE_SECONDS)

    async def _move(self, game_id: str, ply: int, move: str, bot: str) -> None:
        await self._games.bot_move(game_id, ply, move, bot)
        self._on_move()

    def _failed(self, game_id: str, problem: Exception) -> None:
        match problem:
            case NotFound():
                pass  # the game was thrown away meanwhile
            case DatabaseAway():
                logger.warning("a bot's turn waits for the database", extra={"game": game_id})
            case Refused():
                logger.warning("bot move refused", extra={"game": game_id, "error": str(problem)})
            case _:
                logger.error("bot turn failed", extra={"game": game_id}, exc_info=problem)

    async def _choose(self, table: Table, bot: str) -> str:
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
                await self._may_play(game_id, ply)
            return choosing.result()
        finally:
            await cancel_all([choosing])
