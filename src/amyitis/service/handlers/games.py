"""Games: creating, listing, looking, deleting, rematches."""

from amyitis.box.known import box_of_record
from amyitis.service.accounts.keys import new_person
from amyitis.service.accounts.names import DEFAULT_NAME
from amyitis.service.analysis.fair_play import thinks
from amyitis.service.games.new_games import MadeGame, Maker, check_bots, make_fork, make_game
from amyitis.service.games.seats import check_maker
from amyitis.service.ports import REPLAY_COST
from amyitis.service.problems import BadRequest, Conflict, Forbidden, NotFound, TooMuch
from amyitis.service.routing import Call, Reply
from amyitis.service.service import Service
from amyitis.service.shapes.games import Created, Deleted, Games
from amyitis.service.shapes.parameters import GameId, Ply, WhichGames
from amyitis.service.shapes.requests import NewGameRequest, RematchRequest
from amyitis.table import Identity, NewGame, Table
from amyitis.table.messages.serializing import summary
from amyitis.table.messages.shapes import GameModel
from amyitis.table.new_games import people_who_moved
from amyitis.table.new_games import rematch as new_rematch
from amyitis.table.people.accounts import REMOVED

FOR_ITS_GAME = "a seat's key is for its game alone"


async def create_game(service: Service, call: Call, body: NewGameRequest) -> Reply[Created]:
    """Create a game. A client without a session gets one; programs ask for `keys`."""
    if call.identity.key_hash is not None:
        raise Forbidden(FOR_ITS_GAME)
    if body.clock is not None and not service.store.has_clocks:
        raise BadRequest("clocks need a server: there is none here", field="clock")
    check_bots(body, service.analyzer.check_bot)
    person = call.identity.person or new_person()
    await check_running(service, person)
    made = await _make(service, call, body, person)
    metadata, bots = made.new.metadata, [seat.bot for seat in body.seats]
    if not metadata.drawn and any(map(thinks, bots)):
        await service.fair_play.check(made.rows, call.owner)
    table = await keep_game(service, call, made.new, bots)
    return created(service, table, person, made.keys, 201)


async def check_running(service: Service, person: str) -> None:
    """Raise TooMuch if a person may not have one more running game."""
    limit = service.quotas.running_games
    if await service.store.running_games(person) >= limit:
        raise TooMuch(f"at most {limit} games at a time", 60, key="running_games", facts={"most": limit})


async def charge_bots(service: Service, call: Call, bots: list[str | None]) -> None:
    """Charge a client for seats of expensive bots; raises TooMuch."""
    service.quotas.charge("expensive_bots", call.client, await service.analyzer.count_expensive(bots))


async def keep_game(service: Service, call: Call, new: NewGame, bots: list[str | None]) -> Table:
    """Keep a new game within the client's quotas; return its table."""
    await charge_bots(service, call, bots)
    service.quotas.charge("games", call.client)
    service.bots.owners[new.metadata.id] = call.owner
    service.watchers.look(new.metadata.id)
    return await service.lifecycle.create(new)


async def _make(service: Service, call: Call, body: NewGameRequest, person: str) -> MadeGame:
    """Return the requested game; one that goes on from another game, or from a record, keeps its box."""
    name = (await service.store.people.name(person)) or DEFAULT_NAME
    maker = Maker(person, name, service.clock.now(), service.quotas.share_seconds)
    fork, boxes = body.origin, service.boxes
    if fork is None:
        box = box_of_record(body.record) if body.record is not None else None
        return await boxes.call(box or boxes.own, make_game, body, maker, owner=call.owner)
    service.quotas.charge("requests", call.client, REPLAY_COST)
    await service.check_may_see(call.identity, fork.game)
    metadata, made = await service.tables.replayed(fork.game, make_fork, body, maker, upto=fork.ply, owner=call.owner)
    if fork.ply > metadata.ply:
        raise NotFound(f"game {fork.game} has {metadata.ply} entries")
    return made


def created(service: Service, table: Table, person: str, keys: dict[str, str], status: int) -> Reply[Created]:
    """Return a created game, with its invitations for its maker."""
    mine = table.metadata.owner == person
    invitations = service.invitations.of(table.metadata.id, table.seats) if mine else {}
    game = service.serializer.game(table, Identity(person=person))
    headers = {"Location": f"/api/v1/games/{table.metadata.id}"}
    return Reply({"game": game, "invitations": invitations, "keys": keys}, status, person=person, headers=headers)


async def rematch(service: Service, call: Call, game_id: GameId, body: RematchRequest | None = None) -> Reply[Created]:
    """Start a rematch with the same people and bots, each moved up by one seat. Later requests return the same game.

    It seats the others without asking them: in a game that was ended early all of them must have made a move.
    """
    person = call.identity.person
    only_players = "only those who played may ask for a rematch"
    if person is None:
        raise Forbidden(only_players)

    async def make(table: Table) -> NewGame | None:
        if person != table.metadata.owner and not any(seat.person == person for seat in table.seats):
            raise Forbidden(only_players)
        if not table.over:
            raise Conflict("the game is not over")
        if table.metadata.rematch is not None:
            return None
        early = table.conduct.ending.ended
        moved = people_who_moved(table.seats, await service.store.log(game_id)) if early else set[str | None]()
        if early and any(seat.person not in (None, REMOVED, person, *moved) for seat in table.seats):
            raise Conflict("somebody here has not made a move: invite them to a new table instead")
        await check_running(service, person)
        await charge_bots(service, call, [seat.bot for seat in table.seats])
        service.quotas.charge("games", call.client)
        mine = next((seat.seat for seat in table.seats if seat.person == person), None)
        seals = {} if body is None or body.seal is None or mine is None else {mine: body.seal}
        new = new_rematch(table.metadata, table.seats, person, seals, service.clock.now(), service.quotas.share_seconds)
        service.bots.owners[new.metadata.id] = call.owner
        return new

    table, is_new = await service.lifecycle.rematch(game_id, make)
    return created(service, table, person, {}, 201 if is_new else 200)


async def delete_game(service: Service, call: Call, game_id: GameId) -> Deleted:
    """Delete a game. Its creator may, if no other person sits there or it has not begun."""
    await service.lifecycle.delete(game_id, lambda table: check_maker(table, call.identity))
    return {"id": game_id}


async def list_games(service: Service, call: Call, which: WhichGames = "open") -> Games:
    """List my games, public games with an open seat, or public games to watch."""
    store, identity = service.store, call.identity
    if which == "mine":
        games = [] if identity.person is None else await store.games_of(identity.person)
    else:
        games = await (store.open_games() if which == "open" else store.public_games())
    seats = await store.seats_of([metadata.id for metadata in games])
    return {"games": [summary(metadata, seats.get(metadata.id, []), identity) for metadata in games]}


async def look(
    service: Service, call: Call, game_id: GameId, since: Ply | None = None, outlook: bool = False
) -> GameModel:
    """Return a game; with `since`, the entries after that ply; with `outlook`, everything my decision needs."""
    table = await service.tables.table(game_id, fresh=True)
    await service.clocks.prepare(table)
    service.watchers.look(game_id)
    service.bots.owners.setdefault(game_id, call.owner)
    service.bots.consider(table)
    service.presence.saw(game_id, call.identity.seats(table.seats))
    entries = [] if since is None else await service.tables.entries_after(table, min(since, table.ply), call.owner)
    return service.serializer.game(table, call.identity, entries, outlook=outlook)
