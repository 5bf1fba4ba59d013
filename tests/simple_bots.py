"""Bots that need no compiler and no seed."""

from amyitis.game import Game


class FirstMove:
    """Plays the first legal move of the list: it always passes."""

    def choose(self, game: Game) -> str:
        return game.legal_moves[0]


class LastMove:
    """Plays the last legal move of the list: it never passes if it can do something."""

    def choose(self, game: Game) -> str:
        return game.legal_moves[-1]
