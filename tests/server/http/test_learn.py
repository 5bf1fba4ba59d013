"""The lesson over HTTP: all of a part, and moves tried in it."""

from collections.abc import Iterator

import httpx
import pytest

from amyitis.learn import lesson
from amyitis.table.messages.outlook import outlook
from tests.server.running import FAILED_AFTER, RunningServer


@pytest.fixture(scope="module")
def http(server: RunningServer) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=f"{server.address}/api/v1", timeout=FAILED_AFTER) as client:
        yield client


def test_the_lesson_comes_whole(http: httpx.Client) -> None:
    said, taught = http.get("/lesson").raise_for_status().json(), lesson()
    assert said["learner"] == "W"
    assert [step["key"] for step in said["steps"]] == [step.key for step in taught.steps]
    assert [entry["token"] for entry in said["entries"]] == [ply.token for ply in taught.plies]
    assert [moment["ply"] for moment in said["moments"]] == list(range(len(taught.plies) + 1))
    for moment in said["moments"]:
        game = taught.game(moment["ply"])
        assert moment["legal"] == list(game.legal_moves)
        assert moment["view"]["scores"] == game.scores
        asked = any(step.ply == moment["ply"] and step.kind == "do" for step in taught.steps)
        assert moment["outlook"] == (outlook(game) if asked else None)
    assert said["moments"][-1]["over"]
    assert said["moments"][-1]["decider"] is None


def test_the_second_part_comes_without_the_tables_that_it_leaps_over(http: httpx.Client) -> None:
    said, taught = http.get("/lesson?part=2").raise_for_status().json(), lesson(2)
    (leap,) = [step for step in said["steps"] if step["leap"]]
    end = leap["ply"] + len(leap["tokens"])
    assert [ply for ply, moment in enumerate(said["moments"]) if moment is None] == list(range(leap["ply"] + 1, end))
    assert said["moments"][end]["view"] == taught.game(end).view()
    asked = {"ply": end, "tokens": ["tammouz"]}
    tried = http.post("/lesson/try?part=2", json=asked).raise_for_status().json()
    assert tried["steps"][0]["legal"] == ["camel", "talent"]
    assert http.get("/lesson?part=3").status_code == 400


def test_a_move_of_the_lesson_is_tried_by_the_engine(http: httpx.Client) -> None:
    asked = {"ply": 0, "tokens": ["peasant/1"]}
    said = http.post("/lesson/try", json=asked).raise_for_status().json()
    assert said["steps"][0]["legal"] == ["top", "bottom"]
    assert [option["token"] for option in said["outlook"]["options"]] == ["top", "bottom"]
    assert said["outlook"]["reasons"] == [], "a field row is never refused"


def test_a_move_that_is_not_allowed_says_why(http: httpx.Client) -> None:
    refused = http.post("/lesson/try", json={"ply": 0, "tokens": ["go:Mari"]})
    assert refused.status_code == 422
    assert refused.headers["content-type"] == "application/problem+json"
    body = refused.json()
    assert (body["clause"], body["key"], body["token"]) == ("7.2", "too_far", "go:Mari")


@pytest.mark.parametrize(("ply", "tokens"), [(99, []), (0, ["fly:Uruk"])])
def test_what_makes_no_sense_is_refused(http: httpx.Client, ply: int, tokens: list[str]) -> None:
    refused = http.post("/lesson/try", json={"ply": ply, "tokens": tokens})
    assert refused.status_code == 400
    assert refused.json()["type"] == "urn:amyitis:problem:malformed"
