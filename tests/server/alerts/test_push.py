"""Web push: encrypted as RFC 8291 says, signed as RFC 8292 says, and gone subscriptions are forgotten."""

import json
import time

import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature

from amyitis.client import Client, ServerProblem
from amyitis.server.alerts.push import PushKey, encrypt, new_key
from tests.server.alerts.receiving import Receiver, Subscriber, new_subscriber, padded, unpadded
from tests.server.alerts.test_webhooks import two_with_the_first_to_move
from tests.server.playing import refused
from tests.server.running import FAILED_AFTER, Databases, RunningServer, run_server

# Appendix A of RFC 8291.
PLAINTEXT = b"When I grow up, I want to be a watermelon"
SENDER = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
RECEIVER = "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"
RECEIVER_POINT = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
AUTH, SALT = "BTBZMqHH6r4Tts7J_aSIgg", "DGv6ra1nlYgDCS1FRnbzlw"
MESSAGE = (
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl"
    "7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
)


def private(text: str) -> ec.EllipticCurvePrivateKey:
    return ec.derive_private_key(int.from_bytes(padded(text), "big"), ec.SECP256R1())


def test_the_published_example() -> None:
    made = encrypt(PLAINTEXT, RECEIVER_POINT, AUTH, salt=padded(SALT), sender=private(SENDER))
    assert unpadded(made) == MESSAGE
    browser = Subscriber(private(RECEIVER), padded(AUTH))
    assert unpadded(browser.point) == RECEIVER_POINT
    assert browser.decrypted(padded(MESSAGE)) == PLAINTEXT


def test_no_two_messages_are_alike() -> None:
    browser = new_subscriber()
    keys = (unpadded(browser.point), unpadded(browser.auth))
    made = {encrypt(b"the same", *keys) for _ in range(3)}
    assert len(made) == 3
    assert {browser.decrypted(one) for one in made} == {b"the same"}


def test_the_signature_names_the_service_and_us() -> None:
    key = PushKey(new_key())
    header = key.authorization("https://push.example:8443/x/y?z", "https://play.example/")
    token, public = (part.partition("=")[2] for part in header.removeprefix("vapid ").split(", "))
    assert public == key.public
    signed, _, signature = token.rpartition(".")
    head, claims = (json.loads(padded(part)) for part in signed.split("."))
    assert head == {"typ": "JWT", "alg": "ES256"}
    assert (claims["aud"], claims["sub"]) == ("https://push.example:8443", "https://play.example/")
    assert 0 < claims["exp"] - time.time() <= 24 * 3600
    number = padded(signature)
    assert len(number) == 64
    der = encode_dss_signature(int.from_bytes(number[:32], "big"), int.from_bytes(number[32:], "big"))
    ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), padded(public)).verify(
        der, signed.encode(), ec.ECDSA(hashes.SHA256())
    )


def subscribe(who: Client, endpoint: str, browser: Subscriber) -> int:
    """Have a browser take push messages; how many of this person's do now."""
    return int(who._ask("POST", "/me/push", browser.subscription(endpoint))["browsers"])


def test_a_turn_reaches_the_browser(calling: RunningServer, receiver: Receiver) -> None:
    first, second, game_id = two_with_the_first_to_move(calling)
    browser = new_subscriber()
    assert subscribe(second, f"{receiver.address}/send/1", browser) == 1
    first.move(game_id, first.game(game_id)["ply"], "pass")
    got = receiver.got.get(timeout=FAILED_AFTER)
    assert got.path == "/send/1"
    assert (got.headers["Content-Encoding"], got.headers["Urgency"], got.headers["Topic"]) == (
        "aes128gcm", "normal", "amyitis",
    )  # fmt: skip
    assert int(got.headers["TTL"]) > 0
    assert f"k={second._ask('GET', '/me/alerts')['push_key']}" in got.headers["Authorization"]
    said = json.loads(browser.decrypted(got.body))
    assert said["web_push"] == 8030
    assert said["app_badge"] == 1
    assert said["notification"]["title"] == "Du bist am Zug"
    assert said["notification"]["navigate"] == f"{calling.address}/table/{game_id}".replace("127.0.0.1", "localhost")


def test_at_most_five_browsers_and_none_that_is_gone(calling: RunningServer, receiver: Receiver) -> None:
    me = calling.client()
    me.name_me("Ann")
    browser = new_subscriber()
    counts = [subscribe(me, f"{receiver.address}/{number}", browser) for number in (0, 0, 1, 2, 3, 4, 5)]
    assert counts == [1, 1, 2, 3, 4, 5, 5]
    receiver.statuses = [410, 404]
    assert me._ask("POST", "/me/alerts/test?by=push")["browsers"] == 3
    assert {receiver.got.get_nowait().path for _ in range(5)} == {"/1", "/2", "/3", "/4", "/5"}
    assert me._ask("GET", "/me/alerts")["browsers"] == 3
    somebody = calling.client()
    somebody.name_me("Bob")
    for number in range(6):
        somebody._ask("POST", "/me/push/end", {"endpoint": f"{receiver.address}/{number}"})
    assert me._ask("GET", "/me/alerts")["browsers"] == 3, "nobody ends those of others"
    for number in range(6):
        me._ask("POST", "/me/push/end", {"endpoint": f"{receiver.address}/{number}"})
    assert me._ask("GET", "/me/alerts")["browsers"] == 0


def test_who_leaves_a_device_is_not_called_there(calling: RunningServer, receiver: Receiver) -> None:
    me, other = calling.client(), calling.client()
    me.name_me("Ann")
    subscribe(me, f"{receiver.address}/phone", new_subscriber())
    other._ask("POST", "/me/devices", {"code": me._ask("POST", "/me/link")["code"]})
    assert other._ask("GET", "/me/alerts")["browsers"] == 1
    me._ask("POST", "/me/leave")
    assert other._ask("GET", "/me/alerts")["browsers"] == 0


@pytest.mark.parametrize(
    ("field", "value", "named"),
    [
        ("endpoint", "ftp://push.example/", "endpoint"), ("endpoint", "x", "endpoint"),
        ("p256dh", "BAAA", "p256dh"), ("p256dh", unpadded(b"\4" + b"1" * 64), "p256dh"), ("p256dh", "!", "p256dh"),
        ("auth", "AAAA", "p256dh"),
    ],
)  # fmt: skip
def test_what_is_no_subscription_is_refused(calling: RunningServer, field: str, value: str, named: str) -> None:
    me = calling.client()
    me.name_me("Ann")
    with pytest.raises(ServerProblem) as problem:
        me._ask("POST", "/me/push", new_subscriber().subscription("https://push.example/1") | {field: value})
    assert refused("malformed", problem.value)["field"] == named


def test_the_key_stays_and_a_server_may_push_nothing(databases: Databases) -> None:
    database = databases.sqlite()
    keys = []
    for option in ("--push", "--push", "--no-push"):
        with run_server(database, option) as server:
            me = server.client()
            me.name_me("Ann")
            keys.append(me._ask("GET", "/me/alerts")["push_key"])
            subscription = new_subscriber().subscription("http://127.0.0.1:9/1")
            with pytest.raises(ServerProblem) as problem:
                me._ask("POST", "/me/push", subscription)
            refused("malformed" if option == "--push" else "forbidden", problem.value)
    assert keys[0] == keys[1] is not None
    assert keys[2] is None
