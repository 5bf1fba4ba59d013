"""A server that is none: requests answered by the test, websockets that tell what the test says, and time."""

import json
from collections.abc import Callable
from typing import Any

import httpx
from websockets.exceptions import ConnectionClosedError
from websockets.frames import Close

from amyitis.client import Client

Answering = Callable[[httpx.Request], httpx.Response]

MINE = [{"seat": "W", "yours": True}, {"seat": "K", "yours": False}]
GAME = {"type": "game", "id": "g", "ply": 1, "legal": ["pass"], "over": False, "entries": [], "seats": MINE}
OVER = {"type": "update", "id": "g", "ply": 2, "legal": None, "over": True, "entries": [], "seats": MINE}


class Clock:
    """Time that passes only by sleeping."""

    def __init__(self) -> None:
        self.now, self.waits = 1000.0, list[float]()

    def sleep(self, seconds: float) -> None:
        self.waits.append(seconds)
        self.now += seconds

    def monotonic(self) -> float:
        return self.now


def client_of(answering: Answering, **options: Any) -> Client:
    """A client whose requests are answered here."""
    me = Client("http://there", **options)
    me._http = httpx.Client(base_url="http://there", transport=httpx.MockTransport(answering))
    return me


def too_much(retry_after: str | None = "2") -> httpx.Response:
    headers = {} if retry_after is None else {"Retry-After": retry_after}
    return httpx.Response(429, json={"type": "urn:amyitis:limit", "title": "too much"}, headers=headers)


class Socket:
    """A websocket that tells some messages, and then is closed with a code."""

    def __init__(self, code: int, *messages: dict[str, Any]) -> None:
        self.code, self.messages = code, iter([{"type": "hello", "watcher": "w"}, *messages] if messages else [])

    def recv(self) -> str:
        for message in self.messages:
            return json.dumps(message)
        raise ConnectionClosedError(Close(self.code, "because"), None)
