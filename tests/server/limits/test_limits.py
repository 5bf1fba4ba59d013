"""Limits: size, rate, games, sockets; and watchers that do not read."""

import asyncio
import socket
import time
from collections.abc import Awaitable, Callable, Iterator
from typing import Any

import httpx
import orjson
import pytest

from amyitis.client import Client, ServerProblem
from amyitis.server.http.guard import StepTimer
from amyitis.server.limits import token_buckets
from amyitis.server.limits.rate_limiter import RateLimiter
from amyitis.server.limits.token_buckets import TokenBuckets
from amyitis.server.settings import Limits
from amyitis.service.problems import TooMuch
from tests.server.clocks import Clock
from tests.server.in_process import app_in_process, somebody
from tests.server.playing import ME, OPEN, bot, play_on, refused
from tests.server.running import FAILED_AFTER, Databases, RunningServer, run_server

API = "/api/v1"


@pytest.fixture(scope="module")
def limited(databases: Databases) -> Iterator[RunningServer]:
    """A server with the limits that it has by default, but for one seat for a bot that thinks long."""
    with run_server(databases.sqlite(), "--limit", "expensive_bots_per_hour=1", unlimited=False) as running:
        yield running


def test_a_body_has_a_size(limited: RunningServer) -> None:
    with httpx.Client(base_url=limited.address, timeout=FAILED_AFTER) as http:
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
    with httpx.Client(base_url=server.address, cookies=me.cookies, timeout=FAILED_AFTER) as http:
        headers = {"Content-Type": "application/json"}
        answer = http.post(API + path.format(game=game), content=body, headers=headers)
    assert answer.status_code == 400, answer.text
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.json()["type"].endswith(":malformed")


def test_requests_have_a_rate(databases: Databases, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock()
    monkeypatch.setattr(token_buckets, "time", clock)

    async def work() -> None:
        async with app_in_process(databases.sqlite(), Limits()) as app, somebody(app) as me:
            for _ in range(5000):
                answer = await me.get("/games/none/log")  # each is as dear as several
                if answer.status_code == 429:
                    break
            wait = int(answer.headers["retry-after"])
            assert wait >= 1
            assert answer.json()["type"].endswith(":limit")
            assert (await me.get("/bots")).status_code == 429, "whoever goes on asking is charged for it"
            await clock.go_on(wait)
            assert (await me.get("/bots")).status_code == 200, "after a while there is room again"

    asyncio.run(work())


def test_a_bucket_is_filled_again_at_its_rate(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    buckets = TokenBuckets(at_once=3, per_second=0.5)
    assert [buckets.take("a") for _ in range(4)] == [0.0, 0.0, 0.0, 2.0]
    assert buckets.take("b", cost=10) == 0.0, "whoever has one left may ask for something dear"
    assert buckets.take("b") == 2.0
    now += 1.0
    assert buckets.take("a") == 1.0
    now += 2.0
    assert buckets.take("a") == 0.0
    now += 1000.0
    assert [buckets.take("a") for _ in range(4)] == [0.0, 0.0, 0.0, 2.0], "a bucket holds no more than it did"


def test_buckets_used_longest_ago_are_let_go_of(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(token_buckets, "MOST_KEPT", 3)
    buckets = TokenBuckets(at_once=1, per_second=0.001)
    for name in "abcd":
        assert buckets.take(name) == 0.0
    assert len(buckets) == 3
    assert buckets.take("d") > 0
    assert buckets.take("a") == 0.0, "it was forgotten, so its bucket is full"


def test_the_limiter_counts_games_and_sockets() -> None:
    limiter = RateLimiter(Limits(games_per_hour=2, sockets_per_client=2, sockets=3))
    limiter.charge("games", "a")
    limiter.charge("games", "a")
    with pytest.raises(TooMuch):
        limiter.charge("games", "a")
    limiter.charge("games", "b")
    assert [limiter.enter("a"), limiter.enter("a"), limiter.enter("a"), limiter.enter("b"), limiter.enter("c")] == [
        True, True, False, True, False,
    ]  # fmt: skip
    limiter.leave("a")
    assert limiter.enter("c")


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
    # This server has all the time of the world for a watcher: a move that waited for one would never be answered.
    game = play_on(game_id, {"W": me, "K": me}, 150)
    reader = next(iter(me.watch(game_id, since=0)))
    assert reader["ply"] == game["ply"]
    assert len(reader["entries"]) == game["ply"]
    for sleeper in sleepers:
        sleeper.close()


def test_every_way_to_a_bot_that_thinks_long_has_the_quota(limited: RunningServer) -> None:
    """Making a game with them, leaving a seat to one, and giving one the seat of somebody else."""
    strongest = bot("Nebuchadnezzar")
    with Client(limited.address) as me:
        game_id = me.new_game([ME, OPEN, strongest])["game"]["id"]
        asked: list[Callable[[], Any]] = [
            lambda: me.new_game([ME, strongest]),
            lambda: me.leave(game_id, "W", bot="Nebuchadnezzar"),
            lambda: me.leave(game_id, "K", bot="Nebuchadnezzar"),
            lambda: me.replace(game_id, "K", bot="Nebuchadnezzar"),
        ]
        for ask in asked:
            with pytest.raises(ServerProblem) as problem:
                ask()
            assert refused("limit", problem.value)["key"] == "expensive_bots_per_hour"
        me.leave(game_id, "W", bot="Steward")


def test_large_and_long_requests_count_as_several() -> None:
    limiter = RateLimiter(Limits(requests_at_once=10, requests_per_second=0.001))
    limiter.spend("a", 0.01 * 8)
    limiter.request("a")
    limiter.spend("b", 0.0, 9 * 8 * 1024)
    limiter.spend("", 1000.0)
    for client in "ab":
        limiter.request(client)
        with pytest.raises(TooMuch):
            limiter.request(client)


def test_a_costly_request_is_charged_for_its_processor_time(
    databases: Databases, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Bodies that are refused for what is in them, as `POST /games` with many unknown fields."""
    body = orjson.dumps({f"k{number}": number for number in range(700)})
    charged = list[tuple[float, int]]()

    def spend(_limiter: RateLimiter, _client: str, seconds: float, size: int = 0) -> None:
        charged.append((seconds, size))

    monkeypatch.setattr(RateLimiter, "spend", spend)

    async def work() -> None:
        async with app_in_process(databases.sqlite(), Limits()) as app, somebody(app) as me:
            answer = await me.post("/games", content=body, headers={"Content-Type": "application/json"})
            assert (answer.status_code, len(answer.json()["errors"])) == (400, 20)
            assert len(answer.content) < 4000
            record = {"record": "[Game]" * 1000}
            assert (await me.post("/records", json=record)).status_code == 200

    asyncio.run(work())
    assert charged[0][1] == len(body)
    assert all(0 < seconds < FAILED_AFTER for seconds, _size in charged)
    assert sum(size == 0 for _seconds, size in charged) >= 1, "what threads do is charged as well"


def test_the_processor_time_of_a_coroutine_is_that_of_its_steps() -> None:
    async def busy() -> None:
        for _ in range(3):
            until = time.thread_time() + 0.01
            while time.thread_time() < until:
                pass
            await asyncio.sleep(0.02)

    async def work() -> None:
        timer, other = StepTimer(), asyncio.create_task(busy())
        await timer.run(busy())
        await other
        assert 0.03 <= timer.seconds < 0.05, "neither the waiting nor what others do meanwhile"
        cancelled = asyncio.create_task(_run(timer, busy()))
        await asyncio.sleep(0.005)
        cancelled.cancel()
        with pytest.raises(asyncio.CancelledError):
            await cancelled

    asyncio.run(work())


async def _run(timer: StepTimer, work: Awaitable[None]) -> None:
    await timer.run(work)
