"""The way in for a browser: a worker of the page makes one `LocalServer`, and asks it as it would ask a server."""

from .bot_turns import BotTurns, Thinker
from .games import LocalGames
from .live import Live, Tell
from .routes.facts import FactRoutes
from .routes.games import GameRoutes
from .routes.puzzles import PuzzleRoutes
from .routes.reviews import ReviewRoutes
from .routes.routing import Answer, Router
from .store import GameLog, Store
from .thoughts import Reviewer, Thoughts


class LocalServer:
    """Answers requests, and tells of games, with what is kept in a store."""

    def __init__(self, store: Store, think: Thinker, reviewer: Reviewer | None = None) -> None:
        log = GameLog(store)
        self.games = LocalGames(log)
        self.bots = BotTurns(self.games, think)
        self.games.on_change = self.bots.consider
        self._live = Live(self.games, self.bots)
        self._router = Router()
        thoughts = Thoughts(self.games, reviewer)
        GameRoutes(self.games, self.bots, thoughts).add_to(self._router)
        ReviewRoutes(thoughts).add_to(self._router)
        FactRoutes(self.games).add_to(self._router)
        PuzzleRoutes(log).add_to(self._router)

    async def ask(self, method: str, target: str, body: str | None = None) -> Answer:
        """Answer a request: `ask("GET", "/api/v1/games?which=mine")`."""
        return await self._router.answer(method, target, body)

    def watch(
        self, number: int, game_id: str, since: int, tell: Tell, whole: bool = False, outlook: bool = False
    ) -> None:
        """Tell of a game from now on, under a number that the one who asks has chosen."""
        self._live.open(number, game_id, since, tell, whole=whole, ahead=outlook)

    def unwatch(self, number: int) -> None:
        """Tell no more under this number."""
        self._live.close(number)

    def heard(self, game_id: str) -> None:
        """Another tab has changed a game."""
        self.games.watchers.wake(game_id)
