"""A bot in one file: `amyitis match examples/bots/gardener.py Apprentice --games 20`."""

from amyitis import Game


class Gardener:
    """Plants whenever it can, and never passes if it can do something."""

    def choose(self, game: Game) -> str:
        """Returns the move that brings the most prestige at once."""
        moves = list(game.legal_moves)
        planting = [move for move in moves if move.startswith("plant:")]
        return max(planting or moves, key=lambda move: self.prestige_after(game, move))

    def prestige_after(self, game: Game, move: str) -> int:
        """Returns the prestige of the one who moves, after a move."""
        seat, after = game.seat, game.copy()
        after.push(move)
        return after.scores[seat] - (move == "pass")
