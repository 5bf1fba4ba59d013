"""Challenges: the same deal played by several people."""

from typing import Annotated

from pydantic import Field

from amyitis.game.view.shape import Seat, Switches

from .base import Model


class MadeChallenge(Model):
    """The name of a challenge."""

    challenge: str


class ChallengeBot(Model):
    """A bot of a challenge."""

    seat: Seat
    bot: str | None


class ChallengeResult(Model):
    """How somebody did: their prestige, how far the best of the others lies behind, and their place.

    `coached`: with a coach. `left`: a bot plays on for them, and what it reaches is not told. `game` is there once you
    have ended yours: before that it would show you the cards.
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


class Challenge(Model):
    """A challenge: from which seat it is played, against whom, and how everybody did, the best first."""

    id: str
    seat: Seat
    players: int
    switches: Switches
    bots: list[ChallengeBot]
    mine: Annotated[str | None, Field(description="The game in which you play it.")]
    results: list[ChallengeResult]
