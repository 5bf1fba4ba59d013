"""Webhooks: who is away is told of their turn, at addresses outside only, and no move waits for it."""

import asyncio
import hashlib
import hmac
import socket
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from amyitis.client import Client, ServerProblem
from amyitis.server.alerts import outside, sender
from amyitis.server.alerts.mailer import Mailer
from amyitis.server.alerts.outside import MOST_AT_ONCE, NotOutside, is_near, is_outside, post
from amyitis.server.alerts.sender import Sender
from amyitis.service.background_tasks import cancel_all
from amyitis.table.people.alerts import Alert, Shape, Webhook
from tests.server.alerts.receiving import Receiver
from tests.server.playing import ME, OPEN, refused
from tests.server.running import FAILED_AFTER, RunningServer

ALERT = Alert("Your turn", "Round 3, with <@K> & Bo*, http://a.b", "en", "abc", "W", 3, 1, "turn")


def two_with_the_first_to_move(server: RunningServer) -> tuple[Client, Client, str]:
    """Two people, and a game that waits for the first of them."""
    first, second = server.client(), server.client()
    made = first.new_game([ME, OPEN], first=0)
    second.join(made["game"]["id"], "K", made["invitations"]["K"])
    return first, second, made["game"]["id"]


def test_one_who_is_away_is_told(calling: RunningServer, receiver: Receiver) -> None:
    first, second, game_id = two_with_the_first_to_move(calling)
    hook = f"{receiver.address}/hook?who=me"
    mine = second.webhook(hook)
    assert (mine["webhook"], mine["webhooks"]) == ({"url": hook, "shape": "json"}, True)
    game = first.move(game_id, first.game(game_id)["ply"], "pass")
    got = receiver.got.get(timeout=FAILED_AFTER)
    assert got.path == "/hook?who=me"
    assert got.json == {
        "game": game_id, "seat": "K", "round": game["view"]["round"], "games": 1, "reason": "turn",
        "title": "Your turn", "text": "Round 1, with Player", "url": f"{calling.spoken_address}/table/{game_id}",
    }  # fmt: skip
    at, mac = (part.partition("=")[2] for part in got.headers["Amyitis-Signature"].split(","))
    expected = hmac.new(mine["webhook_key"].encode(), f"{at}.".encode() + got.body, hashlib.sha256).hexdigest()
    assert mac == expected
    assert got.headers["Host"] == f"127.0.0.1:{receiver.port}"
    assert second.webhook(None)["webhook"] is None


def test_one_who_is_there_or_moved_is_not_told(calling: RunningServer, receiver: Receiver) -> None:
    first, second, game_id = two_with_the_first_to_move(calling)
    second.webhook(f"{receiver.address}/hook")
    alone = second.new_game([ME, ME])["game"]
    second.move(alone["id"], alone["ply"], "pass")
    here = second.watch(game_id)
    next(here)
    first.move(game_id, first.game(game_id)["ply"], "pass")
    next(here)  # the server has seen the move and who is there
    here.close()
    made = first.new_game([ME, OPEN], first=0)
    other = made["game"]["id"]
    second.join(other, "K", made["invitations"]["K"])
    first.move(other, first.game(other)["ply"], "pass")
    got = receiver.got.get(timeout=FAILED_AFTER)
    assert got.json["games"] == 3, "the three that wait are one message"
    assert receiver.got.empty()


def test_a_receiver_that_hangs_holds_no_move_up(calling: RunningServer, receiver: Receiver) -> None:
    first, second, game_id = two_with_the_first_to_move(calling)
    second.webhook(f"{receiver.address}/hook")
    receiver.open.clear()
    game = first.move(game_id, first.game(game_id)["ply"], "pass")
    receiver.got.get(timeout=FAILED_AFTER)
    assert first.game(game_id)["ply"] == game["ply"], "answered while the hook still hangs"


def test_a_table_tells_its_chat_of_every_turn(calling: RunningServer, receiver: Receiver) -> None:
    first, second, game_id = two_with_the_first_to_move(calling)
    path, hook = f"/games/{game_id}/webhook", {"url": f"{receiver.address}/chat", "shape": "discord"}
    for somebody in (second, calling.client()):
        for method, where in (("GET", path), ("POST", path), ("POST", f"{path}/test")):
            with pytest.raises(ServerProblem) as problem:
                somebody._ask(method, where, hook if where == path and method == "POST" else None)
            refused("forbidden", problem.value)
    assert first._ask("POST", path, hook)["webhook"] == hook
    assert first._ask("POST", f"{path}/test")["webhook"] is True
    assert "This is how you are called" in receiver.got.get(timeout=FAILED_AFTER).json["content"]
    second.name_me("Kim")
    first.move(game_id, first.game(game_id)["ply"], "pass")
    said = receiver.got.get(timeout=FAILED_AFTER).json
    assert said["content"].startswith("**Player 2, it is your turn**\n")
    assert said["content"].endswith(f"{calling.spoken_address}/table/{game_id}")
    assert said["allowed_mentions"] == {"parse": []}
    first._ask("POST", path, {"url": None})
    assert first._ask("GET", path)["webhook"] is None


def test_a_test_message_says_what_it_reached(calling: RunningServer, receiver: Receiver) -> None:
    me = calling.client()
    me.name_me("Ann")
    assert me._ask("POST", "/me/alerts/test?by=webhook") == {"webhook": False, "browsers": 0}
    me.webhook(f"{receiver.address}/x")
    assert me._ask("POST", "/me/alerts/test?by=webhook") == {"webhook": True, "browsers": 0}
    receiver.statuses = [500]
    assert me._ask("POST", "/me/alerts/test?by=webhook") == {"webhook": False, "browsers": 0}
    assert receiver.got.qsize() == 2, "a test is tried once"


def test_a_server_sends_none_unless_told_to(server: RunningServer, receiver: Receiver) -> None:
    me = server.client()
    me.name_me("Ann")
    mine = me._ask("GET", "/me/alerts")
    assert (mine["webhooks"], mine["push_key"]) == (False, None)
    with pytest.raises(ServerProblem) as problem:
        me.webhook(receiver.address)
    refused("forbidden", problem.value)
    assert me.webhook(None)["webhook"] is None


@pytest.mark.parametrize(
    "url",
    ["ftp://example.org/", "example.org", "http://", "https://a:b@example.org/", "http://x\n.org/", "http://x:0/"],
)
def test_what_is_no_address_is_refused(calling: RunningServer, url: str) -> None:
    me = calling.client()
    me.name_me("Ann")
    with pytest.raises(ServerProblem) as problem:
        me.webhook(url)
    assert refused("malformed", problem.value)["field"] == "webhook"


def test_who_is_nobody_has_no_settings(calling: RunningServer) -> None:
    push = {"endpoint": "https://push.example/", "p256dh": "x", "auth": "x"}
    for method, path, body in (
        ("GET", "/me/alerts", None), ("POST", "/me/alerts", {}), ("POST", "/me/alerts/test?by=push", None),
        ("POST", "/me/push", push), ("POST", "/me/push/end", {"endpoint": "x"}),
    ):  # fmt: skip
        for who in (calling.client(), calling.client(key="a key of no seat")):
            with pytest.raises(ServerProblem) as problem:
                who._ask(method, path, body)
            assert refused("forbidden", problem.value)["key"] == "cookie_first"


@pytest.mark.parametrize(
    ("address", "outside"),
    [
        ("93.184.216.34", True), ("2606:2800:220:1::1", True),
        ("127.0.0.1", False), ("10.1.2.3", False), ("172.16.0.1", False), ("192.168.1.1", False),
        ("169.254.169.254", False), ("100.64.0.1", False), ("0.0.0.0", False), ("224.0.0.1", False),
        ("255.255.255.255", False), ("::1", False), ("::", False), ("fe80::1%eth0", False), ("fd00::1", False),
        ("::ffff:127.0.0.1", False), ("::ffff:93.184.216.34", True), ("64:ff9b::7f00:1", False),
        ("2002:7f00:1::", False), ("ff02::1", False),
        ("168.63.129.16", False),
        ("fec0::1", False), ("192.88.99.1", False), ("3fff::1", False), ("192.0.0.8", False), ("5f00::1", False),
    ],
)  # fmt: skip
def test_what_is_outside(address: str, outside: bool) -> None:
    assert is_outside(address) is outside


def test_the_own_machine_is_near_by_whatever_address() -> None:
    for address, near in (("127.0.0.1", True), ("93.184.216.34", False), ("2606:2800:220:1::1", False)):
        assert is_near(address) is near, address


def test_an_address_of_the_world_that_is_the_own_machines_is_not_called(
    receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As if this machine's address were one of the world's."""
    monkeypatch.setattr(outside, "is_outside", lambda _address: True)
    assert called(receiver.address, monkeypatch, anywhere=False) == "failed"
    assert receiver.got.empty()


def called(url: str, monkeypatch: pytest.MonkeyPatch, *, anywhere: bool = True, shape: Shape = "json") -> str:
    """What came of calling a webhook."""
    monkeypatch.setattr(sender, "PAUSES", (0.0, 0.01, 0.01))
    results: list[str] = []

    def note(_by: str, result: str) -> None:
        results.append(result)

    async def call() -> None:
        made = Sender("secret", webhooks=True, push_key=None, anywhere=anywhere, on_sent=note)
        made.address = "https://play.example/"
        assert await made.post(Webhook("me", "", url, shape, "en"), ALERT) is (results == ["sent"])

    asyncio.run(call())
    return results[0]


def test_the_own_network_is_not_called(receiver: Receiver, monkeypatch: pytest.MonkeyPatch) -> None:
    for host in ("127.0.0.1", "localhost", "[::1]", "0.0.0.0", "2130706433", "127.1"):
        assert called(f"http://{host}:{receiver.port}/", monkeypatch, anywhere=False) == "failed", host
    assert receiver.got.empty()


def test_redirects_are_not_followed_and_failures_tried_again(
    receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    receiver.statuses = [302, 500]
    assert called(f"{receiver.address}/hook", monkeypatch) == "sent"
    assert [receiver.got.get_nowait().path for _ in range(3)] == ["/hook"] * 3
    receiver.statuses = [500] * 9
    assert called(receiver.address, monkeypatch) == "failed"
    assert receiver.got.qsize() == 3


LINK = "https://play.example/table/abc"
DEAD = "http: //a\u2024b"
PLAIN = f"Round 3, with <@K> & Bo*, {DEAD}"
SHAPES: dict[Shape, tuple[str, object]] = {
    "discord": ("/x/topic?a=b", {
        "content": f"**Your turn**\nRound 3, with \\<\\@K\\> & Bo\\*, http\\://a.b\n{LINK}",
        "allowed_mentions": {"parse": []},
    }),
    "slack": ("/x/topic?a=b", {"text": f"*<{LINK}|Your turn>*\nRound 3, with &lt;@K&gt; &amp; Bo, {DEAD}"}),
    "google": ("/x/topic?a=b", {"text": f"<{LINK}|Your turn>\nRound 3, with &lt;@K&gt; &amp; Bo, {DEAD}"}),
    "ntfy": ("/?a=b", {"topic": "x/topic", "title": "Your turn", "message": PLAIN, "click": LINK}),
    "gotify": ("/x/topic?a=b", {
        "title": "Your turn", "message": PLAIN, "priority": 5,
        "extras": {"client::notification": {"click": {"url": LINK}}},
    }),
}  # fmt: skip


@pytest.mark.parametrize("shape", SHAPES)
def test_each_receiver_gets_what_it_understands(
    receiver: Receiver, monkeypatch: pytest.MonkeyPatch, shape: Shape
) -> None:
    assert called(f"{receiver.address}/x/topic?a=b", monkeypatch, shape=shape) == "sent"
    got = receiver.got.get_nowait()
    assert (got.path, got.json) == SHAPES[shape]
    assert "Amyitis-Signature" not in got.headers


def test_one_whose_receivers_hang_takes_nobody_elses_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    async def post(url: str, *_rest: object, **_more: object) -> int:
        if "tarpit" in url:
            await asyncio.Event().wait()
        return 200

    monkeypatch.setattr(sender, "post", post)

    async def call() -> None:
        made = Sender("secret", webhooks=True, push_key=None, anywhere=False, on_sent=lambda _by, _result: None)
        hanging = [
            asyncio.create_task(made.post(Webhook("bad", str(number), "https://tarpit/", "json", "en"), ALERT))
            for number in range(3 * MOST_AT_ONCE)
        ]
        await asyncio.sleep(0)
        async with asyncio.timeout(FAILED_AFTER):
            assert await made.post(Webhook("ann", "", "https://example.org/", "json", "en"), ALERT)
        await cancel_all(hanging)

    asyncio.run(call())


def test_a_mail_server_that_hangs_holds_up_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    answered = threading.Event()
    monkeypatch.setattr(Mailer, "send", lambda *_mail: answered.wait(FAILED_AFTER))

    async def call() -> None:
        asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(1))
        made = Sender(
            "secret",
            webhooks=True,
            push_key=None,
            mailer=Mailer("smtp://localhost?from=a@example.org"),
            anywhere=False,
            on_sent=lambda _by, _result: None,
        )
        mails = [asyncio.create_task(made.mail(f"{number}@example.org", "", "", "")) for number in range(MOST_AT_ONCE)]
        monkeypatch.setattr(sender, "post", lambda *_call, **_how: asyncio.sleep(0, 200))
        async with asyncio.timeout(5):
            await asyncio.sleep(0)
            await asyncio.to_thread(int)  # as games of another box, and long logs, are read
            assert await made.post(Webhook("ann", "", "https://example.org/", "json", "en"), ALERT)
        answered.set()
        assert all(await asyncio.gather(*mails))

    asyncio.run(call())


def test_a_name_that_is_looked_up_for_long_holds_up_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    answered = threading.Event()

    def look_up(*_what: object, **_how: object) -> list[object]:
        answered.wait(FAILED_AFTER)
        return []

    async def call() -> None:
        asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(1))
        asked = [asyncio.create_task(post("https://a.tarpit/", b"", {}, anywhere=False)) for _ in range(4)]
        async with asyncio.timeout(FAILED_AFTER / 2):
            await asyncio.sleep(0)
            await asyncio.to_thread(int)  # as games of another box, and long logs, are read
        answered.set()
        assert {type(one) for one in await asyncio.gather(*asked, return_exceptions=True)} == {NotOutside}

    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    asyncio.run(call())
