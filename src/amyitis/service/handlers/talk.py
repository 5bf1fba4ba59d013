"""Talk at a table: hearing, saying, muting, reporting."""

from amyitis.service.problems import BadRequest, Forbidden
from amyitis.service.routing import Call
from amyitis.service.service import Service
from amyitis.service.shapes.parameters import GameId
from amyitis.service.shapes.talk import MuteRequest, ReportRequest, SayRequest, TalkModel
from amyitis.service.talk import Talk, place_of, said_models, side_of
from amyitis.table.people.talk import LOBBY, Kind, Place


async def read_talk(service: Service, call: Call, game_id: GameId) -> TalkModel:
    """Return the recent chat messages on my side of the table: players or spectators.

    `lobby` instead of a game means the chat of the whole server, if it has one.
    """
    place, talk = await _place(service, game_id), service.talk
    side = side_of(call.identity, place)
    if talk is None or (place is LOBBY and not talk.in_lobby):
        return {"on": False, "side": side, "said": [], "muted": []}
    said = said_models(await talk.heard(call.identity, place), call.identity, place)
    muted = await talk.muted_at(call.identity, place)
    return {"on": True, "side": side, "said": said, "muted": [{"by": by, "name": name} for by, name in muted.items()]}


async def say(service: Service, call: Call, game_id: GameId, body: SayRequest) -> TalkModel:
    """Send a chat message to my side of the table. A fifth message in ten seconds, or a repeated one, is refused."""
    talk, place = _talk(service, game_id), await _place(service, game_id)
    if (body.text is None) == (body.reaction is None):
        raise BadRequest("either a text or a reaction", field="text")
    name = await service.store.people.name(call.identity.person or "")
    kind: Kind = "text" if body.reaction is None else "reaction"
    await talk.say(call.identity, call.client, place, name, kind, body.reaction or body.text or "")
    return await read_talk(service, call, game_id)


async def mute(service: Service, call: Call, game_id: GameId, body: MuteRequest) -> TalkModel:
    """Mute the author of a message at all tables, or unmute them. They are not told."""
    await _talk(service, game_id).mute(call.identity, await _place(service, game_id), body.by, body.on)
    return await read_talk(service, call, game_id)


async def report(service: Service, call: Call, game_id: GameId, body: ReportRequest) -> TalkModel:
    """Report a chat message to the operator, who gets a copy."""
    service.quotas.charge("reports", call.client)
    await _talk(service, game_id).report(call.identity, await _place(service, game_id), body.id)
    return await read_talk(service, call, game_id)


async def _place(service: Service, game_id: str) -> Place:
    return LOBBY if game_id == LOBBY.id else place_of(await service.tables.table(game_id))


def _talk(service: Service, game_id: str) -> Talk:
    if service.talk is None or (game_id == LOBBY.id and not service.talk.in_lobby):
        raise Forbidden("nobody talks on this server", key="talk_off")
    return service.talk
