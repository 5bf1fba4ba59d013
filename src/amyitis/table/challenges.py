"""Challenges: a game that one person has played against bots is played again by others, from the same seat.

Its set-up and all its deals are those of that game, since a deal depends on nothing but the seed, its number, and the
box. The bots are of the same kind, but search anew. A game can be a challenge if it is over, one person played it at
one seat, and its set-up was drawn from a shared seed. A player of a challenge knows its cards: the others must
trust that nobody tells them.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from amyitis.box.known import digest_in

from .lobby import begin_game
from .metadata import GameMetadata, NewGame, SeatMetadata, new_id


@dataclass(frozen=True)
class Obstacle:
    """Why a game cannot be a challenge: a key for programs, and a sentence."""

    key: str
    sentence: str


NOT_OVER = Obstacle("challenge_running", "a game can be a challenge once it is over: until then its deals are sealed")
OTHERS = Obstacle("challenge_people", "a challenge is a game of one person, at one seat, against bots")
NOT_DRAWN = Obstacle(
    "challenge_start", "a challenge begins with a set-up that was drawn, not with a moment to go on from"
)
CHOSEN = Obstacle("challenge_seed", "the player who made this game has chosen its seed: its deals were no chance")
OTHER_RULES = Obstacle(
    "challenge_rules", "the game was played by other rules, or with another box, than this server has"
)


def obstacle(metadata: GameMetadata, seats: Sequence[SeatMetadata], rules_version: int, box: str) -> Obstacle | None:
    """Why a game cannot be a challenge by this version of the rules and the box of this digest; None if it can."""
    people = [seat for seat in seats if seat.bot is None or seat.person is not None]
    if len(people) != 1 or people[0].bot is not None:
        return OTHERS
    if not metadata.seeded_start:
        return NOT_DRAWN
    if metadata.seed_chosen:
        return CHOSEN
    if (metadata.rules_version, digest_in(metadata.box)) != (rules_version, box):
        return OTHER_RULES
    return None if metadata.over else NOT_OVER


def player_of(seats: Sequence[SeatMetadata]) -> SeatMetadata:
    """The seat of the one person."""
    return next(seat for seat in seats if seat.person is not None)


def same_deal(metadata: GameMetadata, seats: Sequence[SeatMetadata], person: str, name: str, at: int) -> NewGame:
    """A game with the set-up and the deals of another, for somebody else at the same seat."""
    sitting = [
        replace(seat, person=person, name=name, key_hash=None, seen=at)
        if seat.person is not None
        else replace(seat, key_hash=None, seen=at)
        for seat in seats
    ]
    fresh = replace(
        metadata,
        id=new_id(),
        owner=person,
        created=at,
        updated=at,
        ply=0,
        seating=0,
        title="",
        rematch=None,
        public=False,
        coach="off",
        deals_of=metadata.deals_of or metadata.id,
        several_seats=False,
    )
    begun = begin_game(fresh, sitting, [], at)
    return NewGame(begun.metadata, sitting, begun.entries)
