"""Whole games over HTTP and websockets, by people, bots and programs."""

import threading
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pytest

from amyitis.client import Client, ServerProblem, play_seat
from amyitis.game.deals.verifying import verify_deals
from tests.server.playing import ME, OPEN, bot, late_record, mover, play_on, refused, two_people
from tests.server.running import RunningServer, run_server


def test_a_whole_game_of_two_people_over_http(server: RunningServer) -> None:
    first, second = server.client(), server.client()
    game_id = two_people(first, second)
    game = play_on(game_id, {"W": first, "K": second}, 2000)
    assert game["over"]
    assert game["decider"] is None
    assert game["view"]["winners"]
    log = first.log(game_id)
    assert [entry["ply"] for entry in log] == list(range(1, game["ply"] + 1))
    assert {entry["kind"] for entry in log} == {"move", "deal"}


def test_a_whole_game_against_a_bot_through_the_websocket(server: RunningServer) -> None:
    me, random = server.client(), Random(3)
    game_id = me.new_game([ME, bot("Steward")], switches={"palace": True})["game"]["id"]
    seen: list[int] = []
    for game in me.watch(game_id, since=0):
        seen += [entry["ply"] for entry in game["entries"]]
        if game["legal"]:
            me.move(game_id, game["ply"], random.choice(game["legal"]))
        if game["over"]:
            break
    assert seen == list(range(1, game["ply"] + 1)), "every entry comes once, in order"
    assert any(entry["by_bot"] for entry in me.log(game_id))
    assert verify_deals(me.record(game_id)).fair


def test_bots_play_a_game_among_themselves(server: RunningServer) -> None:
    me = server.client()
    game_id = me.new_game([bot("Apprentice"), bot("Steward"), bot("greedy")])["game"]["id"]
    last = next(game for game in me.watch(game_id) if game["over"])
    assert set(last["view"]["scores"]) == {"W", "K", "B"}


def test_a_remote_program_plays_a_seat_by_its_key(server: RunningServer) -> None:
    maker = server.client()
    made = maker.new_game([OPEN, bot("random")], record=late_record(2, False, 60))
    game_id = made["game"]["id"]
    joined = server.client().join(game_id, "W", made["invitations"]["W"], name="Engine", key=True)
    random = Random(5)
    last = play_seat(server.address, game_id, joined["key"], lambda game: random.choice(game["legal"]))
    assert last["over"]
    assert last["seats"][0]["name"] == "Engine"


def test_hot_seat_one_person_holds_all(server: RunningServer) -> None:
    me = server.client()
    seats = [{"kind": "me", "name": name} for name in ("Ann", "Ben", "Cleo", "Dan")]
    game_id = me.new_game(seats)["game"]["id"]
    game = play_on(game_id, dict.fromkeys("WKBR", me), 60)
    assert [seat["name"] for seat in game["seats"]] == ["Ann", "Ben", "Cleo", "Dan"]
    assert all(seat["yours"] for seat in game["seats"])


def test_stale_shows_the_game_as_it_is(server: RunningServer) -> None:
    me = server.client()
    game = me.new_game([ME, ME])["game"]
    after = me.move(game["id"], game["ply"], "pass")
    with pytest.raises(ServerProblem) as problem:
        me.move(game["id"], game["ply"], "pass")
    body = refused("stale", problem.value)
    assert problem.value.status == 409
    assert body["ply"] == after["ply"]
    assert body["game"]["view"] == after["view"]
    assert body["game"]["legal"] == after["legal"]


def test_illegal_names_clause_and_what_is_missing(server: RunningServer) -> None:
    me = server.client()
    game = me.new_game([ME, ME], seed="7")["game"]
    with pytest.raises(ServerProblem) as problem:
        me.move(game["id"], game["ply"], "go:Uruk")
    body = refused("illegal-move", problem.value)
    assert (problem.value.status, body["clause"], body["token"]) == (422, "7.2", "go:Uruk")
    assert "camel" in body["missing"]
    assert body["key"] == "too_far"
    assert (body["facts"]["city"], body["facts"]["seat"]) == ("Uruk", game["decider"])
    assert me.game(game["id"])["ply"] == game["ply"]
    assert me.why_not(game["id"], "go:Uruk", "pass") == [
        {"token": "go:Uruk", "legal": False} | {name: body[name] for name in ("clause", "missing", "key", "facts")},
        {"token": "pass", "legal": True, "clause": None, "missing": None, "key": None, "facts": None},
    ]


def test_malformed_forbidden_and_not_found(server: RunningServer) -> None:
    me, other = server.client(), server.client()
    game = me.new_game([ME, ME])["game"]
    cases: list[tuple[Any, int, str]] = [
        (lambda: me.move(game["id"], game["ply"], "fly:Uruk"), 400, "malformed"),
        (lambda: other.move(game["id"], game["ply"], "pass"), 403, "forbidden"),
        (lambda: me.game("nosuchgame12"), 404, "not-found"),
        (lambda: me.leave(game["id"], "B"), 404, "not-found"),
        (lambda: me.new_game([ME, bot("nobody")]), 400, "malformed"),
        (lambda: me.new_game([ME, ME], colours="WWW"), 400, "malformed"),
    ]
    for ask, status, kind in cases:
        with pytest.raises(ServerProblem) as problem:
            ask()
        refused(kind, problem.value)
        assert problem.value.status == status


def test_only_the_decider_decides(server: RunningServer) -> None:
    first, second = server.client(), server.client()
    game_id = two_people(first, second)
    game = first.game(game_id)
    wrong = second if game["decider"] == "W" else first
    assert wrong.game(game_id)["legal"] is None
    with pytest.raises(ServerProblem) as problem:
        wrong.move(game_id, game["ply"], "pass")
    assert refused("forbidden", problem.value)["decider"] == game["decider"]


def test_a_turn_is_played_whole_or_not_at_all(server: RunningServer) -> None:
    me = server.client()
    game = me.new_game([ME, ME], seed="2")["game"]
    tried = me.try_line(game["id"], game["ply"], "peasant/1")
    row = tried["steps"][0]["legal"][0]
    with pytest.raises(ServerProblem) as problem:
        me.move(game["id"], game["ply"], "peasant/1", "keep")
    assert refused("illegal-move", problem.value)["place"] == 1
    assert me.game(game["id"])["ply"] == game["ply"]
    after = me.move(game["id"], game["ply"], "peasant/1", row)
    assert [entry["token"] for entry in after["entries"]] == ["peasant/1", row]


def test_try_saves_nothing_and_foresees_no_deal(server: RunningServer) -> None:
    me = server.client()
    game = me.new_game([ME, ME], seed="2")["game"]
    tried = me.try_line(game["id"], game["ply"], "pass", "pass")
    line = [step["token"] for step in tried["steps"]]
    while tried["ends_with"] == "decision":
        line.append(tried["steps"][-1]["legal"][0])
        tried = me.try_line(game["id"], game["ply"], *line)
    assert tried["ends_with"] == "deal"
    assert tried["steps"][-1]["legal"] == []
    assert me.game(game["id"])["ply"] == game["ply"]
    played = me.move(game["id"], game["ply"], *line)
    assert played["entries"][-1]["kind"] == "deal"
    with pytest.raises(ServerProblem) as problem:
        me.try_line(game["id"], game["ply"])
    refused("stale", problem.value)


def test_trying_says_what_each_move_would_do_and_why_others_are_not_allowed(server: RunningServer) -> None:
    me = server.client()
    game = me.new_game([ME, ME], seed="2")["game"]
    now = me.try_line(game["id"], game["ply"])["outlook"]
    assert [option["token"] for option in now["options"]] == game["legal"]
    assert all(option["events"] for option in now["options"] if option["token"] == "pass")
    assert "go:Uruk" in [reason["token"] for reason in now["reasons"]]
    assert not any(reason["legal"] for reason in now["reasons"])
    peasant = next(option for option in now["options"] if option["token"] == "peasant/1")
    assert peasant["then"] == [{"kind": "row", "answers": ["top", "bottom"]}]
    assert peasant["outcomes"] == []
    then = me.try_line(game["id"], game["ply"], "engineer/2")
    assert [option["token"] for option in then["outlook"]["options"]] == then["steps"][-1]["legal"]
    assert all(reason["clause"] in ("8.2", "8.3") for reason in then["outlook"]["reasons"])
    assert me.game(game["id"])["ply"] == game["ply"]


def test_a_line_may_not_go_past_a_deal(server: RunningServer) -> None:
    me = server.client()
    game = me.new_game([ME, ME], seed="2")["game"]
    with pytest.raises(ServerProblem) as problem:
        me.move(game["id"], game["ply"], "pass", "pass", "pass", "pass", "pass", "pass")
    assert problem.value.status in (409, 422)
    assert me.game(game["id"])["ply"] == game["ply"]


def test_leaving_a_seat_to_a_bot_and_coming_back(server: RunningServer) -> None:
    first, second = server.client(), server.client()
    game_id = two_people(first, second)
    left = first.leave(game_id, "W", "random")
    assert left["seats"][0] | {"name": ""} == {
        "seat": "W", "name": "", "kind": "bot", "bot": "random", "yours": True, "returnable": True,
        "was_yours": False, "last_seen": None, "wish": None, "votes": 0, "votes_needed": 1,
    }  # fmt: skip
    for game in second.watch(game_id):
        if game["decider"] == "K":
            break
    with pytest.raises(ServerProblem):
        first.move(game_id, game["ply"], "pass")
    back = first.come_back(game_id, "W")
    assert back["seats"][0]["kind"] == "person"
    game = second.game(game_id)
    after = mover(game, {"W": first, "K": second}).move(game_id, game["ply"], game["legal"][0])
    assert after["ply"] > game["ply"]


def test_lists_of_games(server: RunningServer) -> None:
    me, guest = server.client(), server.client()
    me.name_me("Maker")
    made = me.new_game([ME, OPEN], public=True)["game"]["id"]
    hidden = me.new_game([ME, OPEN])["game"]["id"]
    assert {made, hidden} <= {game["id"] for game in me.games("mine")}
    listed = [game["id"] for game in guest.games("open")]
    assert made in listed
    assert hidden not in listed
    guest.join(made, "K")
    assert made not in [game["id"] for game in me.games("open")]
    assert made in [game["id"] for game in guest.games("mine")]
    assert made in [game["id"] for game in guest.games("watch")]


def test_reconnecting_with_the_last_seen_ply_misses_nothing(server: RunningServer) -> None:
    me = server.client()
    game_id = me.new_game([ME, ME])["game"]["id"]
    first = next(iter(me.watch(game_id)))
    play_on(game_id, {"W": me, "K": me}, 120)
    caught_up = next(iter(me.watch(game_id, since=first["ply"])))
    assert [entry["ply"] for entry in caught_up["entries"]] == list(range(first["ply"] + 1, caught_up["ply"] + 1))
    assert caught_up["entries"] == me.log(game_id, after=first["ply"])
    assert me.game(game_id, since=5)["entries"] == me.log(game_id, after=5)


def test_whoever_asks_for_everything_gets_every_entry_while_the_game_goes_on(server: RunningServer) -> None:
    me, seats = server.client(), [ME, bot(), bot()]
    games = [me.new_game(seats)["game"] for _ in range(3)]
    while any(game["ply"] < 60 for game in games):
        for place, (game_id, ply) in enumerate([(game["id"], game["ply"]) for game in games]):
            game = games[place] = me.game(game_id, since=0)
            assert [entry["ply"] for entry in game["entries"]] == list(range(1, game["ply"] + 1))
            assert game["ply"] >= ply
            if game["legal"]:
                games[place] = me.move(game_id, game["ply"], game["legal"][-1])


def test_watchers_see_every_move_in_order(server: RunningServer) -> None:
    me = server.client()
    game_id = me.new_game([ME, ME])["game"]["id"]
    seen: list[list[int]] = [[], [], []]

    def watch(place: int) -> None:
        with Client(server.address) as spectator:
            for game in islice(spectator.watch(game_id, since=0), 500):
                seen[place] += [entry["ply"] for entry in game["entries"]]
                assert game["legal"] is None
                if len(seen[place]) > 60:
                    return

    threads = [threading.Thread(target=watch, args=(place,)) for place in range(len(seen))]
    for thread in threads:
        thread.start()
    play_on(game_id, {"W": me, "K": me}, 70)
    for thread in threads:
        thread.join()
    assert all(plies == list(range(1, len(plies) + 1)) and len(plies) > 60 for plies in seen)


def test_records_go_down_and_up(server: RunningServer) -> None:
    me = server.client()
    game_id = me.new_game([ME, ME], switches={"palace": True})["game"]["id"]
    play_on(game_id, {"W": me, "K": me}, 90)
    record = me.record(game_id)
    assert "Seed" not in record
    assert "Secret" not in record, "what a running game is dealt from stays hidden"
    replay = me.replay_record(record)
    assert replay["position"] == me.game(game_id)["position"]
    assert me.replay_record(record, 10)["ply"] == 10
    again = me.new_game([ME, bot("random")], record=record)["game"]
    assert again["position"] == replay["position"]
    assert not again["can_undo"]
    assert again["fairness"]["deals_from"] == replay["plies"]
    me.leave(again["id"], "W", "random")
    last = next(game for game in me.watch(again["id"]) if game["over"])
    assert last["fairness"]["secret"]
    verdict = verify_deals(me.record(again["id"]))
    assert verdict.deals > 0
    assert [one.key for one in verdict.faults] == ["part"]


def test_looking_back_at_any_ply(server: RunningServer) -> None:
    me = server.client()
    game_id = me.new_game([ME, ME])["game"]["id"]
    game = play_on(game_id, {"W": me, "K": me}, 40)
    assert me.at(game_id, game["ply"])["view"] == game["view"]
    assert me.at(game_id, 0)["view"]["phase"] == "deal"
    with pytest.raises(ServerProblem):
        me.at(game_id, game["ply"] + 1)


def test_names_are_limited(server: RunningServer) -> None:
    me = server.client()
    assert me.name_me("  Nebu   <b>  ")["name"] == "Nebu <b>"
    for name in ("a" * 25, "\u202eevil", "a\x00b", "   "):
        with pytest.raises(ServerProblem):
            me.name_me(name)


@pytest.mark.parametrize("name", ["\u115f", "\u0301\u0302", "\u3164 \u2800"])
def test_a_name_can_be_seen(server: RunningServer, name: str) -> None:
    with pytest.raises(ServerProblem) as problem:
        server.client().new_game([ME, ME | {"name": name}])
    assert refused("malformed", problem.value)["field"] == "seats.1.name"


def test_a_number_is_a_number(server: RunningServer) -> None:
    me = server.client()
    game = me.new_game([ME, ME])["game"]
    for ply in (True, str(game["ply"])):
        with pytest.raises(ServerProblem) as problem:
            me.move(game["id"], ply, game["legal"][0])  # type: ignore[arg-type]
        refused("malformed", problem.value)
    assert me.game(game["id"])["ply"] == game["ply"]


@pytest.mark.server
def test_a_file_is_one_servers_alone(scratch: Path) -> None:
    address = f"sqlite:///{scratch}/games.sqlite"
    with run_server(address), pytest.raises(AssertionError, match="another server"), run_server(address):
        pass
