"""The people of a table: how many there are, who is absent, and what the others may decide about an absent one's seat.

They may give the seat to a bot, or open it. A seat that a bot plays stays its holder's, who may come back at any time.
A seat that was opened may be taken by anybody who is invited. Until then its former holder may come back without an
invitation.

A coach is allowed only where everybody has agreed. The maker of a table chooses it, and everybody who sits
down later agrees by sitting down. Everybody may withdraw. Somebody who is alone among bots may turn it on later.
"""

import json
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from amyitis.table.metadata import GameMetadata, SeatMetadata

ABSENT_SECONDS = 60.0
SLOW_PACE = 60.0  # seconds for each entry of the log, from which on a game is a slow one
PATIENCE, MOST_PATIENCE = 10, 3 * 24 * 3600.0  # so many times as long as an entry takes there, and the most seconds


class Votes(NamedTuple):
    """What others want to do with a seat (`bot:NAME` or `open`), and who of them."""

    wish: str = ""
    people: tuple[str, ...] = ()


def people(seats: Iterable[SeatMetadata]) -> int:
    """How many people a table has or waits for: those who hold a seat, even while a bot plays it, and open seats."""
    seats = list(seats)
    holders = {seat.person for seat in seats if seat.person is not None}
    return len(holders) + sum(seat.is_open for seat in seats)


def compared(metadata: GameMetadata, seats: Iterable[SeatMetadata]) -> bool:
    """Whether people play against each other, at one table or in a challenge: then nobody may have advice alone."""
    return metadata.challenge is not None or people(seats) > 1


def is_absent(seat: SeatMetadata, online: Iterable[str], at: int, seconds: float = ABSENT_SECONDS) -> bool:
    """Whether the person of a seat has been away for some seconds."""
    if seat.person is None or seat.bot is not None or seat.seat in online:
        return False
    return at - seat.seen > 1000 * seconds


def patience(times: Sequence[int], seconds: float = ABSENT_SECONDS) -> float:
    """After how many seconds somebody counts as absent, by the times of the latest entries: later in a slow game."""
    pace = (times[-1] - times[0]) / 1000 / (len(times) - 1) if len(times) > 1 else 0.0
    return max(seconds, min(PATIENCE * pace, MOST_PATIENCE)) if pace > SLOW_PACE else seconds


def votes_of(seat: SeatMetadata) -> Votes:
    """The votes about a seat; none once its holder was here after the latest one."""
    if not seat.votes:
        return Votes()
    votes = json.loads(seat.votes)
    return Votes() if seat.seen > votes["at"] else Votes(votes["wish"], tuple(votes["people"]))


def voters(seats: Iterable[SeatMetadata], about: SeatMetadata) -> set[str]:
    """The people who may vote about a seat: all others who play themselves."""
    others = (seat.person for seat in seats if seat.bot is None and seat.person != about.person)
    return {person for person in others if person is not None}


def votes_needed(seats: Iterable[SeatMetadata], about: SeatMetadata) -> int:
    """How many votes decide about a seat: more than half of those who may vote."""
    return len(voters(seats, about)) // 2 + 1


def with_vote(seats: Iterable[SeatMetadata], about: SeatMetadata, wish: str, person: str, at: int) -> tuple[bool, str]:
    """Whether a further vote decides, and the seat's `votes` with it; votes for another wish are dropped."""
    votes, electorate = votes_of(about), voters(seats, about)
    earlier = electorate.intersection(votes.people) if votes.wish == wish else set()
    supporters = earlier | {person}
    text = json.dumps({"wish": wish, "people": sorted(supporters), "at": at}, separators=(",", ":"))
    return len(supporters & electorate) >= votes_needed(seats, about), text


def given_to_bot(bot: str) -> dict[str, Any]:
    """The changes of a seat that a bot plays from now on; it stays its holder's."""
    return {"bot": bot, "votes": "", "plan": ""}


def opened(seat: SeatMetadata) -> dict[str, Any]:
    """The changes of a seat that is opened again."""
    return {
        "person": None,
        "former": seat.person,
        "name": "",
        "key_hash": None,
        "invitation": seat.invitation + 1,
        "seal": None,
        "share": None,
        "votes": "",
        "plan": "",
    }
