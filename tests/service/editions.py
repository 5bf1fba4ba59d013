"""Both editions of the service for one suite of tests: a server in this process, and the one of a browser."""

import asyncio
import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

import httpx

from amyitis.local.browser import LocalServer
from amyitis.server.app import create_app
from amyitis.server.settings import Limits, Settings
from web.building.memory_store import MemoryStore

EDITIONS = ("server", "browser")


class Answer(NamedTuple):
    """An answer: its status, and its body."""

    status: int
    body: Any


class Edition:
    """Sends requests to one edition."""

    def __init__(self, name: str, send: Callable[[str, str, Any], Answer]) -> None:
        self.name, self._send = name, send

    def ask(self, method: str, path: str, body: Any = None, *, status: int = 200) -> Any:
        """Return the body of an answer, which must have this status."""
        answer = self._send(method, path, body)
        assert answer.status == status, (method, path, body, answer)
        return answer.body

    def new_game(self, **request: Any) -> tuple[str, dict[str, Any]]:
        """Return the path of a new game, and the game."""
        game = self.ask("POST", "/games", request, status=201)["game"]
        return f"/games/{game['id']}", game


@contextmanager
def server_edition(folder: Path) -> Iterator[Edition]:
    """Run the server in this process, on SQLite."""
    settings = Settings(
        database=f"sqlite:///{folder}/games.sqlite", page=folder, limits=Limits.none(), review_workers=0
    )
    app = create_app(settings)
    with asyncio.Runner() as loop, patch("gc.freeze"):
        running = app.router.lifespan_context(app)
        loop.run(running.__aenter__())
        client = httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://localhost")

        def send(method: str, path: str, body: Any) -> Answer:
            answer = loop.run(client.request(method, f"/api/v1{path}", json=body))
            is_text = answer.headers["content-type"].startswith("text/")
            return Answer(answer.status_code, answer.text if is_text else answer.json())

        send("POST", "/me", {})
        yield Edition("server", send)
        loop.run(client.aclose())
        loop.run(running.__aexit__(None, None, None))


@contextmanager
def browser_edition(_folder: Path) -> Iterator[Edition]:
    """Run the service as a browser tab does, with a store in memory."""
    with asyncio.Runner() as loop:

        async def make() -> LocalServer:
            return LocalServer(MemoryStore(), no_search)

        local = loop.run(make())

        def send(method: str, path: str, body: Any) -> Answer:
            text = None if body is None else json.dumps(body)
            answer = loop.run(local.ask(method, f"/api/v1{path}", text))
            is_text = answer.media_type.startswith("text/")
            return Answer(answer.status, answer.body if is_text else json.loads(answer.body))

        yield Edition("browser", send)


async def no_search(_request: str) -> str:
    """Refuse to search: no bot that searches plays in these tests."""
    return json.dumps({"problem": "no engine"})


OPEN = {"server": server_edition, "browser": browser_edition}
