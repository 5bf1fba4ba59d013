"""Who plays the seats that no person plays."""

from random import Random
from typing import TYPE_CHECKING

from amyitis.rules import SEED_LIMIT

if TYPE_CHECKING:
    from amyitis.bots import Bot
    from amyitis.game import Game


class SteadyRandomBot:
    """Plays any legal move; which one follows from the seed and the position alone.

    So a game that was taken back or resumed goes on as it would have.
    """

    name = "random"

    def __init__(self, seed: int) -> None:
        self._seed = seed

    def choose(self, game: "Game") -> str:
        """Returns the move to play."""
        return Random(f"{self._seed} {game.hash}").choice(game.legal_moves)


def opponent(spec: str, seed: int, seat: int) -> "Bot":
    """Returns the bot of a seat, by its name; raises Malformed if there is none."""
    if spec == "random":
        return SteadyRandomBot(seed)
    from amyitis.bots import make_bot

    return make_bot(spec, (seed + seat) % SEED_LIMIT)
