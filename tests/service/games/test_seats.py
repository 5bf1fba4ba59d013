"""Seats on a server: joins that can be repeated, one seat for each person, and seats of those who are away."""

import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from typing import Any

import httpx
import pytest

from amyitis.client import ServerProblem
from amyitis.server.identity import COOKIE, Cookies
from tests.server.playing import ME, OPEN, bot, refused, two_people
from tests.server.running import FAILED_AFTER, Databases, RunningServer, run_server

SOON_ABSENT = ("--limit", "absent_seconds=5")


def test_a_join_whose_answer_was_lost_is_asked_again(server: RunningServer) -> None:
    me, guest = server.client(), server.client()
    made = me.new_game([ME, OPEN, OPEN])
    game_id, word = made["game"]["id"], made["invitations"]["K"]
    guest.join(game_id, "K", word)
    again = guest.join(game_id, "K", word)
    assert again["game"]["seats"][1]["yours"]
    assert again["key"] is None
    key = guest.join(game_id, "K", word, key=True)["key"]
    assert key != guest.join(game_id, "K", word, key=True)["key"], "the key of a lost answer ends"
    with pytest.raises(ServerProblem) as problem:
        server.client().join(game_id, "K", word)
    refused("conflict", problem.value)


def test_a_join_without_a_cookie_is_refused_and_the_client_gets_one_first(server: RunningServer) -> None:
    """Else the answer that is lost would have been the only one that says who sits there."""
    me, guest = server.client(), server.client()
    made = me.new_game([ME, OPEN])
    game_id, asked = made["game"]["id"], {"invitation": made["invitations"]["K"]}
    for cookies in ({}, {COOKIE: Cookies(["a secret of somebody else"]).sign("ann", "phone")}):
        answer = httpx.post(
            f"{server.address}/api/v1/games/{game_id}/seats/K/join", json=asked, cookies=cookies, timeout=FAILED_AFTER
        )
        assert (answer.status_code, answer.json()["key"]) == (403, "cookie_first")
        assert "POST /api/v1/me" in answer.json()["detail"]
        assert "set-cookie" not in answer.headers
    assert me.game(game_id)["seats"][1]["kind"] == "open"
    assert guest.join(game_id, "K", asked["invitation"])["game"]["seats"][1]["yours"]
    assert guest.games("mine")[0]["id"] == game_id


def test_one_stranger_takes_one_seat_unless_the_maker_allows_more(server: RunningServer) -> None:
    me, stranger = server.client(), server.client()
    for several in (False, True):
        game_id = me.new_game([ME, OPEN, OPEN], public=True, several_seats=several)["game"]["id"]
        stranger.join(game_id, "K")
        if several:
            assert stranger.join(game_id, "B")["seat"] == "B"
            continue
        with pytest.raises(ServerProblem) as problem:
            stranger.join(game_id, "B")
        assert "already" in refused("conflict", problem.value)["detail"]
        assert me.join(game_id, "B")["seat"] == "B", "whoever made the table may sit at more than one place"
        with pytest.raises(ServerProblem) as problem:
            server.client().join(game_id, "B")
        assert refused("conflict", problem.value)["key"] == "seat_taken", "nobody has asked for an invitation"


def long_ago(database: str, game_id: str, seat: str) -> None:
    """Let the holder of a seat have been away for a long time, as the database knows it."""
    with closing(sqlite3.connect(database.removeprefix("sqlite:///"), timeout=30)) as connection, connection:
        connection.execute("UPDATE seats SET seen = 1 WHERE game_id = ? AND seat = ?", (game_id, seat))


def once_absent(replace: Callable[[], Any]) -> Any:
    """Replace somebody as soon as the server has run for long enough to call anybody absent."""
    while True:
        try:
            return replace()
        except ServerProblem as problem:
            if "is here" not in str(problem):
                raise
            time.sleep(0.1)


def test_the_seat_of_somebody_who_is_away_goes_to_a_bot_or_is_opened_and_they_may_come_back(
    databases: Databases,
) -> None:
    database = databases.sqlite()
    with run_server(database, *SOON_ABSENT) as server:
        me, friend, stranger = server.client(), server.client(), server.client()
        game_id = two_people(me, friend)
        with pytest.raises(ServerProblem) as problem:
            me.replace(game_id, "K")
        assert "is here" in refused("conflict", problem.value)["detail"]
        long_ago(database, game_id, "K")
        with pytest.raises(ServerProblem) as problem:
            stranger.replace(game_id, "K")
        refused("forbidden", problem.value)
        seat = once_absent(lambda: me.replace(game_id, "K"))["seats"][1]
        assert (seat["kind"], seat["returnable"], seat["name"]) == ("bot", True, "Second")
        assert friend.come_back(game_id, "K")["seats"][1]["kind"] == "person"

        long_ago(database, game_id, "K")
        assert me.replace(game_id, "K", "open")["seats"][1]["kind"] == "open"
        assert friend.game(game_id)["seats"][1]["was_yours"]
        with pytest.raises(ServerProblem) as problem:
            stranger.join(game_id, "K")
        refused("forbidden", problem.value)
        assert friend.join(game_id, "K")["game"]["seats"][1]["yours"], "without an invitation"

        long_ago(database, game_id, "K")
        me.replace(game_id, "K", "open")
        assert me.leave(game_id, "K", "Steward")["seats"][1]["kind"] == "bot"
        assert friend.game(game_id)["seats"][1]["was_yours"]
        with pytest.raises(ServerProblem):
            stranger.join(game_id, "K")
        assert friend.join(game_id, "K")["game"]["seats"][1]["kind"] == "person", "nobody is put out for good"

        long_ago(database, game_id, "K")
        me.replace(game_id, "K", "open")
        stranger.join(game_id, "K", me.invitations(game_id)["K"])
        with pytest.raises(ServerProblem) as problem:
            friend.join(game_id, "K")
        assert problem.value.kind in ("conflict", "forbidden")


def test_the_others_decide_by_vote_and_who_looks_is_not_away(databases: Databases) -> None:
    database = databases.sqlite()
    with run_server(database, *SOON_ABSENT) as server:
        me, second, third = server.client(), server.client(), server.client()
        made = me.new_game([ME, OPEN, OPEN], seed=5)
        game_id = made["game"]["id"]
        second.join(game_id, "K", made["invitations"]["K"])
        third.join(game_id, "B", made["invitations"]["B"])
        long_ago(database, game_id, "W")
        seat = once_absent(lambda: second.replace(game_id, "W"))["seats"][0]
        assert (seat["kind"], seat["wish"], seat["votes"]) == ("person", "bot:Steward", 1)
        seat = third.replace(game_id, "W")["seats"][0]
        assert (seat["kind"], seat["wish"], seat["votes"]) == ("bot", None, 0)
        me.come_back(game_id, "W")
        long_ago(database, game_id, "W")
        me.game(game_id)
        with pytest.raises(ServerProblem) as problem:
            second.replace(game_id, "W")
        refused("conflict", problem.value)


def test_nobody_is_replaced_where_nobody_sits(server: RunningServer) -> None:
    me = server.client()
    game_id = me.new_game([ME, OPEN, bot()])["game"]["id"]
    for seat, key in (("K", "seat_open"), ("B", "seat_bots")):
        with pytest.raises(ServerProblem) as problem:
            me.replace(game_id, seat, by="open")
        assert refused("conflict", problem.value)["key"] == key
