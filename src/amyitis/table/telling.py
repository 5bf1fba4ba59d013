"""What is told of a table, to whom: the whole game, what is new in it, and a line of it in lists.

Everything is plain data. The parts that are alike for everyone are made once for each ply and go through `ready`: a
server makes JSON of them there, so that they are not written again for everyone who asks.
"""

import json
from collections.abc import Callable, Sequence
from typing import Any

from amyitis.game.fair_deals import is_hex, read_shares, seal_of

from .absence import votes_needed, votes_of
from .asker import Asker
from .entries import Entry
from .facts import CHANCE, GameFacts, SeatFacts
from .gathering import share_state
from .table import Table

Ready = Callable[[Any], Any]


def seat_kind(seat: SeatFacts) -> str:
    """`open`, `bot` or `person` (which may be a program)."""
    return "open" if seat.is_open else "bot" if seat.bot is not None else "person"


def seat_facts(seat: SeatFacts, seats: Sequence[SeatFacts], asker: Asker) -> dict[str, Any]:
    """A seat, one of `seats`, as everyone may see it."""
    votes = votes_of(seat)
    return {
        "seat": seat.seat,
        "name": seat.name,
        "kind": seat_kind(seat),
        "bot": seat.bot,
        "yours": asker.may_claim(seat),
        "returnable": seat.bot is not None and seat.person is not None,
        "was_yours": seat.is_open and asker.person is not None and seat.former == asker.person,
        "last_seen": seat.seen if seat.person is not None and seat.bot is None else None,
        "wish": votes.wish or None,
        "votes": len(votes.people),
        "votes_needed": votes_needed(seats, seat),
    }


def fairness(facts: GameFacts, seats: Sequence[SeatFacts], over: bool) -> dict[str, Any]:
    """What was promised of the deals; what they follow from only when the game is over, or if it was chosen."""
    shown = over or facts.seed_chosen
    return {
        "edition": facts.deals,
        "commitment": facts.commitment,
        "terms": facts.terms if over or facts.deals_of is None else "",
        "secret": facts.secret if over and facts.deals > 1 else None,
        "seed": facts.seed if shown and facts.deals == 1 else None,
        "nonce": facts.nonce if shown and facts.deals == 1 else None,
        "shares": _shares(facts, seats),
        "shares_text": facts.shares,
        "stage": facts.stage,
        "stage_until": facts.stage_until,
        "seed_chosen": facts.seed_chosen,
        "deals_from": facts.deals_from,
        "seeded_start": facts.seeded_start,
        "first_chosen": facts.first is not None,
        "same_deal": facts.deals_of is not None,
    }


def _shares(facts: GameFacts, seats: Sequence[SeatFacts]) -> list[dict[str, Any]]:
    """What each seat has added to the seed, or is about to; nothing in games of the first edition."""
    if facts.deals == 1:
        return []
    if facts.stage is None:
        made = read_shares(facts.shares)
        return [
            {"seat": seat, "state": "given", "seal": seal_of(share), "share": share}
            if is_hex(share)
            else {"seat": seat, "state": share, "seal": None, "share": None}
            for seat, share in made.items()
        ]
    return [
        {"seat": seat.seat, "state": _share_state(seat), "seal": seat.seal or None, "share": seat.share}
        for seat in seats
    ]


def _share_state(seat: SeatFacts) -> str:
    if seat.seal == "":
        return "expected"
    if seat.seal is not None:
        return "sealed" if seat.share is None else "given"
    return share_state(seat)


def as_is(part: Any) -> Any:
    """The part as plain data."""
    return part


class Teller:
    """Tells of tables; `ready` makes of each part what stands in the answers."""

    def __init__(self, ready: Ready = as_is) -> None:
        self._ready = ready

    def game(
        self, table: Table, asker: Asker, entries: Sequence[Any] = (), *, ahead: bool = False, kind: str = "game"
    ) -> dict[str, Any]:
        """The whole game for one who asks, with `entries` that are ready; `ahead`: with the outlook of the asker."""
        facts, mine = table.facts, asker.seats(table.seats)
        return {
            **self._head(table, asker, mine, kind, ahead),
            "created": facts.created,
            "public": facts.public,
            "name": facts.title,
            "box": facts.box,
            "yours": asker.person is not None and asker.person == facts.owner,
            "several_seats": facts.several_seats,
            "position": self._part(table, "position", lambda: table.position),
            "view": self._part(table, "view", lambda: table.view),
            "entries": entries,
        }

    def update(self, table: Table, asker: Asker, entries: Sequence[Entry], *, ahead: bool = False) -> dict[str, Any]:
        """What is new: the entries behind what the asker knows, each with its change of the view."""
        head = self._head(table, asker, asker.seats(table.seats), "update", ahead)
        return {**head, "entries": [self._told(table, entry) for entry in entries]}

    @staticmethod
    def kind(table: Table, asker: Asker) -> tuple[Any, ...]:
        """What is told of a table depends on this alone: askers of the same kind are told the same."""
        known = asker.person is not None
        claims = tuple((asker.may_claim(seat), known and seat.former == asker.person) for seat in table.seats)
        mine = known and asker.person == table.facts.owner
        return mine, claims, table.can_take_back(asker.actor, asker.seats(table.seats))

    def entry(self, table: Table, entry: Entry) -> Any:
        """An entry, ready."""
        return self._part(table, ("entry", entry.logged.ply), entry.as_dict)

    def _told(self, table: Table, entry: Entry) -> Any:
        return self._part(table, ("told", entry.logged.ply), lambda: {**entry.as_dict(), "set": entry.set})

    def _head(self, table: Table, asker: Asker, mine: frozenset[str], kind: str, ahead: bool) -> dict[str, Any]:
        """What the whole game and an update have in common."""
        over, decider = table.over, table.decider
        seat, decides = table.seat(decider), decider in mine
        return {
            "type": kind,
            "id": table.facts.id,
            "ply": table.ply,
            "seats": [seat_facts(one, table.seats, asker) for one in table.seats],
            "online": [one.seat for one in table.seats if one.seat in table.online],
            "decider": None if over or table.gathering else decider,
            "waiting_for": None if over or seat is None else seat_kind(seat),
            "over": over,
            "can_undo": table.can_take_back(asker.actor, mine),
            "fairness": fairness(table.facts, table.seats, over),
            "rematch": table.facts.rematch,
            "coach": table.facts.coach,
            "challenge": table.facts.challenge,
            "legal": self._part(table, "legal", lambda: table.legal) if decides else None,
            "outlook": self._part(table, "outlook", table.outlook) if decides and ahead else None,
        }

    def _part(self, table: Table, name: Any, make: Callable[[], Any]) -> Any:
        return table.made((self._ready, name), lambda: self._ready(make()))


def summary(facts: GameFacts, seats: list[SeatFacts], asker: Asker) -> dict[str, Any]:
    """A game in a list."""
    holder = None if facts.over else next((seat for seat in seats if seat.seat == facts.decider), None)
    stands = json.loads(facts.standing) if facts.standing else {"round": 0, "tiles_left": None, "scores": {}}
    return {
        "id": facts.id,
        "name": facts.title,
        "created": facts.created,
        "updated": facts.updated,
        "players": facts.players,
        "limited_supply": facts.limited_supply,
        "palace": facts.palace,
        "full_lap": facts.full_lap,
        "unlimited_noble": facts.unlimited_noble,
        "public": facts.public,
        "ply": facts.ply,
        "over": facts.over,
        "result": facts.result,
        "decider": None if facts.over or facts.decider == CHANCE else facts.decider,
        "waiting_for_names": [holder.name] if holder and holder.name else [],
        "your_turn": bool(holder and holder.bot is None and asker.may_claim(holder)),
        "yours": asker.person is not None and asker.person == facts.owner,
        "seats": [seat_facts(seat, seats, asker) for seat in seats],
        "rematch": facts.rematch,
        **stands,
    }
