"""Problems that are nobody's fault who asks."""

import asyncio

import httpx
import pytest
from fastapi import FastAPI
from sqlalchemy.exc import OperationalError
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from amyitis.server.http.problems import answer_problems
from tests.server.running import FAILED_AFTER, run_server


def test_a_database_that_fails_is_told_as_such() -> None:
    app = FastAPI()
    answer_problems(app)

    @app.get("/")
    async def fail() -> None:
        raise OperationalError("SELECT 1", {}, Exception("database is locked"), hide_parameters=True)

    async def ask() -> httpx.Response:
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://localhost") as client:
            return await client.get("/")

    answer = asyncio.run(ask())
    assert (answer.status_code, answer.json()["type"]) == (503, "urn:amyitis:problem:service-unavailable")
    assert answer.headers["content-type"] == "application/problem+json"


def test_an_id_that_no_game_can_have_is_not_looked_for(postgresql: str) -> None:
    with run_server(postgresql) as server:
        address = f"{server.address.replace('http', 'ws', 1)}/api/v1/games/%00/live"
        with connect(address, proxy=None) as socket, pytest.raises(ConnectionClosed) as closed:
            socket.recv(timeout=FAILED_AFTER)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4404
        assert "Traceback" not in server.log()
