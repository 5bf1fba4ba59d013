"""Looking back: the log, the table at any ply, films, records to take away and records to look at."""

import asyncio
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query
from starlette.responses import Response

from amyitis.errors import Malformed
from amyitis.game import Game, record_of
from amyitis.game.fair_deals import SEED, Sealed, fairness_headers, verify_played
from amyitis.game.replay import play_record
from amyitis.server.games.films import film_of_plies, ply_facts
from amyitis.server.games.history import read_record
from amyitis.server.games.table import to_json
from amyitis.server.games.telling import seat_facts
from amyitis.server.http.dependencies import Client, Use, Who, json_response
from amyitis.server.http.models import GameReplay, Log, Moment, Replay, refuses
from amyitis.server.http.refusals import NotFound
from amyitis.server.http.request_models import ReplayRequest
from amyitis.store import GameRow, SeatRow

from .games import REPLAY_COST, GameId

router = APIRouter(tags=["replays"])


@router.get("/games/{game_id}/log", response_model=Log, responses=refuses(_404="not found"))
async def read_log(
    game_id: GameId, use: Use, client: Client, after: Annotated[int, Query(ge=0, le=1_000_000)] = 0
) -> Response:
    """What has happened, with every event, behind ply `after`."""
    use.limiter.request(client, REPLAY_COST)
    table = await use.games.table(game_id, surely=True)
    ply = table.ply
    entries = await use.games.history.entries_after(table, min(after, ply))
    return json_response(f'{{"ply":{ply},"entries":[{",".join(entries[: max(0, ply - after)])}]}}')


@router.get("/games/{game_id}/replay", response_model=GameReplay, responses=refuses(_404="not found"))
async def replay_game(game_id: GameId, use: Use, who: Who, client: Client) -> Response:
    """Everything for a replay in one answer: the view at the start, and for each entry what has changed in it."""
    use.limiter.request(client, REPLAY_COST)
    row, seats, film = await use.films.film(game_id)
    head = {"id": row.id, "ply": row.ply, "over": row.over, "seats": [seat_facts(seat, who) for seat in seats]}
    return json_response(f'{to_json(head)[:-1]},"film":{film}}}')


@router.get("/games/{game_id}/at/{ply}", response_model=Moment, responses=refuses(_404="not found"))
async def look_back(
    game_id: GameId, ply: Annotated[int, Path(ge=0, le=1_000_000)], use: Use, client: Client
) -> Response:
    """The table as it was after an entry of the log."""
    use.limiter.request(client, REPLAY_COST)
    whole = await use.games.history.whole(game_id, ply)
    if ply > len(whole.entries):
        raise NotFound(f"game {game_id} has {len(whole.entries)} entries")
    last = [entry.as_dict() for entry in whole.entries[-1:]]
    facts = {"ply": ply, "position": whole.game.position, "view": whole.game.view(), "entries": last}
    return json_response(to_json(facts))


RECORD_ANSWERS: dict[int | str, dict[str, Any]] = refuses(_404="not found")
RECORD_ANSWERS[200] = {"description": "The record", "content": {"text/plain": {"schema": {"type": "string"}}}}


@router.get("/games/{game_id}/record", response_class=Response, responses=RECORD_ANSWERS)
async def download_record(game_id: GameId, use: Use, client: Client) -> Response:
    """The game as a record (`.amy`); once it is over, with what is needed to verify the deals."""
    use.limiter.request(client, REPLAY_COST)
    row, game, _entries = await use.games.history.whole(game_id)
    seats = await use.store.seats(game_id)
    text = record_of(game, _headers(row, seats, game.is_over))
    headers = {"Content-Disposition": f'attachment; filename="{row.id}.amy"'}
    return Response(text, headers=headers, media_type="text/plain; charset=utf-8")


def _headers(row: GameRow, seats: list[SeatRow], over: bool) -> dict[str, str]:
    names = "; ".join(f"{seat.seat} {seat.name or 'open'}" for seat in seats)
    sealed = Sealed(int(row.seed), row.nonce, row.commitment)
    deals_from = None if row.seeded_start else row.deals_from
    return {"Id": row.id, "Names": names} | fairness_headers(sealed, over, deals_from, row.first)


@router.post("/replays", response_model=Replay, responses=refuses(_422="a move of the record is illegal"))
async def replay_record(asked: ReplayRequest, use: Use, client: Client) -> Response:
    """Play a record back without keeping it; with a seed in it, its deals are verified. `film` is as for games."""
    use.limiter.request(client, REPLAY_COST)
    return json_response(await asyncio.to_thread(_replayed, asked))


def _replayed(asked: ReplayRequest) -> str:
    record = read_record(asked.record)
    whole = play_record(record)
    plies, ply = whole.plies, len(whole.plies) if asked.ply is None else asked.ply
    if ply > len(plies):
        raise Malformed(f"the record has {len(plies)} plies; there is no ply {ply}")
    game = Game(plies[ply].before) if ply < len(plies) else whole
    verdict = verify_played(record, whole) if SEED in record.headers else None
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
        "fair": None if verdict is None else {"deals": verdict.deals, "committed": verdict.committed},
    }
    return to_json(facts)
