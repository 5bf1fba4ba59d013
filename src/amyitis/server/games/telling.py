"""What the server says about a game: one JSON object for answers, websockets and everyone who looks."""

import json
from typing import Any

from amyitis.server.people.identity import Asker
from amyitis.store import GameRow, SeatRow

from .table import Table, to_json


def seat_kind(seat: SeatRow) -> str:
    """`open`, `bot` or `person` (which may be a program)."""
    return "open" if seat.is_open else "bot" if seat.bot is not None else "person"


def seat_facts(seat: SeatRow, asker: Asker) -> dict[str, Any]:
    """A seat as everyone may see it."""
    return {
        "seat": seat.seat,
        "name": seat.name,
        "kind": seat_kind(seat),
        "bot": seat.bot,
        "yours": asker.may_claim(seat),
        "returnable": seat.bot is not None and seat.person is not None,
    }


def fairness(row: GameRow, over: bool) -> dict[str, Any]:
    """The commitment to the deals; seed and nonce only when the game is over."""
    return {
        "commitment": row.commitment,
        "seed": row.seed if over else None,
        "nonce": row.nonce if over else None,
        "seed_chosen": row.seed_chosen,
        "deals_from": row.deals_from,
        "seeded_start": row.seeded_start,
        "first_chosen": row.first is not None,
    }


def game_json(table: Table, asker: Asker, entries: list[str] | None = None, kind: str = "game") -> str:
    """The state of a game for one who asks; `entries` are JSON texts of the log.

    The parts that are alike for everyone are made once for each ply and put together as text.
    """
    over, mine = table.game.is_over, asker.seats(table)
    row, decider = table.row, table.decider
    seat = table.seat(decider)
    head = {
        "type": kind,
        "id": row.id,
        "ply": table.ply,
        "created": row.created,
        "public": row.public,
        "name": row.title,
        "yours": asker.person is not None and asker.person == row.owner,
        "seats": [seat_facts(one, asker) for one in table.seats],
        "online": [one.seat for one in table.seats if one.seat in table.online],
        "decider": None if over else decider,
        "waiting_for": None if over or seat is None else seat_kind(seat),
        "over": over,
        "can_undo": table.can_take_back(asker.actor, mine),
        "fairness": fairness(row, over),
        "rematch": row.rematch,
    }
    legal = table.legal_json() if decider in mine else "null"
    parts = [
        to_json(head)[:-1],
        f'"legal":{legal}',
        f'"position":{table.position_json()}',
        f'"view":{table.view_json()}',
        f'"entries":[{",".join(entries or [])}]}}',
    ]
    return ",".join(parts)


def summary(row: GameRow, seats: list[SeatRow], asker: Asker) -> dict[str, Any]:
    """A game in a list."""
    holder = None if row.over else next((seat for seat in seats if seat.seat == row.decider), None)
    stands = json.loads(row.standing) if row.standing else {"round": 0, "tiles_left": None, "scores": {}}
    return {
        "id": row.id,
        "name": row.title,
        "created": row.created,
        "updated": row.updated,
        "players": row.players,
        "limited_supply": row.limited_supply,
        "palace": row.palace,
        "public": row.public,
        "ply": row.ply,
        "over": row.over,
        "result": row.result,
        "decider": None if row.over else row.decider,
        "waiting_for_names": [holder.name] if holder and holder.name else [],
        "your_turn": bool(holder and holder.bot is None and asker.may_claim(holder)),
        "yours": asker.person is not None and asker.person == row.owner,
        "seats": [seat_facts(seat, asker) for seat in seats],
        "rematch": row.rematch,
        **stands,
    }
