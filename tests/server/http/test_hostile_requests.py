"""Bodies, queries and headers of strangers: twice the size is about twice the work, and answers stay small."""

import gc
import time
from collections.abc import Callable
from contextlib import suppress
from http import HTTPStatus
from urllib.parse import quote

import orjson
import pytest
from starlette.requests import cookie_parser

from amyitis.errors import AmyitisError
from amyitis.server.connections.addresses import TrustedProxies
from amyitis.server.http.guard import host_name, origin_name, same_origin
from amyitis.server.http.page_files import _known
from amyitis.server.http.table_routes import _query
from amyitis.server.identity import COOKIE, Cookies
from amyitis.service.problems import refusal_of
from amyitis.service.routes import ROUTES
from amyitis.service.routing import Route

BODY, HEAD = 160_000, 32_000  # bytes: the larger of two sizes, of which the other is a quarter
MOST_ANSWER = 8_000
COOKIES = Cookies(["a secret of sixteen letters"])
PROXIES = TrustedProxies(("loopback",))

# What is repeated in a JSON body, behind what and before what.
BODIES = {
    "fields": (b'{"a":0', b',"k%d":0', b"}"),
    "the same field": (b'{"a":0', b',"a":0', b"}"),
    "a long name": (b'{"', b"k", b'":0}'),
    "lists": (b"", b"[", b""),
    "deep lists": (b"[", b"[[[[]]]],", b"0]"),
    "tokens": (b'{"ply":1,"tokens":["a"', b',"pass"', b"]}"),
    "wrong tokens": (b'{"ply":1,"tokens":[1', b",{}", b"]}"),
    "seats": (b'{"seats":[{}', b',{"kind":"me","x":1}', b"]}"),
    "a number": (b'{"ply":', b"9", b"}"),
    "a text": (b'{"name":"', b"x", b'","other":"x"}'),
    "escapes": (b'{"record":"', b"\\u00e9", b'","position":"x"}'),
    "a position": (b'{"position":"amy1', b"_a=b", b'","tokens":[],"visits":1,"move":"a"}'),
}
QUERIES = {
    "fields": b"&a=b",
    "tokens": b"&token=pass",
    "escapes": b"%ff",
    "semicolons": b";",
    "equals": b"=",
    "and": b"&",
}
HEADS = {"cookies": "a=b; ", "quotes": '"', "commas": ",", "addresses": "127.0.0.1, ", "dots": ".", "colons": ":",
         "brackets": "[", "weights": "gzip;q=0.5, ", "backslashes": "\\", "spaces": " ", "equals": "="}  # fmt: skip


def repeated(part: bytes, size: int) -> bytes:
    """A part again and again, numbered if it wants a number."""
    many = size // len(part)
    return b"".join(part % number for number in range(many)) if b"%d" in part else part * many


def seconds(work: Callable[[bytes], object], text: bytes) -> float:
    """The processor's time for some work, the best of three."""
    times = list[float]()
    for _ in range(3):
        began = time.thread_time()
        work(text)
        times.append(time.thread_time() - began)
    return min(times)


def check(work: Callable[[bytes], object], text: Callable[[int], bytes], size: int) -> None:
    """Four times the text must take no more than twelve times as long."""
    gc.disable()
    try:
        small, large = (seconds(work, text(letters)) for letters in (size // 4, size))
    finally:
        gc.enable()
    assert large < 12 * small + 0.05, f"{small:.4f} s, and {large:.4f} s for four times as much"


def bind(route: Route, query: bytes, body: bytes) -> None:
    """What a row does with a request before its handler is called; a refusal is small."""
    try:
        decoded = orjson.loads(body) if body else None
        route.bind(dict.fromkeys(route.path_parameters, "x" * 40), _query({"query_string": query}), decoded)
    except orjson.JSONDecodeError:
        pass
    except AmyitisError as problem:
        refusal = refusal_of(problem)
        assert refusal.status in {one.value for one in HTTPStatus}
        assert len(orjson.dumps(refusal.body)) < MOST_ANSWER


@pytest.mark.parametrize("name", BODIES)
def test_a_body_is_read_in_linear_time_on_every_route(name: str) -> None:
    before, part, end = BODIES[name]
    rows = [row for row in ROUTES if row.body is not None]
    assert len(rows) > 20

    def work(body: bytes) -> None:
        for row in rows:
            bind(row, b"", body)

    check(work, lambda size: before + repeated(part, size) + end, BODY)


@pytest.mark.parametrize("name", QUERIES)
def test_a_query_is_read_in_linear_time_on_every_route(name: str) -> None:
    def work(query: bytes) -> None:
        for row in ROUTES:
            bind(row, query, b"")

    check(work, lambda size: b"a=b" + repeated(QUERIES[name], size), HEAD)


@pytest.mark.parametrize("name", HEADS)
def test_headers_are_read_in_linear_time(name: str) -> None:
    def work(value: bytes) -> None:
        text = value.decode()
        for cookie in (text, cookie_parser(f"{COOKIE}={text}").get(COOKIE), quote(text)):
            COOKIES.identify(cookie, f"Bearer {text}")
        cookie_parser(text)
        PROXIES.client("127.0.0.1", [text])
        _known(text)
        for origin in (text, f"http://{text}"):
            host_name(origin)
            origin_name(origin)
            with suppress(ValueError):
                same_origin(origin, text)

    check(work, lambda size: repeated(HEADS[name].encode(), size), HEAD)
