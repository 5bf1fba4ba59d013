"""HTTP as it comes in: what is too long or too slow is cut off before it costs anything."""

import asyncio
from functools import partial
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from .bounds import BoundedConnection, ConnectionBounds

HEAD_BYTES = 32 * 1024
PART_BYTES = 1024  # that each part of a body counts besides its own: it may be a chunk of one letter
LINGER_BYTES = 1 << 20  # of a body that is too large, which are thrown away: a hard end would take the answer along
FULL_TEXT = b"there are too many connections"
FULL = (
    b"HTTP/1.1 503 Service Unavailable\r\nContent-Type: text/plain; charset=utf-8\r\nRetry-After: 5\r\n"
    b"Connection: close\r\nContent-Length: %d\r\n\r\n%s" % (len(FULL_TEXT), FULL_TEXT)
)
TOO_LONG = "the head of the request is too long"


class TooLong(Exception):
    """The head or the body of a request went over its bound; the parser stops."""


class BoundedHttp(HttpToolsProtocol):
    """Uvicorn's protocol with bounds: connections, heads and bodies, and readers that do not read."""

    def __init__(self, bounds: ConnectionBounds, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._bounds = bounds
        self._connection: BoundedConnection | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._in_head = False
        self._head_bytes = self._parsed_bytes = 0  # as they came, and as the parser has found them
        self._too_long = False
        self._body_bytes = 0

    def connection_made(self, transport: Any) -> None:
        """Somebody has come, and should say what they want; unless there are too many."""
        super().connection_made(transport)
        self._connection = self._bounds.enter(transport)
        if self._connection is None:
            transport.write(FULL)
            transport.close()
            return
        self._begin_head()

    def connection_lost(self, exc: Exception | None) -> None:
        """They have gone."""
        self._end_timer()
        if self._connection is not None:
            self._connection.leave()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Some more of a request."""
        if self._connection is None or self._too_long:
            return
        super().data_received(data)
        if self._in_head:
            self._head_bytes += len(data)
            if self._head_bytes > HEAD_BYTES:
                self._refuse_head()

    # A head: so long, and in such a time.

    def on_message_begin(self) -> None:
        """A request begins."""
        super().on_message_begin()
        self._begin_head()

    def on_url(self, url: bytes) -> None:
        """The address that is asked for, or a part of it."""
        self._count(len(url))
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        """A line of the head. It may have come with all the others, and what follows, in one packet."""
        self._count(len(name) + len(value) + 4)
        super().on_header(name, value)

    def on_headers_complete(self) -> None:
        """The head is all there; the body has to follow."""
        self._in_head = False
        self._set_timer(self._bounds.limits.body_seconds, "body_seconds")
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        """Some more of the body."""
        self._body_bytes += len(body) + PART_BYTES
        if self._body_bytes <= self._bounds.limits.body_bytes + LINGER_BYTES:
            super().on_body(body)
        elif not self.transport.is_closing():
            assert self._connection is not None
            self._connection.over("body_bytes")
            self.transport.abort()
            self._too_long = True
            raise TooLong  # thousands of parts may still be in this packet

    def on_message_complete(self) -> None:
        """The request is all there."""
        self._end_timer()
        super().on_message_complete()

    def _begin_head(self) -> None:
        self._in_head, self._head_bytes, self._parsed_bytes, self._body_bytes = True, 0, 0, 0
        self._set_timer(self._bounds.limits.head_seconds, "head_seconds")

    def _count(self, size: int) -> None:
        self._parsed_bytes += size
        if self._parsed_bytes > HEAD_BYTES:
            self._refuse_head()
            raise TooLong

    def _refuse_head(self) -> None:
        if not self._too_long:
            self._end_timer()
            assert self._connection is not None
            self._connection.over("head_bytes")
            super().send_400_response(TOO_LONG)
            self._too_long = True

    def send_400_response(self, msg: str) -> None:
        """Refuse what is no HTTP; a head that is too long was refused before."""
        if not self._too_long:
            super().send_400_response(msg)

    def _set_timer(self, seconds: float, bound: str) -> None:
        self._end_timer()
        self._timer = self.loop.call_later(seconds, self._late, bound)

    def _end_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _late(self, bound: str) -> None:
        self._timer = None
        if self._connection is not None and (bound == "body_seconds" or self._head_bytes):
            self._connection.over(bound)  # of one who never said a word nothing is said either
        self.transport.abort()

    # What is written, and has to be read.

    def pause_writing(self) -> None:
        """So much was written that more has to wait."""
        super().pause_writing()
        if self._connection is not None:
            self._connection.hold()

    def resume_writing(self) -> None:
        """Most of it was read."""
        if self._connection is not None:
            self._connection.release()
        super().resume_writing()

    def handle_websocket_upgrade(self) -> None:
        """From here on it is a websocket, with bounds of its own."""
        self._end_timer()
        connection, self._connection = self._connection, None
        made: Any = self.ws_protocol_class
        self.ws_protocol_class = partial(made, connection)  # type: ignore[assignment]
        super().handle_websocket_upgrade()
