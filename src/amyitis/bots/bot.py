"""What a bot is: something that gets a position and answers with a move, and can say what it thinks of each."""

from abc import ABC, abstractmethod
from dataclasses import asdict, dataclass
from typing import Any

from amyitis.rules.state import State


@dataclass(frozen=True)
class MoveValue:
    """What a bot thinks of one legal move: by seat letter, the prestige and the chance to win it expects."""

    token: str
    visits: int
    prestige: dict[str, float]
    win: dict[str, float]

    def as_dict(self) -> dict[str, Any]:
        """The opinion as plain data."""
        return asdict(self)


class Bot(ABC):
    """A player. It sees the position and nothing else: not the deals to come, not the history."""

    name: str

    @abstractmethod
    def choose(self, s: State) -> int:
        """The action id of the move to play; at least one is legal. The state must be left as it is."""

    @abstractmethod
    def explain(self, s: State) -> list[MoveValue]:
        """An opinion on every legal move, the best first."""
