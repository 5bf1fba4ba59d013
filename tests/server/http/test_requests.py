"""Requests: seeds as numbers or text, and which field is wrong."""

from typing import Any

import httpx
import pytest

from tests.server.playing import ME
from tests.server.running import FAILED_AFTER, RunningServer

API = "/api/v1"
LARGEST = (1 << 64) - 1


@pytest.mark.parametrize("seed", [LARGEST, str(LARGEST), 7, "7"])
def test_a_seed_is_taken_as_a_number_or_as_text_and_given_as_text(server: RunningServer, seed: int | str) -> None:
    with httpx.Client(base_url=server.address + API, timeout=FAILED_AFTER) as http:
        game = http.post("/games", json={"seats": [ME, ME], "seed": seed}).raise_for_status().json()["game"]
        while not game["over"]:
            asked = {"ply": game["ply"], "tokens": game["legal"][:1]}
            game = http.post(f"/games/{game['id']}/moves", json=asked).raise_for_status().json()
        assert game["fairness"]["seed"] == str(seed)
        me = server.client()
        me.cookies.update(http.cookies)
        assert me.game(game["id"])["fairness"]["seed"] == int(seed)


@pytest.mark.parametrize("seed", [LARGEST + 1, str(LARGEST + 1), -1, "-1", "0x7", 1.5, True, "", [7]])
def test_what_is_no_seed_is_refused(server: RunningServer, seed: Any) -> None:
    answer = httpx.post(f"{server.address}{API}/games", json={"seats": [ME, ME], "seed": seed}, timeout=FAILED_AFTER)
    assert answer.status_code == 400
    assert answer.json()["type"].endswith(":malformed")


@pytest.mark.parametrize(
    ("path", "body", "headers", "where"),
    [
        ("/games/x/moves", b'{"ply": 1, "tokens": ["pass"]}', {"Content-Type": "text/plain"}, "body"),
        ("/games/x/moves", b'{"ply": 1, "tokens": ["pass"]}', {}, "body"),
        ("/games/x/moves", b'{"ply": 1, "tokens"', {"Content-Type": "application/json"}, "body"),
        ("/games/x/moves", b'{"ply": 1.0, "tokens": ["pass"]}', {"Content-Type": "application/json"}, "body.ply"),
        ("/games/x/undo", b'{"ply": 1, "more": 2}', {"Content-Type": "application/json; charset=utf-8"}, "body.more"),
        ("/games/x/try", b'{"ply": "1", "tokens": []}', {"Content-Type": "application/json"}, "body.ply"),
        ("/games/x.y/try", b'{"ply": 1, "tokens": []}', {"Content-Type": "application/json"}, "path.game_id"),
        ("/games/x/moves", b'{"ply": 1, "tokens": [""]}', {"Content-Type": "application/json"}, "body.tokens.0"),
        (
            "/games/x/moves?since=1",
            b'{"ply": 1, "tokens": ["pass"]}',
            {"Content-Type": "application/json"},
            "query.since",
        ),
    ],
)
def test_a_refusal_says_which_field_is_wrong(
    server: RunningServer, path: str, body: bytes, headers: dict[str, str], where: str
) -> None:
    answer = httpx.post(server.address + API + path, content=body, headers=headers, timeout=FAILED_AFTER)
    assert answer.status_code == 400, answer.text
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.json()["errors"][0]["where"] == where
