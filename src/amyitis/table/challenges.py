"""The same deal: a game that one person has played against bots, played again by others from the same seat.

Its set-up and all its deals are those of that game: the seed is the same, and a deal depends on nothing but the seed,
its number, and the box. The bots are of the same kind, but think anew. Which games can be challenges: those that are
over, of one person who held one seat, with a set-up that was drawn by the server. Who plays one trusts that nobody has
told them the cards: whoever has played it knows them.
"""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from amyitis.box.known import digest_in

from .facts import GameFacts, NewGame, SeatFacts, now
from .gathering import begun

CHALLENGE_BYTES = 9


@dataclass(frozen=True)
class Obstacle:
    """Why a game cannot be a challenge: a word for programs, and a sentence."""

    key: str
    sentence: str


NOT_OVER = Obstacle("challenge_running", "a game can be a challenge once it is over: until then its deals are sealed")
OTHERS = Obstacle("challenge_people", "a challenge is a game of one person, at one seat, against bots")
NOT_DRAWN = Obstacle(
    "challenge_start", "a challenge begins with a set-up that was drawn, not with a moment to go on from"
)
CHOSEN = Obstacle("challenge_seed", "whoever made this game has chosen its seed: its deals were no chance")
OTHER_RULES = Obstacle(
    "challenge_rules", "the game was played by other rules, or with another box, than this server has"
)


def obstacle(facts: GameFacts, seats: Sequence[SeatFacts], rules_version: int, box: str) -> Obstacle | None:
    """Why a game cannot be a challenge by this version of the rules and the box of this digest; None if it can."""
    people = [seat for seat in seats if seat.bot is None or seat.person is not None]
    if len(people) != 1 or people[0].bot is not None:
        return OTHERS
    if not facts.seeded_start:
        return NOT_DRAWN
    if facts.seed_chosen:
        return CHOSEN
    if (facts.rules_version, digest_in(facts.box)) != (rules_version, box):
        return OTHER_RULES
    return None if facts.over else NOT_OVER


def new_challenge() -> str:
    """A name for a challenge that nobody can guess."""
    return secrets.token_urlsafe(CHALLENGE_BYTES)


def player_of(seats: Sequence[SeatFacts]) -> SeatFacts:
    """The seat of the one person."""
    return next(seat for seat in seats if seat.person is not None)


def same_deal(facts: GameFacts, seats: Sequence[SeatFacts], person: str, name: str) -> NewGame:
    """A game with the set-up and the deals of another, for somebody else at the same seat."""
    at = now()
    mine = [
        replace(seat, person=person, name=name, key_hash=None, seen=at)
        if seat.person is not None
        else replace(seat, key_hash=None, seen=at)
        for seat in seats
    ]
    fresh: dict[str, Any] = {
        "id": secrets.token_urlsafe(CHALLENGE_BYTES),
        "owner": person,
        "created": at,
        "updated": at,
        "ply": 0,
        "seating": 0,
        "title": "",
        "rematch": None,
        "public": False,
        "coach": "off",
        "deals_of": facts.deals_of or facts.id,
        "several_seats": False,
    }
    facts, entries = begun(replace(facts, **fresh), mine, [])
    return NewGame(facts, mine, entries)
