"""Live messages of a game as it changes. They only ever go out; moves come as requests."""

from collections.abc import AsyncIterator

from amyitis.service.service import Service
from amyitis.table import Table

from .watchers import Watcher


class Closing(Exception):
    """The service is about to stop."""


async def watch_game(service: Service, game_id: str, watcher: Watcher, owner: str) -> AsyncIterator[bytes]:
    """Yield a greeting, what the watcher does not know yet, then a message for each change.

    Changes come as updates. The whole game comes instead to a watcher that asks for it, that knows no ply, that
    last saw the lobby, or that is so far behind that the changes are no longer at hand. Raises a Refused when the
    game is gone, and Closing when the service stops.
    """
    yield service.codec.encode({"type": "hello", "watcher": watcher.id})
    service.bots.owners.setdefault(game_id, owner)
    service.presence.enter(game_id, watcher)
    try:
        service.bots.consider(await service.tables.table(game_id))  # bots alone wait until somebody watches
        while not service.watchers.closing:
            table = await service.tables.table(game_id)
            if not watcher.is_current(table):
                message = await _message(service, table, watcher, owner)
                watcher.mark_sent(table)
                yield message
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
    alike = ("message", watcher.since, audience, outlook, table.seating, table.online)
    return table.cached(
        alike, lambda: service.codec.encode(service.serializer.update(table, identity, entries, outlook=outlook))
    )
