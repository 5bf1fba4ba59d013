"""Starting and stopping: the browser that opens, signals that end a server cleanly, and what HTTPS changes."""

import json
import os
import signal
import threading
import time
import webbrowser
from collections.abc import Callable
from http.cookies import SimpleCookie
from pathlib import Path

import httpx
import pytest
from typer.testing import CliRunner
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from amyitis.cli import app
from amyitis.server import logs, running
from amyitis.server.settings import Settings
from tests.server.playing import ME, bot
from tests.server.running import FAILED_AFTER, Databases, run_server, start_server, workers_of

API = "/api/v1"


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_it_cleanly(database: str, number: signal.Signals) -> None:
    server = start_server(database)
    me = server.client()
    game = me.new_game([ME, ME])["game"]
    busy = me.new_game([bot("Steward"), bot("Steward")])["game"]["id"]
    assert next(one for one in me.watch(busy) if one["ply"] > 3)
    workers = workers_of(server.process.pid)
    assert workers
    address = f"{server.address.replace('http', 'ws')}{API}/games/{game['id']}/live"
    with connect(address, proxy=None) as socket:
        assert [json.loads(socket.recv())["type"] for _ in range(2)] == ["hello", "game"]
        server.process.send_signal(number)
        with pytest.raises(ConnectionClosed) as closed:
            socket.recv()
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1001
    assert server.process.wait(FAILED_AFTER) == 0
    assert server.log() == ""
    assert not [pid for pid in workers if Path(f"/proc/{pid}").exists()]
    me.close()
    server.stop()


def test_a_move_that_is_being_made_is_made(databases: Databases) -> None:
    """Whatever was acknowledged when the signal came is there afterwards, and nothing else was half done."""
    database = databases.sqlite()
    server = start_server(database)
    me = server.client()
    game = me.new_game([ME, ME], seed="5")["game"]
    acknowledged = game["ply"]

    def play() -> None:
        nonlocal acknowledged
        with httpx.Client(base_url=server.address, cookies=me.cookies, timeout=FAILED_AFTER) as http:
            state = game
            while not state["over"]:
                move = {"ply": state["ply"], "tokens": state["legal"][:1]}
                try:
                    answer = http.post(f"{API}/games/{game['id']}/moves", json=move)
                except httpx.TransportError:
                    return
                state = answer.raise_for_status().json()
                acknowledged = state["ply"]

    player = threading.Thread(target=play)
    player.start()
    while acknowledged < 20:
        time.sleep(0.01)
    server.process.send_signal(signal.SIGTERM)
    assert server.process.wait(FAILED_AFTER) == 0
    player.join()
    me.close()
    server.stop()
    with run_server(database) as again:
        assert len(again.client().log(game["id"])) >= acknowledged


def test_https_makes_cookies_and_answers_say_so(databases: Databases) -> None:
    with run_server(databases.sqlite(), "--https", "--name", "play.example.org") as server:
        headers = {"Host": "play.example.org", "Origin": "https://play.example.org"}
        with httpx.Client(base_url=server.address, headers=headers, timeout=FAILED_AFTER) as http:
            answer = http.post(f"{API}/me", json={"name": "Ann"})
            assert answer.status_code == 200
            assert answer.headers["strict-transport-security"] == "max-age=31536000"
            [(name, cookie)] = SimpleCookie(answer.headers["set-cookie"]).items()
            assert name == "__Host-amyitis_person"
            assert cookie["secure"]
            assert cookie["path"] == "/"
            assert not cookie["domain"]
            known = http.get(f"{API}/me", headers={"Cookie": f"{name}={cookie.value}"}).json()
            assert (known["known"], known["name"]) == (True, "Ann")
            plain = http.get(f"{API}/me", headers={"Cookie": f"amyitis_person={cookie.value}"}).json()
            assert not plain["known"], "a cookie of the plain name is not taken"


def test_without_https_nothing_says_so(databases: Databases) -> None:
    with run_server(databases.sqlite()) as server, httpx.Client(base_url=server.address, timeout=FAILED_AFTER) as http:
        answer = http.post(f"{API}/me", json={"name": "Ann"})
        assert "strict-transport-security" not in answer.headers
        assert "secure" not in answer.headers["set-cookie"].lower()


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The addresses that a browser was opened at; no server is really started."""
    found: list[str] = []

    def serve(_settings: Settings, on_start: Callable[[str], None]) -> None:
        on_start("http://127.0.0.1:8737/")
        for thread in threading.enumerate():
            if thread is not threading.current_thread() and thread.daemon:
                thread.join(1)

    monkeypatch.setattr(running, "serve", serve)
    monkeypatch.setattr(logs, "start_logs", lambda _level: None)
    monkeypatch.setattr(webbrowser, "open", found.append)
    monkeypatch.delenv("CI", raising=False)
    for name in ("WAYLAND_DISPLAY", "BROWSER"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("DISPLAY", ":0")
    return found


@pytest.mark.parametrize(
    ("options", "environment", "expected"),
    [
        ([], {}, ["http://127.0.0.1:8737/"]),
        (["--no-browser"], {}, []),
        ([], {"CI": "true"}, []),
        ([], {"DISPLAY": ""}, []),
    ],
)
def test_the_browser_opens_unless_told_not_to(
    opened: list[str],
    monkeypatch: pytest.MonkeyPatch,
    options: list[str],
    environment: dict[str, str],
    expected: list[str],
) -> None:
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    result = CliRunner().invoke(app, ["serve", "--database", f"sqlite:///{os.devnull}", *options])
    assert result.exit_code == 0, result.output
    assert "Amyitis is served at http://127.0.0.1:8737/" in result.output
    assert opened == expected
