"""Games: making, listing, looking."""

import asyncio
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Path, Query
from starlette.responses import Response

from amyitis.game import Game, record_of
from amyitis.game.fair_deals import Sealed, fairness_headers, verify_deals
from amyitis.game.replay import play_record
from amyitis.notation.records import parse_record
from amyitis.store import GameRow, NewGame, SeatRow

from .models import Created, Deleted, GameModel, Games, Log, Moment, Replay, refuses
from .new_games import lay_rematch, lay_table
from .people import Asker
from .refusals import Conflict, Forbidden, NotFound, TooMuch
from .request_models import Fork, NewGameRequest, ReplayRequest
from .services import Client, Services, Use, Who, game_response, json_response, set_person
from .table import Table, to_json
from .telling import game_json, summary

router = APIRouter(tags=["games"])

GameId = Annotated[str, Path(max_length=32, pattern="^[A-Za-z0-9_-]+$")]
DEFAULT_NAME = "Player"
REPLAY_COST = 4.0  # requests, for what plays a whole game over


def invitations_of(use: Services, game_id: str, seats: list[SeatRow]) -> dict[str, str]:
    """The invitations to the open seats, by seat."""
    return {seat.seat: use.doorkeeper.invitation(game_id, seat) for seat in seats if seat.is_open}


@router.post("/games", status_code=201, response_model=Created, responses=refuses(_403="forbidden"))
async def create_game(asked: NewGameRequest, use: Use, who: Who, client: Client) -> Response:
    """Make a game. Whoever has no cookie yet gets one; programs ask for `keys`."""
    if who.key_hash is not None:
        raise Forbidden("a seat's key is for its game alone")
    person = who.person or use.doorkeeper.new_person()
    await _check_running(use, person)
    name = (await use.store.person_name(person)) or DEFAULT_NAME
    moment = None if asked.origin is None else await _moment(use, client, asked.origin)
    laid = await asyncio.to_thread(lay_table, asked, person, name, moment)
    use.gatekeeper.new_game(client)
    table = await use.house.create(laid.new)
    return _created(use, table, person, laid.keys)


async def _check_running(use: Services, person: str) -> None:
    limit = use.settings.limits.running_games
    if await use.store.running_games(person) >= limit:
        raise TooMuch(f"at most {limit} games at a time", 60)


async def _moment(use: Services, client: str, fork: Fork) -> Game:
    """Another game as it was at a ply; raises NotFound."""
    use.gatekeeper.request(client, REPLAY_COST)
    row, game, entries = await use.house.retold(fork.game, fork.ply)
    if fork.ply > len(entries):
        raise NotFound(f"game {row.id} has {len(entries)} entries")
    return game


def _created(use: Services, table: Table, person: str, keys: dict[str, str], status: int = 201) -> Response:
    """A game that was made, with its invitations for whoever made it."""
    mine = table.row.owner == person
    more = to_json({"invitations": invitations_of(use, table.row.id, table.seats) if mine else {}, "keys": keys})
    response = json_response(f'{{"game":{game_json(table, Asker(person=person))},{more[1:]}', status)
    response.headers["Location"] = f"/api/v1/games/{table.row.id}"
    set_person(response, use, person)
    return response


@router.post(
    "/games/{game_id}/rematch",
    status_code=201,
    response_model=Created,
    responses=refuses(_403="not your game", _404="not found", _409="the game is not over")
    | {200: {"model": Created, "description": "Somebody has asked for it before"}},
)
async def rematch(game_id: GameId, use: Use, who: Who, client: Client) -> Response:
    """The same people and bots once more, moved up by one place. Whoever asks later gets the same new game."""
    person = who.person
    if person is None:
        raise Forbidden("only those who played may ask for a rematch")
    await _check_running(use, person)

    def lay(table: Table) -> NewGame:
        if person != table.row.owner and not any(seat.person == person for seat in table.seats):
            raise Forbidden("only those who played may ask for a rematch")
        if not table.game.is_over:
            raise Conflict("the game is not over")
        if table.row.rematch is None:
            use.gatekeeper.new_game(client)
        return lay_rematch(table.row, table.seats, person)

    table, new = await use.house.rematch(game_id, lay)
    return _created(use, table, person, {}, 201 if new else 200)


@router.delete("/games/{game_id}", responses=refuses(_403="not yours to throw away", _404="not found"))
async def delete_game(game_id: GameId, use: Use, who: Who) -> Deleted:
    """Throw a game away: for whoever made it, if no other person sits there or nobody has moved yet."""

    async def check(table: Table) -> None:
        owner = table.row.owner
        if who.person is None or who.person != owner:
            raise Forbidden("only whoever made the game may throw it away")
        others = any(seat.person not in (None, owner) for seat in table.seats)
        if others and await use.store.has_begun(game_id):
            raise Forbidden("other people play in this game: leave your seat to a bot instead")

    await use.house.delete(game_id, check)
    return Deleted(id=game_id)


@router.get("/games", responses=refuses())
async def list_games(use: Use, who: Who, which: Annotated[Literal["mine", "open", "watch"], Query()] = "open") -> Games:
    """My games, public games with an open seat, or public games to watch."""
    if which == "mine":
        rows = [] if who.person is None else await use.store.games_of(who.person)
    else:
        rows = await (use.store.open_games() if which == "open" else use.store.public_games())
    seats = await use.store.seats_of([row.id for row in rows])
    return Games.model_validate({"games": [summary(row, seats.get(row.id, []), who) for row in rows]})


@router.get("/games/{game_id}", response_model=GameModel, responses=refuses(_404="not found"))
async def look(
    game_id: GameId, use: Use, who: Who, since: Annotated[int | None, Query(ge=0, le=1_000_000)] = None
) -> Response:
    """The game now; with `since`, the entries behind that ply too."""
    table = await use.house.table(game_id, surely=True)
    entries = [] if since is None else await use.house.entries_after(table, min(since, table.ply))
    return game_response(table, who, entries)


@router.get("/games/{game_id}/log", response_model=Log, responses=refuses(_404="not found"))
async def read_log(
    game_id: GameId, use: Use, client: Client, after: Annotated[int, Query(ge=0, le=1_000_000)] = 0
) -> Response:
    """What has happened, with every event, behind ply `after`."""
    use.gatekeeper.request(client, REPLAY_COST)
    _row, _game, entries = await use.house.retold(game_id)
    listed = ",".join(entry.json for entry in entries[after:])
    return json_response(f'{{"ply":{len(entries)},"entries":[{listed}]}}')


@router.get("/games/{game_id}/at/{ply}", response_model=Moment, responses=refuses(_404="not found"))
async def look_back(game_id: GameId, ply: Annotated[int, Path(ge=0, le=1_000_000)], use: Use) -> Response:
    """The table as it was after an entry of the log."""
    row, game, entries = await use.house.retold(game_id, ply)
    if ply > len(entries):
        raise NotFound(f"game {row.id} has {len(entries)} entries")
    last = [entry.as_dict() for entry in entries[-1:]]
    return json_response(to_json({"ply": ply, "position": game.position, "view": game.view(), "entries": last}))


RECORD_ANSWERS: dict[int | str, dict[str, Any]] = refuses(_404="not found")
RECORD_ANSWERS[200] = {"description": "The record", "content": {"text/plain": {"schema": {"type": "string"}}}}


@router.get("/games/{game_id}/record", response_class=Response, responses=RECORD_ANSWERS)
async def download_record(game_id: GameId, use: Use) -> Response:
    """The game as a record (`.amy`); once it is over, with what is needed to verify the deals."""
    row, game, _entries = await use.house.retold(game_id)
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
    """Play a record back without keeping it; with a seed in it, its deals are verified."""
    use.gatekeeper.request(client, REPLAY_COST)
    return json_response(to_json(await asyncio.to_thread(_replayed, asked)))


def _replayed(asked: ReplayRequest) -> dict[str, Any]:
    record = parse_record(asked.record)
    whole = play_record(record)
    game = whole if asked.ply is None else play_record(record, asked.ply)
    verdict = verify_deals(asked.record) if "Seed" in record.headers else None
    return {
        "headers": record.headers,
        "plies": len(whole.plies),
        "ply": len(game.plies),
        "over": game.is_over,
        "scores": game.scores,
        "winners": game.winners,
        "position": game.position,
        "view": game.view(),
        "entries": [
            {
                "ply": place,
                "kind": "deal" if ply.is_deal else "move",
                "seat": ply.seat,
                "token": ply.token,
                "count": 0,
                "at": 0,
                "by_bot": False,
                "events": [event.as_dict() for event in ply.events],
            }
            for place, ply in enumerate(game.plies, 1)
        ],
        "fair": None if verdict is None else {"deals": verdict.deals, "committed": verdict.committed},
    }
