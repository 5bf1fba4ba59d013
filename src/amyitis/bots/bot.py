"""What a bot is: it is shown a game and chooses a move. It may also value every move. The simplest is here."""

from dataclasses import asdict, dataclass
from typing import Any, Protocol

from amyitis.game import Game
from amyitis.rules.course.chance import MOVES, draw_below, shuffler


@dataclass(frozen=True)
class MoveValue:
    """A bot's value of one legal move: the prestige and win chance it expects, by seat letter.

    >>> bot = make_bot("greedy", seed=1)
    >>> best = bot.explain(Game.new(2, seed=7))[0]
    >>> isinstance(best, MoveValue), sorted(best.win)
    (True, ['K', 'W'])
    """

    token: str
    visits: int
    prestige: dict[str, float]
    win: dict[str, float]

    def as_dict(self) -> dict[str, Any]:
        """Returns the value as plain data."""
        return asdict(self)


EXPENSIVE = 100.0  # milliseconds of a core for a decision, from which on a server has a quota for a bot


class Bot(Protocol):
    """A player: any object with this one method. It need not inherit from this class.

    >>> class First:
    ...     def choose(self, game):
    ...         return game.legal_moves[0]
    >>> play([First, "random"], seed=7).is_over
    True
    """

    def choose(self, game: Game) -> str | int:
        """Returns the move to play, as a token or an action id; at least one is legal.

        The game begins at this position: it holds neither the moves before nor the deals to come, and the bot may play
        on it as it likes.
        """


class ExplainingBot(Bot, Protocol):
    """A bot that can also value every move."""

    def explain(self, game: Game) -> list[MoveValue]:
        """Returns the value of every legal move, the best first."""


def bot_name(bot: object) -> str:
    """Returns the name by which a bot is spoken of: its `name` if it has one, else that of its class."""
    return str(getattr(bot, "name", type(bot).__name__))


def cost(bot: Bot) -> float:
    """Returns about how many milliseconds of one core a decision takes: the bot's `cost`, 0 if it has none."""
    return float(getattr(bot, "cost", 0.0))


class RandomBot:
    """Plays any legal move: each is as good as any other."""

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
