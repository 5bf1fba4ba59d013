"""Limits: size, rate, games, sockets; and watchers that do not read."""

import socket
import time
from collections.abc import Iterator

import httpx
import pytest

from amyitis.server.http.limits import RateLimiter
from amyitis.server.http.refusals import TooMuch
from amyitis.server.settings import Limits
from tests.server.playing import ME, play_on
from tests.server.running import Databases, RunningServer, run_server

API = "/api/v1"


@pytest.fixture(scope="module")
def limited(databases: Databases) -> Iterator[RunningServer]:
    """A server with the limits that it has by default."""
    with run_server(databases.sqlite(), unlimited=False) as running:
        yield running


def test_a_body_has_a_size(limited: RunningServer) -> None:
    with httpx.Client(base_url=limited.address) as http:
        answer = http.post(f"{API}/replays", json={"record": "x" * 300_000})
        assert answer.status_code == 413
        assert answer.json()["type"] == "urn:amyitis:problem:too-large"

        def pieces() -> Iterator[bytes]:
            for _ in range(40):
                yield b"x" * 10_000

        assert http.post(f"{API}/replays", content=pieces()).status_code == 413


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/me", rb'{"name": "\ud800"}'),
        ("/games/{game}/moves", rb'{"ply": 1, "tokens": ["\ud800"]}'),
        ("/games/{game}/seats/K/join", rb'{"invitation": "\ud800"}'),
        ("/games/{game}/moves", b'{"ply": 1e999, "tokens": ["pass"]}'),
        ("/games/{game}/moves", b'{"ply": true, "tokens": "pass"}'),
        ("/games", b"[" * 5000),
        ("/games", b"\xff\xfe"),
        ("/replays", rb'{"record": "[Rules \"1\"]"}'),
    ],
)
def test_strange_bodies_are_refused_as_malformed(server: RunningServer, path: str, body: bytes) -> None:
    me = server.client()
    game = me.new_game([ME, ME])["game"]["id"]
    with httpx.Client(base_url=server.address, cookies=me.cookies) as http:
        headers = {"Content-Type": "application/json"}
        answer = http.post(API + path.format(game=game), content=body, headers=headers)
    assert answer.status_code == 400, answer.text
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.json()["type"].endswith(":malformed")


def test_requests_have_a_rate(limited: RunningServer) -> None:
    with httpx.Client(base_url=limited.address) as http:
        answers = [http.get(f"{API}/games/none/log") for _ in range(200)]  # each is as dear as several
        refused = [answer for answer in answers if answer.status_code == 429]
        assert refused
        assert int(refused[0].headers["retry-after"]) >= 1
        assert refused[0].json()["type"].endswith(":limit")
        time.sleep(1.2)
        assert http.get(f"{API}/bots").status_code == 200


def test_the_gatekeeper_counts_games_and_sockets() -> None:
    gate = RateLimiter(Limits(games_per_hour=2, sockets_per_client=2, sockets=3))
    gate.new_game("a")
    gate.new_game("a")
    with pytest.raises(TooMuch):
        gate.new_game("a")
    gate.new_game("b")
    assert [gate.enter("a"), gate.enter("a"), gate.enter("a"), gate.enter("b"), gate.enter("c")] == [
        True, True, False, True, False,
    ]  # fmt: skip
    gate.leave("a")
    assert gate.enter("c")


def test_a_watcher_that_does_not_read_slows_nobody(server: RunningServer) -> None:
    me = server.client()
    game_id = me.new_game([ME, ME])["game"]["id"]
    host, port = server.address.removeprefix("http://").split(":")
    sleepers = []
    for _ in range(5):
        sleeper = socket.create_connection((host, int(port)))
        sleeper.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        head = f"GET {API}/games/{game_id}/live?since=0 HTTP/1.1\r\nHost: {host}:{port}\r\nUpgrade: websocket\r\n"
        head += (
            "Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
        )
        sleeper.sendall(head.encode())
        sleepers.append(sleeper)
    began = time.monotonic()
    game = play_on(game_id, {"W": me, "K": me}, 150)
    assert time.monotonic() - began < 20
    reader = next(iter(me.watch(game_id, since=0)))
    assert reader["ply"] == game["ply"]
    assert len(reader["entries"]) == game["ply"]
    for sleeper in sleepers:
        sleeper.close()
