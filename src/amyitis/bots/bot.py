"""What a bot is: something that is shown a game and chooses a move, and may say what it thinks of each."""

from dataclasses import asdict, dataclass
from typing import Any, Protocol

from amyitis.game import Game


@dataclass(frozen=True)
class MoveValue:
    """What a bot thinks of one legal move: by seat letter, the prestige and the chance to win it expects."""

    token: str
    visits: int
    prestige: dict[str, float]
    win: dict[str, float]

    def as_dict(self) -> dict[str, Any]:
        """Returns the opinion as plain data."""
        return asdict(self)


class Bot(Protocol):
    """A player: any object with this one method. It need not inherit from this class."""

    def choose(self, game: Game) -> str | int:
        """Returns the move to play, as a token or an action id; at least one is legal.

        The game begins at this position: it holds neither the moves before nor the deals to come, and the bot may play
        on it as it likes.
        """


class ExplainingBot(Bot, Protocol):
    """A bot that can also say what it thinks."""

    def explain(self, game: Game) -> list[MoveValue]:
        """Returns an opinion on every legal move, the best first."""


def bot_name(bot: object) -> str:
    """Returns the name by which a bot is spoken of: its `name` if it has one, else that of its class."""
    return str(getattr(bot, "name", type(bot).__name__))
