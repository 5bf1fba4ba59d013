"""A server in the tests' own process, without sockets: for what needs a clock of the test's own."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from unittest.mock import patch

import httpx
from fastapi import FastAPI

from amyitis.server.app import create_app
from amyitis.server.settings import Limits, Settings


@asynccontextmanager
async def app_in_process(database: str, limits: Limits) -> AsyncIterator[FastAPI]:
    """The application at work, without reviews and without a page."""
    app = create_app(Settings(database=database, review_workers=0, page=None, limits=limits))
    # What is here is frozen by a process that does nothing but serve: this one goes on.
    with patch("gc.freeze"):
        async with app.router.lifespan_context(app):
            yield app


def somebody(app: FastAPI) -> httpx.AsyncClient:
    """A client with cookies of its own."""
    return httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://localhost/api/v1")
