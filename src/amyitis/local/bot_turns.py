"""The turns of bots: each decides what it wants to know, has it searched for, and plays by the same door as a click."""

import asyncio
import json
import logging
import secrets
from collections.abc import Awaitable, Callable
from contextlib import suppress

from amyitis.api.refusals import BadRequest, Stale
from amyitis.api.refusing import moved_by_bot
from amyitis.bots.levels import LEVELS
from amyitis.bots.requests import AskingBot, make_asking_bot
from amyitis.errors import AmyitisError, Malformed
from amyitis.game import Game
from amyitis.notation.tokens import token
from amyitis.table import Asker, Table

from .games import LocalGames

# A request for a search as JSON; returns `{"opinions": [...]}`, or `{"problem": "..."}` where it failed.
Thinker = Callable[[str], Awaitable[str]]

BOTS = sorted([*LEVELS, "greedy", "random"])
SEED_BITS = 48

logger = logging.getLogger(__name__)


class NotThought(AmyitisError):
    """Nobody could search for a bot."""


def check_bot(name: str, field: str = "bot") -> str:
    """The name of a bot that may take a seat; raises BadRequest."""
    if name not in BOTS:
        raise BadRequest(f"{name} may not take a seat here; choose a level", field=field)
    return name


class BotTurns:
    """Plays for the bots of local games. `on_trouble` is told in words if a bot cannot think."""

    def __init__(self, games: LocalGames, think: Thinker) -> None:
        self._games, self._think = games, think
        self._seed = secrets.randbits(SEED_BITS)
        self._bots: dict[str, AskingBot] = {}
        self._busy: dict[str, asyncio.Task[None]] = {}
        self.on_trouble: Callable[[str], None] = lambda _words: None

    def consider(self, table: Table) -> None:
        """Play for a bot if it must decide at this table."""
        game_id = table.facts.id
        if self._bot_to_play(table) is not None and game_id not in self._busy:
            task = asyncio.create_task(self._play(game_id))
            self._busy[game_id] = task
            task.add_done_callback(lambda _task: self._busy.pop(game_id, None))

    def _bot_to_play(self, table: Table) -> str | None:
        """The bot that must decide, if there is one."""
        return table.bot_to_play(self._games.watchers.watches(table.facts.id))

    async def _play(self, game_id: str) -> None:
        """Play until a person must decide, or the game is over."""
        try:
            while await self._play_one(game_id):
                pass
        except AmyitisError as problem:
            self.on_trouble(str(problem))
        except Exception as problem:
            logger.exception("a bot's turn failed")
            self.on_trouble(str(problem))

    async def _play_one(self, game_id: str) -> bool:
        """Play one move; False if there is none to play."""
        table = await self._games.table(game_id)
        bot, ply = self._bot_to_play(table), table.ply
        if bot is None:
            return False
        legal = table.legal
        move = legal[0] if len(legal) == 1 else await self._choice(bot, table.game.state)
        with suppress(Stale):
            await self._games.step(game_id, lambda now: moved_by_bot(now, ply, move, bot), Asker())
        return True

    async def _choice(self, name: str, state: object) -> str:
        """The move that a bot chooses; raises NotThought."""
        game = Game(state)  # type: ignore[arg-type]
        bot = self._bot(name)
        request = bot.request(game)
        found = {"opinions": []} if request is None else json.loads(await self._think(json.dumps(request.as_dict())))
        if "opinions" not in found:
            raise NotThought(str(found.get("problem", "there was no answer")))
        return token(bot.choose_from(game, found["opinions"]))

    def _bot(self, name: str) -> AskingBot:
        if name not in self._bots:
            try:
                self._bots[name] = make_asking_bot(name, self._seed)
            except Malformed:  # a bot of a server that is not here plays as a level does
                self._bots[name] = make_asking_bot("Steward", self._seed)
        return self._bots[name]
