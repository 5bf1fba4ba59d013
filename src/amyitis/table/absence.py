"""Seats whose holders are away: who may give such a seat to a bot or open it again, alone or by vote.

A seat that a bot plays stays its holder's, who may come back at any time. A seat that was opened again may be taken by
anybody who is invited; as long as nobody has, the one who held it may come back without an invitation.
"""

import json
from collections.abc import Iterable
from typing import Any, NamedTuple

from .facts import SeatFacts

ABSENT_SECONDS = 60.0


class Votes(NamedTuple):
    """What the others wish for a seat (`bot:NAME` or `open`), and who of them."""

    wish: str
    people: tuple[str, ...]


def is_absent(seat: SeatFacts, online: Iterable[str], at: int, seconds: float = ABSENT_SECONDS) -> bool:
    """Whether the person of a seat is not there, and was not for a while."""
    if seat.person is None or seat.bot is not None or seat.seat in online:
        return False
    return at - seat.seen > 1000 * seconds


def votes_of(seat: SeatFacts) -> Votes:
    """The votes about a seat."""
    if not seat.votes:
        return Votes("", ())
    found = json.loads(seat.votes)
    return Votes(found["wish"], tuple(found["people"]))


def voters(seats: Iterable[SeatFacts], about: SeatFacts) -> set[str]:
    """The people who may vote about a seat: all others who play themselves."""
    others = (seat.person for seat in seats if seat.bot is None and seat.person != about.person)
    return {person for person in others if person is not None}


def votes_needed(seats: Iterable[SeatFacts], about: SeatFacts) -> int:
    """How many votes decide about a seat: more than half of those who may vote."""
    return len(voters(seats, about)) // 2 + 1


def with_vote(seats: Iterable[SeatFacts], about: SeatFacts, wish: str, person: str) -> tuple[bool, str]:
    """Whether a further vote decides, and the votes as they are kept; votes for another wish count no more."""
    before, may = votes_of(about), voters(seats, about)
    people = {one for one in before.people if before.wish == wish and one in may} | {person}
    text = json.dumps({"wish": wish, "people": sorted(people)}, separators=(",", ":"))
    return len(people & may) >= votes_needed(seats, about), text


def given_to_bot(bot: str) -> dict[str, Any]:
    """The changes of a seat that a bot plays from now on; it stays its holder's."""
    return {"bot": bot, "votes": ""}


def opened(seat: SeatFacts) -> dict[str, Any]:
    """The changes of a seat that is open again."""
    return {
        "person": None,
        "former": seat.person,
        "name": "",
        "key_hash": None,
        "invitation": seat.invitation + 1,
        "seal": None,
        "share": None,
        "votes": "",
    }
