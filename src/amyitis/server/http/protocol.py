"""HTTP as it comes in: heads of requests that are too long or too slow are cut off before they cost anything."""

import asyncio
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

HEAD_BYTES = 32 * 1024
HEAD_SECONDS = 20.0


class BoundedHttp(HttpToolsProtocol):
    """Uvicorn's protocol, which has no such bounds of its own."""

    _head_bytes = 0
    _slow: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        """Somebody has come, and should say what they want."""
        super().connection_made(transport)
        self._begin_head()

    def connection_lost(self, exc: Exception | None) -> None:
        """They have gone."""
        self._end_head()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Some more of a request."""
        super().data_received(data)
        if self._slow is not None:
            self._head_bytes += len(data)
            if self._head_bytes > HEAD_BYTES:
                self._end_head()
                self.send_400_response("the head of the request is too long")

    def on_message_begin(self) -> None:
        """A request begins."""
        super().on_message_begin()
        self._begin_head()

    def on_headers_complete(self) -> None:
        """Its head is all there."""
        self._end_head()
        super().on_headers_complete()

    def _begin_head(self) -> None:
        self._end_head()
        self._head_bytes = 0
        self._slow = self.loop.call_later(HEAD_SECONDS, self.transport.close)

    def _end_head(self) -> None:
        if self._slow is not None:
            self._slow.cancel()
            self._slow = None
