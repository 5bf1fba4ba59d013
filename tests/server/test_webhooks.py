"""Webhooks: those who are away are told of their turn, signed, at addresses outside only, and no move waits for it."""

import asyncio
import hashlib
import hmac
import json
import queue
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from amyitis.client import Client, ServerProblem
from amyitis.server import webhooks
from amyitis.server.webhooks import Turn, Webhooks, is_outside
from tests.server.playing import ME, OPEN, refused
from tests.server.running import FAILED_AFTER, Databases, RunningServer, run_server


class Receiver:
    """Takes hooks at a port of this machine; `statuses` are answered one after the other, then 200."""

    def __init__(self) -> None:
        self.got: queue.Queue[tuple[str, dict[str, str], bytes]] = queue.Queue()
        self.statuses: list[int] = []
        self.open = threading.Event()
        self.open.set()
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                receiver.got.put((self.path, dict(self.headers.items()), body))
                receiver.open.wait()
                self.send_response(receiver.statuses.pop(0) if receiver.statuses else 200)
                self.send_header("Location", "/elsewhere")
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *_args: Any) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self._server.server_port}/hook?who=me"
        self._thread = threading.Thread(target=self._server.serve_forever)
        self._thread.start()

    def close(self) -> None:
        self.open.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    made = Receiver()
    yield made
    made.close()


@pytest.fixture(scope="module")
def hooked(databases: Databases) -> Iterator[RunningServer]:
    """A server that sends webhooks, even to this machine."""
    with run_server(databases.sqlite(), "--webhooks", "--webhooks-anywhere") as running:
        yield running


def two_with_the_first_to_move(server: RunningServer) -> tuple[Client, Client, str]:
    """Two people, and a game that waits for the first of them."""
    first, second = server.client(), server.client()
    made = first.new_game([ME, OPEN], first=0)
    second.join(made["game"]["id"], "K", made["invitations"]["K"])
    return first, second, made["game"]["id"]


def test_one_who_is_away_is_told(hooked: RunningServer, receiver: Receiver) -> None:
    first, second, game_id = two_with_the_first_to_move(hooked)
    mine = second.webhook(receiver.address)
    assert (mine["webhook"], mine["webhooks"]) == (receiver.address, True)
    game = first.move(game_id, first.game(game_id)["ply"], "pass")
    path, headers, body = receiver.got.get(timeout=FAILED_AFTER)
    assert path == "/hook?who=me"
    assert json.loads(body) == {
        "game": game_id, "seat": "K", "url": f"{hooked.address}/table/{game_id}", "round": game["view"]["round"],
    }  # fmt: skip
    at, mac = (part.partition("=")[2] for part in headers["Amyitis-Signature"].split(","))
    expected = hmac.new(mine["webhook_key"].encode(), f"{at}.".encode() + body, hashlib.sha256).hexdigest()
    assert mac == expected
    assert headers["Host"] == receiver.address.split("/")[2]
    second.webhook(None)
    assert second.me()["webhook"] is None


def test_one_who_is_there_or_moved_is_not_told(hooked: RunningServer, receiver: Receiver) -> None:
    first, second, game_id = two_with_the_first_to_move(hooked)
    second.webhook(receiver.address)
    alone = second.new_game([ME, ME])["game"]
    second.move(alone["id"], alone["ply"], "pass")
    here = second.watch(game_id)
    next(here)
    first.move(game_id, first.game(game_id)["ply"], "pass")
    made = first.new_game([ME, OPEN], first=0)
    other = made["game"]["id"]
    second.join(other, "K", made["invitations"]["K"])
    first.move(other, first.game(other)["ply"], "pass")
    _path, _headers, body = receiver.got.get(timeout=FAILED_AFTER)
    assert json.loads(body)["game"] == other, "the game where nobody looks is the first that is told"
    assert receiver.got.empty()


def test_a_receiver_that_hangs_holds_no_move_up(hooked: RunningServer, receiver: Receiver) -> None:
    first, second, game_id = two_with_the_first_to_move(hooked)
    second.webhook(receiver.address)
    receiver.open.clear()
    game = first.move(game_id, first.game(game_id)["ply"], "pass")
    receiver.got.get(timeout=FAILED_AFTER)
    assert first.game(game_id)["ply"] == game["ply"], "answered while the hook still hangs"


def test_a_server_sends_none_unless_told_to(server: RunningServer, receiver: Receiver) -> None:
    me = server.client()
    assert not me.me()["webhooks"]
    with pytest.raises(ServerProblem) as problem:
        me.webhook(receiver.address)
    refused("forbidden", problem.value)
    assert me.webhook(None)["webhook"] is None


@pytest.mark.parametrize(
    "url",
    ["ftp://example.org/", "example.org", "http://", "https://a:b@example.org/", "http://x\n.org/", "http://x:0/"],
)
def test_what_is_no_address_is_refused(hooked: RunningServer, url: str) -> None:
    with pytest.raises(ServerProblem) as problem:
        hooked.client().webhook(url)
    assert refused("malformed", problem.value)["field"] == "webhook"


def test_a_name_alone_leaves_the_webhook(hooked: RunningServer) -> None:
    me = hooked.client()
    me.webhook("https://example.org/hook")
    assert me.name_me("Ann")["webhook"] == "https://example.org/hook"
    assert me.webhook("https://example.org/other")["name"] == "Ann"


@pytest.mark.parametrize(
    ("address", "outside"),
    [
        ("93.184.216.34", True), ("2606:2800:220:1::1", True),
        ("127.0.0.1", False), ("10.1.2.3", False), ("172.16.0.1", False), ("192.168.1.1", False),
        ("169.254.169.254", False), ("100.64.0.1", False), ("0.0.0.0", False), ("224.0.0.1", False),
        ("255.255.255.255", False), ("::1", False), ("::", False), ("fe80::1%eth0", False), ("fd00::1", False),
        ("::ffff:127.0.0.1", False), ("::ffff:93.184.216.34", True), ("64:ff9b::7f00:1", False),
        ("2002:7f00:1::", False), ("ff02::1", False),
        ("fec0::1", False), ("192.88.99.1", False), ("3fff::1", False),
    ],
)  # fmt: skip
def test_what_is_outside(address: str, outside: bool) -> None:
    assert is_outside(address) is outside


def told(url: str, anywhere: bool, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What came of telling somebody."""
    monkeypatch.setattr(webhooks, "PAUSES", (0.0, 0.01, 0.01))
    results: list[str] = []

    async def find(_person: str) -> str:
        return url

    async def tell() -> None:
        hooks = Webhooks(find, "secret", enabled=True, anywhere=anywhere, on_sent=results.append)
        await hooks._tell(Turn("me", "game", "W", 1))

    asyncio.run(tell())
    return results


def test_the_own_network_is_not_called(receiver: Receiver, monkeypatch: pytest.MonkeyPatch) -> None:
    port = receiver.address.split(":")[2].split("/")[0]
    for host in ("127.0.0.1", "localhost", "[::1]", "0.0.0.0", "2130706433", "127.1"):
        assert told(f"http://{host}:{port}/", False, monkeypatch) == ["failed"], host
    assert receiver.got.empty()


def test_redirects_are_not_followed_and_failures_tried_again(
    receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    receiver.statuses = [302, 500]
    assert told(receiver.address, True, monkeypatch) == ["sent"]
    assert [receiver.got.get_nowait()[0] for _ in range(3)] == ["/hook?who=me"] * 3
    receiver.statuses = [500] * 9
    assert told(receiver.address, True, monkeypatch) == ["failed"]
    assert receiver.got.qsize() == 3


def test_one_person_is_not_told_without_end() -> None:
    async def find(_person: str) -> str:
        return ""

    async def ask() -> list[bool]:
        hooks = Webhooks(find, "secret", enabled=True, anywhere=True, on_sent=lambda _result: None)
        return [hooks._hooks.take("me") == 0 for _ in range(30)] + [hooks._hooks.take("you") == 0]

    found = asyncio.run(ask())
    assert found[:20] == [True] * 20
    assert found[20:30] == [False] * 10
    assert found[30]
