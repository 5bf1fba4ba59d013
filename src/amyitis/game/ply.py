"""One move of a game, as it is remembered."""

from dataclasses import dataclass, field

from amyitis.notation.tokens import token
from amyitis.rules.questions import FIRST_DEAL
from amyitis.rules.state import State

from .dealing import Dealer
from .events import Event


@dataclass(frozen=True)
class Ply:
    """One move of a game: its action id, the seat that made it, the table before, and what it did.

    `before` and `deals_before` are shared by all copies of the game and must be left as they are.
    """

    action: int
    seat: str
    before: State = field(repr=False)
    deals_before: Dealer | None = field(repr=False)
    events: tuple[Event, ...] = field(repr=False)

    @property
    def token(self) -> str:
        """The move as written."""
        return token(self.action)

    @property
    def is_deal(self) -> bool:
        """Whether chance made this move."""
        return self.action >= FIRST_DEAL
