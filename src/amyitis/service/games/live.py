"""Live messages: a game, or an analysis job, as it changes. They only ever go out; moves come as requests."""

from collections.abc import AsyncIterator

from amyitis.service.codec import Codec
from amyitis.table import Table
from amyitis.table.serializing import Serializer

from .bot_turns import BotTurns
from .presence import Presence
from .tables import Tables
from .watchers import Watcher, Watchers


class Closing(Exception):
    """The service is about to stop."""


class Live:
    """Yields messages to those who watch a game."""

    def __init__(
        self,
        codec: Codec,
        serializer: Serializer,
        tables: Tables,
        watchers: Watchers,
        presence: Presence,
        bots: BotTurns,
    ) -> None:
        self._codec, self._serializer, self._tables = codec, serializer, tables
        self._watchers, self._presence, self._bots = watchers, presence, bots

    async def watch(self, game_id: str, watcher: Watcher, client: str) -> AsyncIterator[bytes]:
        """Yield a greeting, what the watcher does not know yet, then a message for each change.

        Changes come as updates. The whole game comes instead to a watcher that asks for it, that knows no ply, that
        last saw the lobby, or that is so far behind that the changes are no longer at hand. Raises a Refused when the
        game is gone, and Closing when the service stops.
        """
        yield self._codec.encode({"type": "hello", "watcher": watcher.id})
        self._bots.owners.looked(game_id, client)
        self._presence.enter(game_id, watcher)
        try:
            self._bots.consider(await self._tables.table(game_id))  # bots alone wait until somebody watches
            while not self._watchers.closing:
                table = await self._tables.table(game_id)
                if not watcher.is_current(table):
                    message = await self._message(table, watcher, client)
                    watcher.mark_sent(table)
                    yield message
                else:
                    await watcher.wait()
                    yield b""  # lets the adapter check whether it may go on
            raise Closing
        finally:
            self._presence.leave(game_id, watcher)

    async def _message(self, table: Table, watcher: Watcher, client: str) -> bytes:
        """Return what the watcher does not know: an update if possible, else the whole game."""
        entries, identity, outlook = watcher.missed(table), watcher.identity, watcher.outlook
        if entries is None:
            missed = await self._tables.entries_after(table, watcher.known_ply(table), client)
            return self._codec.encode(self._serializer.game(table, identity, missed, outlook=outlook))
        audience = self._serializer.audience(table, identity)
        alike = ("message", watcher.since, audience, outlook, table.seating, table.online)
        return table.cached(
            alike, lambda: self._codec.encode(self._serializer.update(table, identity, entries, outlook=outlook))
        )
