"""Who plays the seats that no person plays: a chooser is a plain function from a game to a move."""

from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING

from amyitis.rules.seeds import SEED_LIMIT

if TYPE_CHECKING:
    from amyitis.game import Game

Chooser = Callable[["Game"], str]


def opponent(spec: str, seed: int, seat: int) -> Chooser:
    """A chooser for a seat: a bot by its name; `random` depends on nothing but seed and position."""
    if spec == "random":
        return random_opponent(seed)
    from amyitis.bots import make_bot
    from amyitis.notation.tokens import token

    bot = make_bot(spec, (seed + seat) % SEED_LIMIT)
    return lambda game: token(bot.choose(game.state))


def random_opponent(seed: int) -> Chooser:
    """An opponent without any idea: every legal move is as likely as another.

    What it plays follows from the seed and the position alone, so that a game that was taken back or resumed goes on
    as it would have.
    """

    def choose(game: "Game") -> str:
        moves = list(game.legal_moves)
        return Random(f"{seed} {len(game.plies)} {game.hash}").choice(moves)

    return choose
