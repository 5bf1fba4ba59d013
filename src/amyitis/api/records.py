"""Records: what a game's own says in its headers, and any other played back."""

from typing import Any

from amyitis.errors import Malformed
from amyitis.game import Game, fair_deals, first_deals
from amyitis.game.verifying import Verdict, verify_played
from amyitis.notation.records import Record, Turn, parse_record
from amyitis.notation.several import split_records
from amyitis.table import GameFacts, SeatFacts
from amyitis.table.entries import ply_facts
from amyitis.table.replaying import film_of_plies

from .refusals import BadRequest

MOST_PLIES = 5000  # of a record that is sent here


def read_record(text: str) -> Record:
    """A record that is sent here; raises Malformed, and BadRequest for one that is longer than any game."""
    record = parse_record(text)
    if sum(len(entry.tokens) for entry in record.entries if isinstance(entry, Turn)) > MOST_PLIES:
        raise BadRequest(f"a record has at most {MOST_PLIES} moves", field="record")
    return record


def record_headers(facts: GameFacts, seats: list[SeatFacts]) -> dict[str, str]:
    """What the record of a game says beside its moves; once it is over, all that is needed to verify the deals."""
    names = "; ".join(f"{seat.seat} {seat.name or 'open'}" for seat in seats)
    where = (None if facts.seeded_start else facts.deals_from, facts.first)
    if facts.deals == first_deals.EDITION:
        sealed, chosen = first_deals.Sealed(int(facts.seed), facts.nonce, facts.commitment), facts.seed_chosen
        fair = first_deals.fairness_headers(sealed, facts.over or chosen, *where, chosen)
    else:
        secret = facts.secret if facts.over else None
        fair = fair_deals.fairness_headers(facts.commitment, facts.shares, secret, *where)
    if facts.deals_of is not None:
        fair[fair_deals.CHOSEN] = fair_deals.SAME_DEAL
    shown = facts.deals_of if facts.deals_of is not None and facts.over else facts.id  # what the commitment binds
    return {"Id": shown, "Names": names} | fair


def games_of(text: str) -> dict[str, Any]:
    """The games of a text that may hold several, each with its own record; headers are empty where none can be read."""
    games = []
    for number, one in enumerate(split_records(text), 1):
        try:
            headers = dict(parse_record(one).headers)
        except Malformed:
            headers = {}
        games.append({"number": number, "headers": headers, "record": one})
    return {"games": games}


def played_back(text: str, ply: int | None, film: bool) -> dict[str, Any]:
    """A record played back as far as a ply, with its film or its entries; raises Malformed, Illegal or Drift."""
    record = read_record(text)
    whole = Game.from_record(record)
    plies = whole.plies
    ply = len(plies) if ply is None else ply
    if ply > len(plies):
        raise Malformed(f"the record has {len(plies)} plies; there is no ply {ply}")
    game = Game(plies[ply].before) if ply < len(plies) else whole
    promised = {fair_deals.COMMITMENT, first_deals.SEED} & record.headers.keys()
    verdict = verify_played(record, whole) if promised else None
    return {
        "headers": record.headers,
        "plies": len(plies),
        "ply": ply,
        "over": game.is_over,
        "scores": game.scores,
        "winners": game.winners,
        "position": game.position,
        "view": game.view(),
        "entries": [] if film else [ply_facts(place, one) for place, one in enumerate(plies[:ply], 1)],
        "film": film_of_plies(whole) if film else None,
        "fair": None if verdict is None else _told(verdict, whole.deck),
    }


def _told(verdict: Verdict, deck: dict[str, int]) -> dict[str, Any]:
    """What was found of the deals, as plain data."""
    return {
        "fair": verdict.fair,
        "edition": verdict.edition,
        "deals": verdict.deals,
        "all_deals": verdict.all_deals,
        "deck": deck,
        "faults": [one._asdict() for one in verdict.faults],
        "notes": [one._asdict() for one in verdict.notes],
    }
