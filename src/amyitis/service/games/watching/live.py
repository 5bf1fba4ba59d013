"""Live messages of a game as it changes. They only ever go out; moves come as requests."""

from collections.abc import AsyncIterator

from amyitis.service.bounded_cache import BoundedCache
from amyitis.service.games.seats import check_may_see
from amyitis.service.service import Service
from amyitis.service.talk import place_of, said_models
from amyitis.table import Table

from .watchers import Watcher

MOST_ALIKE = 16  # messages of a table that are kept for others who need the same; strangers choose what they know
CLOCK_STEP = 100  # milliseconds for which a message may be sent again as it is, where clocks run


class Closing(Exception):
    """The service is about to stop."""


async def watch_game(service: Service, game_id: str, watcher: Watcher, owner: str) -> AsyncIterator[bytes]:
    """Yield a greeting, what the watcher does not know yet, then a message for each change.

    Changes come as updates. The whole game comes instead to a watcher that asks for it, that knows no ply, that
    last saw the lobby, or that is so far behind that the changes are no longer at hand. Raises a Refused when the
    game is gone, and Closing when the service stops.
    """
    await service.check_may_see(watcher.identity, game_id)
    yield service.codec.encode({"type": "hello", "watcher": watcher.id})
    service.bots.owners.setdefault(game_id, owner)
    service.presence.enter(game_id, watcher)
    try:
        service.bots.consider(await service.tables.table(game_id))  # bots alone wait until somebody watches
        while not service.watchers.closing:
            table = await service.tables.table(game_id)
            check_may_see(table, watcher.identity)  # the game may have begun since, or a seat have changed hands
            if not watcher.is_current(table):
                await service.clocks.prepare(table)
                message = await _message(service, table, watcher, owner)
                watcher.mark_sent(table)
                yield message
            elif service.talk is not None and (said := await service.talk.news(watcher, place_of(table))):
                models = said_models(said, watcher.identity, place_of(table))
                yield service.codec.encode({"type": "talk", "side": said[0].side, "said": models})
            else:
                await watcher.wait()
                yield b""  # lets the adapter check whether it may go on
        raise Closing
    finally:
        service.presence.leave(game_id, watcher)


async def _message(service: Service, table: Table, watcher: Watcher, owner: str) -> bytes:
    """Return what the watcher does not know: an update if possible, else the whole game."""
    entries, identity, outlook = watcher.missed(table), watcher.identity, watcher.outlook
    if entries is None:
        missed = await service.tables.entries_after(table, watcher.known_ply(table), owner)
        return service.codec.encode(service.serializer.game(table, identity, missed, outlook=outlook))
    audience = service.serializer.audience(table, identity)
    moment = service.clock.now() // CLOCK_STEP if table.clocks is not None else 0
    alike = (watcher.since, audience, outlook, table.seating, table.online, moment)
    kept = table.cached("messages", lambda: BoundedCache[tuple[object, ...], bytes](MOST_ALIKE))
    if alike not in kept:
        kept[alike] = service.codec.encode(service.serializer.update(table, identity, entries, outlook=outlook))
    return kept[alike]
