"""Games: making, listing, looking."""

import asyncio
import json
from typing import Annotated, Literal

from fastapi import APIRouter, Path, Query
from starlette.responses import Response

from amyitis.api.new_games import MadeGame, make_fork, make_game
from amyitis.box.known import box_of_record
from amyitis.server.bots.allowed import check_bot, expensive_among
from amyitis.server.encoding import TELLER
from amyitis.server.games.fair_play import check_not_played
from amyitis.server.http.addresses import API
from amyitis.server.http.dependencies import Agent, Client, Services, Use, Who, game_response, json_response, set_person
from amyitis.server.http.models.games import Created, Deleted, GameModel, Games
from amyitis.server.http.models.problems import refuses
from amyitis.server.http.models.requests import NewGameRequest, RematchRequest
from amyitis.server.refusals import Conflict, Forbidden, NotFound, TooMuch
from amyitis.table import Asker, NewGame, Table
from amyitis.table.beginning import rematch as new_rematch
from amyitis.table.telling import summary

router = APIRouter(prefix=API, tags=["games"])

GAME_ID = "^[A-Za-z0-9_-]{1,32}$"
GameId = Annotated[str, Path(pattern=GAME_ID)]
DEFAULT_NAME = "Player"
REPLAY_COST = 4.0  # requests, for what plays a whole game over


@router.post("/games", status_code=201, response_model=Created, responses=refuses(_403="forbidden"))
async def create_game(asked: NewGameRequest, use: Use, who: Who, client: Client, agent: Agent) -> Response:
    """Make a game. Whoever has no cookie yet gets one; programs ask for `keys`."""
    if who.key_hash is not None:
        raise Forbidden("a seat's key is for its game alone")
    person = who.person or use.identities.new_person()
    await check_running(use, person)
    name = (await use.store.people.name(person)) or DEFAULT_NAME
    made = await _made(use, client, asked, person, name)
    bots = [seat.bot for seat in asked.seats]
    if not made.new.game.seeded_start and any(bots):
        await check_not_played(use.store, made.new.game.start, json.loads(made.new.game.standing)["round"])
    use.limiter.expensive_bots(client, await expensive_among(bots, use.bot_pool.milliseconds))
    use.limiter.new_game(client)
    use.bots.payers.acted(made.new.game.id, client)
    use.games.watchers.look(made.new.game.id)
    table = await use.games.lifecycle.create(made.new)
    response = created(use, table, person, made.keys)
    await set_person(response, use, who, person, agent)
    return response


async def check_running(use: Services, person: str) -> None:
    """Whether a person may play one game more; raises TooMuch."""
    limit = use.settings.limits.running_games
    if await use.store.running_games(person) >= limit:
        raise TooMuch(f"at most {limit} games at a time", 60, key="running_games", facts={"most": limit})


async def _made(use: Services, client: str, asked: NewGameRequest, person: str, name: str) -> MadeGame:
    """The game asked for; one that goes on from another game, or from a record, has the box of that one."""
    fork, wait, plain = asked.origin, use.settings.limits.share_seconds, asked.as_asked()
    if fork is None:
        if asked.record is None:
            return await asyncio.to_thread(make_game, plain, person, name, check_bot, wait)
        box = box_of_record(asked.record)
        return await use.boxes.call(box or use.boxes.own, make_game, plain, person, name, check_bot, wait)
    use.limiter.request(client, REPLAY_COST)
    history = use.games.tables.history
    async with use.replays.turn(client):
        facts, made = await history.replayed(fork.game, make_fork, plain, person, name, check_bot, wait, upto=fork.ply)
    if fork.ply > facts.ply:
        raise NotFound(f"game {fork.game} has {facts.ply} entries")
    return made


def created(use: Services, table: Table, person: str, keys: dict[str, str], status: int = 201) -> Response:
    """A game that was made, with its invitations for whoever made it."""
    mine = table.facts.owner == person
    invitations = use.invitations.of(table.facts.id, table.seats) if mine else {}
    game = TELLER.game(table, Asker(person=person))
    response = json_response({"game": game, "invitations": invitations, "keys": keys}, status)
    response.headers["Location"] = f"/api/v1/games/{table.facts.id}"
    return response


@router.post(
    "/games/{game_id}/rematch",
    status_code=201,
    response_model=Created,
    responses=refuses(_403="not your game", _404="not found", _409="the game is not over")
    | {200: {"model": Created, "description": "Somebody has asked for it before"}},
)
async def rematch(game_id: GameId, use: Use, who: Who, client: Client, asked: RematchRequest | None = None) -> Response:
    """The same people and bots once more, moved up by one place. Whoever asks later gets the same new game."""
    person = who.person
    if person is None:
        raise Forbidden("only those who played may ask for a rematch")

    async def make(table: Table) -> NewGame | None:
        if person != table.facts.owner and not any(seat.person == person for seat in table.seats):
            raise Forbidden("only those who played may ask for a rematch")
        if not table.over:
            raise Conflict("the game is not over")
        if table.facts.rematch is not None:
            return None
        await check_running(use, person)
        bots = [seat.bot for seat in table.seats]
        use.limiter.expensive_bots(client, await expensive_among(bots, use.bot_pool.milliseconds))
        use.limiter.new_game(client)
        seal = None if asked is None else asked.seal
        mine = next((seat.seat for seat in table.seats if seat.person == person), None)
        seals = {} if seal is None or mine is None else {mine: seal}
        made = new_rematch(table.facts, table.seats, person, seals, use.settings.limits.share_seconds)
        use.bots.payers.acted(made.game.id, client)
        return made

    table, new = await use.games.lifecycle.rematch(game_id, make)
    return created(use, table, person, {}, 201 if new else 200)


@router.delete("/games/{game_id}", responses=refuses(_403="not yours to throw away", _404="not found"))
async def delete_game(game_id: GameId, use: Use, who: Who) -> Deleted:
    """Throw a game away: for whoever made it, if no other person sits there or nobody has moved yet."""

    def check(table: Table) -> None:
        if who.person is None or who.person != table.facts.owner:
            raise Forbidden("only whoever made the game may throw it away")

    await use.games.lifecycle.delete(game_id, check)
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
    game_id: GameId,
    use: Use,
    who: Who,
    client: Client,
    since: Annotated[int | None, Query(ge=0, le=1_000_000)] = None,
    outlook: bool = False,
) -> Response:
    """The game now; with `since`, the entries behind that ply too, with `outlook` all for the asker's decision."""
    table = await use.games.table(game_id, surely=True)
    use.games.watchers.look(game_id)
    use.bots.payers.looked(game_id, client)
    use.bots.consider(table)
    use.games.presence.saw(game_id, who.seats(table.seats))
    entries = [] if since is None else await use.games.tables.history.entries_after(table, min(since, table.ply))
    return game_response(table, who, entries, outlook)
