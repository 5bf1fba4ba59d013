"""`amyitis admin` on the database of a running server, and backups that bring nobody back."""

import json
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest
from typer.testing import CliRunner

from amyitis.cli import app
from amyitis.client import Client
from tests.server.playing import ME, OPEN
from tests.server.running import FAILED_AFTER, Databases, RunningServer, run_server
from tests.service.accounts.people import OTHER, PASSWORD


class Browser:
    """Somebody at a real server."""

    def __init__(self, http: httpx.Client) -> None:
        self.http = http

    def ask(self, method: str, path: str, body: Any = None, status: int = 200) -> Any:
        """Return the body of an answer, which must have this status."""
        answer = self.http.request(method, path, json=body)
        assert answer.status_code == status, (method, path, answer.text)
        return answer.json()

    def register(self, name: str, **more: Any) -> None:
        """Make an account."""
        self.ask("POST", "/me", {})
        self.ask("POST", "/account", {"name": name, "password": PASSWORD, **more}, 201)


Browsers = Callable[[RunningServer], Browser]


@pytest.fixture
def browser_of() -> Iterator[Browsers]:
    """Makes browsers, and closes them at the end."""
    with ExitStack() as stack:
        yield lambda server: Browser(
            stack.enter_context(httpx.Client(base_url=f"{server.address}/api/v1", timeout=FAILED_AFTER))
        )


def admin(database: str, *words: str, status: int = 0) -> str:
    """What a command of the operator prints."""
    result = CliRunner().invoke(app, ["admin", *words, "--database", database])
    assert result.exit_code == status, result.output
    return result.output


def until(happened: Callable[[], bool]) -> None:
    """Wait until a server has noticed what a command did: on SQLite it looks every two seconds."""
    end = time.monotonic() + FAILED_AFTER
    while not happened():
        assert time.monotonic() < end, "the server did not notice"
        time.sleep(0.1)


def test_an_operator_invites_resets_bans_and_removes(database: str, tmp_path: Path, browser_of: Browsers) -> None:
    with run_server(database, "--page", str(tmp_path), "--registration", "invitation") as server:
        anna, ben, friend = browser_of(server), browser_of(server), browser_of(server)
        anna.ask("POST", "/me", {})
        wanted = {"name": "Anna", "password": PASSWORD}
        assert anna.ask("POST", "/account", wanted, 403)["key"] == "needs_invitation"
        code = admin(database, "invite", "--uses", "2").splitlines()[0]
        anna.register("Anna", invitation=code)
        ben.register("Ben", invitation=code)
        friend.ask("POST", "/me", {})
        late = {"name": "Eve", "password": PASSWORD, "invitation": code}
        assert friend.ask("POST", "/account", late, 403)["key"] == "used_invitation"
        made = ben.ask("POST", "/games", {"seats": [ME, OPEN], "keys": True}, 201)
        game = made["game"]["id"]
        people = admin(database, "list")
        assert [line.split()[0] for line in people.splitlines()] == ["Anna", "Ben"]
        assert "password, 0 passkeys" in people
        assert admin(database, "seats", game).splitlines()[0].split()[2] in people
        # Reset: the old password and the session are over, the printed code lets Anna in.
        recovery = admin(database, "reset", "anna").splitlines()[0]
        until(lambda: not anna.ask("GET", "/me")["known"])
        assert anna.ask("POST", "/account/sign-in", wanted, 403)["key"] == "wrong_password"
        anna.ask("POST", "/account/sign-in/recovery", {"name": "Anna", "code": recovery})
        anna.ask("POST", "/account/password", {"password": OTHER})
        # Ban: cookies are refused, keys of seats end, and nobody signs in.
        admin(database, "ban", "Ben")
        until(lambda: ben.http.get("/games?which=mine").status_code == 403)
        assert ben.ask("GET", "/games?which=mine", None, 403)["key"] == "banned"
        assert ben.ask("GET", "/account/export")["kept"]["bans"], "they may see what is kept about them"
        with Client(server.address, made["keys"]["W"]) as program:
            assert not any(seat["yours"] for seat in program.game(game)["seats"])
        again = browser_of(server)
        body = {"name": "Ben", "password": PASSWORD}
        assert again.ask("POST", "/account/sign-in", body, 403)["key"] == "banned"
        assert "BANNED" in admin(database, "list")
        admin(database, "unban", "Ben")
        until(lambda: again.http.post("/account/sign-in", json=body).status_code == 200)
        admin(database, "remove", "Anna", "--yes")
        until(lambda: not anna.ask("GET", "/me")["known"])
        assert "Anna" not in admin(database, "list")
        admin(database, "reset", "Nobody", status=1)


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_a_backup_does_not_bring_back_who_was_removed(
    databases: Databases, kind: str, tmp_path: Path, browser_of: Browsers
) -> None:
    database, backup = databases.of_kind(kind), tmp_path / "backup.sqlite"
    with run_server(database, "--page", str(tmp_path)) as server:
        anna, ben = browser_of(server), browser_of(server)
        anna.register("Anna")
        ben.register("Ben")
        game = anna.ask("POST", "/games", {"seats": [ME, OPEN]}, 201)
        ((seat, word),) = game["invitations"].items()
        path = f"/games/{game['game']['id']}"
        ben.ask("POST", f"{path}/seats/{seat}/join", {"invitation": word})
        assert CliRunner().invoke(app, ["backup", str(backup), "--database", database]).exit_code == 0
        about = json.dumps(anna.ask("GET", "/account/export"))
        person = json.loads(about)["person"]
        anna.ask("DELETE", "/account")
    new = databases.without_schema(kind)
    before = ["--removed-in", database] if kind == "postgresql" else []
    result = CliRunner().invoke(app, ["restore", str(backup), "--database", new, *before])
    assert "removed again: 1" in result.output
    people = admin(new, "list")
    assert "Ben" in people
    assert person not in people
    with run_server(new, "--page", str(tmp_path)) as server:
        again = browser_of(server)
        again.ask("POST", "/me", {})
        taken = {"name": "Anna", "password": PASSWORD}
        assert again.ask("POST", "/account", taken, 409)["key"] == "name_taken"
        assert "Anna" not in json.dumps(again.ask("GET", path))


def test_a_copied_file_does_not_bring_anybody_back_either(
    databases: Databases, tmp_path: Path, browser_of: Browsers
) -> None:
    database = databases.sqlite()
    file = Path(database.removeprefix("sqlite:///"))
    with run_server(database, "--page", str(tmp_path)) as server:
        anna = browser_of(server)
        anna.register("Anna")
    kept = file.read_bytes()
    admin(database, "remove", "Anna", "--yes")
    file.write_bytes(kept)
    assert "Anna" in admin(database, "list")
    with run_server(database, "--page", str(tmp_path)):
        assert "Anna" not in admin(database, "list")
