"""Seats: invitations, joining, leaving to a bot and coming back, replacing the absent, keys."""

from dataclasses import replace

from amyitis.service.games import seats as rules
from amyitis.service.games.lifecycle import ChangeSeat
from amyitis.service.keys import key_hash, new_key
from amyitis.service.names import DEFAULT_NAME, person_name
from amyitis.service.problems import Forbidden
from amyitis.service.routing import Call, Reply
from amyitis.service.service import Service
from amyitis.service.shapes.games import Invitations, Invited, Joined, Key
from amyitis.service.shapes.parameters import GameId, SeatLetter
from amyitis.service.shapes.requests import InvitedRequest, JoinRequest, LeaveRequest, ReplaceRequest, ShareRequest
from amyitis.table import Identity, SeatMetadata, Table
from amyitis.table.shapes import GameModel

from .games import charge_bots

COOKIE_FIRST = (
    "a cookie first: POST /api/v1/me gives you one, and with it a join whose answer was lost can be asked for again"
)


async def invitations(service: Service, call: Call, game_id: GameId) -> Invitations:
    """Return the invitations to the open seats, for the game's maker."""
    table = await service.tables.table(game_id)
    rules.check_maker(table, call.identity)
    return {"invitations": service.invitations.of(game_id, table.seats)}


async def invited(service: Service, call: Call, game_id: GameId, seat: SeatLetter, body: InvitedRequest) -> Invited:
    """Say whether an invitation is good for a seat, before the page promises it to anybody."""
    wanted = (await service.tables.table(game_id)).seat(seat)
    return {"good": wanted is not None and service.invitations.is_valid(game_id, wanted, body.invitation)}


async def join(service: Service, call: Call, game_id: GameId, seat: SeatLetter, body: JoinRequest) -> Reply[Joined]:
    """Take an open seat: by its invitation, or, in a public game, because it is open."""
    if call.identity.key_hash is not None:
        raise Forbidden("a seat's key is for its seat alone")
    person = call.identity.person
    if person is None:
        raise Forbidden(COOKIE_FIRST, key="cookie_first")
    name = person_name(body.name) if body.name else await service.store.people.name(person)
    key = new_key() if body.key else None

    def take(table: Table, wanted: SeatMetadata) -> rules.Changes:
        given = service.invitations.is_valid(game_id, wanted, body.invitation)
        at = service.clock.now()
        return rules.join(table, wanted, person, name or DEFAULT_NAME, body, key=key, invited=given, at=at)

    table = await service.lifecycle.change_seat(game_id, seat, take, call.identity.device)
    game = service.serializer.game(table, Identity(person=person))
    return Reply({"game": game, "seat": seat, "key": key}, person=person)


async def leave(service: Service, call: Call, game_id: GameId, seat: SeatLetter, body: LeaveRequest) -> GameModel:
    """Leave a seat of mine to a bot; I may come back. The game's maker may fill an open seat so."""
    bot = service.analyzer.check_bot(body.bot)
    await charge_bots(service, call, [bot])
    await service.fair_play.check_table(await service.tables.table(game_id), call.owner, [bot])
    return await _change(
        service, call, game_id, seat, lambda table, mine: rules.hand_over(table, mine, call.identity, bot)
    )


async def replace_absent(
    service: Service, call: Call, game_id: GameId, seat: SeatLetter, body: ReplaceRequest
) -> GameModel:
    """Give the seat of somebody who is away to a bot, or open it again.

    The game's maker decides alone; the other players by majority. The absent player may come back.
    """
    if body.by == "bot":
        service.analyzer.check_bot(body.bot)
        await charge_bots(service, call, [body.bot])
        await service.fair_play.check_table(await service.tables.table(game_id), call.owner, [body.bot])
    await service.presence.write()
    known = {row.seat: row for row in await service.store.seats(game_id)}  # with what other servers have seen
    since = service.presence.attentive_since()

    def change(table: Table, absent: SeatMetadata) -> rules.Changes:
        last_seen = known.get(seat, absent)
        return rules.replace_absent(
            table,
            absent,
            call.identity,
            body,
            last_seen=replace(last_seen, seen=max(last_seen.seen, since)),
            at=service.clock.now(),
            absent_seconds=service.quotas.absent_seconds,
        )

    return await _change(service, call, game_id, seat, change)


async def come_back(service: Service, call: Call, game_id: GameId, seat: SeatLetter) -> GameModel:
    """Take a seat back that I left to a bot."""
    return await _change(service, call, game_id, seat, lambda table, mine: rules.come_back(table, mine, call.identity))


async def add_share(service: Service, call: Call, game_id: GameId, seat: SeatLetter, body: ShareRequest) -> GameModel:
    """Add to the seed of a game in the lobby: the seal of a share first, the share once everyone is there."""
    return await _change(
        service, call, game_id, seat, lambda table, mine: rules.add_share(table, mine, call.identity, body)
    )


async def make_key(service: Service, call: Call, game_id: GameId, seat: SeatLetter) -> Key:
    """Return a new bearer key for a seat of mine, so that a program can play it; the old one ends."""
    key = new_key()

    def change(_table: Table, mine: SeatMetadata) -> rules.Changes:
        rules.check_holder(mine, call.identity)
        return {"key_hash": key_hash(key)}

    await service.lifecycle.change_seat(game_id, seat, change, call.identity.device)
    return {"seat": seat, "key": key}


async def _change(service: Service, call: Call, game_id: str, seat: str, change: ChangeSeat) -> GameModel:
    table = await service.lifecycle.change_seat(game_id, seat, change)
    return service.serializer.game(table, call.identity)
