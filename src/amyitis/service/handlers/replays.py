"""Looking back: the log, the table at any ply, replays, records to download and records to look at."""

from amyitis.box.known import box_of_record
from amyitis.service.codec import Codec
from amyitis.service.games.records import play_back, record_headers, split_text
from amyitis.service.ports import REPLAY_COST
from amyitis.service.problems import NotFound
from amyitis.service.routing import Call, Reply
from amyitis.service.service import Service
from amyitis.service.shapes.parameters import GameId, Ply
from amyitis.service.shapes.replays import GameReplay, Log, RecordsOfText, Replay
from amyitis.service.shapes.requests import RecordsRequest, ReplayRequest
from amyitis.table.messages.serializing import seat_message
from amyitis.table.messages.shapes import Moment
from amyitis.table.replaying import moment_of_log, record_of_log

TEXT = "text/plain; charset=utf-8"


async def read_log(service: Service, call: Call, game_id: GameId, after: Ply = 0) -> Log:
    """Return the log after ply `after`, with all events."""
    service.quotas.charge("requests", call.client, REPLAY_COST)
    table = await service.tables.table(game_id, fresh=True)
    ply = table.ply
    entries = await service.tables.entries_after(table, min(after, ply), call.owner)
    return {"ply": ply, "entries": entries[: max(0, ply - after)]}


async def replay_game(service: Service, call: Call, game_id: GameId) -> GameReplay:
    """Return a whole replay: the view at the start, and for each entry its changes of the view."""
    service.quotas.charge("requests", call.client, REPLAY_COST)
    metadata, seats, replay = await service.replays.replay(game_id, call.owner)
    return {
        "id": metadata.id,
        "ply": metadata.ply,
        "over": metadata.over,
        "box": metadata.box,
        "seats": [seat_message(seat, seats, call.identity) for seat in seats],
        "replay": replay,
    }


async def look_back(service: Service, call: Call, game_id: GameId, ply: Ply) -> Moment:
    """Return the table as it was after an entry of the log."""
    service.quotas.charge("requests", call.client, REPLAY_COST)
    metadata, moment = await service.tables.replayed(game_id, moment_of_log, upto=ply, owner=call.owner)
    if ply > metadata.ply:
        raise NotFound(f"game {game_id} has {metadata.ply} entries")
    return moment


async def download_record(service: Service, call: Call, game_id: GameId) -> Reply[str]:
    """Return the game as a record (`.amy`); once it is over, with what is needed to verify the deals."""
    service.quotas.charge("requests", call.client, REPLAY_COST)
    metadata, seats = await service.tables.metadata(game_id)
    headers = record_headers(metadata, seats)
    _metadata, text = await service.tables.replayed(
        game_id, record_of_log, headers, upto=metadata.ply, owner=call.owner
    )
    named = {"Content-Disposition": f'attachment; filename="{metadata.id}.amy"'}
    return Reply(text, headers=named, media_type=TEXT)


async def replay_record(service: Service, call: Call, body: ReplayRequest) -> Reply[Replay]:
    """Replay a record without storing it, and verify its deals if it has a seed. `replay` is as for games."""
    service.quotas.charge("requests", call.client, REPLAY_COST)
    box = box_of_record(body.record) or service.boxes.own
    text = await service.boxes.call(
        box, _encode_replay, body.record, body.ply, body.replay, service.codec, owner=call.owner, isolated=True
    )
    return Reply(text)


def _encode_replay(record: str, ply: int | None, replay: bool, codec: Codec) -> bytes:
    return codec.encode(play_back(record, ply, replay))


async def split_record(service: Service, call: Call, body: RecordsRequest) -> RecordsOfText:
    """Split a text with several records into games. Nothing is replayed or stored."""
    service.quotas.charge("requests", call.client, REPLAY_COST)
    return await service.boxes.call(service.boxes.own, split_text, body.record, owner=call.owner, isolated=True)
