"""The page: served from its folder, cached and compressed as it should be, and nothing beside it can be had."""

import gzip
import re
import socket
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from amyitis.server import settings
from tests.server.playing import ME
from tests.server.running import FAILED_AFTER, Databases, RunningServer, run_server

SCRIPT = "console.log('a garden');\n" * 200
SQUEEZED = b"what the build has made of it"
PLACES = [
    "/", "/table/abc123", "/join/abc123/K/some-word", "/replay", "/replay/abc123", "/rules", "/rules/6.3", "/learn",
    "/puzzle", "/puzzle/abc123", "/analysis", "/games", "/position", "/position?p=amy1_players=WK",
]  # fmt: skip


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A page as Vite builds it, with something beside it that is nobody's business."""
    outside = tmp_path_factory.mktemp("checkout")
    (outside / "secret.txt").write_text("not for you")
    page = outside / "web"
    (page / "assets").mkdir(parents=True)
    (page / "index.html").write_text("<!doctype html><title>Amyitis</title><script src=/assets/index-1a2b.js></script>")
    (page / "assets" / "index-1a2b.js").write_text(SCRIPT)
    (page / "assets" / "table-3c4d.js").write_text(SCRIPT)
    (page / "assets" / "table-3c4d.js.br").write_bytes(SQUEEZED)
    (page / "assets" / "table-5e6f.css").write_text("")
    (page / "favicon.svg").write_text("<svg xmlns='http://www.w3.org/2000/svg'/>")
    (page / "manifest.webmanifest").write_text("{}")
    return page


@pytest.fixture(scope="module")
def paged(databases: Databases, folder: Path) -> Iterator[RunningServer]:
    """A server with a page."""
    with run_server(databases.sqlite(), "--page", str(folder)) as running:
        yield running


@pytest.fixture
def http(paged: RunningServer) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=paged.address, timeout=FAILED_AFTER) as client:
        yield client


@pytest.mark.parametrize("place", PLACES)
def test_the_page_answers_at_each_of_its_addresses(http: httpx.Client, place: str) -> None:
    answer = http.get(place)
    assert answer.status_code == 200
    assert "<title>Amyitis</title>" in answer.text
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.headers["cache-control"] == "no-cache"
    assert http.head(place).status_code == 200
    again = http.get(place, headers={"If-None-Match": answer.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_every_place_of_the_page_has_an_address(http: httpx.Client) -> None:
    app = (Path(__file__).parents[3] / "web" / "src" / "App.svelte").read_text(encoding="utf-8")
    places = set(re.findall(r"place\[0\] === '([a-z]+)'", app))
    assert len(places) > 8
    for place in places:
        ways = [http.get(f"/{place}{further}").status_code for further in ("", "/one", "/one/K/word")]
        assert 200 in ways, place


def test_assets_are_kept_for_ever_and_compressed(http: httpx.Client) -> None:
    answer = http.get("/assets/index-1a2b.js")
    assert answer.text == SCRIPT
    assert answer.headers["content-encoding"] == "gzip"
    assert int(answer.headers["content-length"]) < len(SCRIPT) / 5
    assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert answer.headers["content-type"].startswith("text/javascript")
    plain = http.get("/assets/index-1a2b.js", headers={"Accept-Encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert plain.text == SCRIPT
    assert "Accept-Encoding" in answer.headers["vary"]
    assert "Accept-Encoding" in plain.headers["vary"]


@pytest.mark.parametrize(
    ("accepted", "encoding"),
    [("gzip, deflate, br, zstd", "br"), ("br;q=0, gzip", "gzip"), ("BR ; q=0.5", "br"), ("", None), ("brr", None)],
)
def test_what_the_build_has_compressed_is_sent_to_whoever_can_read_it(
    http: httpx.Client, accepted: str, encoding: str | None
) -> None:
    with http.stream("GET", "/assets/table-3c4d.js", headers={"Accept-Encoding": accepted}) as answer:
        body = b"".join(answer.iter_raw())
    assert answer.headers.get("content-encoding") == encoding
    sent = {"br": SQUEEZED, "gzip": gzip.compress(SCRIPT.encode(), 9, mtime=0), None: SCRIPT.encode()}
    assert body == sent[encoding]


def test_a_table_is_told_of_before_the_page_asks_for_it(http: httpx.Client) -> None:
    told = http.get("/table/abc123").headers["link"].split(", ")
    assert told == [
        "</api/v1/games/abc123?since=0&outlook=true>; rel=preload; as=fetch; crossorigin",
        "</assets/table-3c4d.js>; rel=modulepreload",
        "</assets/table-5e6f.css>; rel=preload; as=style; crossorigin",
    ]
    assert "link" not in http.get("/").headers
    assert "games" not in http.get("/replay/abc123").headers["link"]


def test_what_is_told_of_a_table_is_an_address_whatever_was_asked_for(http: httpx.Client) -> None:
    told = http.get("/table/a%3E%0d%0aX-More%3a%20b").headers
    assert "</api/v1/games/a%3E%0D%0AX-More%3A%20b?since=0&outlook=true>" in told["link"]
    assert "x-more" not in told


def test_other_files_have_their_types(http: httpx.Client) -> None:
    assert http.get("/favicon.svg").headers["content-type"] == "image/svg+xml"
    assert http.get("/manifest.webmanifest").headers["content-type"] == "application/manifest+json"


@pytest.mark.parametrize("place", ["/nothing", "/table", "/table/a/b", "/assets/none.js", "/assets", "/api/v1/none"])
def test_other_addresses_are_not_found(http: httpx.Client, place: str) -> None:
    answer = http.get(place)
    assert answer.status_code == 404
    assert answer.headers["content-type"] == "application/problem+json"


@pytest.mark.parametrize(
    "place",
    [
        "/../secret.txt", "/assets/../../secret.txt", "/%2e%2e/secret.txt", "/..%2fsecret.txt", "/..%5csecret.txt",
        "/assets/..%2f..%2fsecret.txt", "//secret.txt", "/assets//etc/passwd", "/%2fetc%2fpasswd", "/\\..\\secret.txt",
        "/secret.txt%00.js",
    ],
)  # fmt: skip
def test_nothing_beside_the_page_can_be_had(paged: RunningServer, place: str) -> None:
    """Sent byte for byte: a client would tidy these addresses up."""
    host, port = paged.address.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port))) as raw:
        raw.sendall(f"GET {place} HTTP/1.1\r\nHost: {host}:{port}\r\nConnection: close\r\n\r\n".encode())
        answer = b"".join(iter(lambda: raw.recv(4096), b""))
    assert answer.split()[1] in (b"404", b"400"), answer[:200]
    assert b"not for you" not in answer
    assert b"root:" not in answer


def test_the_policy_lets_in_nothing_foreign_and_nothing_inline(http: httpx.Client) -> None:
    rules = http.get("/").headers["content-security-policy"].split("; ")
    policy = {name: sources.split() for name, _, sources in (rule.partition(" ") for rule in rules)}
    assert policy["default-src"] == ["'none'"]
    assert policy["script-src"] == policy["style-src"] == policy["worker-src"] == ["'self'"]
    assert policy["img-src"] == policy["media-src"] == ["'self'", "data:", "blob:"]
    assert policy["connect-src"] == ["'self'"]
    assert not any("unsafe" in source or "//" in source for sources in policy.values() for source in sources)


def test_answers_to_programs_are_compressed_too(paged: RunningServer, http: httpx.Client) -> None:
    game_id = paged.client().new_game([ME, ME])["game"]["id"]
    with http.stream("GET", f"/api/v1/games/{game_id}") as answer:
        body = b"".join(answer.iter_raw())
    assert answer.headers["content-encoding"] == "gzip"
    assert len(body) < len(gzip.decompress(body)) / 3


def test_the_page_is_looked_for_in_the_checkout_then_in_what_was_installed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    module = tmp_path / "src" / "amyitis" / "server" / "settings.py"
    monkeypatch.setattr(settings, "__file__", str(module))
    installed, built = module.parent / "page", tmp_path / "build" / "web"
    assert settings.default_page() == installed
    (tmp_path / "pyproject.toml").touch()
    assert settings.default_page() == built, "where it will be built"
    installed.mkdir(parents=True)
    assert settings.default_page() == installed
    built.mkdir(parents=True)
    assert settings.default_page() == built


def test_a_page_that_is_built_again_is_seen(databases: Databases, tmp_path: Path) -> None:
    with (
        run_server(databases.sqlite(), "--page", str(tmp_path)) as server,
        httpx.Client(base_url=server.address, timeout=FAILED_AFTER) as http,
    ):
        assert "make play" in http.get("/").text
        assert http.get("/rules").status_code == 404
        for words in ("first", "second"):
            (tmp_path / "index.html").write_text(words)
            (tmp_path / "more.txt").write_text(words)
            assert http.get("/").text == http.get("/more.txt").text == words
