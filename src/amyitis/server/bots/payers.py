"""For whom the bots of a game think: the address of the one who acted there last, as they are counted."""

from collections import OrderedDict

MOST_KEPT = 10_000


class Payers:
    """Remembers who acted last in each game.

    Whoever only looks pays where nobody has acted: a stranger for whom much was thought slows no game of others.
    """

    def __init__(self) -> None:
        self._payers: OrderedDict[str, str] = OrderedDict()

    def acted(self, game_id: str, client: str) -> None:
        """Somebody made a game or moved in it."""
        self._payers[game_id] = client
        self._payers.move_to_end(game_id)
        while len(self._payers) > MOST_KEPT:
            self._payers.popitem(last=False)

    def looked(self, game_id: str, client: str) -> None:
        """Somebody watches a game."""
        if game_id not in self._payers:
            self.acted(game_id, client)

    def of(self, game_id: str, owner: str) -> str:
        """Who pays for a game: its owner if nobody is known."""
        return self._payers.get(game_id, owner)
