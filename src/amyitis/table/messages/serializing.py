"""`Serializer`: the messages about a table, for each identity: the whole game, an update, and a summary for lists.

Messages are JSON as plain data. Parts that are the same for everybody are made once for each ply and go through
`fragment`: the server encodes them there, so that they are not encoded again for every recipient.
"""

import json
from collections.abc import Callable, Hashable, Sequence
from math import ceil
from typing import Any, cast

from amyitis.game.deals.fair_deals import BOT, is_hex, read_shares, seal_of
from amyitis.table.conduct import Conduct
from amyitis.table.lobby import share_state
from amyitis.table.metadata import CHANCE, GameMetadata, SeatMetadata, seat_letter
from amyitis.table.people.absence import ABSENT_SECONDS, patience, votes_needed, votes_of
from amyitis.table.people.identity import Identity
from amyitis.table.plans import plan_of
from amyitis.table.table import Table

from .entries import Entry, Fragment, as_is
from .shapes import (
    ClockModel,
    EndingModel,
    EntryModel,
    Fairness,
    GameModel,
    Head,
    PlannedTurn,
    ProposalModel,
    SeatKind,
    SeatModel,
    Share,
    ShareState,
    Summary,
    Update,
)


class Serializer:
    """Makes messages about tables; `fragment` turns each shared part into what stands for it in a message.

    `clock` returns the clocks of a table at this moment.
    """

    def __init__(
        self,
        fragment: Fragment = as_is,
        absent_seconds: float = ABSENT_SECONDS,
        clock: Callable[[Table], ClockModel | None] = lambda _table: None,
    ) -> None:
        self._fragment, self._absent_seconds, self._clock = fragment, absent_seconds, clock

    def game(
        self, table: Table, identity: Identity, entries: Sequence[EntryModel] = (), *, outlook: bool = False
    ) -> GameModel:
        """The whole game, with `entries` as given; with the outlook only for the seat that decides."""
        metadata = table.metadata
        return {
            "type": "game",
            **self._head(table, identity, outlook),
            "created": metadata.created,
            "public": metadata.public,
            "name": metadata.title,
            "box": metadata.box,
            "yours": identity.person is not None and identity.person == metadata.owner,
            "several_seats": metadata.several_seats,
            "closed": metadata.closed,
            "position": self._part(table, "position", lambda: table.position),
            "view": self._part(table, "view", lambda: table.view),
            "entries": list(entries),
        }

    def update(self, table: Table, identity: Identity, entries: Sequence[Entry], *, outlook: bool = False) -> Update:
        """What is new: the entries that the recipient does not have, each with its change of the view."""
        frames = [self._frame(table, entry) for entry in entries]
        return {"type": "update", **self._head(table, identity, outlook), "entries": frames}

    @staticmethod
    def audience(table: Table, identity: Identity) -> tuple[Any, ...]:
        """All that messages about a table depend on: identities of the same audience get the same messages."""
        known = identity.person is not None
        claims = tuple((identity.may_claim(seat), known and seat.former == identity.person) for seat in table.seats)
        owner = known and identity.person == table.metadata.owner
        return owner, claims, table.can_take_back(identity.actor, identity.seats(table.seats))

    def entry(self, table: Table, entry: Entry) -> Any:
        """An entry without its change of the view."""
        return self._part(table, ("entry", entry.logged.ply), entry.as_dict)

    def entries(self, entries: Sequence[Entry]) -> list[Any]:
        """Entries of no table in memory, without their changes of the view."""
        return [self._fragment(entry.as_dict()) for entry in entries]

    def _frame(self, table: Table, entry: Entry) -> Any:
        return self._part(table, ("frame", entry.logged.ply), lambda: {**entry.as_dict(), "set": entry.set})

    def _head(self, table: Table, identity: Identity, outlook: bool) -> Head:
        """What the whole game and an update have in common."""
        metadata, over, decider = table.metadata, table.over, table.decider
        yours = identity.seats(table.seats)
        seat, decides = table.seat(decider), decider in yours
        return {
            "id": metadata.id,
            "ply": table.ply,
            "seats": [seat_message(seat, table.seats, identity, table.conduct) for seat in table.seats],
            "online": [seat_letter(seat.seat) for seat in table.seats if seat.seat in table.online],
            "decider": None if over or table.in_lobby else seat_letter(decider),
            "waiting_for": None if over or seat is None else seat_kind(seat),
            "over": over,
            "ending": ending_message(table),
            "proposal": proposal_message(table),
            "paused": table.conduct.paused,
            "clock": self._clock(table),
            "plan": plan_message(table.seats, identity),
            "can_undo": table.can_take_back(identity.actor, yours),
            "fairness": fairness_message(metadata, table.seats, over),
            "rematch": metadata.rematch,
            "coach": metadata.coach,
            "challenge": metadata.challenge,
            "absent_after": table.cached(
                ("absent", self._absent_seconds), lambda: ceil(patience_of(table, self._absent_seconds))
            ),
            "legal": self._part(table, "legal", lambda: table.legal) if decides else None,
            "outlook": self._part(table, "outlook", table.outlook) if decides and outlook else None,
        }

    def _part(self, table: Table, name: Hashable, make: Callable[[], Any]) -> Any:
        return table.cached((self._fragment, name), lambda: self._fragment(make()))


def patience_of(table: Table, absent_seconds: float) -> float:
    """After how many seconds somebody counts as absent at a table."""
    return patience([entry.logged.at for entry in table.recent], absent_seconds)


def seat_kind(seat: SeatMetadata) -> SeatKind:
    """`open`, `bot` or `person` (which may be a program)."""
    return "open" if seat.is_open else "bot" if seat.bot is not None else "person"


def ending_message(table: Table) -> EndingModel:
    """Who is out, whether the game was ended early, and who has won it."""
    ending = table.conduct.ending
    won = table.result.rpartition(": ")[2].split() if table.over else []
    out = {seat_letter(seat): reason for seat, reason in ending.out.items()}
    return {"out": out, "ended": ending.ended, "winners": [seat_letter(seat) for seat in won]}


def proposal_message(table: Table) -> ProposalModel | None:
    """What is proposed, and who has agreed."""
    conduct = table.conduct
    if conduct.proposal is None:
        return None
    return {"what": conduct.proposal, "agreed": [seat_letter(seat) for seat in sorted(conduct.agreed)]}


def plan_message(seats: Sequence[SeatMetadata], identity: Identity) -> PlannedTurn | None:
    """The turn that somebody has planned ahead, for them alone."""
    seat = next((seat for seat in seats if seat.plan and identity.may_claim(seat)), None)
    plan = None if seat is None else plan_of(seat)
    if seat is None or plan is None:
        return None
    return {
        "seat": seat_letter(seat.seat),
        "tokens": plan.tokens,
        "dropped": plan.dropped,
        "refusal": plan.refusal,
    }


def seat_message(
    seat: SeatMetadata, seats: Sequence[SeatMetadata], identity: Identity, conduct: Conduct | None = None
) -> SeatModel:
    """A seat, one of `seats`."""
    votes = votes_of(seat)
    out = conduct is not None and seat.seat in conduct.ending.out
    return {
        "seat": seat_letter(seat.seat),
        "name": seat.name,
        "kind": seat_kind(seat),
        "bot": seat.bot,
        "yours": identity.may_claim(seat),
        "returnable": seat.bot is not None and seat.person is not None and not out,
        "was_yours": seat.person is None and identity.person is not None and seat.former == identity.person,
        "last_seen": seat.seen if seat.person is not None and seat.bot is None else None,
        "wish": votes.wish or None,
        "votes": len(votes.people),
        "votes_needed": votes_needed(seats, seat),
    }


def fairness_message(metadata: GameMetadata, seats: Sequence[SeatMetadata], over: bool) -> Fairness:
    """The commitment to the deals; the secret only when the game is over, a chosen seed from the first moment."""
    chosen = metadata.seed_chosen
    return {
        "edition": metadata.edition,
        "commitment": metadata.commitment,
        "terms": metadata.terms if over or metadata.deals_of is None else "",
        "secret": metadata.secret if over and not chosen else None,
        "seed": metadata.seed if chosen else None,
        "nonce": metadata.nonce if chosen else None,
        "shares": [] if chosen else _shares(metadata, seats),
        "shares_text": metadata.shares,
        "stage": metadata.stage,
        "stage_until": metadata.stage_until,
        "seed_chosen": chosen,
        "deals_from": metadata.deals_from,
        "seeded_start": metadata.seeded_start,
        "first_chosen": metadata.first is not None,
        "same_deal": metadata.deals_of is not None,
    }


def _shares(metadata: GameMetadata, seats: Sequence[SeatMetadata]) -> list[Share]:
    """What each seat has added to the seed, or is about to add."""
    if metadata.stage is None:
        return [
            _share(seat, "given", seal_of(share), share) if is_hex(share) else _share(seat, share, None, None)
            for seat, share in read_shares(metadata.shares).items()
        ]
    return [_share(seat.seat, _share_state(seat), seat.seal or None, seat.share) for seat in seats]


def _share(seat: str, state: str, seal: str | None, share: str | None) -> Share:
    return {"seat": seat_letter(seat), "state": cast(ShareState, state), "seal": seal, "share": share}


def _share_state(seat: SeatMetadata) -> str:
    if seat.seal == "":
        return "expected"
    if seat.seal is not None:
        return "sealed" if seat.share is None else "given"
    return BOT if seat.bot is not None and seat.person is None else share_state(seat)


def summary(metadata: GameMetadata, seats: Sequence[SeatMetadata], identity: Identity) -> Summary:
    """A game in a list."""
    holder = None if metadata.over else next((seat for seat in seats if seat.seat == metadata.decider), None)
    stands = json.loads(metadata.standing)
    return {
        "id": metadata.id,
        "name": metadata.title,
        "created": metadata.created,
        "updated": metadata.updated,
        "players": metadata.players,
        "switches": metadata.switches.as_dict(),
        "public": metadata.public,
        "ply": metadata.ply,
        "over": metadata.over,
        "result": metadata.result,
        "decider": None if metadata.over or metadata.decider == CHANCE else seat_letter(metadata.decider),
        "waiting_for_names": [holder.name] if holder and holder.name else [],
        "your_turn": bool(holder and holder.bot is None and identity.may_claim(holder)),
        "yours": identity.person is not None and identity.person == metadata.owner,
        "seats": [seat_message(seat, seats, identity) for seat in seats],
        "rematch": metadata.rematch,
        "round": stands["round"],
        "tiles_left": stands["tiles_left"],
        "scores": stands["scores"],
    }
