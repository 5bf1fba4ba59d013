"""Games, seats, and the messages about them."""

from typing import Annotated, Literal

from amyitis.extras import TypedDict
from amyitis.game.view.shape import Seat
from amyitis.markers import Discriminator
from amyitis.table.messages.shapes import GameModel, Refusal, Summary, Update

from .talk import TalkMessage


class Hello(TypedDict):
    """The first message of a websocket: the name of this watcher.

    A client sends it with its moves, so that its websocket gets no message about them.
    """

    type: Literal["hello"]
    watcher: str


LiveMessage = Annotated[Hello | GameModel | Update | TalkMessage, Discriminator("type")]
AfterMove = Annotated[Update | GameModel, Discriminator("type")]


class Created(TypedDict):
    """A new game, the invitations to its open seats, and the keys that were asked for (shown only now)."""

    game: GameModel
    invitations: dict[str, str]
    keys: dict[str, str]


class Deleted(TypedDict):
    """A game that was deleted."""

    id: str


class Joined(TypedDict):
    """A seat you have taken, with its key if you asked for one (shown only now)."""

    game: GameModel
    seat: Seat
    key: str | None


class Key(TypedDict):
    """A new bearer key of a seat. The key before it no longer works."""

    seat: Seat
    key: str


class Invitations(TypedDict):
    """The invitations to the open seats, by seat."""

    invitations: dict[str, str]


class Invited(TypedDict):
    """Whether an invitation is valid for a seat."""

    good: bool


class Games(TypedDict):
    """A list of games."""

    games: list[Summary]


class Refusals(TypedDict):
    """Why some moves are not allowed at the latest ply."""

    ply: int
    reasons: list[Refusal]
