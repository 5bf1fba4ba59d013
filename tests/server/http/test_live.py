"""What is told over the websocket: what is new, with its changes; once to whoever moves; else the whole game."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from amyitis.game import Game
from amyitis.server.http.live import AGAIN_LATER, MALFORMED, _ending
from amyitis.service.problems import BadRequest, TooMuch
from amyitis.table.table import ENTRIES_KEPT
from tests.game.view.replaying import with_changes
from tests.server.playing import ME, bot, play_on, two_people
from tests.server.running import FAILED_AFTER, RunningServer

API = "/api/v1"


class Page:
    """Somebody who watches a game and asks over HTTP, as a page does."""

    def __init__(self, socket: ClientConnection, http: httpx.Client, game_id: str) -> None:
        self.socket, self.http, self.path = socket, http, f"/games/{game_id}"
        hello = self.heard()
        assert hello["type"] == "hello"
        self.watcher = hello["watcher"]

    def heard(self) -> dict[str, Any]:
        """The next message."""
        return dict(json.loads(self.socket.recv(FAILED_AFTER)))

    def heard_of(self, ply: int) -> dict[str, Any]:
        """The message that tells of a ply; those before it may tell who is there."""
        while (told := self.heard())["ply"] < ply:
            pass
        return told

    def ask(self, what: str, **body: Any) -> dict[str, Any]:
        """Post something; the answer."""
        answer = self.http.post(f"{self.path}/{what}", json=body)
        return dict(answer.raise_for_status().json())


@contextmanager
def page_of(server: RunningServer, key: str, game_id: str, asked: str) -> Iterator[Page]:
    """A page that watches with the key of a seat."""
    address = f"{server.address.replace('http', 'ws', 1)}{API}/games/{game_id}/live?{asked}"
    headers = {"Authorization": f"Bearer {key}"}
    with (
        connect(address, additional_headers=headers, proxy=None, max_size=1 << 22) as socket,
        httpx.Client(base_url=server.address + API, headers=headers, timeout=FAILED_AFTER) as http,
    ):
        yield Page(socket, http, game_id)


def new_game(server: RunningServer, **more: Any) -> tuple[dict[str, Any], dict[str, str]]:
    """A game of two keys."""
    made = server.client().new_game([ME, ME], keys=True, **more)
    return made["game"], made["keys"]


def test_a_move_is_told_with_its_changes_and_to_its_mover_once(server: RunningServer) -> None:
    game, keys = new_game(server, seed=3)
    view, ply = game["view"], game["ply"]
    asked = f"since={ply}&outlook=true"
    seat = game["decider"]
    other = next(letter for letter in keys if letter != seat)
    with (
        page_of(server, keys[seat], game["id"], asked) as mover,
        page_of(server, keys[other], game["id"], asked) as watcher,
    ):
        first = mover.heard()
        assert (first["type"], first["entries"]) == ("update", []), "it knows this ply already"
        assert first["legal"] == [option["token"] for option in first["outlook"]["options"]]
        assert watcher.heard()["legal"] is None
        line = ["peasant/1", "top"]
        answer = mover.ask("moves", ply=ply, tokens=line, watcher=mover.watcher, outlook=True)
        told = watcher.heard_of(ply + 2)
        for said in (answer, told):
            assert (said["type"], said["ply"]) == ("update", ply + 2)
            assert [entry["token"] for entry in said["entries"]] == line
            assert "view" not in said
            assert "position" not in said
        assert told["legal"] == [option["token"] for option in told["outlook"]["options"]]
        assert (answer["legal"], answer["outlook"]) == (None, None), "the decision is the other's now"
        for entry in told["entries"]:
            view = with_changes(view, entry["set"])
        whole = watcher.http.get(watcher.path).json()
        assert (whole["type"], whole["view"]) == ("game", view)
        # The mover's websocket says nothing of it: what comes next is the other's move.
        more = watcher.ask("moves", ply=told["ply"], tokens=["pass"], watcher=watcher.watcher)
        news = mover.heard_of(told["ply"])
        assert [entry["ply"] for entry in news["entries"]] == [entry["ply"] for entry in more["entries"]]
        assert news["entries"][0]["ply"] == told["ply"] + 1


def test_taking_back_is_told_with_its_change_too(server: RunningServer) -> None:
    game, keys = new_game(server, seed=3)
    view, ply, seat = game["view"], game["ply"], game["decider"]
    with page_of(server, keys[seat], game["id"], f"since={ply}") as mover:
        moved = mover.ask("moves", ply=ply, tokens=["peasant/1"], watcher=mover.watcher)
        undone = mover.ask("undo", ply=moved["ply"], watcher=mover.watcher, outlook=True)
    assert [entry["kind"] for entry in undone["entries"]] == ["undo"]
    assert undone["outlook"]["options"]
    for entry in (*moved["entries"], *undone["entries"]):
        view = with_changes(view, entry["set"])
    assert view == game["view"]


def test_the_watcher_of_another_is_told_whatever_is_claimed(server: RunningServer) -> None:
    game, keys = new_game(server)
    seat, ply = game["decider"], game["ply"]
    other = next(letter for letter in keys if letter != seat)
    with (
        page_of(server, keys[seat], game["id"], f"since={ply}") as mover,
        page_of(server, keys[other], game["id"], f"since={ply}") as watcher,
    ):
        moved = mover.ask("moves", ply=ply, tokens=["pass"], watcher=watcher.watcher)
        assert watcher.heard_of(moved["ply"])["entries"] == moved["entries"]
        assert mover.heard_of(moved["ply"])["entries"] == moved["entries"]


@pytest.mark.parametrize("asked", ["", "whole=true&since=1"])
def test_the_whole_game_comes_to_those_who_know_nothing_or_ask_for_it(server: RunningServer, asked: str) -> None:
    game, keys = new_game(server)
    with page_of(server, keys["W"], game["id"], asked) as page:
        first = page.heard()
        assert (first["type"], first["view"]["players"], first["entries"]) == ("game", 2, [])
        moved = page.http.post(
            f"{page.path}/moves",
            json={"ply": game["ply"], "tokens": ["pass"]},
            headers={"Authorization": f"Bearer {keys[game['decider']]}"},
        ).json()
        told = page.heard_of(moved["ply"])
        assert told["type"] == ("game" if "whole" in asked else "update")
        assert [entry["ply"] for entry in told["entries"]] == [entry["ply"] for entry in moved["entries"]]


def test_the_first_move_from_a_position_is_told_with_its_changes(server: RunningServer) -> None:
    game, keys = new_game(server, position=Game.new(2, seed=3).position)
    assert (game["ply"], game["fairness"]["edition"], game["fairness"]["stage"]) == (0, 2, None)
    with page_of(server, keys[game["decider"]], game["id"], "since=0") as mover:
        moved = mover.ask("moves", ply=0, tokens=["pass"])
    with page_of(server, keys["W"], game["id"], "since=0") as late:
        told = late.heard_of(moved["ply"])
        assert (told["type"], told["entries"]) == ("update", moved["entries"])


def test_one_who_is_far_behind_gets_the_whole_game_with_all_that_was_missed(server: RunningServer) -> None:
    me = server.client()
    game_id = two_people(me, other := server.client(), seed=4)
    game = play_on(game_id, {"W": me, "K": other}, ENTRIES_KEPT + 20)
    key = me.key(game_id, "W")
    with page_of(server, key, game_id, "since=1") as late:
        told = late.heard()
        assert (told["type"], told["ply"]) == ("game", game["ply"])
        assert [entry["ply"] for entry in told["entries"]] == list(range(2, game["ply"] + 1))
    with page_of(server, key, game_id, f"since={game['ply'] - ENTRIES_KEPT}") as behind:
        told = behind.heard()
        assert (told["type"], len(told["entries"])) == ("update", ENTRIES_KEPT)
    with page_of(server, key, game_id, f"since={game['ply'] + 5}") as ahead:
        assert ahead.heard()["type"] == "game", "a ply that there is not"


def test_a_bots_answer_comes_after_the_movers_own(server: RunningServer) -> None:
    made = server.client().new_game([ME, bot("random")], keys=True, first=0, seed=5)
    game, key = made["game"], made["keys"]["W"]
    view, ply = game["view"], game["ply"]
    with page_of(server, key, game["id"], f"since={ply}&outlook=true") as page:
        first = page.heard()
        option = next(one for one in first["outlook"]["options"] if one["token"] != "pass" and one["then"])
        line = [option["token"], option["then"][0]["answers"][0]]
        answer = page.ask("moves", ply=ply, tokens=line, watcher=page.watcher, outlook=True)
        known = answer["ply"]
        entries = answer["entries"]
        while answer["legal"] is None:
            answer = page.heard()
            entries += [entry for entry in answer["entries"] if entry["ply"] > known]
            known = answer["ply"]
        assert [entry["ply"] for entry in entries] == list(range(ply + 1, known + 1))
        for entry in entries:
            view = with_changes(view, entry["set"])
        now = page.http.get(page.path, params={"outlook": "true"}).json()
        assert (now["ply"], now["view"], now["outlook"]) == (known, view, answer["outlook"])


def test_whoever_is_late_gets_the_game_with_its_outlook(server: RunningServer) -> None:
    game, keys = new_game(server)
    with page_of(server, keys[game["decider"]], game["id"], "outlook=true") as page:
        for what, more in (("moves", {"tokens": ["pass"]}), ("undo", {}), ("try", {"tokens": []})):
            body = {"ply": game["ply"] - 1, **more} | ({} if what == "try" else {"outlook": True})
            answer = page.http.post(f"{page.path}/{what}", json=body)
            assert answer.status_code == 409
            assert answer.json()["game"]["outlook"]["options"]


@pytest.mark.parametrize("asked", ["outlook=yes", "whole=1", "since=-1", "since=x"])
def test_what_makes_no_sense_is_refused(server: RunningServer, asked: str) -> None:
    game, _keys = new_game(server)
    address = f"{server.address.replace('http', 'ws', 1)}{API}/games/{game['id']}/live?{asked}"
    with connect(address, proxy=None) as socket, pytest.raises(ConnectionClosed) as closed:
        socket.recv(FAILED_AFTER)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 4400


def test_a_watcher_who_came_at_a_busy_moment_is_asked_to_come_again() -> None:
    assert _ending(TooMuch("too many games are replayed at the moment"))[0] == AGAIN_LATER
    assert _ending(BadRequest("nonsense"))[0] == MALFORMED
