"""Records: the headers of a game's own record, and any record played back."""

from amyitis.errors import Malformed
from amyitis.game import Game
from amyitis.game.deals import fair_deals, first_deals
from amyitis.game.deals.verifying import Verdict, verify_played
from amyitis.notation.records import Record, Turn, parse_record
from amyitis.notation.several import split_records
from amyitis.service.problems import BadRequest
from amyitis.service.shapes.replays import FairVerdict, RecordOfSeveral, RecordsOfText, Replay
from amyitis.table import GameMetadata, SeatMetadata
from amyitis.table.messages.entries import ply_message
from amyitis.table.metadata import seat_letter
from amyitis.table.replaying import replay_of_game

MOST_PLIES = 5000  # of an uploaded record
MOST_GAMES = 1000  # of an uploaded text


def read_record(text: str) -> Record:
    """Return an uploaded record; raises Malformed, and BadRequest for one that is longer than any game."""
    record = parse_record(text)
    if sum(len(entry.tokens) for entry in record.entries if isinstance(entry, Turn)) > MOST_PLIES:
        raise BadRequest(f"a record has at most {MOST_PLIES} moves", field="record")
    return record


def record_headers(metadata: GameMetadata, seats: list[SeatMetadata]) -> dict[str, str]:
    """Return the headers of a game's record; once it is over, with all that is needed to verify the deals."""
    # A semicolon separates two names: one within a name could pass for another seat.
    names = "; ".join(f"{seat.seat} {seat.name.replace(';', ',') or 'open'}" for seat in seats)
    where = (None if metadata.seeded_start else metadata.deals_from, metadata.first)
    if metadata.seed_chosen:
        sealed = first_deals.Sealed(int(metadata.seed), metadata.nonce, metadata.commitment)
        fair = first_deals.fairness_headers(sealed, *where)
    else:
        secret = metadata.secret if metadata.over else None
        fair = fair_deals.fairness_headers(metadata.commitment, metadata.shares, secret, *where)
    if metadata.deals_of is not None:
        fair[fair_deals.CHOSEN] = fair_deals.SAME_DEAL
    # The commitment binds the id of the game that was dealt first.
    shown = metadata.deals_of if metadata.deals_of is not None and metadata.over else metadata.id
    return {"Id": shown, "Names": names} | fair


def split_text(text: str) -> RecordsOfText:
    """Return the games of a text that may hold several records; headers are empty where none can be read.

    Raises BadRequest for a text with very many.
    """
    games, records = list[RecordOfSeveral](), split_records(text)
    if len(records) > MOST_GAMES:
        raise BadRequest(f"a text has at most {MOST_GAMES} games, not {len(records)}", field="record")
    for number, record in enumerate(records, 1):
        try:
            headers = dict(parse_record(record).headers)
        except Malformed:
            headers = {}
        games.append({"number": number, "headers": headers, "record": str(record)})
    return {"games": games}


def play_back(text: str, ply: int | None, replay: bool) -> Replay:
    """Play a record back as far as a ply, with its replay or its entries; raises Malformed, Illegal or Drift."""
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
        "winners": [seat_letter(seat) for seat in game.winners],
        "position": game.position,
        "view": game.view(),
        "entries": [] if replay else [ply_message(place, made) for place, made in enumerate(plies[:ply], 1)],
        "replay": replay_of_game(whole) if replay else None,
        "fair": None if verdict is None else _verdict_message(verdict, whole.deck),
    }


def _verdict_message(verdict: Verdict, deck: dict[str, int]) -> FairVerdict:
    return {
        "fair": verdict.fair,
        "edition": verdict.edition,
        "deals": verdict.deals,
        "all_deals": verdict.all_deals,
        "deck": deck,
        "faults": [{"key": fault.key, "sentence": fault.sentence} for fault in verdict.faults],
        "notes": [{"key": note.key, "sentence": note.sentence} for note in verdict.notes],
    }
