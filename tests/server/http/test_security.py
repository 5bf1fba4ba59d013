"""Who may do what: every route as nobody, as a spectator, as the wrong seat, with forged cookies and keys."""

import asyncio
import base64
import json
import re
from typing import Any, NamedTuple

import httpx
import pytest
from itsdangerous import URLSafeTimedSerializer
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from amyitis.server import health
from amyitis.server.http.guard import SECURITY_HEADERS
from amyitis.server.settings import Limits
from amyitis.service.routes import ROUTES as TABLE
from tests.server.in_process import app_in_process, somebody
from tests.server.playing import ME, OPEN
from tests.server.running import FAILED_AFTER, Databases, RunningServer, run_server

API = "/api/v1"
ROUTES = sorted((row.method, API + row.path) for row in TABLE)

# What a request to change something carries, by the end of its path.
BODIES: dict[str, Any] = {
    "/moves": {"ply": 1, "tokens": ["pass"]},
    "/undo": {"ply": 1},
    "/leave": {"bot": "random"},
    "/return": None,
    "/key": None,
    "/join": {"invitation": "A" * 24},
    "/rematch": None,
    "/share": {"share": "0" * 64},
    "/replace": {"by": "open"},
    "/coach": {"on": True},
    "/hint": {"ply": 1, "step": 1},
    "/move-cost": {"ply": 1, "tokens": ["pass"]},
    "/shares": {"ply": 1},
    "/challenge": None,
    "/resign": None,
    "/propose": {"what": "pause"},
    "/plan": {"ply": 1, "tokens": ["pass"]},
    "/plan/try": {"ply": 1, "tokens": ["pass"]},
    "/webhook": {"url": None},
    "/webhook/test": None,
}
PROTECTED = [
    (method, path)
    for method, path in ROUTES
    if "{game_id}" in path and (path.endswith((*BODIES, "/invitations")) or method == "DELETE")
]


class Stranger(NamedTuple):
    """Somebody without the right to act."""

    what: str
    cookies: dict[str, str]
    headers: dict[str, str]


@pytest.fixture(scope="module")
def victim(server: RunningServer) -> dict[str, Any]:
    """A game that strangers try to disturb, and how it looks before."""
    made = server.client().new_game([ME, ME, OPEN])
    return {"id": made["game"]["id"], "before": made["game"]}


def strangers(server: RunningServer) -> list[Stranger]:
    other = server.client()
    theirs = other.new_game([ME, ME], keys=True)
    cookie = dict(other.cookies)["amyitis_person"]
    body, rest = cookie.split(".", 1)
    person = base64.urlsafe_b64encode(json.dumps("somebody-else").encode()).decode().rstrip("=")
    forged = URLSafeTimedSerializer("a guess", salt="amyitis-person").dumps("somebody-else")
    return [
        Stranger("nobody", {}, {}),
        Stranger("spectator", {"amyitis_person": cookie}, {}),
        Stranger("key of another game", {}, {"Authorization": f"Bearer {theirs['keys']['W']}"}),
        Stranger("invented key", {}, {"Authorization": "Bearer amy_" + "A" * 43}),
        Stranger("no key at all", {}, {"Authorization": "Bearer"}),
        Stranger("changed cookie", {"amyitis_person": f"{person}.{rest}"}, {}),
        Stranger("cookie without its signature", {"amyitis_person": body}, {}),
        Stranger("cookie signed by another", {"amyitis_person": forged}, {}),
    ]


def test_the_walk_covers_every_route_that_changes_a_game() -> None:
    changing = {path for method, path in ROUTES if method != "GET" and "{game_id}" in path}
    harmless = {f"{API}/games/{{game_id}}/{end}" for end in ("try", "seats/{seat}/invited")}
    harmless |= {
        f"{API}/games/{{game_id}}/talk{end}" for end in ("", "/mute", "/report")
    }  # watchers have talk of theirs
    assert changing - {path for _method, path in PROTECTED} == harmless


def test_strangers_change_nothing(server: RunningServer, victim: dict[str, Any]) -> None:
    for stranger in strangers(server):
        with httpx.Client(
            base_url=server.address, cookies=stranger.cookies, headers=stranger.headers, timeout=FAILED_AFTER
        ) as http:
            for method, path in PROTECTED:
                for seat in "WKB" if "{seat}" in path else "W":
                    asked = path.format(game_id=victim["id"], seat=seat)
                    body = next((body for end, body in BODIES.items() if path.endswith(end)), None)
                    answer = http.request(method, asked, json=body)
                    assert answer.status_code == 403, (stranger.what, method, asked, answer.text)
                    assert answer.headers["content-type"] == "application/problem+json"
    assert server.client().game(victim["id"]) == victim["before"] | {
        "yours": False, "legal": None, "seats": [seat | {"yours": False} for seat in victim["before"]["seats"]],
    }  # fmt: skip


def test_the_wrong_seat_may_not_act_for_another(server: RunningServer) -> None:
    made = server.client().new_game([ME, ME], keys=True)
    game_id, game = made["game"]["id"], made["game"]
    wrong = next(seat for seat in "WK" if seat != game["decider"])
    with httpx.Client(
        base_url=server.address, headers={"Authorization": f"Bearer {made['keys'][wrong]}"}, timeout=FAILED_AFTER
    ) as http:
        decider = game["decider"]
        for path, body in [
            ("moves", {"ply": game["ply"], "tokens": ["pass"]}),
            (f"seats/{decider}/leave", {"bot": "random"}),
            (f"seats/{decider}/return", None),
            (f"seats/{decider}/key", None),
        ]:
            assert http.post(f"{API}/games/{game_id}/{path}", json=body).status_code == 403, path
        assert http.get(f"{API}/games/{game_id}").json()["legal"] is None


def test_a_new_key_ends_the_old_one(server: RunningServer) -> None:
    me = server.client()
    made = me.new_game([ME, ME], keys=True)
    game, old = made["game"], made["keys"][made["game"]["decider"]]
    new = me.key(game["id"], game["decider"])
    assert server.client(old).game(game["id"])["legal"] is None
    assert server.client(new).move(game["id"], game["ply"], "pass")["ply"] > game["ply"]


def test_an_invitation_is_for_one_seat_and_once(server: RunningServer) -> None:
    me, guest, late = server.client(), server.client(), server.client()
    made = me.new_game([ME, OPEN, OPEN])
    game_id, words = made["game"]["id"], made["invitations"]
    assert words == me.invitations(game_id)
    assert len(set(words.values())) == 2
    http = httpx.Client(base_url=server.address, timeout=FAILED_AFTER)
    with http:
        for word, good in ((words["K"], True), (words["B"], False), ("", False)):
            asked = http.post(f"{API}/games/{game_id}/seats/K/invited", json={"invitation": word})
            assert asked.json() == {"good": good}
        http.post(f"{API}/me", json={})
        for asked_with in ({"invitation": words["B"]}, {}):
            answer = http.post(f"{API}/games/{game_id}/seats/K/join", json=asked_with)
            assert (answer.status_code, answer.json()["detail"]) == (403, "that is not an invitation to this seat")
    guest.join(game_id, "K", words["K"])
    late.name_me("Late")
    with httpx.Client(base_url=server.address, cookies=late.cookies, timeout=FAILED_AFTER) as again:
        assert again.post(f"{API}/games/{game_id}/seats/K/join", json={"invitation": words["K"]}).status_code == 409


def test_the_secret_stays_hidden_until_the_end(server: RunningServer) -> None:
    me = server.client()
    game_id = me.new_game([ME, ME])["game"]["id"]
    with httpx.Client(base_url=server.address, cookies=me.cookies, timeout=FAILED_AFTER) as http:
        paths = ("", "?since=0", "/log", "/record", "/at/0", "/invitations")
        told = [http.get(f"{API}/games/{game_id}{path}").text for path in paths]
    for seat in "WK":
        me.leave(game_id, seat, "random")
    last = next(game for game in me.watch(game_id) if game["over"])
    assert len(last["fairness"]["secret"]) == 64
    assert last["fairness"]["secret"] not in "".join(told)


@pytest.mark.parametrize(
    "headers", [{"Origin": "https://evil.example"}, {"Sec-Fetch-Site": "cross-site"}, {"Origin": "null"}]
)
def test_cross_site_requests_are_refused(server: RunningServer, headers: dict[str, str]) -> None:
    me = server.client()
    game = me.new_game([ME, ME])["game"]
    with httpx.Client(base_url=server.address, cookies=me.cookies, headers=headers, timeout=FAILED_AFTER) as http:
        for path, body in [("/games", {"seats": [ME, ME]}), (f"/games/{game['id']}/moves", BODIES["/moves"])]:
            assert http.post(f"{API}{path}", json=body).status_code == 403
    address = server.address.replace("http", "ws") + f"{API}/games/{game['id']}/live"
    with (
        pytest.raises((InvalidStatus, ConnectionClosed)),
        connect(address, additional_headers=headers, proxy=None) as ws,
    ):
        ws.recv()


def test_the_servers_own_origin_is_welcome(server: RunningServer) -> None:
    with httpx.Client(base_url=server.address, headers={"Origin": server.address}, timeout=FAILED_AFTER) as http:
        assert http.post(f"{API}/games", json={"seats": [ME, ME]}).status_code == 201


def test_other_host_names_are_refused(server: RunningServer) -> None:
    with httpx.Client(base_url=server.address, headers={"Host": "evil.example"}, timeout=FAILED_AFTER) as http:
        assert http.get(f"{API}/games").status_code == 421


def test_every_answer_carries_the_security_headers(server: RunningServer) -> None:
    with httpx.Client(base_url=server.address, timeout=FAILED_AFTER) as http:
        for path in ("/", "/api", "/style.css", "/health", f"{API}/games", f"{API}/games/none", "/nothing"):
            answer = http.get(path)
            for name in SECURITY_HEADERS:
                assert name in answer.headers, (path, name)
            assert "server" not in answer.headers
        page = http.get("/").text
        assert not re.search(r"(src|href)=\"(https?:)?//", page), "no resource of another site"


def test_the_cookie_is_out_of_reach_of_scripts(server: RunningServer) -> None:
    with httpx.Client(base_url=server.address, timeout=FAILED_AFTER) as http:
        cookie = http.post(f"{API}/me", json={"name": "Ann"}).headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie


def test_names_are_shown_escaped(server: RunningServer) -> None:
    me = server.client()
    me.new_game([{"kind": "me", "name": "<script>x</script>"}, OPEN], public=True)
    with httpx.Client(base_url=server.address, timeout=FAILED_AFTER) as http:
        page = http.get("/").text
    assert "<script>x" not in page
    assert "&lt;script&gt;x" in page


def test_logs_hold_no_secrets(server: RunningServer) -> None:
    with run_server(server.database + ".logs", "--log", "debug") as talkative:
        me = talkative.client()
        made = me.new_game([ME, OPEN], keys=True)
        me.invitations(made["game"]["id"])
        secret = [made["keys"]["W"], made["invitations"]["K"], dict(me.cookies)["amyitis_person"]]
        log = talkative.log()
    assert '"route": "/games"' in log
    assert not [word for word in secret if word in log]


def test_no_address_is_made_of_headers(server: RunningServer) -> None:
    with httpx.Client(base_url=server.address, timeout=FAILED_AFTER) as http:
        for path in ("/health/", "/api/v1/games/", "//evil.example/%2e%2e/", "/rules/6.3/"):
            answer = http.get(path, headers={"X-Forwarded-Host": "evil.example", "X-Forwarded-Proto": "http"})
            assert answer.status_code == 404
            assert "location" not in answer.headers


def test_a_server_whose_disk_is_nearly_full_says_so(databases: Databases, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        async with app_in_process(databases.sqlite(), Limits()) as app, somebody(app) as me:
            assert (await me.get("http://localhost/health")).status_code == 200
            monkeypatch.setattr(health, "FRESH_SECONDS", 0)
            monkeypatch.setattr("amyitis.store.files.LEAST_ROOM", 1 << 62)
            assert (await me.get("http://localhost/health")).status_code == 503

    asyncio.run(work())
