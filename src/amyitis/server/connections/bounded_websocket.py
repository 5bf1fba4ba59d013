"""Websockets as they come in: nothing is expected of a watcher but that it is there, so it may say little."""

from typing import Any

from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from amyitis.server.limits.token_buckets import Budget

from .bounds import BoundedConnection, ConnectionBounds

FLOODED = 4429
REASON = "too many messages"
BYTES_OF_A_MESSAGE = 256  # so many bytes at once count as one message, whatever is in them
LINGER_SECONDS = 1.0  # in which the other side may hear why
LINGER_BYTES = 1 << 20


class BoundedWebSocket(WebSocketsSansIOProtocol):
    """Uvicorn's protocol with bounds: a budget for texts and pings alike, and readers that do not read."""

    def __init__(self, bounds: ConnectionBounds, connection: BoundedConnection, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._connection = connection
        self._budget = Budget(bounds.limits.socket_messages_at_once, bounds.limits.socket_messages_per_second)
        self._shaken_hands = False
        self._left = 0  # bytes to be read, and thrown away, once the socket is closed for flooding

    def data_received(self, data: bytes) -> None:
        """Some frames, which are paid for before they are looked at."""
        if not self._shaken_hands:  # this is the request, which was counted as such
            self._shaken_hands = True
            super().data_received(data)
        elif self._left:
            self._left = max(0, self._left - len(data))
            if not self._left:
                self.transport.abort()
        elif self._budget.take(1 + len(data) / BYTES_OF_A_MESSAGE):
            super().data_received(data)
        else:
            self._end_flood()

    async def send(self, message: Any) -> None:
        """Send something; a socket that was closed here is to the application like one whose client has gone."""
        await self.writable.wait()
        if self.close_sent:
            raise ClientDisconnected
        await super().send(message)

    def _end_flood(self) -> None:
        """Close with a code and a reason, and throw away what still comes: a hard end would take the reason along."""
        self._connection.over("socket_messages")
        self._left = LINGER_BYTES
        self.stop_keepalive()
        if self.handshake_complete and not self.close_sent:
            self.conn.send_close(FLOODED, REASON)
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.close_sent = True
        self.queue.put_nowait({"type": "websocket.disconnect", "code": FLOODED, "reason": REASON})
        self.close_timer = self.loop.call_later(LINGER_SECONDS, self.transport.abort)
        if self.read_paused:
            self.read_paused = False
            self.transport.resume_reading()

    def connection_lost(self, exc: Exception | None) -> None:
        """They have gone."""
        self._connection.leave()
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        """So much was written that more has to wait."""
        super().pause_writing()
        self._connection.hold()

    def resume_writing(self) -> None:
        """Most of it was read."""
        self._connection.release()
        super().resume_writing()
