"""Puzzles over HTTP: tries, hints, ratings of both; and any position explored."""

import asyncio
from collections.abc import Iterator

import httpx
import pytest

from amyitis.analysis.puzzles.puzzles import all_puzzles, themes
from amyitis.analysis.puzzles.ratings import RESULTS, puzzle_start, rated
from amyitis.game import Game
from amyitis.service.handlers.puzzles import HINTS, TRIES
from amyitis.store import GameStore
from amyitis.store.parts.part import now
from amyitis.table.people.puzzle_tries import PuzzleRating
from tests.server.running import FAILED_AFTER, Databases, RunningServer

FIRST, SECOND, THIRD = all_puzzles()[:3]


@pytest.fixture
def somebody(server: RunningServer) -> Iterator[httpx.Client]:
    """A person whom the server knows."""
    with httpx.Client(base_url=f"{server.address}/api/v1", timeout=FAILED_AFTER) as client:
        client.post("/me", json={}).raise_for_status()
        yield client


def wrong_moves(position: str, best: str) -> list[str]:
    return [move for move in Game.from_position(position).legal_moves if move != best]


def test_a_puzzle_is_solved_at_once_and_the_rating_rises(somebody: httpx.Client) -> None:
    before = somebody.get("/puzzles/me").json()
    assert (before["rating"], before["sure"], before["streak"]) == (1500, False, 0)
    puzzle = somebody.get(f"/puzzles/{FIRST.id}").json()
    assert "best" not in puzzle
    assert puzzle["attempt"] is None
    assert puzzle["number"] == 1
    assert {option["token"] for option in puzzle["outlook"]["options"]} == set(puzzle["moves"])
    said = somebody.post(f"/puzzles/{FIRST.id}/answer", json={"tokens": FIRST.lines()[0]}).json()
    assert (said["right"], said["result"], said["tries_left"]) == (True, "first", 0)
    assert said["change"] > 0
    assert said["solution"]["best_line"] == FIRST.best_line
    assert said["solution"]["reasons"][0]["texts"]["de"]
    after = somebody.get("/puzzles/me").json()
    assert after["rating"] == before["rating"] + said["change"]
    assert (after["played"], after["solved"], after["streak"]) == (1, 1, 1)
    assert [day["solved"] for day in after["days"]] == [False] * 6 + [True]
    again = somebody.post(f"/puzzles/{FIRST.id}/answer", json={"tokens": [FIRST.second]}).json()
    assert (again["result"], again["change"], again["wrong"]) == ("first", said["change"], [])
    assert somebody.get("/puzzles/me").json() == after


def test_a_puzzle_is_failed_after_three_wrong_moves(somebody: httpx.Client) -> None:
    one = next(one for one in all_puzzles() if len(wrong_moves(one.position, one.best)) >= TRIES)
    moves = wrong_moves(one.position, one.best)[:TRIES]
    answers = [
        somebody.post(f"/puzzles/{one.id}/answer", json={"tokens": [move]}).json() for move in (moves[0], *moves)
    ]
    assert [said["tries_left"] for said in answers] == [2, 2, 1, 0]
    assert [said["result"] for said in answers] == [None, None, None, "failed"]
    assert all(said["solution"] is None for said in answers[:-1])
    assert answers[-1]["solution"]["best"] == one.best
    assert answers[-1]["change"] < 0
    assert somebody.get(f"/puzzles/{one.id}").json()["attempt"]["wrong"] == [[move] for move in moves]
    assert somebody.get("/puzzles/me").json()["streak"] == 0


def test_hints_come_one_by_one_and_the_answer_if_asked(somebody: httpx.Client) -> None:
    hints = [somebody.post(f"/puzzles/{SECOND.id}/hint", json={"tokens": []}).json() for _ in range(len(HINTS) + 1)]
    assert [[hint["name"] for hint in said["hints"]] for said in hints] == [["where"], [*HINTS], [*HINTS]]
    assert hints[1]["hints"][1]["reason"]["texts"]["fr"]
    assert somebody.post(f"/puzzles/{SECOND.id}/answer", json={"tokens": SECOND.lines()[0]}).json()["result"] == "later"
    given_up = somebody.post(f"/puzzles/{THIRD.id}/give-up").json()
    assert (given_up["result"], given_up["solution"]["best"]) == ("failed", THIRD.best)


def test_the_next_puzzle_is_one_that_is_not_ended(somebody: httpx.Client) -> None:
    theme = min(themes(), key=lambda one: themes()[one])
    wanted = [one.id for one in all_puzzles() if theme in one.themes]
    for _ in wanted:
        found = somebody.get("/puzzles/next", params={"theme": theme}).json()
        assert theme in found["themes"]
        assert found["attempt"] is None
        somebody.post(f"/puzzles/{found['id']}/give-up")
    assert somebody.get("/puzzles/next", params={"theme": theme}).json()["id"] == wanted[0]


def test_what_cannot_be_is_refused_and_changes_nothing(server: RunningServer, somebody: httpx.Client) -> None:
    illegal = somebody.post(f"/puzzles/{FIRST.id}/answer", json={"tokens": ["noble"]})
    assert illegal.status_code == 422
    assert somebody.post(f"/puzzles/{FIRST.id}/answer", json={"tokens": ["nonsense"]}).status_code == 400
    assert somebody.post("/puzzles/0123/hint", json={"tokens": []}).status_code == 404
    assert somebody.get(f"/puzzles/{FIRST.id}").json()["attempt"] is None
    with httpx.Client(base_url=f"{server.address}/api/v1", timeout=FAILED_AFTER) as nobody:
        assert nobody.post(f"/puzzles/{FIRST.id}/hint", json={"tokens": []}).status_code == 403
        said = nobody.post(f"/puzzles/{FIRST.id}/answer", json={"tokens": [FIRST.second]}).json()
        assert (said["right"], said["tries_left"], said["solution"]) == (False, 2, None)
        # Whoever is told the solution has paid for it: the answer has made the stranger somebody.
        ended = nobody.post(f"/puzzles/{FIRST.id}/give-up").json()
        assert (ended["solution"]["best"], ended["result"]) == (FIRST.best, "failed")
        assert nobody.post(f"/puzzles/{FIRST.id}/answer", json={"tokens": FIRST.lines()[0]}).json()["change"] < 0
        assert nobody.get("/puzzles/me").json()["rating"] < 1500


def test_ratings_move_towards_the_truth_and_old_tries_are_forgotten(databases: Databases) -> None:
    changes = {result: rated(PuzzleRating(), puzzle_start(3), result) for result in RESULTS}
    assert changes["first"][0].shown > changes["later"][0].shown > changes["failed"][0].shown
    assert changes["first"][1].mu < changes["failed"][1].mu
    assert puzzle_start(1).shown < 1500 < puzzle_start(5).shown

    async def kept() -> None:
        store = await GameStore.open(databases.sqlite())
        start = PuzzleRating(25.0, 8.0, 0, 0)
        await store.puzzles.change("me", "abc", (start, start), lambda so_far, ratings: (so_far, ratings))
        await store.puzzles.forget(now() - 10_000)
        assert len(await store.puzzles.tries("me")) == 1
        await store.puzzles.forget(now() + 1)
        assert await store.puzzles.tries("me") == []
        assert await store.puzzles.person("me") is None
        assert set(await store.puzzles.puzzles()) == {"abc"}
        await store.close()

    asyncio.run(kept())


def test_a_position_is_explored_for_all_seats_and_through_deals(somebody: httpx.Client) -> None:
    drawn_for_three = somebody.get("/positions/new", params={"players": 3}).json()
    assert (drawn_for_three["players"], Game.from_position(drawn_for_three["position"]).status()) == (3, [])
    assert somebody.get("/positions/new", params={"players": 5}).status_code == 400
    assert "_noble=free_" in somebody.get("/positions/new", params={"palace": True}).json()["position"]
    start = Game.new(2, 1).position
    said = somebody.post("/positions/explore", json={"position": start, "tokens": ["pass", "pass"]}).json()
    assert {step["seat"] for step in said["steps"]} == {"W", "K"}
    while said["ends_with"] == "decision":
        token = said["outlook"]["options"][0]["token"]
        said = somebody.post("/positions/explore", json={"position": said["position"], "tokens": [token]}).json()
    assert said["ends_with"] == "deal"
    drawn = somebody.post("/positions/explore", json={"position": said["position"], "tokens": ["deal"]}).json()
    (step,) = drawn["steps"]
    assert step["token"].startswith("deal:")
    same = somebody.post("/positions/explore", json={"position": said["position"], "tokens": [step["token"]]}).json()
    assert same["position"] == drawn["position"]
    assert somebody.post("/positions/explore", json={"position": start, "tokens": ["deal"]}).status_code == 400
    assert somebody.post("/positions/explore", json={"position": start, "tokens": ["go:Nowhere"]}).status_code == 400
    assert somebody.post("/positions/explore", json={"position": "nothing", "tokens": []}).status_code == 400
    unread = somebody.post("/positions", json={"position": start.replace("caravan=Babylon", "caravan=Rome")})
    assert unread.json()["faults"] == [{"key": "value", "section": "caravan", "text": "Rome"}]
    dry = somebody.post("/positions", json={"position": start.replace("canals=-", "canals=b1-b2:K")})
    assert (dry.status_code, dry.json()["key"]) == (400, "impossible")
    assert dry.json()["faults"] == [{"key": "dry", "seat": "K", "places": ["b1-b2"]}]
