"""Behind a proxy: who asks, from where their page came, and that figures stay inside; with real proxies, too."""

import asyncio
import contextlib
import os
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.sync.client import connect
from websockets.typing import Origin

from amyitis.server.connections.addresses import TrustedProxies
from amyitis.server.http.guard import Guard, client_of
from amyitis.server.limits.rate_limiter import RateLimiter
from amyitis.server.metrics import Metrics
from amyitis.server.settings import Limits
from amyitis.service.problems import TooMuch
from tests.server.crash import free_port
from tests.server.playing import ME
from tests.server.running import FAILED_AFTER, METRICS_TOKEN, Databases, RunningServer, run_server

API = "/api/v1"
NAME = "play.example.org"
DEPLOY = Path(__file__).parents[3] / "deploy"
UNPACKED = Path(__file__).parents[3] / "build" / "proxies" / "usr"  # by `make proxies`
PLAIN = {"Host": "127.0.0.1:8737", "Origin": f"https://{NAME}"}  # what a proxy with nothing but an address passes on


def guarded(headers: dict[str, str], peer: str = "127.0.0.1", trusted: tuple[str, ...] = ()) -> httpx.Response:
    """The answer to a POST with these headers; the body is the address under which the one who asks is counted."""

    async def app(scope: Any, _receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": client_of(scope).encode()})

    names = ["127.0.0.1", "localhost", NAME]
    guard = Guard(app, RateLimiter(Limits()), Metrics(), names, True, TrustedProxies(trusted))

    async def ask() -> httpx.Response:
        transport = httpx.ASGITransport(guard, client=(peer, 1))
        async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1:8737") as http:
            return await http.post("/", headers=headers)

    return asyncio.run(ask())


def test_a_plain_proxy_is_understood_once_it_is_trusted() -> None:
    refused = guarded(PLAIN)
    assert refused.status_code == 403
    assert "--trusted-proxy" in refused.json()["detail"]
    assert guarded(PLAIN, trusted=("loopback",)).status_code == 200
    assert guarded(PLAIN | {"Origin": "https://evil.example"}, trusted=("loopback",)).status_code == 403


def test_who_asks_is_what_a_trusted_proxy_says() -> None:
    told = {**PLAIN, "X-Forwarded-For": "198.51.100.1, 192.0.2.7"}
    assert guarded(told, trusted=("loopback",)).text == "192.0.2.7"
    own = {"Host": NAME, "X-Forwarded-For": "198.51.100.1"}
    assert guarded(own, peer="192.0.2.8", trusted=("loopback",)).text == "192.0.2.8"
    assert guarded(own).text == "127.0.0.1"


def test_the_host_that_was_asked_is_what_a_trusted_proxy_says() -> None:
    told = {"Host": "inside:8737", "X-Forwarded-Host": NAME, "Origin": f"https://{NAME}"}
    assert guarded(told, trusted=("loopback",)).status_code == 200
    assert guarded(told).status_code == 421
    assert guarded(told | {"X-Forwarded-Host": "evil.example"}, trusted=("loopback",)).status_code == 421


def test_figures_are_for_those_with_the_token(server: RunningServer) -> None:
    with httpx.Client(base_url=server.address, timeout=FAILED_AFTER) as http:
        assert http.get("/metrics").status_code == 404
        assert http.get("/metrics", headers={"Authorization": "Bearer wrong"}).status_code == 404
        told = http.get("/metrics", headers={"Authorization": f"Bearer {METRICS_TOKEN}"})
    assert "amyitis_sockets" in told.text


# Real proxies.


@pytest.fixture(scope="module")
def behind(databases: Databases) -> Iterator[tuple[RunningServer, int]]:
    """A server that stands behind a proxy, and the port of its figures."""
    port = free_port()
    options = ["--name", NAME, "--trusted-proxy", "127.0.0.1", "--limit", "games_per_hour=2"]
    with run_server(databases.sqlite(), *options, "--metrics-port", str(port), unlimited=False) as running:
        yield running, port


def nginx(folder: Path, port: int, server: str) -> list[str]:
    """Write the settings of nginx; returns how it is started."""
    text = (DEPLOY / "nginx.conf").read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if "ssl_certificate" not in line]
    site = "\n".join(lines).replace("listen 443 ssl;", f"listen 127.0.0.1:{port};").replace("127.0.0.1:8737", server)
    assert f"127.0.0.1:{port};" in site
    (folder / "site.conf").write_text(site, encoding="utf-8")
    paths = "".join(f"{name}_temp_path {name};" for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
    (folder / "nginx.conf").write_text(
        f"daemon off; worker_processes 1; pid pid; error_log stderr; events {{}}\n"
        f"http {{ access_log off; {paths} include {folder}/site.conf; }}\n",
        encoding="utf-8",
    )
    return ["nginx", "-p", str(folder), "-c", str(folder / "nginx.conf"), "-e", "stderr"]


def caddy(folder: Path, port: int, server: str) -> list[str]:
    """Write the settings of Caddy; returns how it is started."""
    text = (DEPLOY / "Caddyfile").read_text(encoding="utf-8")
    site = text.replace(f"{NAME} {{", f"http://{NAME}:{port} {{").replace("127.0.0.1:8737", server)
    options = f"{{\n\tadmin off\n\tdefault_bind 127.0.0.1\n\tstorage file_system {folder}\n}}\n"
    (folder / "Caddyfile").write_text(options + site, encoding="utf-8")
    return ["caddy", "run", "--adapter", "caddyfile", "--config", str(folder / "Caddyfile")]


@contextlib.contextmanager
def proxy(name: str, folder: Path, server: str) -> Iterator[int]:
    """A proxy with the settings that we tell people to use; its port."""
    path = os.pathsep.join([os.environ["PATH"], "/usr/sbin", str(UNPACKED / "bin"), str(UNPACKED / "sbin")])
    if shutil.which(name, path=path) is None:
        pytest.skip(f"there is no {name} here")
    port = free_port()
    command = {"nginx": nginx, "caddy": caddy}[name](folder, port, server)
    environment = {**os.environ, "PATH": path, "HOME": str(folder)}
    with open(folder / "problems", "w", encoding="utf-8") as problems:
        process = subprocess.Popen(command, stderr=problems, env=environment)
    try:
        until = time.monotonic() + FAILED_AFTER
        while True:
            assert process.poll() is None, (folder / "problems").read_text(encoding="utf-8")
            assert time.monotonic() < until, "it does not listen"
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
                break
            time.sleep(0.02)
        yield port
    finally:
        process.terminate()
        process.wait(FAILED_AFTER)


def somebody(address: str, port: int, **headers: str) -> httpx.Client:
    """A browser at an address of this machine, which looks at the proxy's page."""
    known = {"Host": f"{NAME}:{port}", "Origin": f"http://{NAME}:{port}", "Sec-Fetch-Site": "same-origin"}
    transport = httpx.HTTPTransport(local_address=address)
    return httpx.Client(
        base_url=f"http://127.0.0.1:{port}", headers=known | headers, transport=transport, timeout=FAILED_AFTER
    )


@pytest.mark.parametrize(("name", "network"), [("nginx", 2), ("caddy", 3)])
def test_our_settings_for_proxies(name: str, network: int, behind: tuple[RunningServer, int], tmp_path: Path) -> None:
    server, figures = behind
    first, second = f"127.0.{network}.1", f"127.0.{network}.2"
    with proxy(name, tmp_path, server.address.removeprefix("http://")) as port:
        with somebody(first, port) as one:
            made = [one.post(f"{API}/games", json={"seats": [ME, ME]}) for _ in range(3)]
            assert [answer.status_code for answer in made] == [201, 201, 429], made[0].text
            too_long = one.post(f"{API}/replays", json={"record": "x" * 400_000})
            assert too_long.status_code in (413, 502), "Caddy, still sending, does not always hear why"
        with somebody(first, port, **{"X-Forwarded-For": "198.51.100.1"}) as liar:
            assert liar.post(f"{API}/games", json={"seats": [ME, ME]}).status_code == 429, "nobody chooses who they are"
        with somebody(second, port) as other:
            assert other.post(f"{API}/games", json={"seats": [ME, ME]}).status_code == 201, "others are others"
            assert other.get("/metrics", headers={"Authorization": f"Bearer {METRICS_TOKEN}"}).status_code == 404
            assert other.post(f"{API}/games", headers={"Origin": "https://evil.example"}).status_code == 403
        game = made[0].json()["game"]["id"]
        address = f"ws://{NAME}:{port}{API}/games/{game}/live"
        with connect(
            address, sock=socket.create_connection(("127.0.0.1", port)), origin=Origin(f"http://{NAME}:{port}")
        ) as ws:
            assert '"hello"' in str(ws.recv(FAILED_AFTER))
    assert "amyitis_requests_total" in httpx.get(f"http://127.0.0.1:{figures}/metrics", timeout=FAILED_AFTER).text


def test_bots_that_think_long_have_a_quota() -> None:
    limiter = RateLimiter(Limits(expensive_bots_per_hour=4))
    limiter.charge("expensive_bots", "a", 3)
    limiter.charge("expensive_bots", "a", 0)
    with pytest.raises(TooMuch, match="think long"):
        limiter.charge("expensive_bots", "a", 2)
    limiter.charge("expensive_bots", "a", 1)
    limiter.charge("expensive_bots", "b", 4)
