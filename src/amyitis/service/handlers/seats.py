"""Seats: invitations, joining, leaving to a bot and coming back, replacing the absent, keys."""

from amyitis.service.accounts.keys import key_hash, new_key
from amyitis.service.accounts.names import DEFAULT_NAME, person_name
from amyitis.service.games import conduct
from amyitis.service.games import seats as rules
from amyitis.service.games.lifecycle import ChangeSeat, seat_of
from amyitis.service.problems import Forbidden
from amyitis.service.routing import Call, Reply
from amyitis.service.service import Service
from amyitis.service.shapes.games import Invitations, Invited, Joined, Key
from amyitis.service.shapes.parameters import GameId, SeatLetter
from amyitis.service.shapes.requests import (
    InvitedRequest,
    JoinRequest,
    LeaveRequest,
    ProposeRequest,
    ReplaceRequest,
    ShareRequest,
)
from amyitis.table import Identity, LogEntry, SeatMetadata, Table
from amyitis.table.messages.shapes import GameModel

from .games import charge_bots

COOKIE_FIRST = (
    "a cookie first: POST /api/v1/me gives you one, and with it a join whose answer was lost can be asked for again"
)


async def invitations(service: Service, call: Call, game_id: GameId) -> Invitations:
    """Return the invitations to the open seats, to the game's creator."""
    table = await service.tables.table(game_id)
    rules.check_maker(table, call.identity)
    return {"invitations": service.invitations.of(game_id, table.seats)}


async def invited(service: Service, call: Call, game_id: GameId, seat: SeatLetter, body: InvitedRequest) -> Invited:
    """Check whether an invitation is valid for a seat."""
    wanted = (await service.tables.table(game_id)).seat(seat)
    return {"good": wanted is not None and service.invitations.is_valid(game_id, wanted, body.invitation)}


async def join(service: Service, call: Call, game_id: GameId, seat: SeatLetter, body: JoinRequest) -> Reply[Joined]:
    """Take an open seat, with its invitation; a public game needs none."""
    if call.identity.key_hash is not None:
        raise Forbidden("a seat's key is for its seat alone")
    person = call.identity.person
    if person is None:
        raise Forbidden(COOKIE_FIRST, key="cookie_first")
    name = person_name(body.name) if body.name else await service.store.people.name(person)
    if body.name and service.accounts is not None:
        await service.accounts.check_name(person, body.name)
    key = new_key() if body.key else None

    def take(table: Table, wanted: SeatMetadata) -> rules.Changes:
        given = service.invitations.is_valid(game_id, wanted, body.invitation)
        at = service.clock.now()
        return rules.join(table, wanted, person, name or DEFAULT_NAME, body, key=key, invited=given, at=at)

    table = await service.lifecycle.change_seat(game_id, seat, take, call.identity.device)
    game = service.serializer.game(table, Identity(person=person))
    return Reply({"game": game, "seat": seat, "key": key}, person=person)


async def leave(service: Service, call: Call, game_id: GameId, seat: SeatLetter, body: LeaveRequest) -> GameModel:
    """Leave a seat of mine to a bot; I may come back. The game's creator may also fill an open seat with a bot."""
    bot = service.analyzer.check_bot(body.bot)
    await charge_bots(service, call, [bot])
    await service.fair_play.check_table(await service.tables.table(game_id), call.owner, [bot])
    return await _change(
        service, call, game_id, seat, lambda table, mine: rules.hand_over(table, mine, call.identity, bot)
    )


async def replace_absent(
    service: Service, call: Call, game_id: GameId, seat: SeatLetter, body: ReplaceRequest
) -> GameModel:
    """Give an absent player's seat to a bot, or open it again.

    The game's creator decides alone; otherwise a majority of the other players does. The absent player may come back.
    """
    if body.by == "bot":
        service.analyzer.check_bot(body.bot)
        await charge_bots(service, call, [body.bot])
        await service.fair_play.check_table(await service.tables.table(game_id), call.owner, [body.bot])
    known = await service.presence.last_seen(game_id)
    since = service.presence.attentive_since()

    def change(table: Table, absent: SeatMetadata) -> rules.Changes:
        return rules.replace_absent(
            table,
            absent,
            call.identity,
            body,
            seen=max(known.get(seat, 0), since),
            at=service.clock.now(),
            absent_seconds=service.quotas.absent_seconds,
        )

    return await _change(service, call, game_id, seat, change)


async def come_back(service: Service, call: Call, game_id: GameId, seat: SeatLetter) -> GameModel:
    """Take back a seat that I left to a bot."""
    return await _change(service, call, game_id, seat, lambda table, mine: rules.come_back(table, mine, call.identity))


async def resign(service: Service, call: Call, game_id: GameId, seat: SeatLetter) -> GameModel:
    """Resign: I have lost, and a bot plays my seat. The game ends if nobody is left to play against."""

    def events(table: Table) -> list[LogEntry]:
        return conduct.resign(table, seat_of(table, seat), call.identity, service.clock.now())

    table = await service.moves.happen(game_id, events, call.identity)
    if not table.over:
        table = await service.stand_ins.take_over(table, seat)
    return service.serializer.game(table, call.identity)


async def propose(service: Service, call: Call, game_id: GameId, seat: SeatLetter, body: ProposeRequest) -> GameModel:
    """Propose a pause or the end of the game, or answer such a proposal.

    It takes effect when all people agree. After an agreed end, all who still play share the win. Players who may come
    back and were here within the hour (longer in slow games) must agree, too. Any player may end a pause.
    """
    seen = await service.presence.last_seen(game_id)

    def events(table: Table) -> list[LogEntry]:
        at, spent = service.clock.now(), service.clocks.spent(table)
        return conduct.propose(table, seat_of(table, seat), call.identity, body, at=at, spent=spent, seen=seen)

    table = await service.moves.happen(game_id, events, call.identity)
    return service.serializer.game(table, call.identity)


async def add_share(service: Service, call: Call, game_id: GameId, seat: SeatLetter, body: ShareRequest) -> GameModel:
    """Contribute to the seed of a game in the lobby.

    First the seal of a share, then the share once all seats are taken.
    """
    return await _change(
        service, call, game_id, seat, lambda table, mine: rules.add_share(table, mine, call.identity, body)
    )


async def make_key(service: Service, call: Call, game_id: GameId, seat: SeatLetter) -> Key:
    """Return a new bearer key with which a program can play a seat of mine; the old key ends."""
    key = new_key()

    def change(_table: Table, mine: SeatMetadata) -> rules.Changes:
        rules.check_holder(mine, call.identity)
        return {"key_hash": key_hash(key)}

    await service.lifecycle.change_seat(game_id, seat, change, call.identity.device)
    return {"seat": seat, "key": key}


async def _change(service: Service, call: Call, game_id: str, seat: str, change: ChangeSeat) -> GameModel:
    table = await service.lifecycle.change_seat(game_id, seat, change)
    return service.serializer.game(table, call.identity)
