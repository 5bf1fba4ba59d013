"""For whom the bots of a game think: the address of the one who acted there last, as they are counted."""

from amyitis.api.bounded_cache import BoundedCache

MOST_KEPT = 10_000


class Payers:
    """Remembers who acted last in each game.

    Whoever only looks pays where nobody has acted: a stranger for whom much was thought slows no game of others.
    """

    def __init__(self) -> None:
        self._payers: BoundedCache[str, str] = BoundedCache(MOST_KEPT)

    def acted(self, game_id: str, client: str) -> None:
        """Somebody made a game or moved in it."""
        self._payers[game_id] = client

    def looked(self, game_id: str, client: str) -> None:
        """Somebody watches a game."""
        if game_id not in self._payers:
            self.acted(game_id, client)

    def of(self, game_id: str, owner: str) -> str:
        """Who pays for a game: its owner if nobody is known."""
        return self._payers.get(game_id, owner)
