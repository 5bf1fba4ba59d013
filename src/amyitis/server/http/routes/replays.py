"""Looking back: the log, the table at any ply, films, records to take away and records to look at."""

from typing import Annotated, Any

from fastapi import APIRouter, Path, Query
from starlette.responses import Response, StreamingResponse

from amyitis.box.known import box_of_record
from amyitis.errors import Malformed
from amyitis.game import Game, fair_deals, first_deals
from amyitis.game.verifying import Verdict, verify_played
from amyitis.server.encoding import encode, encoded
from amyitis.server.games.history import LONG_LOG, read_record
from amyitis.server.http.dependencies import Client, Use, Who, json_response
from amyitis.server.http.models.problems import refuses
from amyitis.server.http.models.replays import GameReplay, Log, Moment, Replay
from amyitis.server.http.models.requests import ReplayRequest
from amyitis.server.http.refusals import NotFound
from amyitis.table import GameFacts, SeatFacts
from amyitis.table.entries import ply_facts
from amyitis.table.replaying import film_of_plies, moment_of_log, record_of_log
from amyitis.table.telling import seat_facts

from .games import REPLAY_COST, GameId

router = APIRouter(tags=["replays"])

ENTRIES_OF_A_REQUEST = 500  # of a long log, that cost as much as a request


@router.get("/games/{game_id}/log", response_model=Log, responses=refuses(_404="not found"))
async def read_log(
    game_id: GameId, use: Use, client: Client, after: Annotated[int, Query(ge=0, le=1_000_000)] = 0
) -> Response:
    """What has happened, with every event, behind ply `after`."""
    use.limiter.request(client, REPLAY_COST)
    table = await use.games.table(game_id, surely=True)
    ply = table.ply
    if ply - after > LONG_LOG:
        facts, _seats = await use.games.tables.facts(game_id)
        use.limiter.request(client, facts.ply / ENTRIES_OF_A_REQUEST)
        pieces = use.games.tables.history.stream(facts, after, lambda: use.replays.turn(client))
        return StreamingResponse(pieces, media_type="application/json")
    async with use.replays.turn(client):
        entries = await use.games.tables.history.entries_after(table, min(after, ply))
    return json_response({"ply": ply, "entries": entries[: max(0, ply - after)]})


@router.get("/games/{game_id}/replay", response_model=GameReplay, responses=refuses(_404="not found"))
async def replay_game(game_id: GameId, use: Use, who: Who, client: Client) -> Response:
    """Everything for a replay in one answer: the view at the start, and for each entry what has changed in it."""
    use.limiter.request(client, REPLAY_COST)
    async with use.replays.turn(client):
        game, seats, film = await use.films.film(game_id)
    found = {"id": game.id, "ply": game.ply, "over": game.over, "box": game.box}
    return json_response({**found, "seats": [seat_facts(seat, seats, who) for seat in seats], "film": encoded(film)})


@router.get("/games/{game_id}/at/{ply}", response_model=Moment, responses=refuses(_404="not found"))
async def look_back(
    game_id: GameId, ply: Annotated[int, Path(ge=0, le=1_000_000)], use: Use, client: Client
) -> Response:
    """The table as it was after an entry of the log."""
    use.limiter.request(client, REPLAY_COST)
    async with use.replays.turn(client):
        facts, moment = await use.games.tables.history.replayed(game_id, moment_of_log, upto=ply)
    if ply > facts.ply:
        raise NotFound(f"game {game_id} has {facts.ply} entries")
    return json_response(moment)


RECORD_ANSWERS: dict[int | str, dict[str, Any]] = refuses(_404="not found")
RECORD_ANSWERS[200] = {"description": "The record", "content": {"text/plain": {"schema": {"type": "string"}}}}


@router.get("/games/{game_id}/record", response_class=Response, responses=RECORD_ANSWERS)
async def download_record(game_id: GameId, use: Use, client: Client) -> Response:
    """The game as a record (`.amy`); once it is over, with what is needed to verify the deals."""
    use.limiter.request(client, REPLAY_COST)
    facts, seats = await use.games.tables.facts(game_id)
    headers = _headers(facts, seats, facts.over)
    async with use.replays.turn(client):
        _facts, text = await use.games.tables.history.replayed(game_id, record_of_log, headers, upto=facts.ply)
    named = {"Content-Disposition": f'attachment; filename="{facts.id}.amy"'}
    return Response(text, headers=named, media_type="text/plain; charset=utf-8")


def _headers(facts: GameFacts, seats: list[SeatFacts], over: bool) -> dict[str, str]:
    names = "; ".join(f"{seat.seat} {seat.name or 'open'}" for seat in seats)
    where = (None if facts.seeded_start else facts.deals_from, facts.first)
    if facts.deals == first_deals.EDITION:
        sealed, chosen = first_deals.Sealed(int(facts.seed), facts.nonce, facts.commitment), facts.seed_chosen
        fair = first_deals.fairness_headers(sealed, over or chosen, *where, chosen)
    else:
        fair = fair_deals.fairness_headers(facts.commitment, facts.shares, facts.secret if over else None, *where)
    return {"Id": facts.id, "Names": names} | fair


@router.post("/replays", response_model=Replay, responses=refuses(_422="a move of the record is illegal"))
async def replay_record(asked: ReplayRequest, use: Use, client: Client) -> Response:
    """Play a record back without keeping it; with a seed in it, its deals are verified. `film` is as for games."""
    use.limiter.request(client, REPLAY_COST)
    box = box_of_record(asked.record) or use.boxes.own
    async with use.replays.turn(client):
        return Response(await use.boxes.call(box, played_back, asked), media_type="application/json")


def played_back(asked: ReplayRequest) -> bytes:
    """A record played back, as JSON; raises Malformed, Illegal or Drift."""
    record = read_record(asked.record)
    whole = Game.from_record(record)
    plies, ply = whole.plies, len(whole.plies) if asked.ply is None else asked.ply
    if ply > len(plies):
        raise Malformed(f"the record has {len(plies)} plies; there is no ply {ply}")
    game = Game(plies[ply].before) if ply < len(plies) else whole
    promised = {fair_deals.COMMITMENT, first_deals.SEED} & record.headers.keys()
    verdict = verify_played(record, whole) if promised else None
    facts = {
        "headers": record.headers,
        "plies": len(plies),
        "ply": ply,
        "over": game.is_over,
        "scores": game.scores,
        "winners": game.winners,
        "position": game.position,
        "view": game.view(),
        "entries": [] if asked.film else [ply_facts(place, one) for place, one in enumerate(plies[:ply], 1)],
        "film": film_of_plies(whole) if asked.film else None,
        "fair": None if verdict is None else _told(verdict, whole.deck),
    }
    return encode(facts)


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
