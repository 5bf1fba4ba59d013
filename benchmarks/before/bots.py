"""The bots of the program before and of today's, for tournaments: `benchmarks/before/bots.py:Before:netsearch:20`.

Both play with the small network of the package and the standard box (with ten grey cubes more, for the older program).
A bot with a time counts processor time, so that a busy machine does not decide.
"""

from amyitis import Game

from .programs import SMALL, Child, fetch_before

_children: dict[str, Child] = {}


class _Bot:
    """A bot of a version of the program, whose process all games share."""

    version: str

    def __init__(self, argument: str, seed: int) -> None:
        if self.version not in _children:
            fetch_before()
            _children[self.version] = Child(self.version)
        self._child, self._argument, self._seed = _children[self.version], f"{argument},{SMALL}", seed

    def choose(self, game: Game) -> str:
        """The move that it chooses."""
        move: str = self._child.ask("choose", self._argument, self._seed, game.seat, game.position)
        return move


class Before(_Bot):
    """A bot of the program before."""

    version = "before"


class Now(_Bot):
    """A bot of today's program."""

    version = "now"
