"""Tables: rematches, games that go on from any moment, titles, who begins, who is there, and games thrown away."""

from contextlib import ExitStack
from dataclasses import replace
from typing import Any

import pytest

from amyitis.client import Client, ServerProblem
from amyitis.game.deals.verifying import verify_deals
from amyitis.table.new_games import rematch as new_rematch
from amyitis.table.people.accounts import REMOVED, SOMEONE
from tests.golden_games import GOLDEN
from tests.server.playing import ME, OPEN, bot, late_game, late_record, play_on, refused, two_people
from tests.server.running import Databases, RunningServer, run_server
from tests.table.sitting import kept


def finished(server: RunningServer, **more: Any) -> tuple[Client, Client, dict[str, Any]]:
    """Two people who have played a game to its end, from late in it."""
    first, second = server.client(), server.client()
    first.name_me("First")
    game_id = late_game(first, second, **more)
    return first, second, play_on(game_id, {"W": first, "K": second}, 2000)


def to_the_end(me: Client, game_id: str) -> dict[str, Any]:
    return next(game for game in me.watch(game_id) if game["over"])


def test_a_rematch_is_one_game_for_everyone(server: RunningServer) -> None:
    first, second, old = finished(server, palace=True, name="Friday")
    watching = server.client().watch(old["id"])
    assert next(watching)["rematch"] is None
    made = second.rematch(old["id"])
    game = made["game"]
    assert next(watching)["rematch"] == game["id"], "those who watch are told"
    assert [(seat["seat"], seat["name"]) for seat in game["seats"]] == [("K", "Second"), ("W", "First")]
    assert game["view"]["switches"] == old["view"]["switches"]
    assert game["name"] == "Friday"
    assert game["fairness"]["commitment"] != old["fairness"]["commitment"]
    again = first.rematch(old["id"])
    assert again["game"]["id"] == game["id"]
    assert again["keys"] == again["invitations"] == {}
    assert first.game(old["id"])["rematch"] == game["id"]
    second.game(game["id"])  # both have shown their shares now
    assert play_on(game["id"], {"W": first, "K": second}, 20)["ply"] > game["ply"], "both hold their seats"


def test_a_rematch_is_for_those_who_played_and_after_the_end(server: RunningServer) -> None:
    _first, _second, old = finished(server)
    running = server.client()
    game_id = running.new_game([ME, ME])["game"]["id"]
    cases = [(server.client(), old["id"], "forbidden"), (running, game_id, "conflict"), (running, "none", "not-found")]
    for client, asked, kind in cases:
        with pytest.raises(ServerProblem) as problem:
            client.rematch(asked)
        refused(kind, problem.value)


def test_nobody_is_drawn_into_game_after_game(server: RunningServer) -> None:
    """By somebody who resigns and asks for a rematch, again and again."""
    first, second = server.client(), server.client()
    game_id = two_people(first, second)
    first._ask("POST", f"/games/{game_id}/seats/W/resign")
    with pytest.raises(ServerProblem) as problem:
        first.rematch(game_id)
    assert "has not made a move" in refused("conflict", problem.value)["detail"]


def test_in_a_rematch_the_seat_of_somebody_who_was_removed_is_open() -> None:
    game = kept()
    ann, ben = game.seats
    again = new_rematch(game.metadata, [ann, replace(ben, person=REMOVED, name=SOMEONE)], "ann", {}, 0)
    assert [(seat.seat, seat.is_open) for seat in again.seats] == [("K", True), ("W", False)]


def test_two_servers_make_one_rematch(postgresql: str) -> None:
    with ExitStack() as stack:
        servers = [stack.enter_context(run_server(postgresql)) for _ in range(2)]
        first, second, old = finished(servers[0])
        elsewhere = servers[1].client()
        elsewhere.cookies.update(second.cookies)
        assert elsewhere.game(old["id"])["rematch"] is None
        made = first.rematch(old["id"])["game"]["id"]
        assert elsewhere.rematch(old["id"])["game"]["id"] == made
        assert elsewhere.game(old["id"])["rematch"] == made


def test_bots_play_on_in_a_rematch(server: RunningServer) -> None:
    me = server.client()
    late = late_record(2, False, 12)
    old = to_the_end(me, me.new_game([bot("random"), bot("random")], record=late)["game"]["id"])
    assert to_the_end(me, me.rematch(old["id"])["game"]["id"])["view"]["winners"]


def test_a_game_goes_on_from_a_moment_of_another(server: RunningServer) -> None:
    me, guest = server.client(), server.client()
    game_id = me.new_game([ME, ME], seed="7")["game"]["id"]
    play_on(game_id, {"W": me, "K": me}, 60)
    moment = me.at(game_id, 30)
    assert moment["view"]["question"]["seat"] == "K", "else the fork would go on by itself at once"
    fork = guest.new_game([bot("random"), ME], **{"from": {"game": game_id, "ply": 30}})["game"]
    assert fork["position"] == moment["position"]
    assert fork["fairness"]["deals_from"] == 30
    assert not fork["fairness"]["seeded_start"]
    guest.leave(fork["id"], "K", "random")
    to_the_end(guest, fork["id"])
    assert [one.key for one in verify_deals(guest.record(fork["id"])).faults] == ["part"]
    with pytest.raises(ServerProblem) as problem:
        guest.new_game([ME, ME], **{"from": {"game": game_id, "ply": 5000}})
    refused("not-found", problem.value)


def test_a_game_goes_on_from_the_middle_of_a_record(server: RunningServer) -> None:
    me = server.client()
    record = max(GOLDEN.rglob("*.amy"), key=lambda path: path.stat().st_size).read_text(encoding="utf-8")
    there = me.replay_record(record, 40)
    seats = [ME, *[bot("random")] * (there["view"]["players"] - 1)]
    game = me.new_game(seats, record=record, ply=40)["game"]
    assert game["position"] == there["position"]
    with pytest.raises(ServerProblem) as problem:
        me.new_game(seats, record=record)
    assert "over" in refused("malformed", problem.value)["detail"]


def test_a_game_goes_on_from_a_position(databases: Databases) -> None:
    """From the first one, and from one in the midst of a game."""
    database = databases.sqlite()
    with run_server(database) as server:
        me = server.client()
        other = me.new_game([ME, ME], switches={"palace": True})["game"]["id"]
        play_on(other, dict.fromkeys("WK", me), 45)
        games = []
        for ply in (0, 45):
            position = me.at(other, ply)["position"]
            games.append(me.new_game([ME, bot("random")], position=position)["game"]["id"])
            assert me.at(games[-1], 0)["position"] == position
        cookies = dict(me.cookies)
    with run_server(database) as again:
        me = again.client()
        me.cookies.update(cookies)
        for game_id in games:
            assert me.game(game_id)["id"] == game_id, "it is rebuilt from its log"
            me.leave(game_id, "W", "random")
        for game_id in games:
            to_the_end(me, game_id)
            record = me.record(game_id)
            assert 'DealsFrom "0"' in record
            assert verify_deals(record).deals > 0


@pytest.mark.parametrize(
    "asked",
    [
        {"position": "amy1_nonsense"},
        {"position": "amy1_x", "record": "x"},
        {"ply": 3},
        {"first": 2},
        {"first": 0, "position": "amy1_x"},
        {"name": "a\x00b"},
    ],
)
def test_what_cannot_be_begun_is_refused(server: RunningServer, asked: dict[str, Any]) -> None:
    with pytest.raises(ServerProblem) as problem:
        server.client().new_game([ME, ME], **asked)
    refused("malformed", problem.value)


def test_the_table_may_choose_who_begins(server: RunningServer) -> None:
    me = server.client()
    for place in range(3):
        game = me.new_game([ME, ME, ME], colours="RBW", first=place)["game"]
        assert game["view"]["first_player"] == game["decider"] == "RBW"[place]
        assert game["fairness"]["first_chosen"]
    for seat in "RBW":
        me.leave(game["id"], seat, "random")
    to_the_end(me, game["id"])
    assert verify_deals(me.record(game["id"])).fair
    drawn = {me.new_game([ME, ME])["game"]["view"]["first_player"] for _ in range(20)}
    assert drawn == {"W", "K"}


def test_lists_say_how_games_stand(server: RunningServer) -> None:
    me = server.client()
    me.name_me("Amytis")
    game_id = me.new_game([ME, ME], name="  The   garden ")["game"]["id"]
    game = play_on(game_id, {"W": me, "K": me}, 50)
    listed = next(one for one in me.games("mine") if one["id"] == game_id)
    assert listed["name"] == "The garden"
    assert listed["round"] == game["view"]["round"] > 1
    assert listed["tiles_left"] == game["view"]["garden"]["tiles_left"]
    assert listed["scores"] == game["view"]["scores"]
    assert listed["waiting_for_names"] == ["Amytis"]


def test_those_who_are_there_are_seen(server: RunningServer) -> None:
    first, second = server.client(), server.client()
    game_id = two_people(first, second)
    assert first.game(game_id)["online"] == []
    here = first.watch(game_id)
    assert next(here)["online"] == ["W"]
    there = second.watch(game_id)
    assert next(there)["online"] == next(here)["online"] == ["W", "K"]
    there.close()
    assert next(here)["online"] == ["W"]
    next(iter(server.client().watch(game_id)))
    assert first.game(game_id)["online"] == ["W"], "a spectator has no seat"


def test_a_game_is_thrown_away_by_its_maker(database: str) -> None:
    with run_server(database) as server:
        me = server.client()
        alone = me.new_game([ME, bot("random")])["game"]["id"]
        watching = server.client().watch(alone)
        next(watching)
        assert me.delete(alone) == {"id": alone}
        with pytest.raises(ServerProblem) as problem:
            list(watching)
        assert problem.value.status == 404
        for gone in (lambda: me.game(alone), lambda: me.log(alone), lambda: me.delete(alone)):
            with pytest.raises(ServerProblem) as problem:
                gone()
            refused("not-found", problem.value)
        assert alone not in [game["id"] for game in me.games("mine")]


def test_a_game_of_others_stays(server: RunningServer) -> None:
    first, second = server.client(), server.client()
    made = first.new_game([ME, OPEN, OPEN])
    second.join(made["game"]["id"], "K", made["invitations"]["K"])
    first.delete(made["game"]["id"])
    late = two_people(first, second)  # its maker has seen the set-up, and may not like it
    for client in (first, second):
        with pytest.raises(ServerProblem) as problem:
            client.delete(late)
        refused("forbidden", problem.value)
    assert first.game(late)["ply"] == 1


def test_a_rematch_that_was_thrown_away_can_be_asked_for_again(server: RunningServer) -> None:
    first, second, old = finished(server)
    gone = first.rematch(old["id"])["game"]["id"]
    first.delete(gone)
    assert second.game(old["id"])["rematch"] is None
    assert second.rematch(old["id"])["game"]["id"] != gone


def test_rules_in_every_language(server: RunningServer) -> None:
    me = server.client()
    english = me.rules()
    numbers = [clause["number"] for section in english["sections"] for clause in section["clauses"]]
    for lang in english["languages"]:
        found = me.rules(lang)
        clauses = [clause for section in found["sections"] for clause in section["clauses"]]
        assert [clause["number"] for clause in clauses] == numbers
        assert (found["sections"] == english["sections"]) is (lang == "en")
        assert any(clause["example"] for clause in clauses)


def test_a_position_in_words(server: RunningServer) -> None:
    me = server.client()
    game = me.new_game([ME, ME])["game"]
    found = me.position(game["position"])
    assert (found["view"], found["legal"], found["decider"]) == (game["view"], game["legal"], game["decider"])
    with pytest.raises(ServerProblem) as problem:
        me.position("amy1_players=WK")
    refused("malformed", problem.value)
