"""One suite for the service: every test runs against the server and against the edition of the browser."""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from amyitis.analysis.puzzles.puzzles import all_puzzles
from amyitis.game import Game
from tests.golden_games import GOLDEN_GAMES
from tests.server.playing import ME, late_record
from tests.service.editions import EDITIONS, OPEN, Edition

MOVES = 4
RANDOM_BOT = {"kind": "bot", "bot": "random"}


@pytest.fixture(scope="module", params=EDITIONS)
def edition(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Edition]:
    with OPEN[request.param](tmp_path_factory.mktemp(request.param)) as opened:
        yield opened


@pytest.mark.slow
@pytest.mark.parametrize("path", GOLDEN_GAMES, ids=lambda path: path.stem)
def test_a_golden_game_goes_on_from_any_moment(edition: Edition, path: Path) -> None:
    record, random = path.read_text(encoding="utf-8"), Random(path.stem)
    played = edition.ask("POST", "/replays", {"record": record, "ply": 0})
    ply = random.randrange(played["plies"])
    at_ply = edition.ask("POST", "/replays", {"record": record, "ply": ply})
    address, game = edition.new_game(record=record, ply=ply, seed="7", seats=[ME] * len(played["scores"]))
    assert edition.ask("GET", f"{address}/at/{ply}")["position"] == at_ply["position"]
    for _ in range(MOVES):
        if game["over"]:
            return
        token = random.choice(game["legal"])
        tried = edition.ask("POST", f"{address}/try", {"ply": game["ply"], "tokens": [token]})
        assert [step["token"] for step in tried["steps"]] == [token]
        body = {"ply": game["ply"], "tokens": [token], "outlook": True}
        moved = edition.ask("POST", f"{address}/moves", body)
        assert moved["entries"][0]["token"] == token
        assert moved["entries"][0]["set"] == tried["steps"][0]["set"]
        game = edition.ask("GET", address)
    for wrong, status in (("nonsense", 400), ("side:Z9", 400)):
        edition.ask("POST", f"{address}/moves", {"ply": game["ply"], "tokens": [wrong]}, status=status)
    stale = edition.ask("POST", f"{address}/moves", {"ply": 0, "tokens": ["pass"]}, status=409)
    assert stale["game"]["ply"] == game["ply"]


def test_a_game_is_played_taken_back_looked_back_at_and_deleted(edition: Edition) -> None:
    switches = {"palace": True}
    address, game = edition.new_game(seed="11", seats=[ME, ME, ME], switches=switches, name="A table", first=1)
    random = Random(3)
    for turn in range(40):
        body = {"ply": game["ply"], "tokens": [random.choice(game["legal"])], "whole": turn % 2 == 0}
        game = edition.ask("POST", f"{address}/moves", body)
        if turn % 8 == 0 and game["can_undo"]:
            undone = edition.ask("POST", f"{address}/undo", {"ply": game["ply"]})
            assert undone["entries"][-1]["kind"] == "undo"
        game = edition.ask("GET", address)
    log = edition.ask("GET", f"{address}/log?after=5")
    assert [entry["ply"] for entry in log["entries"]] == list(range(6, game["ply"] + 1))
    assert len(edition.ask("GET", f"{address}/replay")["replay"]["frames"]) == game["ply"]
    assert edition.ask("GET", f"{address}/at/{game['ply']}")["position"] == game["position"]
    edition.ask("GET", f"{address}/at/999", status=404)
    reasons = edition.ask("GET", f"{address}/why-not?token=pass&token=peasant/1")["reasons"]
    assert [reason["token"] for reason in reasons] == ["pass", "peasant/1"]
    summary = edition.ask("GET", "/games?which=mine")["games"][0]
    assert (summary["id"], summary["name"], summary["switches"]["palace"]) == (game["id"], "A table", True)

    edition.ask("POST", f"{address}/rematch", {}, status=409)
    edition.ask("POST", f"{address}/seats/W/leave", {"bot": "search:9"}, status=400)
    edition.ask("POST", f"{address}/seats/W/return", status=409)
    edition.ask("POST", f"{address}/seats/W/share", {}, status=400)
    edition.ask("POST", f"{address}/seats/R/return", status=404)

    moment = {"game": game["id"], "ply": 3}
    fork, forked = edition.new_game(**{"from": moment, "seats": [ME] * 3, "seed": "1"})
    assert forked["position"] == edition.ask("GET", f"{address}/at/3")["position"]
    edition.ask("POST", "/games", {"from": {**moment, "ply": 999}, "seats": [ME] * 3}, status=404)
    edition.ask("DELETE", fork)
    edition.ask("GET", fork, status=404)


def test_a_seat_is_left_to_a_bot_that_plays_on_and_taken_back(edition: Edition) -> None:
    address, game = edition.new_game(seed="4", seats=[ME, RANDOM_BOT], first=0)
    left = edition.ask("POST", f"{address}/seats/W/leave", {"bot": "random"})
    assert [seat["kind"] for seat in left["seats"]] == ["bot", "bot"]
    edition.ask("POST", f"{address}/moves", {"ply": left["ply"], "tokens": ["pass"]}, status=403)
    back = edition.ask("POST", f"{address}/seats/W/return")
    assert back["seats"][0] | {"last_seen": 0} == game["seats"][0] | {"last_seen": 0}


def test_the_end_of_a_game_its_record_and_its_rematch(edition: Edition) -> None:
    address, game = edition.new_game(record=late_record(2, False, 6), seed="5", seats=[ME, ME])
    random = Random(1)
    while not game["over"]:
        body = {"ply": game["ply"], "tokens": [random.choice(game["legal"])], "whole": True}
        game = edition.ask("POST", f"{address}/moves", body)
    edition.ask("POST", f"{address}/undo", {"ply": game["ply"]}, status=409)
    record = edition.ask("GET", f"{address}/record")
    played = edition.ask("POST", "/replays", {"record": record, "replay": True})
    assert played["over"]
    assert played["position"] == game["position"]
    assert "chosen" in {fault["key"] for fault in played["fair"]["faults"]}, "the maker has chosen the seed"
    assert len(played["replay"]["frames"]) == played["plies"]
    again = edition.ask("POST", f"{address}/rematch", {}, status=201)["game"]
    assert [seat["seat"] for seat in again["seats"]] == ["K", "W"]
    assert edition.ask("POST", f"{address}/rematch", {}, status=200)["game"]["id"] == again["id"]


def test_a_drawn_game_is_fair_and_says_so_at_its_end(edition: Edition) -> None:
    _address, game = edition.new_game(seats=[ME, RANDOM_BOT])
    assert game["fairness"]["edition"] == 2
    assert game["fairness"]["secret"] is None
    assert game["fairness"]["stage"] is None


def test_puzzles_are_solved_failed_and_rated(edition: Edition) -> None:
    first, second, third = all_puzzles()[:3]
    assert "best" not in edition.ask("GET", f"/puzzles/{first.id}")
    edition.ask("POST", f"/puzzles/{first.id}/answer", {"tokens": ["nonsense"]}, status=400)
    solved = edition.ask("POST", f"/puzzles/{first.id}/answer", {"tokens": first.lines()[0]})
    assert (solved["result"], solved["right"]) == ("first", True)
    assert solved["change"] > 0
    hints = [edition.ask("POST", f"/puzzles/{second.id}/hint", {"tokens": []})["hints_left"] for _ in range(3)]
    assert hints == [1, 0, 0]
    assert edition.ask("POST", f"/puzzles/{second.id}/answer", {"tokens": [second.second]})["tries_left"] == 2
    assert edition.ask("POST", f"/puzzles/{second.id}/answer", {"tokens": second.lines()[0]})["result"] == "later"
    assert edition.ask("POST", f"/puzzles/{third.id}/give-up")["solution"]["best"] == third.best
    following = edition.ask("GET", f"/puzzles/next?after={first.id}&theme={first.themes[0]}")
    assert following["id"] not in (first.id, second.id, third.id)
    standing = edition.ask("GET", "/puzzles/me")
    assert (standing["played"], standing["streak"]) == (3, 1)


POSITION = Game.new(3, seed=2).position
ANSWERS = [
    ("GET", "/bots", None, 200),
    ("GET", "/box", None, 200),
    ("GET", "/rules?lang=fr", None, 200),
    ("GET", "/rules/6.3?lang=cs", None, 200),
    ("GET", "/rules/99.9", None, 404),
    ("GET", "/lesson?part=2", None, 200),
    ("POST", "/lesson/try", {"ply": 0, "tokens": []}, 200),
    ("GET", "/openings?players=3", None, 200),
    ("POST", "/positions", {"position": POSITION}, 200),
    ("POST", "/positions", {"position": "nonsense"}, 400),
    ("POST", "/positions/try", {"position": POSITION, "tokens": ["peasant/1"]}, 200),
    ("POST", "/positions/explore", {"position": POSITION, "tokens": ["peasant/1", "pass"]}, 422),
    ("POST", "/replays", {"record": "nonsense"}, 400),
    ("POST", "/records", {"record": GOLDEN_GAMES[0].read_text(encoding="utf-8") + '\n[Start "broken\n'}, 200),
    ("GET", "/games/nonsense", None, 404),
    ("GET", "/jobs/nonsense", None, 404),
    ("POST", "/evaluations", {"position": POSITION}, 409),  # neither edition has an analyzer in these tests
    ("POST", "/turn-answers", {"position": POSITION, "best": "pass", "tokens": ["pass"]}, 200),
    ("POST", "/turn-answers", {"position": POSITION, "best": "pass", "tokens": ["peasant/1"]}, 409),
    ("POST", "/turn-answers", {"position": POSITION, "best": "pass", "tokens": ["pass", "pass"]}, 400),
    ("POST", "/turn-answers", {"position": POSITION, "best": "pass", "tokens": ["court:none"]}, 400),
    ("POST", "/turn-answers", {"position": POSITION, "best": "pass", "tokens": []}, 400),
    ("GET", "/puzzles", None, 200),
    ("GET", "/puzzles/daily", None, 200),
    ("GET", "/puzzles/next?theme=nonsense", None, 404),
    ("GET", "/puzzles/abc", None, 404),
    ("POST", "/games", {"seats": [ME, ME], "record": "x", "position": "y"}, 400),
    ("POST", "/games", {"seats": [ME, ME], "colours": "WKB"}, 400),
    ("POST", "/games", {"seats": [ME, {"kind": "bot", "bot": "search:9"}]}, 400),
    ("POST", "/games", {"seats": [ME, ME], "switches": {"unlimited_noble": True}}, 400),
    ("POST", "/me", {"name": "\u2800"}, 400),
]


@pytest.mark.parametrize(("method", "path", "body", "status"), ANSWERS, ids=lambda part: str(part)[:30])
def test_answers_have_the_same_status_in_both_editions(
    edition: Edition, method: str, path: str, body: Any, status: int
) -> None:
    edition.ask(method, path, body, status=status)


MALFORMED = [
    ("POST", "/games", {}, "body.seats"),
    ("POST", "/games", {"seats": [ME]}, "body.seats"),
    ("POST", "/games", {"seats": [ME, ME], "first": 7}, "body.first"),
    ("POST", "/games", {"seats": [ME, ME], "seed": -1}, "body.seed"),
    ("POST", "/games", {"seats": [ME, ME], "switches": {"palace": 3}}, "body.switches.palace"),
    ("POST", "/games", {"seats": [ME, {"kind": "me", "hat": 1}]}, "body.seats.1.hat"),
    ("POST", "/positions", {"position": 3}, "body.position"),
    ("POST", "/positions", {"position": "x" * 5000}, "body.position"),
    ("POST", "/positions/try", {"position": "x", "tokens": "pass"}, "body.tokens"),
    ("GET", "/rules?lang=xx", None, "query.lang"),
    ("GET", "/lesson?part=3", None, "query.part"),
    ("GET", "/games?which=all", None, "query.which"),
    ("GET", "/puzzles/NONSENSE", None, "path.key"),
    ("POST", "/puzzles/abc/answer", {}, "body.tokens"),
]


@pytest.mark.parametrize(("method", "path", "body", "where"), MALFORMED, ids=lambda part: str(part)[:40])
def test_malformed_requests_are_refused_and_the_field_is_named(
    edition: Edition, method: str, path: str, body: Any, where: str
) -> None:
    refused = edition.ask(method, path, body, status=400)
    assert refused["errors"][0]["where"].startswith(where)
    assert where in refused["detail"]
