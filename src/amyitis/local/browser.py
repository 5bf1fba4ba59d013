"""The way in for a browser: a worker of the page makes one `LocalServer`, and asks it as it would ask a server."""

import asyncio
import logging
import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import aclosing
from typing import NamedTuple
from urllib.parse import parse_qs

from amyitis.errors import AmyitisError
from amyitis.service.clock import SystemClock
from amyitis.service.codec import PlainCodec
from amyitis.service.events import BotFailed
from amyitis.service.games.watching.live import watch_game
from amyitis.service.games.watching.watchers import Watcher
from amyitis.service.ports import Clock, Ports
from amyitis.service.problems import BadRequest, Conflict, NotFound, Refused, problem_body, refusal_of
from amyitis.service.routes import ROUTES
from amyitis.service.routing import Call, Router
from amyitis.service.service import Service
from amyitis.table import Identity

from .ports import BrowserAnalyzer, NoLimits, OnlyBox, Reviewer, Search
from .store import BrowserStore, KeyValueStore

PREFIX = "/api/v1"
JSON, PROBLEM = "application/json", "application/problem+json"
ME = Identity(person="me")  # the person at this browser

# Called with each message as JSON, and with nothing once no more will come.
Tell = Callable[[str | None], None]

logger = logging.getLogger(__name__)


class Answer(NamedTuple):
    """The answer to a request: its status, the type of its body, and the body."""

    status: int
    media_type: str
    body: str


class LocalServer:
    """Answers requests and sends messages with what is kept in a store. `on_trouble` gets a sentence if a bot fails."""

    def __init__(
        self,
        store: KeyValueStore,
        search: Search,
        reviewer: Reviewer | None = None,
        *,
        on_trouble: Callable[[str], None] = lambda _words: None,
        clock: Clock | None = None,
    ) -> None:
        time, self._codec = clock or SystemClock(), PlainCodec()
        ports = Ports(
            BrowserStore(store, time),
            BrowserAnalyzer(search, reviewer),
            time,
            NoLimits(),
            OnlyBox(),
            self._codec,
        )
        self.service = Service(ports, [secrets.token_hex(16)])
        self.service.events.subscribe(BotFailed, lambda event: on_trouble(str(event.problem)))
        self._router = Router(ROUTES)
        self._sending: dict[int, asyncio.Task[None]] = {}

    async def ask(self, method: str, target: str, body: str | None = None) -> Answer:
        """Answer a request: `ask("GET", "/api/v1/games?which=mine")`."""
        try:
            return await self._answer(method, target, body)
        except AmyitisError as problem:
            refusal = refusal_of(problem)
            return Answer(refusal.status, PROBLEM, self._encode(refusal.body))
        except Exception as problem:
            logger.exception("a request failed")
            return Answer(
                500, PROBLEM, self._encode(problem_body(500, "internal", "Something went wrong", str(problem)))
            )

    async def _answer(self, method: str, target: str, body: str | None) -> Answer:
        path, _, query = target.partition("?")
        match = self._router.match(method, path.removeprefix(PREFIX))
        if match is None:
            raise NotFound("there is no such address")
        route, values = match
        absence = route.absence("browser")
        if absence is not None:
            raise Conflict(absence, key="needs_server")
        try:
            content = self._codec.decode(body) if body else None
        except (ValueError, RecursionError):
            raise BadRequest("the body is no JSON in UTF-8 of a reasonable depth") from None
        call = Call(ME, "")
        reply = await self.service.call(route, call, values, parse_qs(query, keep_blank_values=True), content)
        text = reply.content if isinstance(reply.content, str | bytes) else self._encode(reply.content)
        return Answer(reply.status or route.status, reply.media_type, text if isinstance(text, str) else text.decode())

    def watch(
        self, number: int, game_id: str, since: int, tell: Tell, whole: bool = False, outlook: bool = False
    ) -> None:
        """Send a game's messages from now on, under a number that the caller has chosen."""
        watcher = Watcher(ME, since, whole=whole, outlook=outlook)
        self._send(number, watch_game(self.service, game_id, watcher, ""), tell)

    def watch_job(self, number: int, key: str, tell: Tell) -> None:
        """Send the messages of an analysis job from now on, until it is finished."""
        self._send(number, self.service.jobs.watch(key), tell)

    def unwatch(self, number: int) -> None:
        """Send no more under this number."""
        task = self._sending.pop(number, None)
        if task is not None:
            task.cancel()

    def _send(self, number: int, messages: AsyncIterator[bytes], tell: Tell) -> None:
        async def send() -> None:
            try:
                async with aclosing(messages) as sending:  # type: ignore[type-var] # it is a generator
                    async for message in sending:
                        if message:
                            tell(message.decode())
            except Refused:
                pass  # there is no such game or job any more
            tell(None)

        self._sending[number] = asyncio.create_task(send())

    def heard(self, game_id: str) -> None:
        """Another tab has changed a game."""
        self.service.tables.heard(game_id)

    def _encode(self, value: object) -> str:
        return self._codec.encode(value).decode()
