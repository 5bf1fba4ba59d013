"""People at a server in the tests' own process, who register and sign in."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any, TypeVar

import httpx
from fastapi import FastAPI

from amyitis.server.settings import Limits
from tests.server.in_process import app_in_process, somebody
from tests.server.running import FAILED_AFTER
from tests.service.accounts.passkey import SoftPasskey

T = TypeVar("T")
ORIGIN = "http://localhost"
PASSWORD, OTHER = "a fine password", "another password"
ME, OPEN = {"kind": "me"}, {"kind": "open"}


class Someone:
    """A browser of somebody."""

    def __init__(self, http: httpx.AsyncClient) -> None:
        self.http = http

    async def ask(self, method: str, path: str, body: Any = None, status: int = 200) -> Any:
        """Return the body of an answer, which must have this status."""
        answer = await self.http.request(method, path, json=body, headers={"Origin": ORIGIN})
        assert answer.status_code == status, (method, path, answer.status_code, answer.text)
        return answer.json()

    async def refused(self, method: str, path: str, body: Any = None) -> tuple[int, str | None]:
        """Return the status and the key of a refusal."""
        answer = await self.http.request(method, path, json=body, headers={"Origin": ORIGIN})
        assert answer.status_code >= 400, (method, path, answer.text)
        return answer.status_code, answer.json().get("key")

    async def register(self, name: str, password: str | None = PASSWORD, **more: Any) -> str:
        """Make an account; return its recovery code."""
        await self.ask("POST", "/me", {})
        made = await self.ask("POST", "/account", {"name": name, "password": password, **more}, 201)
        return str(made["recovery"])

    async def sign_in(self, name: str, password: str = PASSWORD, **more: Any) -> None:
        """Sign in by a password."""
        await self.ask("POST", "/account/sign-in", {"name": name, "password": password, **more})

    async def register_by_passkey(self, name: str) -> SoftPasskey:
        """Make an account with a passkey alone."""
        await self.ask("POST", "/me", {})
        options = await self.options("new", name=name)
        passkey = SoftPasskey(ORIGIN)
        await self.register(name, None, credential=passkey.make(options))
        return passkey

    async def options(self, purpose: str, **more: Any) -> dict[str, Any]:
        """Return the options of a ceremony."""
        answer = await self.ask("POST", "/account/passkey-options", {"purpose": purpose, **more})
        return dict(answer["options"])

    async def account(self) -> Any:
        """Return my account, or None."""
        return (await self.ask("GET", "/account"))["account"]

    async def new_game(self, *seats: dict[str, Any]) -> str:
        """Make a game."""
        made = await self.ask("POST", "/games", {"seats": list(seats) or [ME, ME]}, 201)
        return str(made["game"]["id"])

    async def my_games(self) -> set[str]:
        """Return the ids of my games."""
        return {game["id"] for game in (await self.ask("GET", "/games?which=mine"))["games"]}


class Town:
    """A server, and the people who come to it."""

    def __init__(self, app: FastAPI, stack: AsyncExitStack) -> None:
        self.app, self._stack = app, stack

    async def someone(self) -> Someone:
        """Return a new browser."""
        return Someone(await self._stack.enter_async_context(somebody(self.app)))


@asynccontextmanager
async def town(database: str, limits: Limits | None = None) -> AsyncIterator[Town]:
    """A server in this process."""
    async with AsyncExitStack() as stack:
        yield Town(await stack.enter_async_context(app_in_process(database, limits or Limits.none())), stack)


def in_town(database: str, work: Callable[[Town], Awaitable[T]], limits: Limits | None = None) -> T:
    """Return what comes of some work with a server, within a time."""

    async def run() -> T:
        async with asyncio.timeout(FAILED_AFTER), town(database, limits) as here:
            return await work(here)

    return asyncio.run(run())
