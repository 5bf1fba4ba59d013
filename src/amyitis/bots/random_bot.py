"""The bot that plays any legal move."""

from amyitis.game import Game
from amyitis.rules.course.chance import MOVES, draw_below, shuffler

from .bot import MoveValue


class RandomBot:
    """Every legal move is as good as any other."""

    def __init__(self, seed: int) -> None:
        self._moves = shuffler(seed, MOVES)

    def choose(self, game: Game) -> int:
        """Returns the move to play."""
        ids = game.legal_moves.ids
        return ids[draw_below(self._moves, len(ids))]

    def explain(self, game: Game) -> list[MoveValue]:
        """Returns the value of every legal move."""
        prestige = {letter: float(score) for letter, score in game.scores.items()}
        chance = dict.fromkeys(game.seats, 1 / game.players)
        return [MoveValue(move, 0, prestige, chance) for move in game.legal_moves]
