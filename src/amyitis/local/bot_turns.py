"""The turns of bots: each decides what it wants to know, has it searched for, and plays by the same door as a click."""

import json
import logging
import secrets
from collections.abc import Awaitable, Callable

from amyitis.api.bot_turns import BaseBotTurns
from amyitis.api.refusals import BadRequest
from amyitis.api.refusing import moved_by_bot
from amyitis.bots.levels import LEVELS
from amyitis.bots.requests import AskingBot, make_asking_bot
from amyitis.errors import AmyitisError, Malformed
from amyitis.game import Game
from amyitis.notation.tokens import token
from amyitis.rules.seeds import SEED_BITS
from amyitis.table import Asker, Table

from .games import LocalGames

# A request for a search as JSON; returns `{"opinions": [...]}`, or `{"problem": "..."}` where it failed.
Thinker = Callable[[str], Awaitable[str]]

BOTS = sorted([*LEVELS, "greedy", "random"])

logger = logging.getLogger(__name__)


class NotThought(AmyitisError):
    """Nobody could search for a bot."""


def check_bot(name: str, field: str = "bot") -> str:
    """The name of a bot that may take a seat; raises BadRequest."""
    if name not in BOTS:
        raise BadRequest(f"{name} may not take a seat here; choose a level", field=field)
    return name


class BotTurns(BaseBotTurns):
    """Plays for the bots of local games. `on_trouble` is told in words if a bot cannot think."""

    def __init__(self, games: LocalGames, think: Thinker) -> None:
        super().__init__(games.watchers, games.table)
        self._games, self._think = games, think
        self._seed = secrets.randbits(SEED_BITS)
        self._bots: dict[str, AskingBot] = {}
        self.on_trouble: Callable[[str], None] = lambda _words: None

    async def _move(self, game_id: str, ply: int, move: str, bot: str) -> None:
        await self._games.step(game_id, lambda now: moved_by_bot(now, ply, move, bot), Asker())

    def _failed(self, _game_id: str, problem: Exception) -> None:
        if not isinstance(problem, AmyitisError):
            logger.error("a bot's turn failed", exc_info=problem)
        self.on_trouble(str(problem))

    async def _choose(self, table: Table, bot: str) -> str:
        """The move that a bot chooses; raises NotThought."""
        game, asking = Game(table.game.state), self._bot(bot)
        request = asking.request(game)
        found = {"opinions": []} if request is None else json.loads(await self._think(json.dumps(request.as_dict())))
        if "opinions" not in found:
            raise NotThought(str(found.get("problem", "there was no answer")))
        return token(asking.choose_from(game, found["opinions"]))

    def _bot(self, name: str) -> AskingBot:
        if name not in self._bots:
            try:
                self._bots[name] = make_asking_bot(name, self._seed)
            except Malformed:  # a bot of a server that is not here plays as a level does
                self._bots[name] = make_asking_bot("Steward", self._seed)
        return self._bots[name]
