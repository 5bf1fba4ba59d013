"""Looking back: the log, the table at any ply, films, records to take away and records to look at."""

from typing import Annotated, Any

from fastapi import APIRouter, Path, Query
from starlette.responses import Response, StreamingResponse

from amyitis.api.records import games_of, record_headers
from amyitis.box.known import box_of_record
from amyitis.server.boxes.replaying import encoded_replay
from amyitis.server.encoding import encoded
from amyitis.server.games.history import LONG_LOG
from amyitis.server.http.addresses import API
from amyitis.server.http.dependencies import Client, Use, Who, json_response
from amyitis.server.http.models.problems import refuses
from amyitis.server.http.models.replays import GameReplay, Log, Moment, RecordsOfText, Replay
from amyitis.server.http.models.requests import RecordsRequest, ReplayRequest
from amyitis.server.refusals import NotFound
from amyitis.table.replaying import moment_of_log, record_of_log
from amyitis.table.telling import seat_facts

from .games import REPLAY_COST, GameId

router = APIRouter(prefix=API, tags=["replays"])

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
    headers = record_headers(facts, seats)
    async with use.replays.turn(client):
        _facts, text = await use.games.tables.history.replayed(game_id, record_of_log, headers, upto=facts.ply)
    named = {"Content-Disposition": f'attachment; filename="{facts.id}.amy"'}
    return Response(text, headers=named, media_type="text/plain; charset=utf-8")


@router.post("/replays", response_model=Replay, responses=refuses(_422="a move of the record is illegal"))
async def replay_record(asked: ReplayRequest, use: Use, client: Client) -> Response:
    """Play a record back without keeping it; with a seed in it, its deals are verified. `film` is as for games."""
    use.limiter.request(client, REPLAY_COST)
    box = box_of_record(asked.record) or use.boxes.own
    async with use.replays.turn(client):
        played = await use.boxes.call(box, encoded_replay, asked.record, asked.ply, asked.film)
    return Response(played, media_type="application/json")


@router.post("/records", response_model=RecordsOfText, responses=refuses())
async def split_record(asked: RecordsRequest, use: Use, client: Client) -> dict[str, Any]:
    """The games of a text that holds several, one after the other; nothing is played back or kept."""
    use.limiter.request(client, REPLAY_COST)
    return games_of(asked.record)
