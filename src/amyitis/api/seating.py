"""Who may change a seat, and how: leaving it to a bot, coming back, adding a share to the seed.

Each function checks and returns the changes of the seat's facts; none where it is so already.
"""

from typing import Any

from amyitis.game.fair_deals import seal_of
from amyitis.table import Asker, GameFacts, SeatFacts, Table

from .refusals import BadRequest, Conflict, Forbidden


def handed_over(table: Table, seat: SeatFacts, who: Asker, bot: str) -> dict[str, Any]:
    """A seat of mine that a bot plays from now on; whoever made the game may so fill an open one. Raises a Refused."""
    if seat.is_open:
        check_owner(table, who)
        return {"bot": bot, "name": bot, "invitation": seat.invitation + 1}
    check_holder(seat, who)
    if seat.bot is not None:
        raise Conflict("a bot plays this seat already")
    return {"bot": bot}


def returned(_table: Table, seat: SeatFacts, who: Asker) -> dict[str, Any]:
    """A seat that its holder takes back from the bot; raises Forbidden or Conflict."""
    check_holder(seat, who)
    if seat.bot is None:
        raise Conflict("no bot plays this seat")
    return {"bot": None}


def with_share(table: Table, seat: SeatFacts, who: Asker, seal: str | None, share: str | None) -> dict[str, Any]:
    """A seat whose holder seals a share of the seed, or shows it; raises a Refused."""
    check_holder(seat, who)
    if share is not None and share == seat.share:
        return {}  # it was said before: the answer was lost
    return share_change(table.facts, seat, seal, share)


def share_change(facts: GameFacts, seat: SeatFacts, seal: str | None, share: str | None) -> dict[str, Any]:
    """What becomes of a seat whose holder seals a share, or shows it; raises Conflict or BadRequest."""
    if (seal is None) == (share is None):
        raise BadRequest("either a seal or a share", field="share")
    if seal is not None:
        if facts.stage != "open":
            raise Conflict("it is too late to seal a share: the others may have shown theirs")
        return {"seal": seal}
    if facts.stage != "reveal":
        raise Conflict(
            "no shares are shown now: everybody must sit, and have sealed theirs, and the game not have begun"
        )
    if not seat.seal or seal_of(share or "") != seat.seal:
        raise Conflict("this is not the share that was sealed")
    return {"share": share}


def check_owner(table: Table, who: Asker) -> None:
    """Raise Forbidden for one who has not made the game."""
    if who.person is None or who.person != table.facts.owner:
        raise Forbidden("only whoever made the game may do this")


def check_holder(seat: SeatFacts, who: Asker) -> None:
    """Raise Forbidden for one who does not hold the seat."""
    if not who.may_claim(seat):
        raise Forbidden("this seat is not yours")
