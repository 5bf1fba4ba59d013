"""Who plays the seats that no person plays: a chooser is a plain function from a game to a move."""

from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from amyitis.game import Game

Chooser = Callable[["Game"], str]


def random_opponent(seed: int) -> Chooser:
    """An opponent without any idea: every legal move is as likely as another.

    What it plays follows from the seed and the position alone, so that a game that was taken back or resumed goes on
    as it would have.
    """

    def choose(game: "Game") -> str:
        moves = list(game.legal_moves)
        return Random(f"{seed} {len(game.plies)} {game.hash}").choice(moves)

    return choose
