"""Challenges: the same deal played by several people."""

from typing import Annotated

from amyitis.extras import TypedDict
from amyitis.game.view.shape import Seat, Switches
from amyitis.markers import Doc


class MadeChallenge(TypedDict):
    """The id of a new challenge."""

    challenge: str


class ChallengeBot(TypedDict):
    """A bot of a challenge."""

    seat: Seat
    bot: str | None


class ChallengeResult(TypedDict):
    """Somebody's result: their prestige, their lead over the best opponent, and their place.

    `coached`: they played with a coach. `left`: they left their seat to a bot, so they have no result. `game` is null
    until you have finished yours, since it would show you the cards.
    """

    name: str
    yours: bool
    over: bool
    left: bool
    at: int
    coached: bool
    prestige: int | None
    lead: int | None
    place: int | None
    game: str | None


class Challenge(TypedDict):
    """A challenge: your seat in it, the bots you play against, and all results, the best first."""

    id: str
    seat: Seat
    players: int
    switches: Switches
    bots: list[ChallengeBot]
    mine: Annotated[str | None, Doc("Your game of this challenge.")]
    results: list[ChallengeResult]
