"""Who may change a seat, and how: joining, leaving it to a bot, replacing the absent, adding a share to the seed.

Each function checks, and returns the changes of the seat; none where it is so already. All raise a Refused.
"""

from dataclasses import replace
from typing import Any

from amyitis.bots.levels import LEVELS
from amyitis.game.deals.fair_deals import seal_of
from amyitis.service.accounts.keys import key_hash
from amyitis.service.accounts.names import distinct_name
from amyitis.service.problems import BadRequest, Conflict, Forbidden, TooMuch
from amyitis.service.shapes.requests import JoinRequest, ReplaceRequest, ShareRequest
from amyitis.table import Identity, SeatMetadata, Table
from amyitis.table.conduct import MOST_EVENTS
from amyitis.table.messages.serializing import patience_of
from amyitis.table.people.absence import given_to_bot, is_absent, opened, voters, with_vote

ONE_SEAT = "you sit at this table already: its maker wants one person at each seat"
BOTS_SEAT = "a challenge compares people: a seat that was left to a bot stays the bot's"
AGREE = "this table has a coach: everybody who sits down agrees to it (`coach`)"

Changes = dict[str, Any]

USUAL = "Steward"  # plays for people who are away, unless they have beaten a stronger one
STAND_INS = [*LEVELS][[*LEVELS].index(USUAL) :]


def hand_over(table: Table, seat: SeatMetadata, identity: Identity, bot: str) -> Changes:
    """Leave a seat of mine to a bot; the game's maker may fill an open one so."""
    if seat.is_open:
        check_maker(table, identity)
        if seat.former is not None:
            check_stand_in(bot)
        return {"bot": bot, "name": bot, "invitation": seat.invitation + 1}
    check_holder(seat, identity)
    if seat.bot is not None:
        raise Conflict("a bot plays this seat already")
    check_events(table, seat)
    return given_to_bot(bot)


def come_back(table: Table, seat: SeatMetadata, identity: Identity) -> Changes:
    """Take a seat of mine back from a bot."""
    check_holder(seat, identity)
    if seat.bot is None:
        raise Conflict("no bot plays this seat")
    check_not_out(table, seat)
    clocks = table.clocks
    if clocks is not None and table.decider == seat.seat and clocks.left(seat.seat, table.legal[0]) == 0:
        raise Conflict("your time for this turn is up: come back when your stand-in has ended it", key="turn_is_lost")
    if table.metadata.challenge is not None:  # the bot's moves would count as mine
        raise Conflict(BOTS_SEAT, key="challenge_left")
    return {"bot": None}


def join(
    table: Table,
    seat: SeatMetadata,
    person: str,
    name: str,
    request: JoinRequest,
    *,
    key: str | None,
    invited: bool,
    at: int,
) -> Changes:
    """Take an open seat: by its invitation, because it was mine, or because the game is public."""
    hashed = {} if key is None else {"key_hash": key_hash(key)}
    if seat.person == person:
        back = come_back(table, seat, Identity(person=person)) if seat.bot is not None else {}
        return hashed | back  # a retry: the answer was lost
    former = seat.person is None and seat.former == person  # even if a bot plays there now
    if not invited and not former and not (table.metadata.public and request.invitation is None):
        raise Forbidden("that is not an invitation to this seat")
    if not (seat.is_open or former):
        raise Conflict("the seat is taken", key="seat_taken")
    if not _may_take_another(table, person):
        raise Conflict(ONE_SEAT, key="one_seat")
    if table.metadata.coach == "on" and not request.coach:
        raise Conflict(AGREE, key="coach_agreement")
    seal = request.seal if table.metadata.stage in ("waiting", "commit") else None
    name = distinct_name(name, (other.name for other in table.seats if other.person != person))
    taken = {"person": person, "name": name, "bot": None, "key_hash": None, "seal": seal}
    return taken | {"former": None, "votes": "", "seen": at} | hashed


def replace_absent(
    table: Table,
    seat: SeatMetadata,
    identity: Identity,
    request: ReplaceRequest,
    *,
    seen: int,
    at: int,
    absent_seconds: float,
) -> Changes:
    """Give the seat of somebody who is away to a bot, or open it again: the maker alone, others by majority."""
    maker = identity.person is not None and identity.person == table.metadata.owner
    if identity.person is None or not (maker or identity.person in voters(table.seats, seat)):
        raise Forbidden("only those who play here, and the game's maker, may do this")
    if seat.person == identity.person:
        raise Conflict("this seat is yours: leave it instead")
    if table.over:
        raise Conflict("the game is over: everybody keeps the seat they had", key="game_over")
    if seat.is_open:
        raise Conflict("the seat is open already", key="seat_open")
    if seat.bot is not None:
        raise Conflict("a bot plays this seat already", key="seat_bots")
    if request.by == "bot":
        check_stand_in(request.bot)
    seat = replace(seat, seen=seen)
    if not is_absent(seat, table.online, at, patience_of(table, absent_seconds)):
        raise Conflict(
            "the player of this seat is here, or was not long ago, by the pace of the game", key="holder_here"
        )
    if table.metadata.stage == "reveal":
        raise Conflict("the game is about to begin")
    wish = "open" if request.by == "open" else f"bot:{request.bot}"
    decided, votes = (True, "") if maker else with_vote(table.seats, seat, wish, identity.person, at)
    if not decided:
        return {"votes": votes}
    return opened(seat) if request.by == "open" else given_to_bot(request.bot)


def add_share(table: Table, seat: SeatMetadata, identity: Identity, request: ShareRequest) -> Changes:
    """Commit to a share of the seed by its seal, or reveal the share."""
    check_holder(seat, identity)
    seal, share, stage = request.seal, request.share, table.metadata.stage
    if share is not None and share == seat.share:
        return {}  # a retry: the answer was lost
    if (seal is None) == (share is None):
        raise BadRequest("either a seal or a share", field="share")
    if seal is not None:
        if stage not in ("waiting", "commit"):
            raise Conflict("it is too late to seal a share: the others may have shown theirs")
        return {"seal": seal}
    if stage != "reveal":
        raise Conflict(
            "no shares are shown now: everybody must sit, and have sealed theirs, and the game not have begun"
        )
    if not seat.seal or seal_of(share or "") != seat.seal:
        raise Conflict("this is not the share that was sealed")
    return {"share": share}


def is_of_table(table: Table, identity: Identity) -> bool:
    """Return whether somebody made a game, holds or held a seat there, or may still take one."""
    owner = identity.person is not None and identity.person == table.metadata.owner
    former = identity.person is not None and any(seat.former == identity.person for seat in table.seats)
    return owner or former or any(seat.is_open or identity.may_claim(seat) for seat in table.seats)


def check_may_see(table: Table, identity: Identity) -> None:
    """Raise Forbidden for a stranger at a closed table whose game is running."""
    if table.metadata.closed and not (table.over or table.in_lobby or is_of_table(table, identity)):
        raise Forbidden("only those who play here see this game before it is over", key="closed_table")


def check_maker(table: Table, identity: Identity) -> None:
    """Raise Forbidden for anyone but the game's maker."""
    if identity.person is None or identity.person != table.metadata.owner:
        raise Forbidden("only the player who made the game may do this")


def check_holder(seat: SeatMetadata, identity: Identity) -> None:
    """Raise Forbidden for anyone who does not hold the seat."""
    if not identity.may_claim(seat):
        raise Forbidden("this seat is not yours")


def check_stand_in(bot: str) -> None:
    """Raise BadRequest for a bot by which nobody would like to be replaced: the game may be over when they return."""
    if bot not in STAND_INS:
        raise BadRequest(
            f"a player who is away is replaced by {', '.join(STAND_INS[:-1])} or {STAND_INS[-1]}", field="bot"
        )


def check_not_out(table: Table, seat: SeatMetadata) -> None:
    """Raise Conflict for a seat whose holder has left the game for good."""
    if seat.seat in table.conduct.ending.out:
        raise Conflict("who has resigned, or lost by time, does not come back", key="seat_out")


def check_events(table: Table, seat: SeatMetadata) -> None:
    """Raise TooMuch for a seat that has written much into the log since the last deal, beside its moves."""
    if table.conduct.events[seat.seat] >= MOST_EVENTS:
        raise TooMuch("that is enough for this round")


def _may_take_another(table: Table, person: str) -> bool:
    """Return whether a person may take a seat in addition to those that they hold already."""
    metadata = table.metadata
    return metadata.several_seats or metadata.owner == person or all(seat.person != person for seat in table.seats)
